/**
 * The dimensions in which generated services differ, one per open detail of the interface or of HTTP. A service has one value per
 * dimension, drawn from a seed; the first value of a dimension is the usual, plain one.
 */
import { randomOf } from './random.ts';

/**
 * What the application must achieve with a value. `honest`: every row gets its score. `elements`: some profiles cannot be read or have no
 * score; all others get theirs. `unproved`: scores may be missing, never wrong. `unusable`: single answers are wrong; a later one may be
 * right.
 */
export type Honesty = 'honest' | 'elements' | 'unproved' | 'unusable';

const of = <N extends string>(honesty: Honesty, ...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, honesty])) as Record<N, Honesty>;
const honest = <N extends string>(...names: readonly N[]) => of('honest', ...names);
const elements = <N extends string>(...names: readonly N[]) => of('elements', ...names);
const unproved = <N extends string>(...names: readonly N[]) => of('unproved', ...names);
const unusable = <N extends string>(...names: readonly N[]) => of('unusable', ...names);

export const DIMENSIONS = {
  /** How an answer shows the end of its body. */
  framing: {
    ...honest('length', 'chunked', 'chunk-extensions', 'until-close', 'http-1.0'),
    ...unusable('length-too-short', 'length-too-long', 'length-and-chunked', 'two-lengths', 'malformed-chunk', 'no-last-chunk'),
  },
  encoding: {
    ...honest('none', 'identity', 'gzip', 'x-gzip', 'upper-gzip', 'deflate', 'brotli'),
    ...unusable('plain-called-gzip', 'gzip-not-said', 'gzip-cut', 'gzip-bad-sum', 'brotli-cut', 'unknown-encoding'),
  },
  charset: {
    ...honest('not-said', 'utf-8', 'quoted-utf-8', 'bom', 'utf-16', 'utf-16le', 'utf-16be', 'latin1', 'windows-1252'),
    ...unproved('utf-8-called-latin1', 'unknown-charset'),
  },
  /** How the list of profiles continues. */
  paging: {
    ...honest('none', 'ignored', 'from-one', 'from-zero', 'last-flag', 'has-more', 'not-said', 'overlapping'),
    ...honest('cursor', 'next-cursor', 'next-address', 'next-path', 'next-in-links', 'link-header', 'loop'),
    ...unproved('next-self', 'next-elsewhere', 'endless-address'),
  },
  /** Whether the lists of projects and of row errors have pages as well. */
  pagedLists: honest('no', 'yes'),
  /** How the capacity in a profile is written. */
  numbers: {
    ...honest('integer', 'text', 'float', 'exponent', 'digits-16', 'digits-20', 'digits-in-fraction', 'big-exponent', 'negative', 'tiny'),
    ...honest('null', 'missing', 'empty-text', 'grouped-text'),
    ...elements('nan', 'infinity', 'leading-zero', 'bare-word'),
  },
  shape: {
    ...honest('array', 'items', 'data', 'profiles', 'results', 'scores', 'records', 'content', 'rows', 'other-name', 'embedded'),
    ...honest(
      'data-items',
      'profiles-items',
      'profiles-data',
      'profiles-by-id',
      'ndjson',
      'ndjson-bom',
      'csv',
      'second-array',
      'second-first',
      'errors-first',
    ),
    ...unproved('by-id', 'buried', 'text-in-json', 'plain-text'),
  },
  /** The shape of the lists of projects and of row errors. */
  lists: honest('array', 'items', 'data', 'named', 'data-items', 'ndjson'),
  closing: {
    ...honest('kept-open', 'closed', 'half-closed', 'slow', 'byte-by-byte'),
    ...unusable('reset', 'cut', 'stalled'),
  },
  /** Bytes of the list of profiles. */
  size: honest('small', 'medium', 'large'),
  progressWord: honest('Processing', 'in_progress', 'Wird verarbeitet', 'QUEUED', 'number', 'null', 'missing', 'changing', 'long'),
  finalWord: { ...honest('processed', 'PROCESSED', 'padded', 'mixed'), ...unproved('Completed', 'failed') },
  /** How many status answers after the start still say that the work is in progress. */
  patience: honest('at-once', 'once', 'twice', 'nine-times'),
  success: honest('usual', 'all-200', 'all-202', 'all-204', 'all-299'),
  /** Answers in place of the real ones. */
  refusal: {
    ...honest('none'),
    ...unusable(
      'busy',
      'busy-seconds',
      'busy-date',
      'down',
      'down-seconds',
      'broken',
      'web-page',
      'login-page',
      'redirect',
      'not-found',
      'token-refused',
      'empty',
    ),
  },
  interim: honest('none', 'continue', 'early-hints', 'two-continues'),
  headers: { ...honest('few', 'many', 'twenty-kilobytes'), ...unusable('a-megabyte') },
  /** What a profile says about whose profile it is. */
  echo: { ...honest('id', 'record', 'nested-record', 'id-and-row', 'row-and-name'), ...unproved('row', 'name', 'nothing') },
  rowBase: honest('one', 'zero', 'sheet'),
  score: {
    ...honest('most-recent', 'pending', 'both', 'flat', 'nested'),
    ...elements('some-without'),
    ...unproved('all-without'),
  },
  report: { ...honest('grouped', 'flat', 'messages', 'map', 'with-id'), ...unproved('not-there') },
  counts: {
    ...honest('numbers', 'texts', 'once-processed', 'null-first', 'never', 'floats'),
    ...unproved('huge', 'negative', 'not-a-number'),
  },
  credits: {
    ...honest('remaining', 'number', 'creditsRemaining', 'remaining_credits', 'availableCredits', 'nested', 'text', 'plain-text'),
    ...honest('unknown-name', 'huge', 'negative', 'float'),
  },
  ids: honest('uuid', 'number', 'long-number', 'odd-text', 'projectId', '_id', 'in-project', 'in-data'),
  projectNames: honest('always', 'in-list', 'never'),
  /** The list of people. */
  list: honest('ids', 'numeric-ids', 'long-ids', 'no-ids'),
  upload: honest('json', 'csv'),
  /** Where the service quotes the token and a person. */
  quotes: honest('nowhere', 'request-id', 'status-word', 'error-body'),
} as const satisfies Record<string, Readonly<Record<string, Honesty>>>;

