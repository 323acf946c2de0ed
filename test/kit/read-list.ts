/** Reads an imported list as its user and the service see it: the result of every row, and the target of every column. */
import type { FieldKey } from '../../shared/fields/index.ts';
import type { TestDesk } from './test-desk.ts';

export interface ReadList {
  /** For each row: its outcome, the values that are sent, and the codes of its issues. */
  readonly rows: readonly string[];
  /** The target of each column. */
  readonly columns: Readonly<Record<string, string>>;
  readonly remarks: readonly string[];
}

/** Reads a list. `shows`: the fields to compare; for a row that is not sent, their values in Check. */
export async function readList(desk: TestDesk, id: string, shows: readonly FieldKey[]): Promise<ReadList> {
  const { suggestions, problems } = await desk.call('columns.get', { id });
  const columns = Object.fromEntries(
    suggestions.map(({ header, to }) => [header, to.kind === 'field' ? to.field : to.kind === 'split' ? to.splitter : (to.tells ?? '')]),
  );
  const remarks = [...suggestions.flatMap(({ remark }) => remark ?? []), ...problems.map(({ message }) => message)];
  if (problems.some(({ severity }) => severity === 'error')) return { rows: [], columns, remarks };
  const page = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 50 });
  const { records } = await desk.call('cost.sample', { id, limit: 20 });
  const sent = records.map(({ text }) => JSON.parse(text) as Partial<Record<FieldKey, string | number>>);
  const rows = page.rows.map(({ leftOut, notSent, readiness, values, issues }) => {
    const isSent = !leftOut && notSent === null && readiness !== 'invalid';
    const record = !isSent ? Object.fromEntries(page.fields.map((key, at) => [key, values[at]!])) : sent.shift()!;
    const shown = shows.flatMap((key) => (record[key] === undefined || record[key] === '' ? [] : [String(record[key])]));
    const codes = issues.map(({ code }) => code);
    return `${leftOut ? 'left out' : (notSent ?? readiness)}: ${shown.join(' | ')}${codes.length === 0 ? '' : ` [${[...new Set(codes)].toSorted().join(' ')}]`}`;
  });
  return { rows, columns, remarks };
}

export const PLACE = ['4 Larch St,Salem,MA,01970', '6 Larch St,Salem,MA,01970', '8 Larch St,Salem,MA,01970', '10 Larch St,Salem,MA,01970'];
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** A list with these names in one column. */
export const named = (...names: readonly string[]): string[] => ['ID,Name,Street,City,State,ZIP', ...names.map((name, at) => `${at + 1},${cell(name)},${PLACE[at]}`)]; // prettier-ignore
/** A list with these columns after the ID. */
export const people = (headings: string, ...rows: readonly string[]): string[] => [`ID,${headings},Street,City,State,ZIP`, ...rows.map((row, at) => `${at + 1},${row},${PLACE[at]}`)]; // prettier-ignore
