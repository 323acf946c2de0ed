import { describe, expect, it } from 'vitest';
import { addMonths, dayNumber, dayOfNumber, wholeMonths } from '../../../../shared/base/index.ts';
import { type Census, dueGroup, dueOn, INITIAL_PLAN, planNumbers, PlanSettings } from '../../../../shared/plan/plan.ts';

const EMPTY: Census = { lists: 1, screened: [], running: 0, never: 0, notAccepted: 0, leftOut: 0 };
const KNOWN = { remaining: 1, perRecord: null };
const untilRenewal = (
  census: Census,
  settings: PlanSettings,
  today: string,
  credits: { remaining: number | null; perRecord: number | null } = KNOWN,
) => planNumbers(census, settings, today, credits).untilRenewal;
const screened = (...days: [day: string, people: number, moved: number][]): Census => ({
  ...EMPTY,
  screened: days.map(([day, people, moved]) => ({ day, people, moved })),
});

describe('days', () => {
  it('end with the month if it has no such day, also in leap years and backward', () => {
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2023-01-31', 1)).toBe('2023-02-28');
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
    expect(addMonths('2024-12-15', 1)).toBe('2025-01-15');
    expect(addMonths('2025-03-31', -1)).toBe('2025-02-28');
  });

  it('are whole months apart', () => {
    expect(wholeMonths('2026-11-27', '2027-03-01')).toBe(3);
    expect(wholeMonths('2026-11-27', '2027-02-27')).toBe(3);
    expect(wholeMonths('2026-01-31', '2026-02-28')).toBe(1);
    expect(wholeMonths('2026-11-27', '2026-12-26')).toBe(0);
    expect(wholeMonths('2027-02-28', '2028-02-29')).toBe(12);
    expect(wholeMonths('2028-02-29', '2029-02-28')).toBe(12);
  });

  it('are numbers and back', () => {
    expect(dayOfNumber(dayNumber('2026-11-27'))).toBe('2026-11-27');
    expect(dayNumber('1970-01-02')).toBe(1);
  });
});

describe('who is due', () => {
  const census = { ...screened(['2022-01-10', 5, 2], ['2024-11-27', 7, 1], ['2024-11-28', 3, 1], ['2026-11-01', 2, 2]), never: 4 };

  it('is everybody from the very day on, each in one group', () => {
    expect(dueOn(census, INITIAL_PLAN, '2026-11-27')).toEqual({ longAgo: 12, moved: 3, never: 4, total: 19 });
    expect(dueOn(census, { ...INITIAL_PLAN, moved: false, never: false }, '2026-11-27')).toEqual({
      longAgo: 12,
      moved: 0,
      never: 0,
      total: 12,
    });
    expect(dueOn(census, INITIAL_PLAN, '2026-11-28')).toMatchObject({ longAgo: 15, moved: 2, total: 21 });
  });

  it('comes month by month, without those who are due because they moved', () => {
    const { ahead } = planNumbers(census, INITIAL_PLAN, '2026-11-27', KNOWN);
    expect(ahead).toHaveLength(12);
    expect(ahead[0]).toEqual({ until: '2026-12-27', people: 2 });
    expect(ahead.slice(1).every(({ people }) => people === 0)).toBe(true);
  });

  it('is counted by whole years since the last screening', () => {
    expect(planNumbers(census, INITIAL_PLAN, '2026-11-27', KNOWN).years).toEqual([2, 3, 7, 5]);
  });
});

describe('until the renewal', () => {
  const census = { ...screened(['2024-01-10', 100, 0], ['2025-02-10', 60, 0]), never: 20 };
  const settings = { ...INITIAL_PLAN, renewal: '2027-03-01' };
  const until = (remaining: number | null, perRecord: number | null = null) =>
    untilRenewal(census, settings, '2026-11-27', { remaining, perRecord });

  it('has people, pace and credits, and what is left or missing', () => {
    expect(until(200)).toEqual({ people: 180, months: 3, perMonth: 60, credits: 180, unused: 20, missing: 0 });
    expect(until(200, 2)).toMatchObject({ credits: 360, unused: 0, missing: 160 });
    expect(until(null)).toMatchObject({ unused: null, missing: null });
  });

  it('is on a day that exists', () => {
    const isDay = (renewal: string) => PlanSettings.safeParse({ ...INITIAL_PLAN, renewal }).success;
    expect(['2028-02-29', '2027-02-29', '2027-02-28', '2027-06-31'].map(isDay)).toEqual([true, false, true, false]);
    expect(untilRenewal(census, { ...settings, renewal: '2028-02-29' }, '2027-11-27')).toMatchObject({ months: 3 });
  });

  it('is nothing without a renewal that is still to come, and one month at least', () => {
    expect(untilRenewal(census, INITIAL_PLAN, '2026-11-27')).toBeNull();
    expect(untilRenewal(census, settings, '2027-03-01')).toBeNull();
    expect(untilRenewal(census, settings, '2027-02-20')).toMatchObject({ months: 1, perMonth: 180 });
  });
});

it('a person who has moved is due only when the office decided so, and once', () => {
  const group = (screened: string | null, moved: boolean, never = true) =>
    dueGroup({ screened, hasMoved: true }, { ...INITIAL_PLAN, moved, never }, '2026-11-27');
  expect([group('2026-01-01', true), group('2026-01-01', false)]).toEqual(['moved', null]);
  expect([group('2024-11-27', true), group(null, true), group(null, true, false)]).toEqual(['longAgo', 'never', null]);
});
