/**
 * The refused rows as they stood in the sheet, each once, with what the service said of them beside: ready to be fixed and
 * brought again. And the profiles that match no row.
 */
import { FIELDS, isFieldKey } from '../../../shared/fields/table.ts';
import { REASON_TITLE, returnedRowTitle } from '../../../shared/mapping/returned-sheet.ts';
import { type Json, parseJson } from '../../../shared/results/json.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/row-writer.ts';
import type { ExportList } from './export-list.ts';
import { type ScoreChoice, uniqueTitles } from './export-columns.ts';
import type { StoredRowError } from '../results/result-file.ts';

/** Profiles that are looked at to find what they echo. */
const LOOKED_AT = 200;

const labelOf = (field: string) => (isFieldKey(field) ? (FIELDS.find(({ key }) => key === field)?.label ?? field) : field);

function reasonOf({ field, message, value }: StoredRowError): string {
  const said = field === null ? message : `${labelOf(field)}: ${message}`;
  return value === null || value === '' ? said : `${said} (it was “${value}”)`;
}

/** What the service says of a row that the answer does not prove. */
function rowAsTold({ row, id }: StoredRowError): string {
  const told = [...(row === null ? [] : [`row ${row}`]), ...(id === null ? [] : [`ID ${id}`])].join(', ');
  return told === '' ? 'not known' : `not certain; the service says ${told}`;
}

/** The original columns in their order, so that the file is understood as the first one was; then what was wrong. */
export function errorColumns(list: ExportList, marker: string): WriteColumn[] {
  return [
    ...list.original.map((title) => ({ title })),
    { title: returnedRowTitle(marker), style: 'integer' },
    { title: REASON_TITLE, style: 'wrap', width: 60 },
  ];
}

/** Writes each refused row once, its cells marked where the service named the field; answers the number of rows. */
export async function writeErrors(list: ExportList, writer: RowWriter & { highlight?(note?: string): void }): Promise<number> {
  const { results, original, records } = list;
  const byPlace = results.errors();
  const places = [...byPlace.keys()].filter((place) => place >= 0 && results.matches[place] === 0).sort((a, b) => a - b);
  let written = 0;
  const row = async (number: number, errors: readonly StoredRowError[]) => {
    const at = number === 0 ? null : list.blocks.find(number);
    const notes = new Map<number, string>();
    for (const error of errors)
      if (error.field !== null && isFieldKey(error.field))
        for (const column of records.mapper.columnsOf(error.field)) {
          const before = notes.get(column);
          notes.set(column, before === undefined ? error.message : `${before}\n${error.message}`);
        }
    writer.beginRow();
    for (let column = 0; column < original.length; column++) {
      const note = notes.get(column);
      if (note !== undefined) writer.highlight?.(note);
      if (at === null) writer.empty();
      else writer.cell(at.block.kind(at.row, column), at.block.text(at.row, column));
    }
    if (number === 0) writer.text(rowAsTold(errors[0]!));
    else writer.number(number);
    writer.text(errors.map(reasonOf).join('; '));
    const wait = writer.endRow();
    if (wait !== undefined) await wait;
    written += 1;
  };
  for (const place of places) await row(results.rows[place]!, byPlace.get(place)!);
  for (const error of byPlace.get(-1) ?? []) await row(0, [error]);
  return written;
}

/** What the strangers echo of a record, then their scores. */
export async function writeStrangers(
  list: ExportList,
  choice: ScoreChoice,
  sheet: (columns: readonly WriteColumn[]) => RowWriter,
  strangers: readonly number[],
): Promise<void> {
  const { results } = list;
  const profileOf = (profile: number) => parseJson(results.profileJson(profile) ?? '{}') as Record<string, Json>;
  const seen = new Set<string>();
  for (const profile of strangers.slice(0, LOOKED_AT)) for (const key of Object.keys(profileOf(profile))) seen.add(key);
  const echoed = FIELDS.filter(({ key }) => seen.has(key));
  const labels = echoed.map(({ label }) => label);
  const writer = sheet([...labels, ...uniqueTitles(choice.titles, labels)].map((title) => ({ title })));
  for (const profile of strangers) {
    writer.beginRow();
    const json = profileOf(profile);
    for (const { key } of echoed) {
      const value = json[key];
      writer.text(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
    }
    const at = results.scores(profile);
    for (const index of choice.positions) {
      if (at === null) writer.empty();
      else writer.cell(at.block.kind(at.row, index), at.block.text(at.row, index));
    }
    const wait = writer.endRow();
    if (wait !== undefined) await wait;
  }
}
