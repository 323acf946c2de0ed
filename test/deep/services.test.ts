/**
 * The main job with hundreds of generated services: each has one value per dimension of `test/kit/service-dimensions.ts`. Whatever a
 * service does, the program continues, nothing is paid twice, no score is lost, wrong or changed, every wait ends, and all messages are
 * true.
 *
 * DESK_SERVICES=FROM-TO screens the seeds from FROM up to, but not including, TO: one seed to repeat a problem, thousands for a
 * long sweep (a thousand take about five minutes): `DESK_SERVICES=1-5000 npx vitest run --project deep test/deep/services.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import { honestPairs, missingValues, pairsOf, servicesOfDoubt, servicesOfPairs, unusableServices } from '../kit/service-choice.ts';
import { describeService, DIMENSION_NAMES, drawService, honestyOfService, plainService, valuesOf } from '../kit/service-dimensions.ts';
import { SERVICE_REGRESSIONS } from '../kit/service-regressions.ts';
import { simplest, sweep, type SweptService } from '../kit/service-sweep.ts';

/** A few, because the services of pairs have every value; a sweep draws thousands. */
const SEEDS = { from: 17_766, to: 17_786 };

const line = ({ spec, problems }: SweptService) => `${describeService(spec)}: ${problems.slice(0, 3).join(' | ')}`;

/** One line for each service with a problem; the first services are also reduced to the values that the problem needs. */
async function reported(swept: readonly SweptService[]): Promise<string[]> {
  const wrong = swept.filter(({ problems }) => problems.length > 0);
  const simple = await Promise.all(wrong.slice(0, 2).map(simplest));
  return wrong.map((one, at) => {
    const { seed } = one.spec;
    const repeat = seed === 0 ? '' : `DESK_SERVICES=${seed}-${seed + 1} `;
    return `${repeat}${line(one)}${simple[at] === undefined ? '' : ` · at its simplest, ${line(simple[at])}`}`;
  });
}

/** An honest service scores every row that it does not refuse. */
function expectAllScored(swept: readonly SweptService[]): void {
  const honest = swept.filter(({ spec }) => honestyOfService(spec).size === 1);
  for (const { spec, scored, at } of honest)
    expect({ at, scored, spec: describeService(spec) }).toEqual({
      at: 'done',
      scored: spec.rows - spec.refused,
      spec: describeService(spec),
    });
}

function seedsWanted(): { readonly from: number; readonly to: number } {
  const wanted = /^(\d+)-(\d+)$/.exec(process.env['DESK_SERVICES'] ?? '');
  return wanted === null ? SEEDS : { from: Number(wanted[1]), to: Number(wanted[2]) };
}

describe('a list screened with generated services', () => {
  it('services with many pairs of values keep every promise', { timeout: 3_600_000 }, async () => {
    const swept = await sweep([plainService(), ...servicesOfPairs()]);
    expect(await reported(swept)).toEqual([]);
    expectAllScored(swept);
  });

  it('a service with one value that leaves something open keeps every promise', { timeout: 3_600_000 }, async () => {
    expect(await reported(await sweep(servicesOfDoubt()))).toEqual([]);
  });

  it('a service with unusable answers keeps every promise', { timeout: 3_600_000 }, async () => {
    expect(await reported(await sweep(unusableServices()))).toEqual([]);
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
    expectAllScored(swept);
  });

  it('the services have every value, each honest one twice, and seven of ten pairs of honest values; most services are honest', () => {
    const specs = servicesOfPairs();
    expect(missingValues(specs)).toEqual([]);
    const honest = specs.filter((spec) => honestyOfService(spec).size === 1);
    expect(honest.length).toBeGreaterThan(specs.length / 2);
    const lone = honest.filter((spec) => missingValues(honest.filter((other) => other !== spec)).length > missingValues(honest).length);
    expect(lone.map(describeService)).toEqual([]);
    const pairs = new Set(honest.flatMap(pairsOf));
    const all = honestPairs();
    expect(all.filter((pair) => pairs.has(pair)).length / all.length).toBeGreaterThan(0.7);
    // An answer that stalls lasts as long as a timeout, so no service stalls for good.
    const forGood = unusableServices().filter(({ unusable: { times } }) => times === null);
    const missing = new Set(missingValues(forGood));
    const unusable = DIMENSION_NAMES.flatMap((dimension) => valuesOf(dimension, 'unusable').map((value) => `${dimension} ${value}`));
    expect(unusable.filter((value) => missing.has(value))).toEqual(['closing stalled']);
  });
});
