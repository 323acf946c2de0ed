/** Profiles read in a second thread give the same chunks, keys, and columns as in one thread. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkSink } from '../../../../../main/store/project-file/project-file.ts';
import type { BatchKeys } from '../../../../../main/worker/result-file/profile-batches.ts';
import { type ProfileReader, readProfiles } from '../../../../../main/worker/collect/profile-reader.ts';
import { localHelpers } from '../../../../kit/local-helpers.ts';
import { profileNumber } from '../../../../kit/ordinals.ts';

const SHORT_LIST = 10;
const LONG_LIST = 1_000_000;

/** What was written and reported while runs of texts were read. */
interface Outcome {
  readonly calls: readonly unknown[];
  readonly keys: readonly { readonly first: number; readonly keys: BatchKeys }[];
  readonly columns: unknown;
}

/** Reads the runs as for a list with this number of rows. `posted` is called for each message to the second thread. */
async function outcomeOf(runs: readonly (readonly string[])[], rows: number, posted = () => undefined as void): Promise<Outcome> {
  const calls: unknown[] = [];
  const keys: { first: number; keys: BatchKeys }[] = [];
  const sink: ChunkSink = {
    write: (stream, place, bytes) => void calls.push({ stream, place, bytes: Buffer.from(bytes).toString('base64') }),
    clear: (...streams) => void calls.push({ clear: streams }),
    putValue: (name, value) => void calls.push({ name, value }),
  };
  const reading: ProfileReader = readProfiles(
    sink,
    (first, batchKeys) => void keys.push({ first, keys: batchKeys }),
    rows,
    localHelpers(posted),
  );
  try {
    let count = 0;
    for (const run of runs) {
      reading.take(profileNumber(count + 1), Buffer.from(run.join('\n')));
      count += run.length;
      await reading.room();
    }
    return { calls, keys, columns: await reading.finish(count) };
  } finally {
    reading.end();
  }
}

const score = fc.record({ overallScore: fc.option(fc.oneof(fc.integer(), fc.string())), rating: fc.integer({ min: 1, max: 4 }) });
const profile = fc
  .record({ constituentId: fc.option(fc.string({ minLength: 1, maxLength: 8 })), mostRecentScore: fc.option(score), note: fc.string() })
  .map((value) => JSON.stringify(value));
const run = fc.array(profile, { minLength: 1, maxLength: 12 });

describe('profiles that the helper thread reads', () => {
  it('have the same result as profiles that the task thread reads', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 12 }), async (runs) => {
        let posted = 0;
        const helped = await outcomeOf(runs, LONG_LIST, () => {
          posted += 1;
        });
        expect(helped).toEqual(await outcomeOf(runs, SHORT_LIST));
        expect(posted).toBe(runs.length + 2);
      }),
      { numRuns: 40 },
    );
  });

  it('can be larger than the shared memory', async () => {
    const long = JSON.stringify({ constituentId: 'C-1', note: 'n'.repeat(9_000_000) });
    const runs = [[long], [long, long], ['{"constituentId":"C-2"}'], [long]];
    const { keys } = await outcomeOf(runs, LONG_LIST);
    expect(keys.map(({ first, keys: { ids } }) => [first, ids])).toEqual([
      [1, ['C-1']],
      [2, ['C-1', 'C-1']],
      [4, ['C-2']],
      [5, ['C-1']],
    ]);
  });

  it.each([SHORT_LIST, LONG_LIST])('are read without one that is malformed, in a list of %i rows', async (rows) => {
    const { keys } = await outcomeOf([['{"constituentId":"C-1","rating":1}'], ['{"constituentId":'], ['{"rating":2}', '{}']], rows);
    expect(keys.map(({ keys: { ids, unreadable, withoutScores } }) => ({ ids, unreadable, withoutScores }))).toEqual([
      { ids: ['C-1'], unreadable: [], withoutScores: [] },
      { ids: [null], unreadable: [2], withoutScores: [] },
      { ids: [null, null], unreadable: [], withoutScores: [4] },
    ]);
  });
});
