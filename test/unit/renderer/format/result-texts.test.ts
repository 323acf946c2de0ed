import { describe, expect, it } from 'vitest';
import { barFilter, barMark, barText, digitsOf, filterText, hasLength, scoreText } from '../../../../renderer/format/result-texts.ts';

const range = { label: '50000 – 100000', rows: 3, from: 50_000, to: 100_000 - 5e-5 };
const value = { label: '4', rows: 3, from: 4, to: 4 };
const text = { label: 'TRUE', rows: 3, from: null, to: null };

describe('a score in a cell', () => {
  it('is formatted by its type', () => {
    expect(scoreText('412000', 'number')).toBe((412_000).toLocaleString());
    expect(scoreText('3', 'number', 1)).toBe((3).toLocaleString(undefined, { minimumFractionDigits: 1 }));
    expect(scoreText('TRUE', 'flag')).toBe('Yes');
    expect(scoreText('2026-11-19', 'date')).toContain('2026');
    expect(scoreText('$250K - $500K', 'text')).toBe('$250K - $500K');
    expect(scoreText('', 'number')).toBe('');
    expect(scoreText('n/a', 'number')).toBe('n/a');
  });

  it('has as many decimals as its column', () => {
    expect(digitsOf({ min: 1, max: 4 })).toBe(0);
    expect(digitsOf({ min: 1, max: 3.6 })).toBe(1);
    expect(digitsOf({ min: 1, max: 4 }, ['1.5', '2'])).toBe(1);
    expect(digitsOf({ min: null, max: null }, ['0.12345'])).toBe(2);
  });

  it('has a bar when the column is a short scale', () => {
    expect(hasLength({ type: 'number', min: 1, max: 4 })).toBe(true);
    expect(hasLength({ type: 'number', min: 4000, max: 412_000 })).toBe(false);
    expect(hasLength({ type: 'text', min: null, max: null })).toBe(false);
  });
});

describe('a bar of a distribution', () => {
  it('filters by its value or range', () => {
    expect(barFilter('capacity', value)).toEqual({ kind: 'range', column: 'capacity', min: 4, max: 4 });
    expect(barFilter('bequest', text)).toEqual({ kind: 'is', column: 'bequest', value: 'TRUE' });
  });

  it('has a full accessible name and a short visible label', () => {
    expect(barText(range, 'number')).toBe(`${(50_000).toLocaleString()} to ${(100_000).toLocaleString()}`);
    expect(barMark(range, 'number')).toMatch(/^50/);
    expect(barText(text, 'flag')).toBe('Yes');
  });
});

describe('a filter as text', () => {
  it('describes its condition', () => {
    expect(filterText(barFilter('capacity', value), 'number')).toBe('is 4');
    expect(filterText(barFilter('capacity', range), 'number')).toContain(' to ');
    expect(filterText({ kind: 'range', column: 'x', min: 3, max: null }, 'number')).toBe('3 or more');
    expect(filterText({ kind: 'range', column: 'x', min: null, max: 3 }, 'number')).toBe('3 or less');
    expect(filterText({ kind: 'is', column: 'x', value: 'TRUE' }, 'flag')).toBe('is Yes');
    expect(filterText({ kind: 'empty', column: 'x' }, 'text')).toBe('has no value');
  });
});

describe('amounts of money', () => {
  it('are dollars with separators, and with cents only if there are any', () => {
    expect(scoreText('412000', 'money')).toMatch(/^\$412\D000$/);
    expect(scoreText('12.5', 'money')).toMatch(/^\$12\D50$/);
    expect(scoreText('n/a', 'money')).toBe('n/a');
    expect(filterText({ kind: 'range', column: 'x', min: 50_000, max: null }, 'money')).toMatch(/^\$50\D000 or more$/);
    expect(barText({ label: '', rows: 1, from: 50_000, to: 100_000 }, 'money')).toMatch(/^\$50\D000 to \$100\D000$/);
  });
});
