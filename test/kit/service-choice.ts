/** The generated services of every run of the deep tests: few services with many pairs of values. */
import { randomOf } from './random.ts';
import {
  CHANGING_STEPS,
  type Dimension,
  DIMENSION_NAMES,
  DIMENSIONS,
  passes,
  plainService,
  READING_STEPS,
  SERVICE_STEPS,
  type ServiceSpec,
  type ServiceStep,
  valuesOf,
  withFeatures,
} from './service-dimensions.ts';

type Values = Readonly<Partial<Record<Dimension, string>>>;

/** Enough that each honest value is in two services or more, and that most pairs of them are in one. */
const HONEST = 60;
/** The services that are drawn for each that is chosen. */
const DRAWN = 3;

const pairOf = (a: Dimension, one: string, b: Dimension, other: string): string =>
  a < b ? `${a} ${one} × ${b} ${other}` : `${b} ${other} × ${a} ${one}`;

/** The pairs of values of a service. */
export const pairsOf = ({ features }: ServiceSpec): string[] =>
  DIMENSION_NAMES.flatMap((a, at) => DIMENSION_NAMES.slice(at + 1).map((b) => pairOf(a, features[a], b, features[b])));

/** Every pair of honest values of two dimensions. */
export const honestPairs = (): string[] =>
  DIMENSION_NAMES.flatMap((a, at) =>
    DIMENSION_NAMES.slice(at + 1).flatMap((b) =>
      valuesOf(a, 'honest').flatMap((one) => valuesOf(b, 'honest').map((other) => pairOf(a, one, b, other))),
    ),
  );

const shuffled = <T>(from: readonly T[], random: () => number): T[] =>
  from
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);

/** `given` and, for each other dimension, the honest value with the most pairs that are not in `seen`. */
function completed(given: Values, seen: ReadonlySet<string>, random: () => number): Values {
  const values: Partial<Record<Dimension, string>> = { ...given };
  const others = DIMENSION_NAMES.filter((dimension) => given[dimension] !== undefined);
  for (const dimension of shuffled(DIMENSION_NAMES, random)) {
    if (given[dimension] !== undefined) continue;
    let most = -1;
    for (const value of shuffled(valuesOf(dimension, 'honest'), random)) {
      const fresh = others.filter((other) => !seen.has(pairOf(dimension, value, other, values[other]!))).length;
      if (fresh > most) [most, values[dimension]] = [fresh, value];
    }
    others.push(dimension);
  }
  return values;
}

const notHonest = (): Values[] =>
  DIMENSION_NAMES.flatMap((dimension) =>
    valuesOf(dimension, 'elements', 'unproved', 'unusable').map((value): Values => ({ [dimension]: value })),
  );

/**
 * Services of honest values only, and then one for each other value together with honest ones. Each is the drawn one with the most pairs of
 * values that no service before it has. The same at each call.
 */
export function servicesOfPairs(): ServiceSpec[] {
  const random = randomOf(1);
  const seen = new Set<string>();
  const best = (given: Values, number: number): ServiceSpec => {
    const more = {
      rows: 10 + (number % 21),
      refused: number % 4,
      unusable: { at: SERVICE_STEPS[number % SERVICE_STEPS.length]!, after: number % 3 === 0 ? 1 : 0, times: [1, 2, null, 5][number % 4]! },
      acts: number % 5 < 3,
    };
    const drawn = Array.from({ length: DRAWN }, () => withFeatures(plainService({}, more), completed(given, seen, random)));
    const [{ spec, pairs }] = drawn
      .map((one) => ({ spec: one, pairs: pairsOf(one).filter((pair) => !seen.has(pair)) }))
      .toSorted((a, b) => b.pairs.length - a.pairs.length) as [{ spec: ServiceSpec; pairs: string[] }];
    for (const pair of pairs) seen.add(pair);
    return spec;
  };
  return [...Array.from({ length: HONEST }, (): Values => ({})), ...notHonest()].map(best);
}

/** A service for every value alone that makes a profile unreadable, or leaves open what belongs to whom. */
export const servicesOfDoubt = (): ServiceSpec[] =>
  DIMENSION_NAMES.flatMap((dimension) => valuesOf(dimension, 'elements', 'unproved').map((value) => plainService({ [dimension]: value })));

/** The unusable values by how a client notices them and whether the call may have taken effect. */
const KINDS_OF_UNUSABLE: readonly (readonly [Dimension, ...(readonly string[])])[] = [
  ['framing', 'length-too-short', 'length-too-long', 'no-last-chunk'],
  ['framing', 'length-and-chunked', 'two-lengths', 'malformed-chunk'],
  ['encoding', 'gzip-cut', 'brotli-cut'],
  ['encoding', 'plain-called-gzip', 'gzip-not-said', 'gzip-bad-sum', 'unknown-encoding'],
  ['closing', 'reset', 'cut'],
  ['refusal', 'busy', 'busy-seconds', 'busy-date'],
  ['refusal', 'down', 'down-seconds', 'broken'],
  ['refusal', 'web-page', 'login-page', 'empty'],
  ['refusal', 'redirect'],
  ['refusal', 'not-found'],
  ['refusal', 'token-refused'],
  ['headers', 'a-megabyte'],
];

/** Refusals of a call that never reaches the service. */
const NEVER_ACTS: ReadonlySet<string> = new Set(['busy', 'busy-seconds', 'busy-date', 'not-found', 'token-refused']);

/** Unusable answers for a time: each value at each changing call, and at all calls that read, together if the job gets past all of them. */
function temporarilyUnusable(): ServiceSpec[] {
  return DIMENSION_NAMES.flatMap((dimension) =>
    valuesOf(dimension, 'unusable').flatMap((value) => {
      const values = { [dimension]: value };
      const reads = passes(plainService(values)) ? (['reads'] as const) : READING_STEPS;
      // An answer that stalls lasts as long as a timeout.
      return [...CHANGING_STEPS, ...reads].map((at) =>
        plainService(values, { unusable: { at, after: 0, times: value === 'stalled' ? 1 : 2 } }),
      );
    }),
  );
}

/** Answers that are unusable for good: each kind at each call, its values in turn; a changing call with and without its effect. */
function unusableForGood(): ServiceSpec[] {
  return KINDS_OF_UNUSABLE.flatMap(([dimension, ...values], kind) => {
    const acting = (at: ServiceStep) => (CHANGING_STEPS.includes(at) && !NEVER_ACTS.has(values[0]!) ? [true, false] : [true]);
    return SERVICE_STEPS.flatMap((at) => acting(at).map((acts) => ({ at, acts }))).map(({ at, acts }, number) =>
      plainService({ [dimension]: values[(kind + number) % values.length]! }, { unusable: { at, after: 0, times: null }, acts }),
    );
  });
}

export const unusableServices = (): ServiceSpec[] => [...temporarilyUnusable(), ...unusableForGood()];

/** The values that no service of `specs` has. */
export const missingValues = (specs: readonly ServiceSpec[]): string[] =>
  DIMENSION_NAMES.flatMap((dimension) =>
    Object.keys(DIMENSIONS[dimension])
      .filter((value) => !specs.some(({ features }) => features[dimension] === value))
      .map((value) => `${dimension} ${value}`),
  );
