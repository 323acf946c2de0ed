/** States that earlier programs stored, with the keys of that time. */
import { describe, expect, it } from 'vitest';
import { storedProjectState } from '../../../../../../main/store/app-database/schema/state.ts';
import { collecting, confirming, creating, processing, starting } from '../../../../../kit/desk-states.ts';
import type { ProjectState, Running } from '../../../../../../shared/project/project.ts';

const OBSERVED = { at: 5, after: 1000, status: 'created', totalRows: 3 };

/** A state of this program, and the same state as an earlier program stored it. */
const FORMER: readonly (readonly [string, Running, object])[] = [
  ['the search for the project', creating(), { ...creating(), observations: undefined, looks: creating().observations }],
  ['the gate', confirming({ observations: [OBSERVED] }), { ...confirming(), observations: undefined, looks: [OBSERVED] }],
  ['the start', starting({ observations: [OBSERVED] }), { ...starting(), observations: undefined, looks: [OBSERVED] }],
  [
    'the wait for the end',
    processing({ observation: OBSERVED, sameObservations: 4, unconfirmedStart: { statusBefore: null, asked: 1 } }),
    { ...processing(), observation: undefined, look: OBSERVED, sameLooks: 4, doubt: { statusBefore: null, asked: 1 } },
  ],
  ['the fetch of results', collecting({ observation: OBSERVED }), { ...collecting(), observation: undefined, look: OBSERVED }],
];

const stored = (state: object): unknown => JSON.parse(JSON.stringify(state));

describe('a state of an earlier program', () => {
  it.each(FORMER)('is read with its observations: %s', (_, present, former) => {
    expect(stored(storedProjectState(stored(former)))).toEqual(stored(present));
  });

  it.each(FORMER)('is read where another state resumes it: %s', (_, present, former) => {
    const paused: ProjectState = { at: 'paused', resume: present };
    expect(stored(storedProjectState(stored({ at: 'paused', resume: former })))).toEqual(stored(paused));
  });

  it.each(FORMER)('of this program is read unchanged: %s', (_, present) => {
    expect(storedProjectState(stored(present))).toEqual(stored(present));
  });
});

it('text that is no state is refused', () => {
  expect(() => storedProjectState(null)).toThrow('Invalid');
  expect(() => storedProjectState({ at: 'melted' })).toThrow('Invalid');
});
