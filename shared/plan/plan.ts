/**
 * When the people of an account are due to be screened again, and what that means for the credits until the renewal (source:
 * around-facts.md, "Refresh": offices look for new people, movers and people screened long ago). Pure.
 */
import { z } from 'zod';
import { creditsOf } from '../rows/index.ts';
import { addMonths, wholeMonths } from '../base/index.ts';

const Day = z.iso.date();
const Count = z.int().min(0);

/** What the office decided for an account. */
export const PlanSettings = z.strictObject({
  /** People are due this many months after they were last screened. */
  months: z.int().min(1).max(120),
  /** The day on which the credits are renewed; null: not known. */
  renewal: Day.nullable(),
  /** Whether people whose address has changed since are due. */
  moved: z.boolean(),
  /** Whether people who were never screened are due. */
  never: z.boolean(),
});
export type PlanSettings = z.infer<typeof PlanSettings>;

export const INITIAL_PLAN: PlanSettings = { months: 24, renewal: null, moved: true, never: true };

/** The people of an account, each counted once. */
export const Census = z.strictObject({
  lists: Count,
  /** People by the day they were last screened, ascending. `moved`: how many of them have another address in their newest list. */
  screened: z.array(z.strictObject({ day: Day, people: Count, moved: Count })),
  /** People in a list that was sent and has no results yet. */
  running: Count,
  /** People in a list who were never sent. */
  never: Count,
  /** People whom the service has not accepted in any list. */
  notAccepted: Count,
  /** People whom the newest list leaves out: do not screen, deceased, an organization, left out by hand, or merged into another row. */
  leftOut: Count,
});
export type Census = z.infer<typeof Census>;

/** Why a person is due. Somebody who was screened long ago and has also moved only counts as `longAgo`. */
type DueGroup = 'longAgo' | 'moved' | 'never';

export const DueCounts = z.strictObject({ longAgo: Count, moved: Count, never: Count, total: Count });
export type DueCounts = z.infer<typeof DueCounts>;

/** Whether people who were last screened on one day are due on another. */
const isDue = (screened: string, { months }: Pick<PlanSettings, 'months'>, on: string): boolean => addMonths(screened, months) <= on;

/** Why a person is due on a day; null if they are not. `screened`: the day of the last screening; null: never. */
export function dueGroup(
  { screened, hasMoved }: { readonly screened: string | null; readonly hasMoved: boolean },
  settings: PlanSettings,
  on: string,
): DueGroup | null {
  if (screened === null) return settings.never ? 'never' : null;
  if (isDue(screened, settings, on)) return 'longAgo';
  return hasMoved && settings.moved ? 'moved' : null;
}

/** The people who are due on a day. */
export function dueOn({ screened, never }: Census, settings: PlanSettings, on: string): DueCounts {
  const due = { longAgo: 0, moved: 0, never: settings.never ? never : 0 };
  for (const { day, people, moved } of screened) {
    if (isDue(day, settings, on)) due.longAgo += people;
    else if (settings.moved) due.moved += moved;
  }
  return { ...due, total: due.longAgo + due.moved + due.never };
}

/** Years since the last screening that are counted separately. Everyone earlier is in one more group. */
const YEARS = [1, 2, 3] as const;

/** People by whole years since they were last screened: within one year, 1 to 2, 2 to 3, 3 or more. */
function byYears({ screened }: Census, today: string): number[] {
  const counts = [0, 0, 0, 0];
  for (const { day, people } of screened) counts[YEARS.filter((years) => addMonths(day, years * 12) <= today).length]! += people;
  return counts;
}

/** Number of months for which due people are predicted. */
const AHEAD = 12;

/** How many more people become due in each of the next `AHEAD` months. `until`: the end of the month. */
function dueAhead(census: Census, settings: PlanSettings, today: string): { readonly until: string; readonly people: number }[] {
  let before = dueOn(census, settings, today).total;
  return Array.from({ length: AHEAD }, (_, month) => {
    const until = addMonths(today, month + 1);
    const { total } = dueOn(census, settings, until);
    const people = total - before;
    before = total;
    return { until, people };
  });
}

/** What is known about the credits of an account. */
export interface KnownCredits {
  /** Null: no balance is known. */
  readonly remaining: number | null;
  /** Credits per record; null: not known, so 1 is assumed. */
  readonly perRecord: number | null;
}

/** What is due by the renewal, in people and credits. */
export const UntilRenewal = z.strictObject({
  /** Everyone who is due on the day of the renewal. */
  people: Count,
  /** Whole months until then, at least one. */
  months: z.int().min(1),
  /** People to screen in each month. */
  perMonth: Count,
  credits: Count,
  /** Credits that are left if everyone who is due is screened. `missing`: credits that are lacking. Null: no balance is known. */
  unused: z.number().nullable(),
  missing: z.number().nullable(),
});
export type UntilRenewal = z.infer<typeof UntilRenewal>;

/** Null without a renewal in the future. */
function untilRenewal(census: Census, settings: PlanSettings, today: string, credits: KnownCredits): UntilRenewal | null {
  const { renewal } = settings;
  if (renewal === null || renewal <= today) return null;
  const people = dueOn(census, settings, renewal).total;
  const months = Math.max(1, wholeMonths(today, renewal));
  const needed = creditsOf(people, credits.perRecord ?? 1);
  const { remaining } = credits;
  return {
    people,
    months,
    perMonth: Math.ceil(people / months),
    credits: needed,
    unused: remaining === null ? null : Math.max(0, remaining - needed),
    missing: remaining === null ? null : Math.max(0, needed - remaining),
  };
}

/** What a plan shows. `ahead`: how many more people become due in each of the next twelve months. */
export interface PlanNumbers {
  readonly years: number[];
  readonly due: DueCounts;
  readonly ahead: { readonly until: string; readonly people: number }[];
  readonly untilRenewal: UntilRenewal | null;
}

/** The numbers of a plan on a day. */
export const planNumbers = (census: Census, settings: PlanSettings, today: string, credits: KnownCredits): PlanNumbers => ({
  years: byYears(census, today),
  due: dueOn(census, settings, today),
  ahead: dueAhead(census, settings, today),
  untilRenewal: untilRenewal(census, settings, today, credits),
});
