/** The codes of persons and the index over them. */
export { HashTable64 } from './hash-table.ts';
export { PersonCodes } from './person-codes.ts';
export { SuppressionListBuilder, SuppressionMatcher, withoutPerson } from './suppression-list.ts';
