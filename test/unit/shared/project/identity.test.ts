/** A project without our marker is not ours: nothing is sent, started or fetched without the user's decision. */
import { describe, expect, it } from 'vitest';
import { isOtherProject, type Listed } from '../../../../shared/project/identity.ts';
import { evaluateGate } from '../../../../shared/project/start-evidence.ts';
import { next } from '../../../../shared/project/project.ts';
import { ProjectState } from '../../../../shared/project/project-shapes.ts';
import { hasMarker } from '../../../../shared/project/identity.ts';
import {
  chosen,
  collecting,
  confirming,
  observation,
  observed,
  MARKER,
  polled,
  processing,
  ROWS,
  starting,
  STRANGE,
} from '../../../kit/desk-states.ts';

const listed = (there: boolean | null, others = 0): Listed => ({ there, others });

describe('whether a name has our marker', () => {
  it.each([
    ['the original name', MARKER, true],
    ['the name in capitals', MARKER.toUpperCase(), true],
    ['a name cut off before the marker', 'appeal · m4qx82td', true],
    ['a name with more text after the marker', `${MARKER} (2)`, true],
    ['a name with the code cut off', 'Spring appeal · M4QX', false],
    ['the name of another project', STRANGE, false],
    ['no name', null, false],
  ])('%s', (_what, name, isOurs) => {
    expect(hasMarker(name, MARKER)).toBe(isOurs);
  });
});

describe('whether an answer for our ID is another project', () => {
  const known = { marker: MARKER };
  it.each([
    ['with our name', known, MARKER, null, false],
    ['with another name', known, STRANGE, null, true],
    ['with another name, whatever the list says', known, STRANGE, listed(true), true],
    ['with a name that the user accepted', { ...known, knownAs: STRANGE }, STRANGE, null, false],
    ['with a name other than the accepted one', { ...known, knownAs: 'Spring app' }, STRANGE, null, true],
    ['without a name', known, null, null, false],
    ['without a name, in the list', known, null, listed(true), false],
    ['without a name, in an incomplete list', known, null, listed(null), false],
    ['without a name, missing from a complete list', known, null, listed(false), true],
    ['the same, accepted by the user', { ...known, knownAs: null }, null, listed(false), false],
    ['with our name, missing from an outdated list', known, MARKER, listed(false), false],
    ['when our name was not stored', {}, STRANGE, listed(false), false],
    ['known by a name without a marker, with that name', { knownAs: 'Spring 2024' }, 'Spring 2024', null, false],
    ['known by a name without a marker, with a name that ends alike', { knownAs: 'Spring 2024' }, 'Fall 2024', null, true],
    ['known by a name without a marker, without a name', { knownAs: 'Spring 2024' }, null, listed(true), false],
    ['known without a name, with a name', { knownAs: null }, STRANGE, null, true],
    ['known without a name, without a name', { knownAs: null }, null, listed(false), false],
  ])('%s: %#', (_what, state, name, list, isStrange) => {
    expect(isOtherProject(state, name, list)).toBe(isStrange);
  });
});

const strange = observation('created', { name: STRANGE });

describe('a project that is not ours raises a question', () => {
  it.each([
    ['while the rows are counted', confirming(), (state: ProjectState) => observed(state, strange)],
    ['at the gate', starting(), (state: ProjectState) => observed(state, strange)],
    ['at the gate after a start request', starting({ asked: 1 }), (state: ProjectState) => observed(state, strange)],
    ['while a start is looked for', starting({ phase: 'settling', asked: 1 }), (state: ProjectState) => observed(state, strange)],
    ['while it is observed', processing(), (state: ProjectState) => polled(state, strange)],
    ['even when it is reported as done', processing(), (state: ProjectState) => polled(state, observation('processed', { name: STRANGE }))],
    ['before the results are fetched', collecting(), (state: ProjectState) => observed(state, observation('processed', { name: STRANGE }))],
  ])('%s', (_what, state, see) => {
    const asked = see(state);
    expect(asked).toMatchObject({
      at: 'needs-decision',
      question: 'not-ours',
      answer: STRANGE,
      choices: ['look-again', 'ours', 'give-up'],
    });
    // Observations of another project prove nothing about ours.
    expect(asked).toMatchObject({ resume: { at: state.at } });
    expect(next(chosen(asked, 'give-up'), { type: 'resume' })).toMatchObject({ at: state.at });
  });

  it('never opens the gate', () => {
    expect(evaluateGate(starting(), strange).open).toBe(false);
    expect(evaluateGate(starting(), observation('created'), listed(false)).open).toBe(false);
  });

  it('becomes ours after the user’s decision, without further questions', () => {
    const accepted = chosen(observed(starting(), strange), 'ours');
    expect(accepted).toMatchObject({ at: 'starting', phase: 'ready', knownAs: STRANGE });
    if (accepted.at !== 'starting') throw new Error(accepted.at);
    expect(evaluateGate(accepted, strange).open).toBe(true);
    expect(evaluateGate(accepted, observation('created', { name: 'Other · BBBB3333' })).state).toMatchObject({ question: 'not-ours' });
    const started = next(next(accepted, { type: 'intend' }), { type: 'started', nextPollAt: 0 });
    const done = next(polled(started, observation('processed', { name: STRANGE })), {
      type: 'collected',
      counts: { submitted: ROWS, scored: ROWS, refused: 0, unknown: 0, unmatched: 0 },
    });
    expect(done).toMatchObject({ at: 'done', marker: MARKER, knownAs: STRANGE });
  });

  it('can be missing from the list, which the user can also accept', () => {
    const asked = observed(starting(), observation('created'), { listed: listed(false) });
    expect(asked).toMatchObject({ question: 'not-ours', answer: null });
    const accepted = chosen(asked, 'ours');
    if (accepted.at !== 'starting') throw new Error(accepted.at);
    expect(evaluateGate(accepted, observation('created'), listed(false)).open).toBe(true);
  });
});

describe('a project adopted from the service', () => {
  const { body } = collecting();
  const counts = { submitted: ROWS, scored: ROWS, refused: 0, unknown: 0, unmatched: 0 };
  const adopted = (name: string | null, isMarked: boolean) => {
    const state = next({ at: 'reading' }, { type: 'adopted', body, remoteId: 'p1', name, isMarked, counts });
    if (state.at !== 'done') throw new Error(state.at);
    return state;
  };

  it.each([
    ['by its marker in a name that was changed', MARKER, true, `${MARKER} (2)`, false],
    ['by its whole name if it has no marker', 'Spring 2024', false, 'Spring 2024', false],
    ['not by the last word of a name without a marker', 'Spring 2024', false, 'Fall 2024', true],
    ['without a name', null, false, null, false],
    ['not by a name that it did not have', null, false, STRANGE, true],
  ])('is known %s', (_what, name, isMarked, shown, isStrange) => {
    expect(isOtherProject(adopted(name, isMarked), shown)).toBe(isStrange);
  });

  it('keeps its name, its number and its counts', () => {
    const kept = { at: 'done', body, remoteId: 'p1', attempt: 1, counts };
    expect(adopted(MARKER, true)).toEqual({ ...kept, marker: MARKER, knownAs: MARKER });
    expect(adopted('Spring 2024', false)).toEqual({ ...kept, knownAs: 'Spring 2024' });
    expect(adopted(null, false)).toEqual({ ...kept, knownAs: null });
  });
});
