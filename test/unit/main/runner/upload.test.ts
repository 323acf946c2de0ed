/** While a list is sent, its last bytes decide whether the service can have the whole list: they follow only after two checks. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { StepContext } from '../../../../main/runner/step-context.ts';
import { add } from '../../../../main/runner/upload.ts';
import { adding } from '../../../kit/desk-states.ts';

const MEASURED = ['{"scoreProfiles":[', '{"constituentId":"1"}', ']}'];

/** The chunks that the service receives, each with the events that are on disk at that moment; `failure`: how the step failed. */
async function send(chunks: readonly string[]) {
  const text = MEASURED.join('');
  const body = { rows: 1, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex'), format: 'json' as const };
  const recorded: string[] = [];
  const received: { readonly chunk: string; readonly recorded: readonly string[] }[] = [];
  const client = {
    addList: async (_remoteId: string, list: { readonly chunks: AsyncIterable<Uint8Array> }) => {
      for await (const chunk of list.chunks) received.push({ chunk: Buffer.from(chunk).toString(), recorded: [...recorded] });
      return { outcome: 'done', value: null, requestId: null };
    },
  };
  async function* bytes() {
    for (const chunk of chunks) yield Buffer.from(await Promise.resolve(chunk));
  }
  const step = {
    project: { id: 'p', connectionId: 'c', options: {} },
    signal: new AbortController().signal,
    deps: {
      store: { get: () => ({}), source: () => ({}) },
      host: { keepAwake: () => () => undefined },
      spawnWorker: () => ({ bytes: bytes(), result: Promise.resolve(null), cancel: () => undefined }),
    },
    client: () => Promise.resolve(client),
    setActivity: () => undefined,
    recordEvent: async ({ type }: { readonly type: string }) => {
      // A full disk delays the record.
      await nextTurn();
      recorded.push(type);
    },
  } as unknown as StepContext;
  const failure = await add(step, adding({ body })).then(
    () => null,
    (error: unknown) => error,
  );
  return { received, recorded, failure };
}

it('the last bytes of a list are sent only after "closing" is on disk', async () => {
  const { received, recorded, failure } = await send(MEASURED);
  expect(received.map(({ chunk }) => chunk)).toEqual(MEASURED);
  expect(received.map((one) => one.recorded)).toEqual([['intend'], ['intend'], ['intend', 'closing']]);
  expect([recorded, failure]).toEqual([['intend', 'closing', 'added'], null]);
});

it('the last bytes of a list with the measured length and other content are never sent', async () => {
  const changed = MEASURED.with(1, '{"constituentId":"2"}');
  const { received, recorded, failure } = await send(changed);
  expect(failure).toMatchObject({ code: 'PROJECT_FILE_DAMAGED' });
  expect(received.map(({ chunk }) => chunk)).toEqual(changed.slice(0, -1));
  expect(recorded).toEqual(['intend']);
});
