/** People who are never sent. Only keyed codes are stored: the list can be extended and searched, but never read. */
import { z } from 'zod';
import { FileToken, Id, RecordTexts, Time } from './basics.ts';
import { all, answerOf, ById, command, event, Nothing, query } from './method.ts';

/** One import of the suppression list: counts only, since its people cannot be read back. */
const SuppressionImport = z.strictObject({
  id: Id,
  /** Name of the file, or the typed text. */
  name: z.string(),
  addedAt: Time,
  people: z.int(),
  /** Counts by match key. */
  ids: z.int(),
  emails: z.int(),
  names: z.int(),
});

export const SuppressionView = z.strictObject({ people: z.int(), lists: z.array(SuppressionImport) });
export type SuppressionView = z.infer<typeof SuppressionView>;

const SuppressionAdded = z.strictObject({
  list: SuppressionView,
  /** People who were added, people who were there before, and rows with neither an ID nor an email nor a name with a ZIP. */
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
  /** Removes a person from every import; `removed` is false when none of their keys was in it. */
  'doNotScreen.removePerson': command(
    z.strictObject({ record: RecordTexts }),
    z.strictObject({ list: SuppressionView, removed: z.boolean() }),
    LIST_INSIDE_ANSWERED,
  ),
  'doNotScreen.clear': command(Nothing, SuppressionView, LIST_ANSWERED),
};

export const SUPPRESSION_EVENTS = { 'doNotScreen.changed': event(SuppressionView, LIST_ANSWERED) };
