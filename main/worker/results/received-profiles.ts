/** The profiles of one answer: stored as they arrive, and read for their IDs, row numbers and names. */
import { isObject } from '../../../shared/results/json-values.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import type { ListEntries } from './answer-list.ts';
import type { Joining } from './joining.ts';
import { parseElement } from './profile-batches.ts';
import { type OnKeys, type ProfileReader, readProfiles } from './profile-reader.ts';
import { storeScoreColumns } from './result-file.ts';
import { ProfileTexts } from './result-writer.ts';

const NEWLINE = 0x0a;
const OPEN_OBJECT = 0x7b;

export class ReceivedProfiles implements ListEntries {
  private readonly file: ProjectFile;
  private readonly startJoining: () => Joining;
  private readonly rows: number;
  private readonly startHelper: StartHelper;
  private reading: { readonly joining: Joining; readonly reader: ProfileReader; readonly texts: ProfileTexts };

  /** `startJoining` starts to match an answer; `rows` is the length of the list. */
  constructor(file: ProjectFile, startJoining: () => Joining, rows: number, startHelper: StartHelper) {
    this.file = file;
    this.startJoining = startJoining;
    this.rows = rows;
    this.startHelper = startHelper;
    this.reading = this.begin();
  }

  private begin(): ReceivedProfiles['reading'] {
    const joining = this.startJoining();
    const onKeys: OnKeys = (first, keys) => {
      joining.take(first, keys);
    };
    const reader = readProfiles(this.file, onKeys, this.rows, this.startHelper);
    const texts = new ProfileTexts(this.file, 0, (first, lines) => {
      reader.take(first, lines);
    });
    return { joining, reader, texts };
  }

  get joining(): Joining {
    return this.reading.joining;
  }

  get count(): number {
    return this.reading.texts.count;
  }

  restart(): void {
    if (this.count === 0) return;
    this.reading.reader.end();
    this.file.clear('profiles', 'scores');
    this.reading = this.begin();
  }

  add(bytes: Buffer): void {
    if (bytes[0] === OPEN_OBJECT) this.store(bytes);
    // Other elements are not profiles, but they must be JSON.
    else if (isObject(parseElement(bytes))) this.store(Buffer.from(bytes.toString('utf8').trim()));
  }

  private store(bytes: Buffer): void {
    // Keep the original text when it is one line: newlines separate the profiles of a batch.
    this.reading.texts.add(bytes.includes(NEWLINE) ? JSON.stringify(parseElement(bytes)) : bytes);
  }

  /** Resolves when the reader can take more profiles. */
  room(): Promise<void> {
    return this.reading.reader.room();
  }

  /** Resolves once every stored profile has been read. */
  async finish(): Promise<void> {
    const { reader, texts } = this.reading;
    texts.finish();
    storeScoreColumns(this.file, await reader.finish(this.count));
  }

  end(): void {
    this.reading.reader.end();
  }
}
