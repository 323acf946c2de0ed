/** Finds one person in everything that the program stores. */
export { PersonEverywhere } from './person-everywhere.ts';
export { PersonExport } from './person-export.ts';
export { PersonErasure } from './person-erasure.ts';
