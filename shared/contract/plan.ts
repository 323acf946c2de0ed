/** When the people of an account are due to be screened again. Nothing here reaches a service, and nothing is charged. */
import { z } from 'zod';
import { Census, DueCounts, PlanSettings, UntilRenewal } from '../plan/index.ts';
import { Id, Text, Time } from './basics.ts';
import { all, command, Nothing, query, view } from './method.ts';
import { ProjectView } from './projects.ts';

const ByConnection = z.strictObject({ connectionId: Id });
const Day = z.iso.date();

export const PlanView = z.strictObject({
  /** The day for which the counts apply. */
  today: Day,
  settings: PlanSettings,
  /** False until the settings are saved for the first time. Until then there are no reminders. */
  isSaved: z.boolean(),
  census: Census,
  /** People by whole years since they were last screened: within one year, 1 to 2, 2 to 3, 3 or more. */
  years: z.array(z.int()).length(4),
  due: DueCounts,
  /** How many more people become due in each of the next twelve months. */
  ahead: z.array(z.strictObject({ until: Day, people: z.int() })),
  /** The last known balance, without asking the service; null for none. */
  balance: z.strictObject({ remaining: z.number(), readAt: Time }).nullable(),
  creditsPerRecord: z.number().nullable(),
  /** Null without a renewal in the future. */
  untilRenewal: UntilRenewal.nullable(),
  /** The unsent draft with people who are due. */
  draft: z.strictObject({ id: Id, name: z.string() }).nullable(),
});
export type PlanView = z.infer<typeof PlanView>;

/** An account with people who are due. */
const PlanReminder = z.strictObject({
  connectionId: Id,
  connection: Text(200),
  people: z.int().min(1),
  renewal: Day.nullable(),
  /** The local day. */
  today: Day,
});

export const PLAN_METHODS = {
  /**
   * Counts the people of all lists of the connection's account, unless nothing has changed since the last count. `settings`: used instead
   * of the saved ones.
   * @throws PROJECT_FILE_DAMAGED when a list cannot be read.
   */
  'plan.get': query(ByConnection.extend({ settings: PlanSettings.optional() }), PlanView, { reads: ['plan', 'check', 'balances'] }),
  'plan.save': command(PlanSettings.extend({ connectionId: Id }), Nothing, {
    answers: { nothing: true },
    changes: all('plan'),
  }),
  /** Accounts with a saved plan and people who are due. Does not include accounts with a snoozed reminder or with a draft of the plan. */
  'plan.reminders': query(Nothing, z.array(PlanReminder), { reads: ['plan', 'screenings'] }),
  /** Hides the reminder of an account for a month. */
  'plan.snooze': command(ByConnection, Nothing, { answers: { nothing: true }, changes: all('plan') }),
  /**
   * Returns a draft with the people who are due and their newest values, or the existing unsent draft. Only the user can send it.
   * `settings`: used instead of the saved ones.
   * @throws NOT_NOW when nobody is due; as `plan.get`.
   */
  'plan.draft': command(ByConnection.extend({ settings: PlanSettings.optional() }), ProjectView, {
    answers: view('project'),
    changes: all('plan'),
  }),
};
