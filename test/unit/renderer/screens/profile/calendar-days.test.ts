import { expect, it } from 'vitest';
import { addDays, addMonths } from '../../../../../shared/base/index.ts';
import { weekday, weeksOf } from '../../../../../renderer/screens/profile/calendar-days.ts';

it('the calendar moves past the ends of months and years', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2024-02-29', -12)).toBe('2023-02-28');
  expect(addMonths('2025-11-15', 2)).toBe('2026-01-15');
  expect(weekday('2026-11-22')).toBe(0);
});

it('the calendar shows every day of the month in whole weeks from Sunday', () => {
  const september = weeksOf('2026-09-02');
  expect(september[0]).toEqual(['2026-08-30', '2026-08-31', '2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04', '2026-09-05']);
  expect(september.at(-1)?.at(-1)).toBe('2026-10-03');
  expect(september).toHaveLength(5);
  // A February of 28 days that starts on a Sunday has four weeks.
  expect(weeksOf('2026-02-28')).toHaveLength(4);
  expect(weeksOf('2026-08-01')).toHaveLength(6);
});
