import { describe, expect, it } from 'vitest';
import type { ProjectView } from '../../../../shared/contract/index.ts';
import { waitingParts } from '../../../../shared/view-texts/waiting-parts.ts';
import type { ProjectState } from '../../../../shared/project/project-shapes.ts';
import { project } from '../../../fakes/project-fixtures.ts';

const body = { rows: 50, bytes: 9, sha256: 'a'.repeat(64), format: 'json' as const };
const processing = { at: 'processing' as const, body, remoteId: 'r', attempt: 1, nextPollAt: 0, observation: null, polls: 0 };
const STATES = {
  done: undefined,
  draft: { at: 'draft' },
  reading: { at: 'reading' },
  running: processing,
  paused: { at: 'paused', resume: processing },
  asks: { at: 'needs-decision', question: 'start-unclear', choices: ['give-up'], answer: null, resume: processing },
  stopped: { at: 'ended', how: 'cancelled', charged: 'maybe', resume: processing },
  free: { at: 'ended', how: 'given-up', charged: 'no', resume: null },
} as const satisfies Record<string, ProjectState | undefined>;
type At = keyof typeof STATES | 'removed' | 'failed';

/** A list with these project states, in order. */
function listOf(...states: At[]): ProjectView[] {
  return states.flatMap((at, index) => {
    if (at === 'removed') return [];
    const state = STATES[at === 'failed' ? 'draft' : at];
    const lineage = index === 0 ? null : { kind: 'part' as const, of: 'p1', part: index + 1, parts: states.length };
    const lastError = at === 'failed' ? { code: 'SENT_BEFORE', message: 'Sent before.' } : null;
    const id = `p${index + 1}`;
    return [
      project({ id, name: id, file: 'l.csv', rows: 50, at: 0, ...(state === undefined ? {} : { state }), more: { lineage, lastError } }),
    ];
  });
}
const waitingIn = (...states: At[]) => waitingParts({ id: 'p1', lineage: null }, listOf(...states))?.waiting.map(({ id }) => id) ?? null;

describe('unsent parts', () => {
  it.each<[At[], string[] | null]>([
    [
      ['done', 'stopped', 'draft', 'draft'],
      ['p3', 'p4'],
    ],
    [
      ['free', 'draft', 'draft'],
      ['p2', 'p3'],
    ],
    [['done', 'done', 'free', 'draft'], ['p4']],
    [['done', 'stopped', 'done', 'removed', 'draft'], ['p5']],
    [['removed', 'stopped', 'draft'], ['p3']],
    [
      ['done', 'failed', 'draft'],
      ['p2', 'p3'],
    ],
    [['done', 'stopped', 'reading'], ['p3']],
  ])('of a list at %j are offered: %j', (states, expected) => {
    expect(waitingIn(...states)).toEqual(expected);
  });

  it.each<[At[]]>([
    [['done', 'draft', 'draft']],
    [['running', 'draft', 'draft']],
    [['done', 'paused', 'draft']],
    [['done', 'asks', 'draft']],
    [['stopped', 'running', 'draft']],
    [['done', 'stopped', 'running', 'draft']],
    [['draft', 'draft']],
    [['done', 'stopped', 'done']],
    [['done']],
  ])('of a list at %j are not offered', (states) => {
    expect(waitingIn(...states)).toBeNull();
  });

  it('are the same for every project of the list, with their rows', () => {
    const all = listOf('done', 'stopped', 'draft', 'draft');
    const other = project({ id: 'x', name: 'x', file: 'x.csv', rows: 9, at: 0 });
    const expected = {
      of: 'p1',
      parts: 4,
      waiting: [
        { id: 'p3', name: 'p3', part: 3, rows: 50 },
        { id: 'p4', name: 'p4', part: 4, rows: 50 },
      ],
      rows: 100,
    };
    for (const one of all) expect(waitingParts(one, [other, ...all])).toEqual(expected);
    expect(waitingParts(other, [other, ...all])).toBeNull();
  });
});
