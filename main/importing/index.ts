/** Import of a list. */
export { ListImport } from './list-import.ts';
export { ListReader } from './list-reader.ts';
