import { expect, it } from 'vitest';
import { titleFrom } from '../../../../main/projects/project-title.ts';

const LONG = 'Gala guests and donors of the last three years with their spouses, exported from the database on the first of';

it.each<[text: string, title: string]>([
  [' Gala guests ', 'Gala guests'],
  ['x'.repeat(120), 'x'.repeat(120)],
  // The 120th character is inside a word.
  [`${LONG} Thanksgiving 2026`, LONG],
  [`${LONG.replaceAll(' ', '_')}_Thanksgiving_2026`, LONG.replaceAll(' ', '_')],
  [`${LONG} November. Invitations`, `${LONG} November`],
  [`A ${'x'.repeat(200)}`, `A ${'x'.repeat(118)}`],
  [`${'x'.repeat(119)}\u{1F600}`, 'x'.repeat(119)],
])('%j → %j', (text, title) => {
  expect(titleFrom(text)).toBe(title);
});
