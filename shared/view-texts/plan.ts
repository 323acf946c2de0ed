/** Texts about the plan of an account, for the page and the terminal. */
import { countText, longDay, numberText } from '../base/index.ts';
import type { PlanView } from '../contract/index.ts';

const people = (count: number): string => countText(count, 'person', 'people');

interface PlanLine {
  readonly label: string;
  readonly people: number;
  /** What the line means for the plan; '' for nothing. */
  readonly note: string;
}

const YEARS = ['Within the last year', '1 to 2 years ago', '2 to 3 years ago', '3 years ago or more'];

/** Lines that together count everybody in the lists of the account. */
export function planLines({ years, census }: Pick<PlanView, 'years' | 'census'>): PlanLine[] {
  const { never, running, notAccepted, leftOut } = census;
  return [
    ...YEARS.map((label, at) => ({ label, people: years[at]!, note: '' })),
    { label: 'Never screened', people: never, note: 'In a list, but not in any screening that is still here' },
    { label: 'Being screened now', people: running, note: 'Not due, whatever the date' },
    { label: 'Not accepted', people: notAccepted, note: 'Fix them in their list' },
    { label: 'Left out', people: leftOut, note: 'Do not screen, deceased, not a person, left out by hand, or merged' },
  ];
}

/** Why people are due, as a list without a full stop; '' when nobody is. */
export function dueReasons({ due, settings }: Pick<PlanView, 'due' | 'settings'>): string {
  const reasons = [
    [due.longAgo, `screened ${countText(settings.months, 'month')} ago or longer`],
    [due.moved, 'with a new address since then'],
    [due.never, 'never screened'],
  ] as const;
  return reasons.flatMap(([count, text]) => (count === 0 ? [] : [`${numberText(count)} ${text}`])).join(', ');
}

/** How many people are due and why. */
export const dueSentence = (view: Pick<PlanView, 'due' | 'settings'>): string =>
  view.due.total === 0
    ? 'Nobody is due to be screened.'
    : `${people(view.due.total)} ${view.due.total === 1 ? 'is' : 'are'} due: ${dueReasons(view)}.`;

/** What a reminder says about the renewal; '' without one. `today`: YYYY-MM-DD. */
export function renewalReminder(renewal: string | null, today: string): string {
  if (renewal === null) return '';
  if (renewal === today) return 'Your credits are renewed today.';
  return renewal > today
    ? `Your credits are renewed on ${longDay(renewal)}.`
    : `The renewal on ${longDay(renewal)} has passed: enter the next one.`;
}

const credits = (count: number): string => countText(count, 'credit');

/** What is needed by the renewal, and which credits would be unused. */
export function waitingSentences(view: Pick<PlanView, 'untilRenewal' | 'settings' | 'balance' | 'ahead' | 'today'>): string[] {
  const { untilRenewal, settings, balance, ahead, today } = view;
  const monthly = Math.round(ahead.reduce((sum, one) => sum + one.people, 0) / ahead.length);
  const more =
    monthly === 0
      ? []
      : [`Each month that you wait, about ${countText(monthly, 'more person', 'more people')} ${monthly === 1 ? 'is' : 'are'} due.`];
  if (untilRenewal === null)
    return [
      settings.renewal !== null && settings.renewal <= today
        ? `${settings.renewal === today ? 'Your credits are renewed today' : `The renewal on ${longDay(settings.renewal)} has passed`}. Enter the next one to see how far your credits reach.`
        : 'Enter the day on which your credits are renewed to see how far they reach.',
      ...more,
    ];
  const { people: due, months, perMonth, credits: needed, missing, unused } = untilRenewal;
  const day = longDay(settings.renewal!);
  const pace = ` In ${countText(months, 'month')}, that is ${perMonth * months === due ? '' : 'at most '}${people(perMonth)} a month.`;
  const need =
    due === 0
      ? `Until the renewal on ${day}, nobody is due.`
      : `Until the renewal on ${day}, ${people(due)} ${due === 1 ? 'is' : 'are'} due, which takes about ${credits(needed)}.${pace}`;
  if (balance === null || missing === null || unused === null)
    return [need, 'No balance is known here yet. Test the connection to read it.', ...more];
  const left =
    due === 0 && balance.remaining === 0
      ? 'You have no credits.'
      : missing > 0
        ? `You have ${balance.remaining === 0 ? 'no credits' : credits(balance.remaining)}: ${numberText(missing)} too few.`
        : unused === 0
          ? `You have ${credits(balance.remaining)}, which is exactly enough.`
          : `You have ${credits(balance.remaining)}: ${numberText(unused)} would be unused on that day. Your contract says whether you keep ${unused === 1 ? 'it' : 'them'}.`;
  // Only applies if there are credits left and people to send.
  const lost =
    balance.remaining <= 0 || due === 0
      ? []
      : [
          `If you send nothing until then, ${balance.remaining === 1 ? 'your 1 credit is' : `all ${credits(balance.remaining)} are`} unused.`,
        ];
  return [need, left, ...lost, ...more];
}
