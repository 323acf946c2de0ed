/** The people of a list who were already screened individually. */
import { PersonCodes } from '../../matching/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { AnswerOf, AskOf, ListSource } from '../../worker-protocol/index.ts';
import { Edits } from '../list/edits.ts';
import { personName } from '../list/person-texts.ts';
import { RecordReader } from '../list/record-reader.ts';
import { locateSentRows } from '../submit/sent-rows.ts';

/** Maximum number of rows to return. */
const MAX_ROWS = 200;

export function rowsScreenedAlone(
  file: ProjectFile,
  { plan }: Pick<ListSource, 'plan'>,
  { key, codes, options }: AskOf<'query', 'screenedAlone'>,
): AnswerOf<'query', 'screenedAlone'> {
  const people = new PersonCodes(key);
  const records = new RecordReader(plan, new Edits(file));
  const found: { row: number; name: string; code: string }[] = [];
  for (const { block, row } of locateSentRows(file, options)) {
    const record = records.of(block, row);
    const code = people.of(record).find((one) => codes.has(one));
    if (code === undefined) continue;
    found.push({ row: block.rowNumber(row), name: personName(record), code });
    if (found.length === MAX_ROWS) break;
  }
  return found;
}
