import { describe, expect, it } from 'vitest';
import type { LineageView, ProjectView } from '../../../../shared/contract/index.ts';
import { lostWith, unfetchedResults } from '../../../../shared/view-texts/removal-effects.ts';
import type { ProjectState } from '../../../../shared/project/project-shapes.ts';
import { project } from '../../../fakes/project-fixtures.ts';

const one = (id: string, lineage: LineageView | null, state?: ProjectView['state']) =>
  project({ id, name: `List ${id}`, file: `${id}.xlsx`, rows: 300, at: 0, more: { lineage, ...(state !== undefined && { state }) } });
const since = (of: string): LineageView => ({ kind: 'baseline', of });

describe('the losses when a project is removed', () => {
  it('include nothing of other projects when none depends on it', () => {
    const all = [one('October', null), one('November', since('October')), one('Fix', { kind: 'retry', of: 'November' })];
    expect(lostWith('November', all)).toEqual([]);
    expect(lostWith('Fix', all)).toEqual([]);
  });

  it('include the prior scores of every later list with this baseline', () => {
    const all = [
      one('January', since('December')),
      one('December', since('November')),
      one('November', since('October')),
      one('October', null),
    ];
    const [first, ...more] = lostWith('October', all);
    expect(first).toMatch(
      /^“List November”, “List December” and “List January” left out people who had not changed.*charged for them again\.$/,
    );
    expect(more).toEqual([]);
    expect(lostWith('December', all)).toEqual([expect.stringMatching(/^“List January” left out/) as string]);
  });

  it('include the comparison of an unsent list', () => {
    const [first, ...more] = lostWith('October', [one('October', null), one('November', since('October'), { at: 'draft' })]);
    expect(first).toMatch(/^“List November” can then no longer be compared with this screening: .*charged again\.$/);
    expect(more).toEqual([]);
  });

  it('include the merge of pending results, not of final ones', () => {
    const unreadable = { at: 'unreadable', code: 'FILE_DAMAGED', message: '' } as const;
    const all = [
      one('October', null),
      one('Part', { kind: 'part', of: 'October', part: 2, parts: 2 }, { at: 'draft' }),
      one('Joined', { kind: 'retry', of: 'October' }),
      one('Unread', { kind: 'retry', of: 'October' }, unreadable),
    ];
    expect(lostWith('October', all)).toEqual([expect.stringMatching(/^The results of “List Part” have not arrived yet/) as string]);
  });

  it.each([
    ['was sent', undefined, []],
    ['is not sent yet', { at: 'draft' } as const, []],
  ])('include nothing of the rest of a list that %s: they share no person', (_, state, lost) => {
    expect(lostWith('October', [one('October', null), one('Rest', { kind: 'baseline', of: 'October', rest: true }, state)])).toEqual(lost);
  });

  it('say that the unsent rest of a pilot becomes a separate list', () => {
    const rest = one('Rest', { kind: 'baseline', of: 'October', rest: true, merged: false }, { at: 'draft' });
    expect(lostWith('October', [one('October', null), rest])).toEqual([
      'The people of “List Rest” can still be sent. Their results are then only in that list, not in one with this pilot.',
    ]);
  });

  it('include the lists that are compared with the rest', () => {
    const all = [one('October', null), one('Rest', { kind: 'baseline', of: 'October', rest: true }), one('November', since('Rest'))];
    expect(lostWith('October', all)).toEqual([expect.stringMatching(/^“List November” left out/) as string]);
  });

  it('include pending results of the parts of a list of refused rows', () => {
    const all = [
      one('October', null),
      one('Fix', { kind: 'retry', of: 'October' }),
      one('Part', { kind: 'part', of: 'Fix', part: 2, parts: 2 }, { at: 'draft' }),
    ];
    expect(lostWith('October', all)).toEqual([expect.stringMatching(/^The results of “List Part” have not arrived yet/) as string]);
  });

  it('include the missing results of a finished project', () => {
    const missing = (unknown: number, unmatched: number) => {
      const done = one('October', null);
      if (done.state.at !== 'done') throw new Error(done.state.at);
      return lostWith('October', [{ ...done, state: { ...done.state, counts: { ...done.state.counts, unknown, unmatched } } }]);
    };
    expect(missing(12, 0)).toEqual(['It has 12 rows without a result. Once you remove it, they can no longer be fetched.']);
    expect(missing(1, 3)).toEqual([
      'It has 1 row without a result and 3 profiles without a row. Once you remove it, they can no longer be fetched.',
    ]);
    expect(missing(0, 0)).toEqual([]);
  });

  it('name only three of many lists', () => {
    const all = [one('October', null), ...[1, 2, 3, 4, 5].map((n) => one(`${n}`, since('October')))];
    expect(lostWith('October', all)[0]).toMatch(/^“List 1”, “List 2”, “List 3” and 2 more left out/);
  });
});

describe('results that may be paid for but were not fetched', () => {
  const body = { rows: 120, bytes: 9, sha256: 'a'.repeat(64), format: 'json' as const };
  const sent = { body, remoteId: 'r', attempt: 1 };
  const processing = { at: 'processing' as const, ...sent, nextPollAt: 0, observation: null, polls: 0 };
  const adding = { at: 'adding' as const, ...sent, phase: 'ready' as const };
  const counts = { submitted: 120, scored: 100, refused: 0, unknown: 20, unmatched: 0 };

  it.each<[string, ProjectState]>([
    ['waits for a token', { at: 'needs-token', resume: processing }],
    ['is paused', { at: 'paused', resume: processing }],
    [
      'waits for a decision',
      { at: 'needs-decision', question: 'results-unclear', choices: ['look-again'], answer: null, resume: processing },
    ],
    ['was stopped', { at: 'ended', how: 'cancelled', charged: 'maybe', resume: processing }],
  ])('are named when the project %s', (_how, state) => {
    expect(unfetchedResults(state)).toMatch(
      /^The screening of 120 rows .* may be paid for\. .* can no longer be fetched, .* may be charged for them again\.$/,
    );
  });

  it.each<[string, ProjectState]>([
    ['was never sent', { at: 'draft' }],
    ['was paused while the list was sent', { at: 'paused', resume: adding }],
    ['was stopped free of charge', { at: 'ended', how: 'cancelled', charged: 'no', resume: null }],
    ['is done', { at: 'done', ...sent, counts }],
  ])('do not exist when the project %s', (_how, state) => {
    expect(unfetchedResults(state)).toBeNull();
  });
});
