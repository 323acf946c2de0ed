/** When the people of an account are due to be screened again. Nothing here reaches a service, and nothing is charged. */
import { z } from 'zod';
import { Census, DueCounts, PlanSettings, UntilRenewal } from '../plan/index.ts';
import { Id, Text, Time } from './basics.ts';
import { all, command, Nothing, query, view } from './method.ts';
import { ProjectView } from './projects.ts';

const ByConnection = z.strictObject({ connectionId: Id });
const Day = z.iso.date();

export const PlanView = z.strictObject({
  /** The day that the counts are of. */
  today: Day,
  settings: PlanSettings,
  /** False before the settings are saved for the first time: then there is no reminder. */
  isSaved: z.boolean(),
  census: Census,
  /** People by whole years since they were last screened: within one year, 1 to 2, 2 to 3, 3 or more. */
  years: z.array(z.int()).length(4),
  due: DueCounts,
  /** How many people more are due at the end of each of the next twelve months. */
  ahead: z.array(z.strictObject({ until: Day, people: z.int() })),
  /** The last balance that is known here; the service is not asked. Null: none. */
  balance: z.strictObject({ remaining: z.number(), readAt: Time }).nullable(),
  creditsPerRecord: z.number().nullable(),
  /** Null without a renewal that is still to come. */
  untilRenewal: UntilRenewal.nullable(),
  /** The draft of the people who are due that was not sent yet. */
  draft: z.strictObject({ id: Id, name: z.string() }).nullable(),
});
export type PlanView = z.infer<typeof PlanView>;

/** An account with people who are due. */
const PlanReminder = z.strictObject({
  connectionId: Id,
  connection: Text(200),
  people: z.int().min(1),
  renewal: Day.nullable(),
  /** Where the user is. */
  today: Day,
});

export const PLAN_METHODS = {
  /**
   * Counts the people of all lists of the connection's account, unless nothing has changed since the last count. `settings`: in place of the
   * saved ones.
   * @throws PROJECT_FILE_DAMAGED when a list cannot be read.
   */
  'plan.get': query(ByConnection.extend({ settings: PlanSettings.optional() }), PlanView, { reads: ['plan', 'check', 'balances'] }),
  'plan.save': command(PlanSettings.extend({ connectionId: Id }), Nothing, {
    answers: { nothing: true },
    changes: all('plan'),
  }),
  /** Accounts whose plan is saved and that have people who are due, without those that were put off and those with a draft of the plan. */
  'plan.reminders': query(Nothing, z.array(PlanReminder), { reads: ['plan', 'screenings'] }),
  /** Puts the reminder of an account off for a month. */
  'plan.snooze': command(ByConnection, Nothing, { answers: { nothing: true }, changes: all('plan') }),
  /**
   * Returns a draft with the people who are due, with their newest values; the unsent one if there is one. Only the user can send it.
   * `settings`: in place of the saved ones.
   * @throws NOT_NOW when nobody is due; as `plan.get`.
   */
  'plan.draft': command(ByConnection.extend({ settings: PlanSettings.optional() }), ProjectView, {
    answers: view('project'),
    changes: all('plan'),
  }),
};
