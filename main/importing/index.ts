/** Import of a list. */
export { ListImport } from './list-import.ts';
export { type AdoptedList, ListReader } from './list-reader.ts';
