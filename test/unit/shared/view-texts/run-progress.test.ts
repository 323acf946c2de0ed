import { expect, it } from 'vitest';
import type { ProjectView } from '../../../../shared/contract/index.ts';
import { isProgressTitle, progressTitle, runProgress } from '../../../../shared/view-texts/run-progress.ts';

const project = (at: string, done: number, total: number | null) =>
  ({ state: { at }, activity: { done, total } }) as unknown as ProjectView;

it('progress covers all running projects together, but no stopped project and none with an unknown total', () => {
  expect(runProgress([])).toBeNull();
  expect(runProgress([project('draft', 1, 2), project('done', 1, 2), project('processing', 0, null), project('adding', 0, 0)])).toBeNull();
  expect(runProgress([project('adding', 1, 2)])).toBe(0.5);
  expect(runProgress([project('adding', 1, 2), project('collecting', 3, 2), project('draft', 0, 9)])).toBe(0.75);
});

it.each([
  [0, '0% · Screening Desk'],
  [0.439, '43% · Screening Desk'],
  [0.999, '99% · Screening Desk'],
  [1, '100% · Screening Desk'],
])('progress %f has the title “%s”, which the window accepts', (fraction, title) => {
  expect(progressTitle(fraction)).toBe(title);
  expect(isProgressTitle(title)).toBe(true);
});

it.each(['Jane Doe', '43 % · Jane Doe', 'Jane 43% · Screening Desk', '43% · Screening Desk, Jane', '4300% · Screening Desk'])(
  'the window does not accept the title “%s”',
  (title) => expect(isProgressTitle(title)).toBe(false),
);
