/** Columns that say of each row what another column holds: "CnPh_1_02_Phone_type", "CnAdrAll_1_01_Type". */
import type { ColumnProfile } from './column-profile.ts';

/** Sheets can have thousands of columns, nearly all of them without such a word. */
const MAY_BE_TYPE = /type|typ$|kind|label|categor|location/i;
const MOST_TYPES = 0.8;

/** Words of a heading that only say that the column holds types. */
export const TYPE_WORDS: ReadonlySet<string> = new Set([
  'type',
  'types',
  'typ',
  'kind',
  'label',
  'category',
  'location',
  'code',
  'desc',
  'description',
]);

/** True for a column whose values are words such as Home and Business. `isType`: tells them. */
export function holdsTypes({ header, answers, filled }: ColumnProfile, isType: (value: string) => boolean): boolean {
  if (!MAY_BE_TYPE.test(header) || answers === null || filled === 0) return false;
  const types = answers.filter(({ value }) => isType(value));
  return types.reduce((sum, { rows }) => sum + rows, 0) >= filled * MOST_TYPES;
}
