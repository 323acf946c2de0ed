/** Detects columns that give the type of another column's value for each row: "CnPh_1_02_Phone_type", "CnAdrAll_1_01_Type". */
import type { ColumnProfile } from './column-profile.ts';

/** A quick test, because sheets can have thousands of columns, and nearly all of them have none of these words. */
const MAY_BE_TYPE = /type|typ$|atyp|kind|label|categor|location/i;
const MOST_TYPES = 0.8;

/** Words of a heading that only mean that the column contains types. */
export const TYPE_WORDS: ReadonlySet<string> = new Set([
  'type',
  'types',
  'typ',
  'atyp',
  'kind',
  'label',
  'category',
  'location',
  'code',
  'desc',
  'description',
]);

/** True for a column of types such as Home and Business. `isType`: true for such a value. */
export function holdsTypes({ header, answers, filled }: ColumnProfile, isType: (value: string) => boolean): boolean {
  if (!MAY_BE_TYPE.test(header) || answers === null || filled === 0) return false;
  const types = answers.filter(({ value }) => isType(value));
  return types.reduce((sum, { rows }) => sum + rows, 0) >= filled * MOST_TYPES;
}
