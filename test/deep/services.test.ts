/**
 * The main job with thousands of generated services: each is one value per dimension of `test/kit/service-dimensions.ts`. Whatever a service
 * does, the program goes on, nothing is paid twice, no score is lost, wrong or changed, every wait ends, and what is said is true.
 *
 * DESK_SERVICES=FROM-TO screens the seeds from FROM to before TO instead of the usual ones: one seed to repeat a problem, thousands for a
 * long sweep (a thousand take about three minutes): `DESK_SERVICES=1-5000 npx vitest run --project deep test/deep/services.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import {
  describeService,
  type Dimension,
  DIMENSION_NAMES,
  DIMENSIONS,
  drawService,
  honestyOfService,
  plainOf,
  plainService,
  type ServiceSpec,
  servicesOfOneValue,
  valuesOf,
  withFeatures,
} from '../kit/service-dimensions.ts';
import { SERVICE_REGRESSIONS } from '../kit/service-regressions.ts';
import { simplest, sweep, type SweptService } from '../kit/service-sweep.ts';

const SEEDS = { from: 1, to: 401 };

/** Values that the program does not get right yet. They are drawn as plain ones and listed here, so that none is forgotten. */
const OPEN: Partial<Record<Dimension, readonly string[]>> = {
  framing: ['length-and-chunked', 'two-lengths', 'malformed-chunk'],
  encoding: ['plain-called-gzip', 'gzip-cut', 'gzip-bad-sum', 'brotli-cut'],
  charset: ['bom', 'utf-16', 'utf-16le', 'utf-16be', 'latin1', 'windows-1252'],
  paging: [
    'overlapping',
    'cursor',
    'next-cursor',
    'next-address',
    'next-path',
    'next-in-links',
    'link-header',
    'loop',
    'next-self',
    'next-elsewhere',
  ],
  pagedLists: ['yes'],
  numbers: ['digits-16', 'digits-20', 'digits-in-fraction', 'nan', 'infinity', 'leading-zero', 'bare-word'],
  shape: ['profiles-items', 'profiles-data', 'profiles-by-id', 'ndjson-bom', 'buried', 'text-in-json'],
  interim: ['continue', 'two-continues'],
  headers: ['twenty-kilobytes', 'a-megabyte'],
  score: ['some-without', 'all-without'],
  counts: ['huge'],
  list: ['long-ids'],
  quotes: ['request-id', 'status-word'],
};

const PAGES: ReadonlySet<string> = new Set(['empty', 'web-page', 'login-page']);

/** A start that was answered and not acted on, then "fetch", then "look again": the question does not come back. */
const isForgottenStart = ({ features: { refusal }, unusable, acts }: ServiceSpec) =>
  PAGES.has(refusal) && unusable.at === 'process' && !acts;

const openIn = ({ features }: ServiceSpec): Dimension[] =>
  DIMENSION_NAMES.filter((dimension) => OPEN[dimension]?.includes(features[dimension]) === true);
const isOpen = (spec: ServiceSpec) => openIn(spec).length > 0 || isForgottenStart(spec);

/** A plain value can make another one impossible, which is then replaced as well. */
function closed(spec: ServiceSpec): ServiceSpec {
  const open: Dimension[] = isForgottenStart(spec) ? ['refusal'] : openIn(spec);
  if (open.length === 0) return spec;
  const plain = Object.fromEntries(open.map((dimension) => [dimension, plainOf(dimension)]));
  return closed(withFeatures(spec, openIn(spec).includes('paging') ? { ...plain, shape: 'items' } : plain));
}

const line = ({ spec, problems }: SweptService) => `${describeService(spec)}: ${problems.slice(0, 3).join(' | ')}`;

/** One line for each service with a problem; the first ones also with no more values than the problem needs. */
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
  it('a service with one unusual value keeps every promise', async () => {
    const swept = await sweep([plainService(), ...servicesOfOneValue()].filter((spec) => !isOpen(spec)));
    expect(await reported(swept)).toEqual([]);
  });

  it('services that once led to a problem do not any more', async () => {
    expect(await reported(await sweep(SERVICE_REGRESSIONS.filter((spec) => !isOpen(spec))))).toEqual([]);
  });

  it('services drawn from seeds keep every promise', { timeout: 3_600_000 }, async () => {
    const { from, to } = seedsWanted();
    const specs = Array.from({ length: to - from }, (_, at) => closed(drawService(from + at)));
    const swept = await sweep(specs);
    expect(swept).toHaveLength(specs.length);
    expect(await reported(swept)).toEqual([]);
    // No vacuous runs: an honest service scores every row that it does not refuse.
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
