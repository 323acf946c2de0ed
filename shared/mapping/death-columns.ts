/** Interprets the cells of columns that tell who has died. */
import { answerForm, hasDeathWord, isNameOfDead, saysAlive, saysDeath, saysPartOfDeath } from '../transforms/index.ts';
import { CHANGE } from './mapped-record.ts';
import type { RoleColumn, Target } from './plan.ts';

/** A deceased column, with its values in the form of `answerForm`. */
export interface DeathColumn {
  readonly column: number;
  readonly deceased: ReadonlySet<string>;
  readonly alive: ReadonlySet<string>;
  readonly everyValue: boolean;
  /** True when the column also holds other things, so only clear words for death mark a person. */
  readonly codes: boolean;
  /** True when the column has names, of which some say that the person has died. */
  readonly ofNames: boolean;
}

export const deathColumnOf = ({ column, yesValues, noValues, everyValue, codes, ofNames }: RoleColumn): DeathColumn => ({
  column,
  deceased: new Set(yesValues.map(answerForm)),
  alive: new Set(noValues.map(answerForm)),
  everyValue,
  codes,
  ofNames,
});

/** The meaning of a value of a deceased column. The user's answer overrides the usual words. */
export type DeathAnswer = 'deceased' | 'alive' | 'unclear';

/** The meaning of a value that is not empty. */
function deathAnswer(text: string, { deceased, alive, everyValue, codes, ofNames }: Omit<DeathColumn, 'column'>): DeathAnswer {
  if (ofNames) return isNameOfDead(text) ? 'deceased' : 'alive';
  const isWord = (!codes && saysDeath(text)) || hasDeathWord(text) || (everyValue && saysPartOfDeath(text));
  if (isWord && alive.size === 0) return 'deceased';
  if (!isWord && !everyValue && deceased.size === 0) return 'alive';
  const form = answerForm(text);
  if (alive.has(form)) return 'alive';
  if (isWord || deceased.has(form)) return 'deceased';
  return !everyValue || saysAlive(text) ? 'alive' : 'unclear';
}

const CHANGES: Readonly<Record<DeathAnswer, number>> = { deceased: CHANGE.deceased, alive: 0, unclear: CHANGE.deathUnclear };

/** The bits of `CHANGE` that a cell of a deceased column adds. */
const deathIn = (text: string, column: DeathColumn): number => (text === '' ? 0 : CHANGES[deathAnswer(text, column)]);

/** The bits of `CHANGE` that a row gets from its deceased columns. One column that says yes is enough. */
export function deathMark(columns: readonly DeathColumn[], cell: (column: number) => string): number {
  let found = 0;
  for (const column of columns) found |= deathIn(cell(column.column), column);
  return (found & CHANGE.deceased) === 0 ? found : CHANGE.deceased;
}

type Answers = Pick<Extract<Target, { kind: 'none' }>, 'yesValues' | 'noValues' | 'everyValue' | 'codes' | 'ofNames'>;

/** The meaning of a value of a deceased column, given the user's answers. */
export const meansDeath = (
  { yesValues = [], noValues = [], everyValue = false, codes = false, ofNames = false }: Answers,
  value: string,
): DeathAnswer =>
  deathAnswer(value, {
    deceased: new Set(yesValues.map(answerForm)),
    alive: new Set(noValues.map(answerForm)),
    everyValue,
    codes,
    ofNames,
  });

/** The target after the user says what a value means. Values with a usual meaning need no stored answer. */
export function withDeathAnswer<Own extends Answers>(to: Own, value: string, means: 'deceased' | 'alive'): Own {
  const isOther = (one: string) => answerForm(one) !== answerForm(value);
  const { yesValues = [], noValues = [], ...rest } = to;
  const others = { yesValues: yesValues.filter(isOther), noValues: noValues.filter(isOther) };
  const needsAnswer = meansDeath({ ...to, ...others }, value) !== means;
  const after = {
    yesValues: needsAnswer && means === 'deceased' ? [...others.yesValues, value] : others.yesValues,
    noValues: needsAnswer && means === 'alive' ? [...others.noValues, value] : others.noValues,
  };
  return {
    ...rest,
    ...(after.yesValues.length > 0 && { yesValues: after.yesValues }),
    ...(after.noValues.length > 0 && { noValues: after.noValues }),
  } as Own;
}
