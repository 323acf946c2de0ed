/** The screening record: what was sent, why, and how it ended. */
export { declarationOf } from './declaration.ts';
export { RecordBook } from './record-book.ts';
