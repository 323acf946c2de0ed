/** The plan of an account that two connections reach, if both had a plan before that was known. */
import { expect, it } from 'vitest';
import type { Connections } from '../../../../main/connections/index.ts';
import { StoredPlans } from '../../../../main/plan/stored-plans.ts';
import type { Settings } from '../../../../main/store/app-database/index.ts';

const OFFICE = { months: 7, renewal: null, moved: false, never: true } as const;

function plansOf(...ids: readonly string[]) {
  const stored = new Map<string, string>();
  const known = { isOneAccount: false };
  const settings = {
    atomically: (work: () => void) => work(),
    get: (name: string) => stored.get(name) ?? null,
    set: (name: string, text: string) => void stored.set(name, text),
    remove: (name: string) => void stored.delete(name),
    withPrefix: (prefix: string) => new Map([...stored].filter(([name]) => name.startsWith(prefix))),
  };
  const connections = {
    accountOf: (id: string) => new Set(known.isOneAccount ? ids : [id]),
    list: () => ids.map((id) => ({ id })),
  };
  const plans = new StoredPlans(settings as unknown as Settings, connections as unknown as Connections);
  return { plans, known };
}

it('is one plan, so that it reminds once', () => {
  const { plans, known } = plansOf('a', 'b');
  plans.change('a', { settings: OFFICE });
  plans.change('b', { settings: { ...OFFICE, months: 9 } });
  expect(plans.saved()).toEqual(['a', 'b']);
  known.isOneAccount = true;
  expect(plans.saved()).toEqual(['a']);
  expect(plans.of('b').settings).toEqual(OFFICE);
});

it('has the decisions of the office, when only a count is stored under the other connection', () => {
  const { plans, known } = plansOf('a', 'b');
  plans.change('a', { snoozedUntil: '2026-12-01' });
  plans.change('b', { settings: OFFICE });
  known.isOneAccount = true;
  expect(plans.saved()).toEqual(['b']);
  expect(plans.of('a').settings).toEqual(OFFICE);
});

it('keeps the office’s decisions if the connection that stores them is removed, and the other connection has only a count', () => {
  const { plans } = plansOf('a', 'b');
  plans.change('a', { draft: 'due' });
  plans.change('b', { settings: OFFICE });
  plans.remove('b', ['a', 'b']);
  expect(plans.of('a')).toMatchObject({ settings: OFFICE, draft: 'due' });
  expect(plans.of('b').settings).toBeNull();
});
