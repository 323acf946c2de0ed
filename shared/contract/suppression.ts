/** The suppression list: people who are never sent. Only keyed hashes are stored, so the list can be extended and searched but not read. */
import { z } from 'zod';
import { FileToken, Id, RecordTexts, Time } from './basics.ts';
import { all, answerOf, ById, command, event, Nothing, query } from './method.ts';

/** One import of the suppression list. Contains only counts, because its people cannot be read back. */
const SuppressionImport = z.strictObject({
  id: Id,
  /** The name of the file, or the typed text. */
  name: z.string(),
  addedAt: Time,
  people: z.int(),
  /** Number of entries by kind of match key. */
  ids: z.int(),
  emails: z.int(),
  names: z.int(),
});

export const SuppressionView = z.strictObject({ people: z.int(), lists: z.array(SuppressionImport) });
export type SuppressionView = z.infer<typeof SuppressionView>;

const SuppressionAdded = z.strictObject({
  list: SuppressionView,
  /**
   * People who were added. `known`: people who were in the list before. `withoutKey`: rows without an ID, an email, or a name with a ZIP.
   */
  added: z.int(),
  known: z.int(),
  withoutKey: z.int(),
});

/** Every check depends on the list. */
const LIST_ANSWERED = { answers: answerOf('doNotScreen.get'), changes: all('check', 'cost') } as const;
const LIST_INSIDE_ANSWERED = { answers: answerOf('doNotScreen.get', 'list'), changes: all('check', 'cost') } as const;

export const SUPPRESSION_METHODS = {
  'doNotScreen.get': query(Nothing, SuppressionView, { reads: ['suppression'] }),
  /** `allowed`: rows that were not added because their own column says that the person may be screened. */
  'doNotScreen.add': command(z.strictObject({ file: FileToken }), SuppressionAdded.extend({ allowed: z.int() }), LIST_INSIDE_ANSWERED),
  'doNotScreen.addPerson': command(z.strictObject({ record: RecordTexts }), SuppressionAdded, LIST_INSIDE_ANSWERED),
  'doNotScreen.remove': command(ById, SuppressionView, LIST_ANSWERED),
  /** Removes a person from all imports. `removed` is false if none of the person's keys was in the list. */
  'doNotScreen.removePerson': command(
    z.strictObject({ record: RecordTexts }),
    z.strictObject({ list: SuppressionView, removed: z.boolean() }),
    LIST_INSIDE_ANSWERED,
  ),
  'doNotScreen.clear': command(Nothing, SuppressionView, LIST_ANSWERED),
};

export const SUPPRESSION_EVENTS = { 'doNotScreen.changed': event(SuppressionView, LIST_ANSWERED) };
