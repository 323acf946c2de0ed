/** What a caller gets from a handler: only what the contract names, and never the text of a defect. */
import { expect, it } from 'vitest';
import { createDispatch, type Handlers } from '../../../main/dispatch.ts';
import { keptLog } from '../../kit/test-ports.ts';

const PERSON = 'Ann Example';
const TOKEN = 'token-abc-123';
const LIST = { people: 2, lists: [] };

/** The answer if the handler of `doNotScreen.get` does this. */
async function answerOf(get: () => unknown) {
  const log = keptLog();
  const answer = await createDispatch({ 'doNotScreen.get': get } as unknown as Handlers, log)('doNotScreen.get', {});
  return { answer, log };
}

it('returns a value that fits the contract', async () => {
  expect((await answerOf(() => LIST)).answer).toEqual({ ok: true, value: LIST });
});

it('answers a defect as INTERNAL with the ID of its log entry, and without any of its text', async () => {
  const { answer, log } = await answerOf(() => {
    throw new Error(`${PERSON}, ${TOKEN}`, { cause: new Error(TOKEN) });
  });
  const { id } = (answer as { readonly error: { readonly details: { readonly id: string } } }).error.details;
  expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL', message: expect.stringContaining(id) as string, details: { id } } });
  expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${PERSON}|${TOKEN}`));
  expect(log.errors).toHaveLength(1);
});

it.each([
  ['a field that the contract does not have', { ...LIST, path: `/home/ann/${PERSON}` }],
  [
    'such a field within a list',
    { people: 1, lists: [{ id: 'a', name: 'b', addedAt: 1, people: 1, ids: 1, emails: 0, names: 0, person: PERSON }] },
  ],
  ['a value of another type', { ...LIST, people: PERSON }],
])('answers %s as INTERNAL, and no part of it reaches the caller', async (_case, value) => {
  const { answer } = await answerOf(() => value);
  expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
  expect(JSON.stringify(answer)).not.toContain(PERSON);
});
