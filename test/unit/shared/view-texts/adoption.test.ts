/** The notes of a project that was adopted from the service. */
import { expect, it } from 'vitest';
import { adoptionNotes } from '../../../../shared/view-texts/adoption.ts';

const COUNTS = { submitted: 400, scored: 133, refused: 1, unknown: 266, unmatched: 0 };

it('rows of the file that were not in the project are named once all rows of the project have their results', () => {
  const notes = (rows: number | null, counts: Partial<typeof COUNTS> = {}) =>
    adoptionNotes({ createdAt: null, from: 'file', rows }, { ...COUNTS, ...counts }).join(' ');
  expect(notes(134)).toContain(
    'The service has 134 rows of it, and each has its result here. The other 266 rows of the file were not in it: a new screening of the file can send them.',
  );
  for (const unclear of [notes(400), notes(null), notes(134, { unmatched: 1 }), notes(134, { unknown: 0 })])
    expect(unclear).not.toContain('not in it');
});

it('people without a date count as recently screened, and the note says so', () => {
  expect(adoptionNotes({ createdAt: null, from: 'file', rows: 400 }, COUNTS)).toContain(
    'The service does not say when these people were screened, so later lists always treat them as recently screened.',
  );
});
