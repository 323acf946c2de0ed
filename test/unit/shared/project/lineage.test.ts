import { expect, it } from 'vitest';
import {
  canSendFrom,
  firstPartOf,
  isCopied,
  isMergedInto,
  mergesIntoParent,
  sendsRefusedAgain,
  sentRestOf,
} from '../../../../shared/project/lineage.ts';
import type { ProjectState } from '../../../../shared/project/index.ts';

const ROOT = { id: 'root', lineage: null };
const PART = { id: 'part', lineage: { kind: 'part', of: 'root' } } as const;
const RETRY = { id: 'retry', lineage: { kind: 'retry', of: 'part' } } as const;
const COMPARED = { id: 'compared', lineage: { kind: 'baseline', of: 'root' } } as const;
const ALL = [RETRY, COMPARED, PART, ROOT];

it.each([
  [ROOT, false],
  [PART, true],
  [RETRY, true],
  [COMPARED, false],
])('the results of %j are merged into those of the project that its rows came from: %j', ({ lineage }, expected) => {
  expect(mergesIntoParent(lineage)).toBe(expected);
});

it.each([
  [PART, 'root', true],
  [RETRY, 'part', true],
  // Over another project.
  [RETRY, 'root', true],
  [ROOT, 'root', false],
  [PART, 'retry', false],
  [COMPARED, 'root', false],
])('the results of %j reach %s: %j', (project, id, expected) => {
  expect(isMergedInto(project, id, ALL)).toBe(expected);
});

it('results do not reach a project over one that was removed', () => {
  expect(isMergedInto(RETRY, 'root', [RETRY, ROOT])).toBe(false);
});

it.each([
  [PART, 'root'],
  [ROOT, 'root'],
  [RETRY, 'retry'],
  [COMPARED, 'compared'],
])('the first part of the list of %j is %s', (project, first) => {
  expect(firstPartOf(project)).toBe(first);
});

it.each([
  [ROOT, false],
  [COMPARED, false],
  [PART, true],
  [RETRY, true],
  [{ lineage: { kind: 'baseline', of: 'root', rest: true } } as const, true],
  [{ lineage: { kind: 'comparison', of: 'root' } } as const, true],
])('the rows of %j come from another list: %j', ({ lineage }, expected) => {
  expect(isCopied(lineage)).toBe(expected);
});

it('the others of a list are in its rest once that was sent, not in one that was not read or waits', () => {
  const lineage = { kind: 'baseline', of: 'root', rest: true } as const;
  const unsent = (['unreadable', 'reading', 'draft'] as const).map((at) => ({ id: at, lineage, state: { at } as ProjectState }));
  const newer = { ...COMPARED, state: { at: 'preparing' } as ProjectState };
  expect(sentRestOf('root', [...unsent, newer])).toBeUndefined();
  const sent = { id: 'rest', lineage, state: { at: 'preparing' } as ProjectState };
  expect(sentRestOf('root', [...unsent, sent])).toBe(sent);
  expect(sentRestOf('other', [sent])).toBeUndefined();
});

const here = { held: null, sentElsewhere: [], adopted: null, lineage: null } as const;

it('what another computer sends or has sent is not sent from here', () => {
  expect(canSendFrom(here, 'rest')).toBe(true);
  expect(canSendFrom({ ...here, held: { holder: 'copy' } }, 'rest')).toBe(false);
  expect(canSendFrom({ ...here, sentElsewhere: ['comparison', 'rest'] }, 'rest')).toBe(false);
  expect(canSendFrom({ ...here, sentElsewhere: ['comparison', 'rest'] }, 'retry')).toBe(true);
});

it('refused rows are sent again from their own list only', () => {
  expect(sendsRefusedAgain(here)).toBe(true);
  expect(sendsRefusedAgain({ ...here, sentElsewhere: ['retry'] })).toBe(false);
  expect(sendsRefusedAgain({ ...here, adopted: { createdAt: null } })).toBe(false);
  expect(sendsRefusedAgain({ ...here, lineage: { kind: 'comparison', of: 'pilot' } })).toBe(false);
});
