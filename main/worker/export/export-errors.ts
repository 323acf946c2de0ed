/** Writes unmatched profiles, and the refused rows with the service's messages, so that the user can fix and import them. */
import { rowName } from '../../../shared/base/index.ts';
import { FIELDS, isFieldKey } from '../../../shared/fields/index.ts';
import { REASON_TITLE, returnedRowTitle } from '../../../shared/mapping/index.ts';
import { type JsonObject, isObject, parseJson, readText } from '../../../shared/results/index.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import { NO_INDEX, type ProfileNumber } from '../list/ordinals.ts';
import { unreadableEntry } from '../result-file/answer-entry.ts';
import type { ResultFile, StoredRowError } from '../result-file/result-file.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';
import { type ChosenScores, uniqueTitles, writeScores } from './export-columns.ts';

/** Titles of the columns for entries of the answer that are malformed. */
const UNREADABLE_TITLES = ['Reason', 'Text as received'];

/** Number of profiles to read to find out which fields they return. */
const SAMPLED_PROFILES = 200;

const labelOf = (field: string) => (isFieldKey(field) ? (FIELDS.find(({ key }) => key === field)?.label ?? field) : field);

function reasonOf({ field, message, value }: StoredRowError): string {
  const reason = field === null ? message : `${labelOf(field)}: ${message}`;
  return value === null || value === '' ? reason : `${reason} (it was “${value}”)`;
}

/** The row number and ID that the service reports, for an error that cannot be matched to a row with certainty. */
function uncertainRow({ row, id }: StoredRowError): string {
  const claimed = [...(row === null ? [] : [`row ${row}`]), ...(id === null ? [] : [`ID ${id}`])].join(', ');
  return claimed === '' ? 'not known' : `not certain; the service says ${claimed}`;
}

/** The original columns in their order, so that an import maps them as before, followed by the reasons. */
export function errorColumns(headers: readonly string[], marker: string): WriteColumn[] {
  return [
    ...headers.map((title) => ({ title })),
    { title: returnedRowTitle(marker), style: 'integer' },
    { title: REASON_TITLE, style: 'wrap', width: 60 },
  ];
}

/** Writes each refused row once and highlights the cells whose field the service named. Returns the number of rows. */
export async function writeErrors(screening: ScreeningReader, writer: RowWriter & { highlight?(note?: string): void }): Promise<number> {
  const { results, records, blocks } = screening;
  const { headers, appended } = screening.source.sheetLayout;
  const byIndex = results.errors();
  const indexes = [...byIndex.keys()].filter((index) => index >= 0 && results.matches[index] === 0).sort((a, b) => a - b);
  let written = 0;
  const row = async (number: number, errors: readonly StoredRowError[]) => {
    const at = number === 0 ? null : blocks.find(number);
    const notes = new Map<number, string>();
    for (const error of errors)
      if (error.field !== null && isFieldKey(error.field))
        for (const column of records.mapper.columnsOf(error.field)) {
          const before = notes.get(column);
          notes.set(column, before === undefined ? error.message : `${before}\n${error.message}`);
        }
    writer.beginRow();
    for (let column = 0; column < headers.length; column++) {
      const note = notes.get(column);
      if (note !== undefined) writer.highlight?.(note);
      if (at === null) writer.empty();
      else writer.cell(at.block.kind(at.row, column), at.block.text(at.row, column));
    }
    if (number === 0) writer.text(uncertainRow(errors[0]!));
    else if (rowName(number, appended) === rowName(number, undefined)) writer.number(number);
    else writer.text(rowName(number, appended));
    writer.text(errors.map(reasonOf).join('; '));
    const wait = writer.endRow();
    if (wait !== undefined) await wait;
    written += 1;
  };
  for (const index of indexes) await row(results.rows[index]!, byIndex.get(index)!);
  for (const error of byIndex.get(NO_INDEX) ?? []) await row(0, [error]);
  return written;
}

/** Writes the record fields that unmatched profiles return, then their scores. */
export async function writeUnmatched(
  results: ResultFile,
  chosen: ChosenScores,
  sheet: (columns: readonly WriteColumn[]) => RowWriter,
  profiles: readonly ProfileNumber[],
): Promise<void> {
  const profileOf = (profile: ProfileNumber): JsonObject => {
    const value = parseJson(results.profileJson(profile) ?? '{}');
    return isObject(value) ? value : {};
  };
  const hasUnreadable = profiles.some((profile) => results.hasNoResult(profile));
  const seen = new Set<string>();
  for (const profile of profiles.slice(0, SAMPLED_PROFILES)) for (const key of Object.keys(profileOf(profile))) seen.add(key);
  const fields = FIELDS.filter(({ key }) => seen.has(key));
  const labels = fields.map(({ label }) => label);
  const titles = uniqueTitles([...labels, ...chosen.titles, ...(hasUnreadable ? UNREADABLE_TITLES : [])]);
  const writer = sheet(titles.map((title) => ({ title })));
  for (const profile of profiles) {
    writer.beginRow();
    const json = profileOf(profile);
    for (const { key } of fields) {
      writer.text(readText(json[key]) ?? '');
    }
    writeScores(writer, results.scores(profile), chosen.positions);
    const entry = hasUnreadable ? unreadableEntry(results.profileJson(profile) ?? '') : null;
    if (entry !== null) {
      writer.text(entry.problem);
      writer.text(entry.text);
    }
    const wait = writer.endRow();
    if (wait !== undefined) await wait;
  }
}
