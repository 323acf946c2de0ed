/** The profiles of one answer. They are stored as they arrive, and read for their IDs, row numbers and names. */
import { isObject } from '../../../shared/results/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import { readEntry, storedUnreadable, unreadableEntry } from '../result-file/answer-entry.ts';
import type { ListEntries } from './answer-list.ts';
import type { Joining } from './joining.ts';
import { type OnKeys, type ProfileReader, readProfiles } from './profile-reader.ts';
import { storeScoreColumns } from '../result-file/result-file.ts';
import { ProfileFlawList } from '../result-file/result-values.ts';
import { changeProfileTexts, ProfileTexts } from '../result-file/result-writer.ts';
import { OPEN_OBJECT } from './json-bytes.ts';

const NEWLINE = 0x0a;

interface Reading {
  readonly joining: Joining;
  readonly reader: ProfileReader;
  readonly texts: ProfileTexts;
  readonly flaws: ProfileFlawList;
}

export class ReceivedProfiles implements ListEntries {
  private readonly file: ProjectFile;
  private readonly startJoining: () => Joining;
  private readonly rows: number;
  private readonly startHelper: StartHelper;
  private reading: Reading;

  /** `startJoining`: starts matching an answer. `rows`: the length of the list. */
  constructor(file: ProjectFile, startJoining: () => Joining, rows: number, startHelper: StartHelper) {
    this.file = file;
    this.startJoining = startJoining;
    this.rows = rows;
    this.startHelper = startHelper;
    this.reading = this.begin();
  }

  private begin(): Reading {
    const joining = this.startJoining();
    const flaws = new ProfileFlawList();
    const onKeys: OnKeys = (first, keys) => {
      joining.take(first, keys);
      for (const profile of keys.unreadable) flaws.addUnreadable(profile);
      for (const profile of keys.withoutScores) flaws.addWithoutScores(profile);
    };
    const reader = readProfiles(this.file, onKeys, this.rows, this.startHelper);
    const texts = new ProfileTexts(this.file, 0, (first, lines) => reader.take(first, lines));
    return { joining, reader, texts, flaws };
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
    // Newlines separate the profiles of a batch. Any other text is stored unchanged and parsed with its batch.
    if (bytes[0] === OPEN_OBJECT && !bytes.includes(NEWLINE)) {
      this.reading.texts.add(bytes);
      return;
    }
    const text = bytes.toString('utf8');
    const { value, problem } = readEntry(text);
    if (problem !== null) this.reading.texts.add(storedUnreadable(text));
    // In JSON, a newline can only be whitespace between values. Only objects are profiles.
    else if (isObject(value)) this.reading.texts.add(text.replaceAll('\n', ' ').trim());
  }

  /** Resolves when the reader can take more profiles. */
  room(): Promise<void> {
    return this.reading.reader.room();
  }

  /** Resolves once every stored profile has been read. */
  async finish(): Promise<void> {
    const { reader, texts, flaws } = this.reading;
    texts.finish();
    storeScoreColumns(this.file, await reader.finish(this.count));
    changeProfileTexts(this.file, flaws.unreadable, (text) => (unreadableEntry(text) === null ? storedUnreadable(text) : text));
    flaws.store(this.file);
  }

  end(): void {
    this.reading.reader.end();
  }
}
