/** A file name is cut between visible characters, and fits in 255 bytes with what follows it. */
import { expect, it } from 'vitest';
import { fileNameOf } from '../../../../main/platform/file-name.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const NAMES = [
  'é'.normalize('NFD').repeat(200),
  FAMILY.repeat(60),
  '寄付者'.repeat(100),
  'नमस्ते'.repeat(60),
  '🇺🇸'.repeat(90),
  'x'.repeat(300),
];

it.each(NAMES)('%s', (name) => {
  const cut = fileNameOf(name, 'Results');
  expect(Buffer.byteLength(`${cut} - ${'s'.repeat(40)}.jsonl`)).toBeLessThanOrEqual(255);
  const whole = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)].map(({ segment }) => segment);
  const kept = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(cut)].map(({ segment }) => segment);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept).toEqual(whole.slice(0, kept.length));
});

it('a character that reorders text is removed', () => {
  expect(fileNameOf('Gala\u202Exslx.exe', 'Results')).toBe('Gala xslx.exe');
});

it('half of a character is removed', () => {
  expect(fileNameOf('Gala \uD83D', 'Results').isWellFormed()).toBe(true);
});

it.each([
  ['CON', 'CON_'],
  ['nul', 'nul_'],
  ['Aux.2026', 'Aux_.2026'],
  ['COM1 .list', 'COM1_ .list'],
  ['LPT³', 'LPT³_'],
  ['Con Edison', 'Con Edison'],
  ['Nulty', 'Nulty'],
  ['COM10', 'COM10'],
])('a file never has the name of a Windows device: %s → %s', (name, file) => {
  expect(fileNameOf(name, 'Results')).toBe(file);
});
