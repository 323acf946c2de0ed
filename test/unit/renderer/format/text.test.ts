import { describe, expect, it } from 'vitest';
import { bytes, count, dayText, listed, number, percent, progressOf, span, when } from '../../../../renderer/format/text.ts';

describe('numbers and words', () => {
  it('use singular and plural', () => {
    expect(count(1, 'row')).toBe('1 row');
    expect(count(0, 'row')).toBe('0 rows');
    expect(count(412, 'row')).toBe('412 rows');
    expect(count(2, 'person', 'people')).toBe('2 people');
  });

  it('show neither 0 % for started nor 100 % for unfinished work', () => {
    expect(percent(0)).toBe(percent(0.0));
    expect(percent(0.0001)).toBe(percent(0.01));
    expect(percent(0.9999)).toBe(percent(0.99));
    expect(percent(1)).toContain('100');
  });

  it('choose the unit of sizes and durations', () => {
    expect(bytes(512)).toBe('512 bytes');
    expect(bytes(3_400_000)).toBe('3.4 MB');
    expect(span(58_000)).toBe('58 seconds');
    expect(span(240_000)).toBe('4 minutes');
    expect(span(2 * 3_600_000)).toBe('2 hours');
  });

  it('say how far work is, and nothing while its length is not known', () => {
    expect(progressOf({ done: 412, total: 8485, unit: 'rows' })).toBe('412 of 8,485 rows');
    expect(progressOf({ done: 0, total: 1, unit: 'rows' })).toBe('0 of 1 row');
    expect(progressOf({ done: 0, total: 0, unit: 'rows' })).toBeNull();
    expect(progressOf(null)).toBeNull();
  });

  it('list names with a conjunction before the last', () => {
    expect(listed(['E'])).toBe('E');
    expect(listed(['E', 'Q'], 'or')).toBe('E or Q');
    expect(listed(['E', 'Q', 'R'])).toBe('E, Q and R');
  });
});

describe('times', () => {
  const noon = new Date(2026, 10, 20, 12).getTime();

  it('are as short as possible', () => {
    expect(when(noon - 5000, noon)).toBe('Just now');
    expect(when(noon - 3_600_000, noon)).toMatch(/^Today /);
    expect(when(new Date(2026, 10, 19, 23, 59).getTime(), noon)).toBe('Yesterday');
    expect(when(new Date(2026, 9, 30).getTime(), noon)).not.toContain('2026');
    expect(when(new Date(2025, 9, 30).getTime(), noon)).toContain('2025');
  });

  it('format ISO dates as days, and keep other texts', () => {
    expect(dayText('2009-03-04')).toContain('2009');
    expect(dayText('2009-03-04')).not.toBe('2009-03-04');
    expect(dayText('2009-99-99')).toBe('2009-99-99');
    expect(dayText('Worcester')).toBe('Worcester');
    expect(number(18_432)).toHaveLength(6);
  });
});
