/** The screening record of a project, and the chain that it is a part of. Neither has a person. */
import { z } from 'zod';
import { Declaration, EndedContent, RecordField, SentContent } from '../record/index.ts';
import { Id, PAGE_ROWS, SavedFile, Time } from './basics.ts';
import { ById, command, Nothing, NOTHING_ANSWERED, query } from './method.ts';

const VerdictShape = z.strictObject({
  /** Null: everything is as written. */
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
  /** The name of the project; null once it was removed. */
  name: z.string().nullable(),
  hash: z.string(),
  previous: z.string().nullable(),
});

/** The chain, verified now. */
export const ChainView = z.strictObject({
  verdict: VerdictShape,
  entries: z.int(),
  /** When the first entry was written; null without one. */
  since: Time.nullable(),
  /** The hash of the last entry, by which another copy of the chain can be compared with this one. */
  mark: z.string().nullable(),
  /** The newest entries, the newest first. */
  newest: z.array(EntryLine).max(PAGE_ROWS),
});
export type ChainView = z.infer<typeof ChainView>;

const Related = z.strictObject({
  id: Id,
  name: z.string().nullable(),
  /** What the other project is to this one: `later` for what was made from this one, `earlier` for what this one was made from. */
  is: z.enum(['earlier', 'later']),
  kind: z.enum(['part', 'retry', 'rest', 'baseline', 'comparison']),
  at: Time,
  rows: z.int(),
  /** What it was charged; null while it runs, and when the balance before or after it is not known. */
  credits: z.number().nullable(),
});

export const RecordView = z.strictObject({
  id: Id,
  /** Null once the project was removed. */
  name: z.string().nullable(),
  /** In order; empty for a list that was not sent from here. */
  entries: z.array(
    z.strictObject({ number: z.int(), at: Time, kind: EntryKind, user: z.string(), computer: z.string(), hash: z.string() }),
  ),
  sent: SentContent.omit({ nonce: true, kind: true }).nullable(),
  /** The last end of the screening; null while it runs. */
  ended: EndedContent.omit({ nonce: true, kind: true }).nullable(),
  /** As completed or corrected last. */
  declared: Declaration.nullable(),
  /** Fields that the organization rules require now and that are empty. */
  missing: z.array(RecordField),
  related: z.array(Related),
  chain: ChainView,
});
export type RecordView = z.infer<typeof RecordView>;

export const RECORD_METHODS = {
  /**
   * Also of a removed project.
   * @throws NOT_FOUND when the project is unknown and has no record.
   */
  'record.get': query(ById, RecordView, { reads: ['timeline', 'record'] }),
  'records.chain': query(Nothing, ChainView, { reads: ['timeline', 'record'] }),
  /**
   * Writes the record of a project as JSON, with the places of all entries of the chain; null when the user cancels.
   * @throws NOT_FOUND without a record; TARGET_UNWRITABLE; DISK_FULL.
   */
  'record.export': command(ById, SavedFile.nullable(), { answers: NOTHING_ANSWERED, changes: [] }),
};
