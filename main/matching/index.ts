/** Codes of people, with an index, and the text with which one person is found. */
export { HashTable64 } from './hash-table.ts';
export { PersonCodes } from './person-codes.ts';
export { type PersonForms, PersonMarks } from './person-marks.ts';
export { PersonText, textsIn } from './person-text.ts';
export { SuppressionListBuilder, SuppressionMatcher, withoutPerson } from './suppression-list.ts';
