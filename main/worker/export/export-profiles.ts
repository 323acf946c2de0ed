/**
 * Exports the service's list of profiles as one table. The columns are known only after the last page. Until then, the profiles are kept in
 * an encrypted file, in the format of stored results.
 */
import { FIELDS, FIELD_KEYS, type FieldKey, type FieldType } from '../../../shared/fields/index.ts';
import { AppError } from '../../../shared/base/index.ts';
import { type Json, isObject, parseJson, readText } from '../../../shared/results/index.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { Answers, ExportLine, ProfileExportInput, Work } from '../../worker-protocol/index.ts';
import { FIRST_PROFILE, type ProfileNumber } from '../list/ordinals.ts';
import { BatchReader } from '../result-file/profile-batches.ts';
import { ResultFile, storeScoreColumns } from '../result-file/result-file.ts';
import { ProfileTexts } from '../result-file/result-writer.ts';
import type { Task } from '../threads/task-context.ts';
import { chosenScores, scoreColumns, writeScores, type ChosenScores } from './export-columns.ts';
import { writeFile, writeLines } from './export-file.ts';
import { SHEETS } from './sheet-names.ts';

type Profile = Readonly<Record<string, Json>>;

/** The number of rows after which the task checks whether it was canceled. */
const ROWS_A_TURN = 1000;

const STYLES: Readonly<Record<FieldType, Partial<WriteColumn>>> = {
  text: { style: 'text' },
  email: { style: 'text' },
  date: { style: 'date' },
  amount: { style: 'money' },
  count: { style: 'integer' },
};

const textOf = (value: Json | undefined): string => readText(value) ?? '';

function writeField(writer: RowWriter, type: FieldType, text: string): void {
  // `number` and `date` write a value that they cannot parse as text.
  if (type === 'amount' || type === 'count') writer.number(text);
  else if (type === 'date') writer.date(text);
  else writer.text(text);
}

class ProfileTable {
  private readonly file: ProjectFile;
  private readonly input: ProfileExportInput;
  private readonly reader: BatchReader;
  private readonly texts: ProfileTexts;
  /** Fields of the record that have a value in some profile. */
  private readonly used = new Set<FieldKey>();

  constructor(file: ProjectFile, input: ProfileExportInput) {
    this.file = file;
    this.input = input;
    this.reader = new BatchReader(file);
    this.texts = new ProfileTexts(file, 0, (first, lines) => void this.reader.read(first, lines));
  }

  readonly answers: Answers<'exportProfiles'> = {
    add: (profiles) => {
      for (const json of profiles) {
        const profile = parseJson(json);
        if (isObject(profile)) this.add(profile);
      }
      return null;
    },
    finish: async (lines, work) => ({ rows: await this.write(lines, work) }),
  };

  private add(profile: Profile): void {
    for (const key of FIELD_KEYS) if (!this.used.has(key) && textOf(profile[key]) !== '') this.used.add(key);
    this.texts.add(JSON.stringify(profile));
  }

  /** @throws NO_ROWS when there is no profile. */
  private async write(lines: readonly ExportLine[], work: Work): Promise<number> {
    this.texts.finish();
    const { count } = this.texts;
    if (count === 0) throw new AppError('NO_ROWS', 'The service has no profiles, so there is nothing to write.');
    storeScoreColumns(this.file, this.reader.finish(count));
    const results = new ResultFile(this.file);
    const fields = FIELDS.filter(({ key }) => this.used.has(key));
    const labels = fields.map(({ label }) => label);
    const scores = chosenScores(results.columns, { columns: null, titles: {} });
    const columns: WriteColumn[] = [
      ...fields.map(({ label, type }) => ({ title: label, ...STYLES[type] })),
      ...scoreColumns(results.columns, scores, labels, new Set()),
    ];
    return await writeFile({ ...this.input, isForSystem: false }, 'Profiles', columns, async ({ writer, book }) => {
      for (let profile = FIRST_PROFILE; profile <= count; profile++) {
        const wait = writeProfile(writer, results, profile, fields, scores);
        if (wait !== undefined) await wait;
        if (profile % ROWS_A_TURN !== 0) continue;
        work.progress(profile, count, 'rows');
        work.signal.throwIfAborted();
      }
      if (book !== null) await writeLines(book, SHEETS.summary, [{ label: 'Profiles in the file', value: count }, ...lines]);
      return count;
    });
  }
}

function writeProfile(
  writer: RowWriter,
  results: ResultFile,
  profile: ProfileNumber,
  fields: typeof FIELDS,
  { positions }: ChosenScores,
): Promise<void> | undefined {
  const record = parseJson(results.profileJson(profile) ?? '{}') as Profile;
  writer.beginRow();
  for (const { key, type } of fields) {
    const text = textOf(record[key]);
    if (text === '') writer.empty();
    else writeField(writer, type, text);
  }
  writeScores(writer, results.scores(profile), positions);
  return writer.endRow();
}

/** @throws DISK_FULL; WriteError */
export const exportProfiles: Task<'exportProfiles'> = async (input, context) => {
  const file = new ProjectFile(input.spool, 'fresh');
  try {
    await context.serve(new ProfileTable(file, input).answers);
    return null;
  } finally {
    file.discard();
  }
};
