/** The mark of a change that begins while the start of the program handles the mark of an earlier change. */
import { expect, it } from 'vitest';
import { UnfinishedChanges, type UnfinishedChangesDeps } from '../../../../main/results/unfinished-changes.ts';

/** The marks after a start that finds one; `whileMerging` runs in the middle of its work. */
async function marksAfterStart(whileMerging: (unfinished: UnfinishedChanges) => void): Promise<string[]> {
  const marks = new Map([['mark:a', '']]);
  const deps = {
    settings: {
      withPrefix: () => new Map(marks),
      set: (name: string, value: string) => void marks.set(name, value),
      remove: (name: string) => void marks.delete(name),
    },
    store: { find: () => ({ id: 'a', state: { at: 'done' }, wrappedKey: null }) },
    queue: { run: (_: string, work: () => Promise<void>) => work() },
    merge: {
      mergeAgain: () => {
        whileMerging(unfinished);
        return Promise.resolve();
      },
    },
    log: { error: (event: string, error: unknown) => expect.unreachable(`${event}: ${String(error)}`) },
  } as unknown as UnfinishedChangesDeps;
  const unfinished = new UnfinishedChanges(deps, 'mark:', 'fetch-again');
  await unfinished.resumeAll(() => undefined);
  return [...marks.keys()];
}

it('is kept if the program ends before it finishes, and the next start continues it', async () => {
  expect(await marksAfterStart((unfinished) => unfinished.begin('a'))).toEqual(['mark:a']);
});

it('is removed when its change has finished, and so is the mark of only an earlier change', async () => {
  expect(
    await marksAfterStart((unfinished) => {
      unfinished.begin('a');
      unfinished.finish('a');
    }),
  ).toEqual([]);
  expect(await marksAfterStart(() => undefined)).toEqual([]);
});
