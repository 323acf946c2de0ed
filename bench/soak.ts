/**
 * Random kills: thousands of project runs, each with its own faults and kill points. Some runs copy the data folder before submission or
 * restore it to an earlier state. The service's ledger shows whether a run is correct. The same seed and number give the same run, so that
 * a soak can be continued and a failure repeated.
 * npm run soak -- --seed 7 --from 0 --runs 2000
 */
import { parseArgs } from 'node:util';
import { Question } from '../shared/project/project-shapes.ts';
import { setup as buildFirst } from '../test/kit/build-first.ts';
import { KillLane } from '../test/kit/kill-lane.ts';
import { drawRun } from '../test/kit/random-runs.ts';
import { countPoints, traceAll } from '../test/kit/scenario-points.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '0' },
    runs: { type: 'string', default: '2000' },
    lanes: { type: 'string', default: '2' },
  },
});
const [seed, from, runs, width] = [values.seed, values.from, values.runs, values.lanes].map(Number) as [number, number, number, number];
if (![seed, from, runs, width].every(Number.isInteger) || width < 1)
  throw new RangeError('--seed, --from, --runs and --lanes are whole numbers');

buildFirst();
console.log(`seed ${seed}, runs ${from} to ${from + runs - 1}`);
const lanes = await Promise.all(Array.from({ length: width }, (_, lane) => KillLane.open('processes', lane % 2 === 0 ? 'json' : 'csv')));
const tally = { runs: 0, killed: 0, again: 0, done: 0, asked: 0, wrong: 0 };
const began = performance.now();
let next = from;
try {
  const traced = await traceAll(lanes);
  for (const [{ name }, points] of traced) console.log(`${name}: ${JSON.stringify(countPoints(points))}`);
  await Promise.all(
    lanes.map(async (lane) => {
      for (let number = next++; number < from + runs; number = next++) {
        const outcome = await lane.runWithKills(drawRun(seed, number, traced));
        const problems = lane.problems(outcome, Question.options);
        tally.runs += 1;
        if (outcome.killed) tally.killed += 1;
        if (outcome.again !== null) tally.again += 1;
        for (const { state } of [outcome.report, ...(outcome.again === null ? [] : [outcome.again])]) {
          if (state.at === 'done') tally.done += 1;
          if (state.at === 'needs-decision') tally.asked += 1;
        }
        if (problems.length > 0) tally.wrong += 1;
        for (const problem of problems) console.log(`seed ${seed}, run ${number}: ${outcome.label}: ${problem}`);
        if (tally.runs % 50 === 0) console.log(`${JSON.stringify(tally)}; go on with --seed ${seed} --from ${next}`);
      }
    }),
  );
} finally {
  await Promise.all(lanes.map((lane) => lane.close()));
}
console.log(JSON.stringify({ soak: 'random kills', seed, from, ...tally, seconds: Math.round((performance.now() - began) / 1000) }));
process.exitCode = tally.wrong > 0 ? 1 : 0;
