/** Answers of the service in their original form, and single records. */
import { z } from 'zod';
import { Id, RecordTexts, Text } from './basics.ts';
import { command, NOTHING_ANSWERED, query } from './method.ts';
import { PersonView } from './results.ts';

/** An answer of the service: leaves in order and the JSON text. */
export const AnswerView = z.strictObject({
  leaves: PersonView.shape.leaves,
  json: z.string(),
});
export type AnswerView = z.infer<typeof AnswerView>;

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

const SingleRecord = z.strictObject({ connectionId: Id, record: RecordTexts });
const ANSWER_SHOWN = { answers: NOTHING_ANSWERED, changes: [] } as const;

export const SERVICE_METHODS = {
  'service.projects': query(z.strictObject({ connectionId: Id }), z.array(ServiceProject), { reads: ['service'] }),
  'service.profiles': query(
    z.strictObject({ connectionId: Id, page: z.int().min(0), itemsPerPage: z.int().min(1).max(100) }),
    z.strictObject({ profiles: z.array(AnswerView), more: z.boolean() }),
    { reads: ['service'] },
  ),
  'service.profile': query(z.strictObject({ connectionId: Id, profileId: Text(200).min(1) }), AnswerView, { reads: ['service'] }),
  /** Screens one constituent; costs money, and the app never repeats it. */
  'service.screenOne': command(SingleRecord, AnswerView, ANSWER_SHOWN),
  /** Deprecated by the service: `service.screenOne` replaces it. */
  'service.requestScore': command(SingleRecord, AnswerView, ANSWER_SHOWN),
  /** Deprecated by the service: `service.profile` replaces it. */
  'service.scoreRequest': query(z.strictObject({ connectionId: Id, requestId: Text(200).min(1) }), AnswerView, { reads: ['service'] }),
};
