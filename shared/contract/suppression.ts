/** People who are never sent. They are kept as keyed codes only: the list can be added to and looked up, never read. */
import { z } from 'zod';
import { FileToken, Id, RecordTexts, Time } from './basics.ts';
import { all, answerOf, ById, command, event, Nothing, query } from './method.ts';

/** One import of people who are not to be screened: counts only, since the list itself cannot be read back. */
const DoNotScreenList = z.strictObject({
  id: Id,
  /** Name of the file, or what was typed in. */
  name: z.string(),
  addedAt: Time,
  people: z.int(),
  /** By what they are found again. */
  ids: z.int(),
  emails: z.int(),
  names: z.int(),
});

export const DoNotScreenView = z.strictObject({ people: z.int(), lists: z.array(DoNotScreenList) });
export type DoNotScreenView = z.infer<typeof DoNotScreenView>;

export const DoNotScreenAdded = z.strictObject({
  list: DoNotScreenView,
  /** People who were added, and rows with neither an id nor an e-mail nor a name with a ZIP. */
  added: z.int(),
  withoutKey: z.int(),
});
export type DoNotScreenAdded = z.infer<typeof DoNotScreenAdded>;

/** What every check depends on changes with the list. */
const LIST_ANSWERED = { answers: answerOf('doNotScreen.get'), changes: all('check', 'cost') } as const;
const LIST_INSIDE_ANSWERED = { answers: answerOf('doNotScreen.get', 'list'), changes: all('check', 'cost') } as const;

export const SUPPRESSION_METHODS = {
  'doNotScreen.get': query(Nothing, DoNotScreenView, { reads: ['suppression'] }),
  'doNotScreen.add': command(z.strictObject({ file: FileToken }), DoNotScreenAdded, LIST_INSIDE_ANSWERED),
  'doNotScreen.addPerson': command(z.strictObject({ record: RecordTexts }), DoNotScreenAdded, LIST_INSIDE_ANSWERED),
  /** Removes one import from the list. */
  'doNotScreen.remove': command(ById, DoNotScreenView, LIST_ANSWERED),
  /** Removes a person from every import; `removed` is false when none of their keys was on it. */
  'doNotScreen.removePerson': command(
    z.strictObject({ record: RecordTexts }),
    z.strictObject({ list: DoNotScreenView, removed: z.boolean() }),
    LIST_INSIDE_ANSWERED,
  ),
  'doNotScreen.clear': command(Nothing, DoNotScreenView, LIST_ANSWERED),
};

export const SUPPRESSION_EVENTS = { 'doNotScreen.changed': event(DoNotScreenView, LIST_ANSWERED) };