export type Dimension = keyof typeof DIMENSIONS;
export type Features = { readonly [D in Dimension]: Extract<keyof (typeof DIMENSIONS)[D], string> };
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[];

/** The calls of the main job, as the service sees them. */
export const SERVICE_STEPS = ['credits', 'projects', 'create', 'add', 'process', 'status', 'profiles', 'errors'] as const;
export type ServiceStep = (typeof SERVICE_STEPS)[number];
export const CHANGING_STEPS: readonly ServiceStep[] = ['create', 'add', 'process'];
/** Calls that only read. */
export const READING_STEPS = SERVICE_STEPS.filter((step) => !CHANGING_STEPS.includes(step));

export interface ServiceSpec {
  readonly seed: number;
  readonly features: Features;
  readonly rows: number;
  /** Rows that the service refuses. */
  readonly refused: number;
  /** The call with unusable answers (or all that read), the number of usable answers before them, and their number; null: all later ones. */
  readonly unusable: { readonly at: ServiceStep | 'reads'; readonly after: number; readonly times: number | null };
  /** Whether the service acts on a changing call that it answers unusably. */
  readonly acts: boolean;
}

export const honestyOf = (dimension: Dimension, value: string): Honesty =>
  (DIMENSIONS[dimension] as Readonly<Record<string, Honesty>>)[value]!;
export const plainOf = (dimension: Dimension): string => Object.keys(DIMENSIONS[dimension])[0]!;
export const valuesOf = (dimension: Dimension, ...wanted: readonly Honesty[]): string[] =>
  Object.keys(DIMENSIONS[dimension]).filter((value) => wanted.includes(honestyOf(dimension, value)));

/** True if unusable answers of the service are only those of calls that read. */
export const isUnusableInReads = ({ unusable: { at } }: ServiceSpec): boolean => at === 'reads' || READING_STEPS.includes(at);

/** True if the service has unusable answers to this call. */
export const isUnusableAt = ({ unusable: { at } }: ServiceSpec, step: string): boolean =>
  at === step || (at === 'reads' && READING_STEPS.some((reading) => reading === step));

/** The kinds of honesty of all values of a service. */
export function honestyOfService({ features }: Pick<ServiceSpec, 'features'>): ReadonlySet<Honesty> {
  return new Set(DIMENSION_NAMES.map((dimension) => honestyOf(dimension, features[dimension])));
}

/** Refusals that end without anybody's action. */
const TEMPORARY: ReadonlySet<string> = new Set(['busy', 'busy-seconds', 'busy-date', 'down', 'down-seconds', 'broken']);

/** True if no other refusals than temporary ones replace the real answers. */
export const passes = ({ features: { refusal } }: ServiceSpec): boolean => refusal === 'none' || TEMPORARY.has(refusal);

/** Answers that end too early, which look the same as a broken connection. */
const BROKEN_FRAMING: ReadonlySet<string> = new Set(['length-too-long', 'no-last-chunk']);

/** True for a service that is unavailable, or whose connections break, from some call on. */
export const isAway = ({ features: { refusal, closing, framing }, unusable: { times } }: ServiceSpec): boolean =>
  times === null && (TEMPORARY.has(refusal) || BROKEN_FRAMING.has(framing) || honestyOf('closing', closing) === 'unusable');

