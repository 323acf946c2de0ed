/** Direct calls to the service: its original answers, and single records. */
import { z } from 'zod';
import { Id, RecordTexts, Text, Time } from './basics.ts';
import { all, command, NOTHING_ANSWERED, query } from './method.ts';
import { PersonView } from './results.ts';

/** An answer of the service: its leaf values in order, and the JSON text. */
export const AnswerView = z.strictObject({
  values: PersonView.shape.values,
  json: z.string(),
});
export type AnswerView = z.infer<typeof AnswerView>;

/** A search for profiles stops after this many. */
export const MAX_FOUND_PROFILES = 25;

/** A project as the service lists it. */
const ServiceProject = z.strictObject({
  remoteId: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  totalRows: z.int().nullable(),
  validRows: z.int().nullable(),
  /** Our project with this remote ID, if there is one. */
  projectId: Id.nullable(),
});

const FoundProfiles = z.strictObject({
  profiles: z.array(AnswerView).max(MAX_FOUND_PROFILES),
  /** How many profiles were read. */
  read: z.int(),
  /** False when the search stopped before the last profile because enough were found. */
  isComplete: z.boolean(),
});

const SingleRecord = z.strictObject({
  connectionId: Id,
  record: RecordTexts,
  /** The user agreed to screen this person again. Without it, a person who was screened alone before is refused. */
  allowDuplicate: z.boolean().optional(),
});
const ANSWER_SHOWN = { answers: NOTHING_ANSWERED, changes: all('singles', 'credits') } as const;

/** A person who was sent alone before. */
const ScreenedAlone = z.strictObject({
  at: Time,
  /** `unknown`: it is not known whether the service screened this person. */
  outcome: z.enum(['done', 'unknown']),
});
export type ScreenedAlone = z.infer<typeof ScreenedAlone>;

export const SERVICE_METHODS = {
  'service.projects': query(z.strictObject({ connectionId: Id }), z.array(ServiceProject), { reads: ['service'] }),
  /** One page of all profiles. Pages count from 0 here, even if the service counts from 1. */
  'service.profiles': query(
    z.strictObject({ connectionId: Id, page: z.int().min(0), itemsPerPage: z.int().min(1) }),
    z.strictObject({
      profiles: z.array(AnswerView),
      /** Whether more pages follow; null when the service does not say. */
      more: z.boolean().nullable(),
      /** Profiles on all pages; null when the service does not say. */
      total: z.int().nullable(),
    }),
    { reads: ['service'] },
  ),
  /** Finds the first profiles with a value that contains the text, ignoring case. Reads all profiles until enough are found. */
  'service.findProfiles': query(z.strictObject({ connectionId: Id, text: Text(200).trim().min(1) }), FoundProfiles, { reads: ['service'] }),
  /** One profile by its ID. If the service does not return single profiles, searches the list of all profiles. */
  'service.profile': query(
    z.strictObject({ connectionId: Id, profileId: Text(200).min(1) }),
    z.strictObject({ ...AnswerView.shape, from: z.enum(['profile', 'list']) }),
    { reads: ['service'] },
  ),
  /**
   * When this person was last screened alone over the connection's account. The person is found by ID, or by first name, last name and ZIP.
   * A record without these is found by all of its values.
   */
  'service.screenedAlone': query(z.strictObject({ connectionId: Id, record: RecordTexts }), ScreenedAlone.nullable(), {
    reads: ['singles', 'connections'],
  }),
  /** Screens one constituent. Costs money, and the app never repeats the call. */
  'service.screenOne': command(SingleRecord, AnswerView, ANSWER_SHOWN),
  /** Deprecated by the service: `service.screenOne` replaces it. */
  'service.requestScore': command(SingleRecord, AnswerView, ANSWER_SHOWN),
  /** Deprecated by the service: `service.profile` replaces it. */
  'service.scoreRequest': query(z.strictObject({ connectionId: Id, requestId: Text(200).min(1) }), AnswerView, { reads: ['service'] }),
};
