/** The plan of an account with people who are due, for the screens that show it. */
import type { Output } from '../../shared/contract/index.ts';
import { addMonths, localDay } from '../../shared/base/index.ts';
import { type Census, INITIAL_PLAN, planNumbers } from '../../shared/plan/index.ts';

/** `isDue`: with lists and a reminder; otherwise an account without lists. `now` in milliseconds. */
export function planAnswers(isDue: boolean, now: number, connectionId: string) {
  const today = localDay(now);
  const screened = [
    [-41, 1204, 88],
    [-30, 2118, 163],
    [-23, 640, 31],
    [-17, 3022, 140],
    [-14, 812, 9],
    [-3, 4318, 12],
  ] as const;
  const census: Census = {
    lists: isDue ? 9 : 0,
    screened: isDue ? screened.map(([months, people, moved]) => ({ day: addMonths(today, months), people, moved })) : [],
    running: isDue ? 9432 : 0,
    never: isDue ? 1318 : 0,
    notAccepted: isDue ? 215 : 0,
    leftOut: isDue ? 604 : 0,
  };
  const settings = { ...INITIAL_PLAN, renewal: addMonths(today, 7) };
  const view: Output<'plan.get'> = {
    today,
    settings,
    isSaved: isDue,
    census,
    ...planNumbers(census, settings, today, { remaining: 24_650, perRecord: 1 }),
    balance: { remaining: 24_650, readAt: now - 86_400_000 },
    creditsPerRecord: 1,
    draft: null,
  };
  const reminder = { connectionId, connection: 'Fernhollow account', people: view.due.total, renewal: settings.renewal, today };
  const reminders: Output<'plan.reminders'> = isDue ? [reminder] : [];
  return { 'plan.get': view, 'plan.reminders': reminders, 'plan.save': {}, 'plan.snooze': {} };
}