/** Shapes that are not objects, and so cannot say anything about pages. */
const WITHOUT_ENVELOPE = new Set(['array', 'ndjson', 'ndjson-bom', 'csv', 'by-id', 'buried', 'text-in-json', 'plain-text']);
const PAGING_OF_ENVELOPES = new Set([
  'from-one',
  'from-zero',
  'last-flag',
  'has-more',
  'cursor',
  'next-cursor',
  'next-address',
  'next-path',
]);
const ENVELOPES = 'next-in-links loop next-self next-elsewhere endless-address';

/** Replaces combinations that no service can have. */
function possible(features: Features): Features {
  let { paging, pagedLists, size, charset, counts, numbers } = features;
  const needsEnvelope = PAGING_OF_ENVELOPES.has(paging) || ENVELOPES.split(' ').includes(paging);
  if (WITHOUT_ENVELOPE.has(features.shape) && needsEnvelope) paging = 'link-header';
  // If neither a count nor the answer mentions pages, no client can know that more pages follow.
  const saysNothing = paging === 'not-said' || (paging === 'overlapping' && WITHOUT_ENVELOPE.has(features.shape));
  if (saysNothing && counts === 'never') counts = 'numbers';
  // No count says how many projects there are.
  if (paging === 'not-said') pagedLists = 'no';
  if (features.closing === 'byte-by-byte') size = 'small';
  // A byte order mark belongs to the text, not to its lines.
  if (features.shape === 'ndjson-bom') charset = 'bom';
  // CSV cannot escape characters that a charset lacks, and has only texts.
  if (features.shape === 'csv' && (charset === 'latin1' || charset === 'windows-1252')) charset = 'utf-8';
  if (features.shape === 'csv' && honestyOf('numbers', numbers) === 'elements') numbers = 'integer';
  return { ...features, paging, pagedLists, size, charset, counts, numbers };
}

/** The service of a seed. Half of the values are plain; three of five services are honest. */
export function drawService(seed: number): ServiceSpec {
  const random = randomOf(Math.imul(seed, 2_654_435_761));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const features: Partial<Record<Dimension, string>> = {};
  for (const dimension of DIMENSION_NAMES) features[dimension] = random() < 0.5 ? plainOf(dimension) : pick(valuesOf(dimension, 'honest'));
  // Two of five seeds have faulty values, each in turn, so a few hundred seeds cover all of them.
  if (seed % 5 < 2) {
    const faulty = DIMENSION_NAMES.flatMap((dimension) =>
      valuesOf(dimension, 'elements', 'unproved', 'unusable').map((value) => [dimension, value] as const),
    );
    const turn = faulty[(Math.floor(seed / 5) * 2 + (seed % 5)) % faulty.length]!;
    for (const [dimension, value] of [...(random() < 0.3 ? [pick(faulty)] : []), turn]) features[dimension] = value;
  }
  const rows = 10 + Math.floor(random() * 21);
  return {
    seed,
    features: possible(features as Features),
    rows,
    refused: Math.floor(random() * 4),
    unusable: { at: pick(SERVICE_STEPS), after: random() < 0.7 ? 0 : 1, times: pick([1, 1, 2, 5, null]) },
    acts: random() < 0.6,
  };
}

/** The same service with other values. */
export const withFeatures = (spec: ServiceSpec, changes: Partial<Record<Dimension, string>>): ServiceSpec => ({
  ...spec,
  features: possible({ ...spec.features, ...changes } as Features),
});

/** The values that are not plain, and the other details of the service. */
export function describeService({ seed, features, rows, refused, unusable: { at, after, times }, acts }: ServiceSpec): string {
  const special = DIMENSION_NAMES.filter((dimension) => features[dimension] !== plainOf(dimension));
  const isUnusable = special.some((dimension) => honestyOf(dimension, features[dimension]) === 'unusable');
  const where = isUnusable ? ` · unusable at ${at} after ${after}, ${times ?? 'all'} times, ${acts ? 'acts' : 'does not act'}` : '';
  return `seed ${seed}: ${rows} rows, ${refused} refused${where} · ${special.map((dimension) => `${dimension} ${features[dimension]}`).join(', ')}`;
}

/** A service with these values; all others are plain. */
export function plainService(
  features: Partial<Record<Dimension, string>> = {},
  more: Partial<Omit<ServiceSpec, 'features'>> = {},
): ServiceSpec {
  const plain = Object.fromEntries(DIMENSION_NAMES.map((dimension) => [dimension, plainOf(dimension)])) as Features;
  const spec = {
    seed: 0,
    features: plain,
    rows: 14,
    refused: 2,
    unusable: { at: 'profiles', after: 0, times: 2 },
    acts: true,
    ...more,
  } as const;
  return withFeatures(spec, features);
}
