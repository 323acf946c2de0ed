/** The pool of worker threads, and reading answers without a thread. */
export { AnswerList, type ListEntries } from './collect/answer-list.ts';
export { splitterFor } from './collect/answer-splitter.ts';
export { type PoolOf, type WorkerPool, createWorkerPool } from './entry/pool.ts';
export { readEntry } from './result-file/answer-entry.ts';
