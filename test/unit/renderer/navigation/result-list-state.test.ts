import { expect, test } from 'vitest';
import { requestedState, type ResultListState, resultSearch } from '../../../../renderer/navigation/index.ts';
import { parseRoute, toProject } from '../../../../renderer/navigation/router.ts';

const INITIAL: ResultListState = { outcome: 'scored', filters: [], find: '', sort: null, segmentId: null };
const CAPACITY = { kind: 'range' as const, column: 'capacityValue', min: 1_000_000, max: null };
const CITY = { kind: 'contains' as const, column: 'sheet:City', text: 'Nashua' };

/** The search part after it was in an address. */
const stored = (state: ResultListState) => parseRoute(toProject('p', 'results', resultSearch(state))).search;

test('an address keeps the outcome and the filters by numbers, and no text of a person', () => {
  const search = stored({ ...INITIAL, filters: [CAPACITY, CITY], find: 'Abara' });
  expect(JSON.stringify(search)).not.toMatch(/Nashua|Abara/);
  expect(requestedState(search, INITIAL)).toEqual({ filters: [CAPACITY] });
  expect(requestedState(stored({ ...INITIAL, outcome: 'refused' }), INITIAL)).toEqual({ outcome: 'refused' });
  expect(stored(INITIAL)).toEqual({});
});

test('an address that the kept state fits asks for nothing, so its texts stay', () => {
  const kept = { ...INITIAL, filters: [CAPACITY, CITY], find: 'Abara' };
  expect(requestedState(stored(kept), kept)).toEqual({});
});

test('an address with other filters than these asks for none', () => {
  for (const filters of ['[', '{}', '[{"kind":"range"}]', '7']) expect(requestedState({ filters, outcome: 'x' }, INITIAL)).toEqual({});
});

test('an address keeps the order of the list', () => {
  const sort = { column: 'sheet:City', descending: true };
  expect(requestedState(stored({ ...INITIAL, sort }), INITIAL)).toEqual({ sort });
  expect(requestedState(stored({ ...INITIAL, sort }), { ...INITIAL, sort })).toEqual({});
  for (const text of ['[', '{}', '{"column":7,"descending":true}']) expect(requestedState({ sort: text }, INITIAL)).toEqual({});
});
