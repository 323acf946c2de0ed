/**
 * The main job with thousands of generated services: each has one value per dimension of `test/kit/service-dimensions.ts`. Whatever a
 * service does, the program continues, nothing is paid twice, no score is lost, wrong or changed, every wait ends, and all messages are
 * true.
 *
 * DESK_SERVICES=FROM-TO screens the seeds from FROM up to, but not including, TO: one seed to repeat a problem, thousands for a
 * long sweep (a thousand take about five minutes): `DESK_SERVICES=1-5000 npx vitest run --project deep test/deep/services.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import {
  describeService,
  DIMENSION_NAMES,
  DIMENSIONS,
  drawService,
  honestyOfService,
  plainService,
  servicesOfOneValue,
  valuesOf,
} from '../kit/service-dimensions.ts';
import { SERVICE_REGRESSIONS } from '../kit/service-regressions.ts';
import { simplest, sweep, type SweptService } from '../kit/service-sweep.ts';

/** The shortest range of seeds below 20,000 that draws every value. */
const SEEDS = { from: 17_766, to: 17_892 };

const line = ({ spec, problems }: SweptService) => `${describeService(spec)}: ${problems.slice(0, 3).join(' | ')}`;

/** One line for each service with a problem; the first services are also reduced to the values that the problem needs. */
async function reported(swept: readonly SweptService[]): Promise<string[]> {
  const wrong = swept.filter(({ problems }) => problems.length > 0);
  const simple = await Promise.all(wrong.slice(0, 2).map(simplest));
  return wrong.map((one, at) => {
    const needed = simple[at] === undefined ? '' : ` · at its simplest, ${line(simple[at])}`;
    return `DESK_SERVICES=${one.spec.seed}-${one.spec.seed + 1} ${line(one)}${needed}`;
  });
}

function seedsWanted(): { readonly from: number; readonly to: number } {
  const wanted = /^(\d+)-(\d+)$/.exec(process.env['DESK_SERVICES'] ?? '');
  return wanted === null ? SEEDS : { from: Number(wanted[1]), to: Number(wanted[2]) };
}

describe('a list screened with generated services', () => {
  it('a service with one unusual value keeps every promise', { timeout: 3_600_000 }, async () => {
    const swept = await sweep([plainService(), ...servicesOfOneValue()]);
    expect(await reported(swept)).toEqual([]);
  });

  it('services that once led to a problem do not any more', async () => {
    expect(await reported(await sweep(SERVICE_REGRESSIONS))).toEqual([]);
  });

  it('services drawn from seeds keep every promise', { timeout: 3_600_000 }, async () => {
    const { from, to } = seedsWanted();
    const specs = Array.from({ length: to - from }, (_, at) => drawService(from + at));
    const swept = await sweep(specs);
    expect(swept).toHaveLength(specs.length);
    expect(await reported(swept)).toEqual([]);
    // The runs must not be vacuous: an honest service scores every row that it does not refuse.
    const honest = swept.filter(({ spec }) => honestyOfService(spec).size === 1);
    for (const { spec, scored, at } of honest)
      expect({ at, scored, seed: spec.seed }).toEqual({ at: 'done', scored: spec.rows - spec.refused, seed: spec.seed });
  });

  it('the usual seeds have every value, and most of their services are honest', () => {
    const specs = Array.from({ length: SEEDS.to - SEEDS.from }, (_, at) => drawService(SEEDS.from + at));
    const missing = DIMENSION_NAMES.flatMap((dimension) =>
      Object.keys(DIMENSIONS[dimension])
        .filter((value) => !specs.some(({ features }) => features[dimension] === value))
        .map((value) => `${dimension} ${value}`),
    );
    expect(missing).toEqual([]);
    expect(specs.filter((spec) => honestyOfService(spec).size === 1).length).toBeGreaterThan(specs.length / 2);
    expect(valuesOf('shape', 'honest').length).toBeGreaterThan(15);
  });
});
