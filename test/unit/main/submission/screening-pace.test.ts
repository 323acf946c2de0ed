import { expect, it } from 'vitest';
import { screeningPace } from '../../../../main/submission/screening-pace.ts';
import type { Body, ProjectState } from '../../../../shared/project/project-shapes.ts';

const bodyWith = (rows: number): Body => ({ rows, bytes: rows * 300, sha256: '0'.repeat(64), format: 'json' });
const counts = { submitted: 1, scored: 1, refused: 0, unknown: 0, unmatched: 0 };
const submission = {
  marker: 'M',
  rowIdPrefix: 'R',
  confirmedRows: null,
  creditsBefore: null,
  creditsAfter: null,
  processedOnService: null,
  rowBase: null,
  fetchedAgain: 0,
};

/** A finished screening that took this many milliseconds. */
const finished = (name: string, rows: number, startedAt: number, tookMs: number, connectionId = 'here') => ({
  id: name,
  name,
  connectionId,
  state: { at: 'done', body: bodyWith(rows), remoteId: name, attempt: 1, counts } satisfies ProjectState,
  submission: { ...submission, startedAt, processedAt: startedAt + tookMs },
});

const listOf = (rows: number) => ({
  id: 'list',
  connectionId: 'here',
  state: { at: 'preparing', attempt: 1 } satisfies ProjectState,
  source: { sheetName: null, rows, readiness: null, fileSuffix: null },
});

const LONG = finished('Spring', 4_900, 1_000, 2_600);
const ONE_ROW = finished('One person', 1, 9_000, 1_065);

it('does not estimate a long list by a screening of one row, and uses the latest comparable one', () => {
  expect(screeningPace(listOf(4_904), [ONE_ROW])).toBeNull();
  expect(screeningPace(listOf(4_904), [LONG, ONE_ROW])).toEqual({ name: 'Spring', at: 3_600, rows: 4_900, screeningMs: 2_600 });
  const later = finished('Summer', 491, 20_000, 900);
  expect(screeningPace(listOf(4_904), [later, LONG, ONE_ROW])).toMatchObject({ name: 'Summer' });
});

it('uses the last screening for a list that is not much longer', () => {
  expect(screeningPace(listOf(10), [LONG, ONE_ROW])).toMatchObject({ name: 'One person' });
  expect(screeningPace(listOf(11), [LONG, ONE_ROW])).toMatchObject({ name: 'Spring' });
});

it('counts the rows that are sent, not those of the file', () => {
  const sending = { ...listOf(4_904), state: { at: 'creating', body: bodyWith(5), attempt: 1, phase: 'ready', marker: 'M', observations: [] } } as const; // prettier-ignore
  expect(screeningPace({ ...sending, state: { ...sending.state, observations: [] } }, [ONE_ROW])).toMatchObject({ name: 'One person' });
});

it('does not use a screening over another connection or one whose end was not observed', () => {
  const elsewhere = finished('Elsewhere', 5_000, 1_000, 2_000, 'there');
  const unseen = { ...LONG, submission: { ...LONG.submission, processedAt: null } };
  expect(screeningPace(listOf(4_904), [elsewhere, unseen])).toBeNull();
});
