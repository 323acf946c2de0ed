import { describe, expect, it } from 'vitest';
import { creditsText, creditsWithLater, groupOf, requestOf, statusOf } from '../../../../renderer/format/project-status.ts';
import { furthestStep, isReachable, stepOf } from '../../../../renderer/format/project-steps.ts';
import { number } from '../../../../renderer/format/text.ts';
import type { ProjectView } from '../../../../shared/contract/index.ts';
import { checkedDraft, gala, history, newDraft, project, sending, undecided } from '../../../fakes/project-fixtures.ts';

const now = new Date(2026, 10, 20, 9).getTime();
const DAY = 86_400_000;

describe('a project’s status', () => {
  it('has a label and a detail', () => {
    expect(statusOf(sending(now), now)).toMatchObject({ label: 'Sending', detail: '11,244 of 18,432 rows sent' });
    expect(statusOf(checkedDraft(now), now)).toMatchObject({ label: 'Draft', detail: 'At Check, 234 rows with errors' });
    expect(statusOf(gala(now), now)).toMatchObject({ label: 'Some not accepted', detail: '61 not accepted, 8 without a result' });
    expect(statusOf(undecided(now), now)).toMatchObject({ label: 'Decide', detail: 'Start not confirmed' });
  });

  it('says what a word of the service means, not the word itself', () => {
    const screening = (status: string | null): ProjectView => ({
      ...sending(now),
      state: {
        at: 'processing',
        body: { rows: 4, bytes: 400, sha256: 'a'.repeat(64), format: 'json' },
        remoteId: '51d0c3aa',
        attempt: 1,
        nextPollAt: now,
        polls: 1,
        observation: { at: now, status, totalRows: 4 },
      },
    });
    expect(statusOf(screening('in Bearbeitung'), now)).toMatchObject({ label: 'Screening', detail: 'The service says: screening' });
    expect(statusOf(screening('Completed'), now).detail).toBe('The service says: looks finished');
    expect(statusOf(screening(null), now).detail).toBe('The service says: nothing yet');
  });

  it('does not say that the service refused a token when there is none', () => {
    const waiting = (code: string): ProjectView => ({
      ...sending(now),
      state: { at: 'needs-token', resume: { at: 'preparing', attempt: 1 } },
      lastError: { code, message: 'The reason.' },
    });
    expect(statusOf(waiting('TOKEN_MISSING'), now).detail).toBe('This connection has no token');
    expect(requestOf(waiting('TOKEN_MISSING'), now)?.sentence).toMatch(/^This connection has no token\. /);
    expect(statusOf(waiting('TOKEN_REFUSED'), now).detail).toBe('The service refused the token');
    expect(requestOf(waiting('TOKEN_REFUSED'), now)?.sentence).toMatch(/^The service refused the token\. /);
  });

  it('assigns projects to the tabs of the list', () => {
    const groups = history(now).map((one) => groupOf(one, now));
    const size = (group: string) => groups.filter((one) => one === group).length;
    expect([size('waiting'), size('running'), size('drafts'), size('done')]).toEqual([2, 1, 1, 10]);
  });

  it('requests a decision about refused rows for a week, and is then done', () => {
    expect(requestOf(gala(now), now)).toEqual({
      action: 'Fix 61 rows',
      sentence: '61 rows were not accepted. Fix them on the original cells and send only those.',
    });
    const state = gala(now).state as Extract<ProjectView['state'], { at: 'done' }>;
    expect(requestOf({ ...gala(now), state: { ...state, counts: { ...state.counts, refused: 1 } } }, now)).toEqual({
      action: 'Fix 1 row',
      sentence: '1 row was not accepted. Fix it on the original cells and send only this row.',
    });
    expect(requestOf(gala(now), now + 8 * DAY)).toBeNull();
    expect(statusOf(gala(now), now + 8 * DAY).label).toBe('Done');
  });

  it('shows the charged credits, or that they are unknown', () => {
    expect(creditsText(gala(now))).toBe('none');
    expect(creditsText(undecided(now))).toBe('not known');
    expect(creditsText(checkedDraft(now))).toBe('–');
    expect(creditsText(project({ id: 'a', name: 'A', file: 'a.csv', rows: 9860, at: now }))).toBe(number(9860));
  });
});

describe('the credits of a list with later submissions', () => {
  const list = project({ id: 'a', name: 'A', file: 'a.csv', rows: 4, at: now });

  it('include the fixes and the parts, as the summary of an export does', () => {
    expect(creditsWithLater(list, [])).toBe('4');
    expect(creditsWithLater(list, [{ kind: 'retry', credits: 2 }])).toBe('6, of these 2 for later fixes');
    expect(
      creditsWithLater(list, [
        { kind: 'part', credits: 3000 },
        { kind: 'retry', credits: 2 },
      ]),
    ).toBe('3,006, of these 3,000 for later parts and 2 for later fixes');
  });

  it('have no sum if one of them is unknown, or for practice', () => {
    expect(creditsWithLater(list, [{ kind: 'retry', credits: null }])).toBe('4 at first, not known for later fixes');
    expect(creditsWithLater({ ...list, creditsCharged: null }, [{ kind: 'retry', credits: 2 }])).toBe('not known');
    expect(creditsWithLater(gala(now), [{ kind: 'retry', credits: 2 }])).toBe('none');
  });
});

describe('a project’s steps', () => {
  it('are reachable up to its progress', () => {
    expect(stepOf(newDraft(now))).toBe('columns');
    expect(furthestStep(newDraft(now))).toBe('check');
    expect(isReachable(newDraft(now), 'cost')).toBe(false);
    expect(furthestStep(checkedDraft(now))).toBe('cost');
    expect(stepOf(sending(now))).toBe('progress');
    expect(isReachable(sending(now), 'results')).toBe(false);
    expect(stepOf(gala(now))).toBe('results');
    expect(isReachable(gala(now), 'columns')).toBe(true);
  });
});
