/** What the cells of a column that tells who has died mean for their rows. */
import { answerForm, saysAlive, saysDeath } from '../transforms/index.ts';
import { CHANGE } from './mapped-record.ts';
import type { RoleColumn } from './plan.ts';

/** A deceased column, with its values in the form of `answerForm`. */
export interface DeathColumn {
  readonly column: number;
  readonly deceased: ReadonlySet<string>;
  readonly alive: ReadonlySet<string>;
  readonly everyValue: boolean;
}

export const deathColumnOf = ({ column, also, not, everyValue }: RoleColumn): DeathColumn => ({
  column,
  deceased: new Set(also.map(answerForm)),
  alive: new Set(not.map(answerForm)),
  everyValue,
});

/** The bits of `CHANGE` that a cell of a deceased column adds. */
function deathIn(text: string, { deceased, alive, everyValue }: DeathColumn): number {
  if (text === '') return 0;
  if (saysDeath(text)) return CHANGE.deceased;
  if (!everyValue && deceased.size === 0) return 0;
  const form = answerForm(text);
  if (deceased.has(form)) return CHANGE.deceased;
  return !everyValue || alive.has(form) || saysAlive(text) ? 0 : CHANGE.deathUnclear;
}

/** The bits of `CHANGE` that a row gets from its deceased columns: a column that says yes decides. */
export function deathMark(columns: readonly DeathColumn[], cell: (column: number) => string): number {
  let found = 0;
  for (const column of columns) found |= deathIn(cell(column.column), column);
  return (found & CHANGE.deceased) === 0 ? found : CHANGE.deceased;
}
