/** The screening record of a project, and the chain of all records. They contain no people. */
import { z } from 'zod';
import { Declaration, EndedContent, RecordField, SentContent } from '../record/index.ts';
import { Id, PAGE_ROWS, SavedFile, Time } from './basics.ts';
import { ById, command, Nothing, NOTHING_ANSWERED, query } from './method.ts';

const VerdictShape = z.strictObject({
  /** Null: nothing was changed. */
  problem: z.enum(['damaged', 'newer', 'changed', 'missing', 'fork', 'foreign']).nullable(),
  /** The first entry that does not fit. */
  at: z.int().nullable(),
  /** Entries that are proven to be as written. */
  proven: z.int(),
  text: z.string(),
});

const EntryKind = z.enum(['sent', 'ended', 'declared', 'moved', 'removed']);

const EntryLine = z.strictObject({
  number: z.int(),
  at: Time,
  /** Null when the entry cannot be read. */
  kind: EntryKind.nullable(),
  projectId: Id,
  /** The name of the project; null if the project was removed. */
  name: z.string().nullable(),
  hash: z.string(),
  previous: z.string().nullable(),
});

/** The chain, verified for this answer. */
export const ChainView = z.strictObject({
  verdict: VerdictShape,
  entries: z.int(),
  /** When the first entry was written; null without one. */
  since: Time.nullable(),
  /** The hash of the last entry, for comparing another copy of the chain with this one; null without entries. */
  mark: z.string().nullable(),
  /** The newest entries, the newest first. */
  newest: z.array(EntryLine).max(PAGE_ROWS),
});
export type ChainView = z.infer<typeof ChainView>;

const Related = z.strictObject({
  id: Id,
  name: z.string().nullable(),
  /** `later`: the other project was made from this one. `earlier`: this project was made from the other one. */
  is: z.enum(['earlier', 'later']),
  kind: z.enum(['part', 'retry', 'rest', 'baseline', 'comparison']),
  at: Time,
  rows: z.int(),
  /** The credits that it was charged; null while it runs, and when a balance before or after it is not known. */
  credits: z.number().nullable(),
});

export const RecordView = z.strictObject({
  id: Id,
  /** Null if the project was removed. */
  name: z.string().nullable(),
  /** In order; empty for a list that was not sent from here. */
  entries: z.array(
    z.strictObject({ number: z.int(), at: Time, kind: EntryKind, user: z.string(), computer: z.string(), hash: z.string() }),
  ),
  sent: SentContent.omit({ nonce: true, kind: true }).nullable(),
  /** The newest entry about the end of the screening; null while it runs. */
  ended: EndedContent.omit({ nonce: true, kind: true }).nullable(),
  /** The newest version of the declaration. */
  declared: Declaration.nullable(),
  /** Empty fields that the organization rules require now. */
  missing: z.array(RecordField),
  related: z.array(Related),
  chain: ChainView,
});
export type RecordView = z.infer<typeof RecordView>;

export const RECORD_METHODS = {
  /**
   * Also works for a removed project.
   * @throws NOT_FOUND when the project is unknown and has no record.
   */
  'record.get': query(ById, RecordView, { reads: ['timeline', 'record'] }),
  'records.chain': query(Nothing, ChainView, { reads: ['timeline', 'record'] }),
  /**
   * Saves the record of a project as JSON, with the links of all entries of the chain; null when the user cancels.
   * @throws NOT_FOUND without a record; TARGET_UNWRITABLE; DISK_FULL.
   */
  'record.export': command(ById, SavedFile.nullable(), { answers: NOTHING_ANSWERED, changes: [] }),
};
