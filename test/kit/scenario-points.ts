/** The kill points of each scenario, and how many of them there must be. */
import { FAULTY, type FaultScenario, PLAIN, type Scenario } from './fault-scenarios.ts';
import { type JournalMoment, type KillPoint, pointName, type WireStep } from './kill-points.ts';

/** Entries between a fault and the read that settles it. */
const AROUND_FAULTS: ReadonlySet<JournalMoment> = new Set<JournalMoment>([
  'failed',
  'searched',
  'observed',
  'observation-failed',
  'fell-short',
  'intend-create',
  'intend-add',
  'intend-process',
]);
/** Calls that settle a fault. */
const SETTLING: ReadonlySet<WireStep> = new Set<WireStep>(['status', 'projects']);

/** Kill points by kind. */
export interface PointCounts {
  readonly journal: number;
  readonly wire: number;
}

/** The points of a run that are near its fault. */
function pointsAround({ step }: FaultScenario, points: readonly KillPoint[]): KillPoint[] {
  return points.filter((point) =>
    point.kind === 'wire' ? point.step === step || SETTLING.has(point.step) : AROUND_FAULTS.has(point.event),
  );
}

/** The entry with which the part of a run begins that a fault of this call can change. */
const BEGINNING: Partial<Record<WireStep, JournalMoment>> = {
  create: 'intend-create',
  add: 'intend-add',
  process: 'intend-process',
  profiles: 'fell-short',
};

/**
 * The points near the fault of a run that come after it begins: a kill before it repeats the kill of a run without faults. Expects the points
 * of each kind in the order in which the run passes them.
 */
export function pointsAfterFault(scenario: FaultScenario, points: readonly KillPoint[]): KillPoint[] {
  const entry = points.findIndex((point) => point.kind === 'journal' && point.event === BEGINNING[scenario.step]);
  // The last place of the first request that fails: the earlier ones end the request before the service can act on it.
  const request = points.findLastIndex((point) => point.kind === 'wire' && point.step === scenario.step && point.occurrence === 1);
  return pointsAround(
    scenario,
    points.filter((point, at) => at >= (point.kind === 'journal' ? entry : request)),
  );
}

/** Calls of which neither the service nor the disk keeps anything, before the next entry of the journal. */
const WITHOUT_TRACE: ReadonlySet<WireStep> = new Set<WireStep>(['status', 'projects', 'credits', 'scores']);

/** The points that leave different states of disk and service: of a request without a trace one place, each in turn. */
export function differentPoints(points: readonly KillPoint[]): KillPoint[] {
  const places = new Map<string, KillPoint[]>();
  for (const point of points)
    if (point.kind === 'wire' && WITHOUT_TRACE.has(point.step)) {
      const request = `${point.step} ${point.occurrence}`;
      places.set(request, [...(places.get(request) ?? []), point]);
    }
  const chosen = new Set([...places.values()].map((some, at) => some[at % some.length]!));
  return points.filter((point) => point.kind === 'journal' || !WITHOUT_TRACE.has(point.step) || chosen.has(point));
}

export function countPoints(points: readonly KillPoint[]): PointCounts {
  const journal = points.filter(({ kind }) => kind === 'journal').length;
  return { journal, wire: points.length - journal };
}

/** The least number of points that a run passes; a busy computer passes more. */
interface Passed extends PointCounts {
  /** Entries that the run must have. */
  readonly entries: readonly JournalMoment[];
}

const passes = (journal: number, wire: number, ...entries: readonly JournalMoment[]): Passed => ({ journal, wire, entries });

/** The entries of a run without faults. */
const PLAIN_ENTRIES = [
  'send',
  'prepared',
  'intend-create',
  'created',
  'intend-add',
  'closing',
  'added',
  'observed',
  'intend-process',
  'started',
  'polled',
  'collected',
] as const satisfies readonly JournalMoment[];

/** Entries of every run around its fault. */
const ALWAYS = ['intend-create', 'intend-add', 'observed', 'intend-process'] as const satisfies readonly JournalMoment[];

/**
 * By scenario, the number of points that must be found: three quarters of those on an idle computer, because a busy computer makes fewer
 * observations and ends a request earlier. For the run without faults, of all points; for the others, of the points near the fault.
 */
const PASSED: Readonly<Record<string, Passed>> = {
  answered: passes(19, 49, ...PLAIN_ENTRIES),
  'create: acted on, answer dropped': passes(12, 30, 'failed', 'searched'),
  'create: acted on, then 503': passes(12, 32, 'failed', 'searched'),
  'create: 502 and not acted on': passes(16, 46, 'failed', 'searched'),
  'create: acted on, answer too late': passes(12, 30, 'failed', 'searched'),
  'create: 429 and then taken': passes(10, 35, 'failed'),
  'create: answer cut off': passes(12, 32, 'failed', 'searched'),
  'add: acted on, answer dropped': passes(9, 24, 'failed'),
  'add: acted on, then 503': passes(9, 26, 'failed'),
  'add: 502 and not acted on': passes(16, 43, 'failed'),
  'add: acted on, answer too late': passes(9, 24, 'failed'),
  'add: 429 and then taken': passes(10, 29, 'failed'),
  'add: answer cut off': passes(7, 26, 'added'),
  'process: acted on, answer dropped': passes(10, 25, 'failed'),
  'process: acted on, then 503': passes(10, 27, 'failed'),
  'process: 502 and not acted on': passes(18, 42, 'failed'),
  'process: acted on, answer too late': passes(10, 25, 'failed'),
  'process: 429 and then taken': passes(12, 33, 'failed'),
  'process: answer cut off': passes(7, 24, 'started'),
  'add: reset in its midst': passes(16, 40, 'failed'),
  'add: reset before the last byte': passes(16, 42, 'failed'),
  'add: part of the list lost': passes(16, 46, 'created'),
  'add: growing into sight': passes(12, 36, 'added'),
  'add: long out of sight': passes(18, 48, 'added'),
  'add: answer dropped and long out of sight': passes(20, 48, 'failed'),
  'create: answer dropped and the projects unreadable': passes(12, 36, 'failed', 'searched'),
  'process: answer dropped and the status unreadable': passes(10, 31, 'failed'),
  'profiles: some missing once': passes(9, 30, 'fell-short'),
};

/** What the points of a run lack, as sentences; empty if nothing. */
function lostPoints(scenario: Scenario | FaultScenario, points: readonly KillPoint[]): string[] {
  const least = PASSED[scenario.name];
  if (least === undefined) return [`${scenario.name}: no number of kill points is recorded`];
  const counts = countPoints('step' in scenario ? pointsAround(scenario, points) : points);
  const entries = new Set(points.map((point) => (point.kind === 'journal' ? point.event : null)));
  return [
    ...(['journal', 'wire'] as const)
      .filter((kind) => counts[kind] < least[kind])
      .map((kind) => `${scenario.name}: ${counts[kind]} kill points of the ${kind} instead of at least ${least[kind]}`),
    ...[...ALWAYS, ...least.entries].filter((entry) => !entries.has(entry)).map((entry) => `${scenario.name}: no entry "${entry}"`),
  ];
}

/** The kill points of every scenario. */
export type TracedPoints = ReadonlyMap<Scenario, readonly KillPoint[]>;

interface Tracer {
  trace(scenario: Scenario): Promise<KillPoint[]>;
}

/**
 * The kill points of all scenarios; the lanes share the work. Each lane traces the run without faults, its reference for scores.
 * @throws Error when a scenario has fewer points than recorded
 */
export async function traceAll(lanes: readonly Tracer[]): Promise<TracedPoints> {
  const traced = new Map<Scenario, readonly KillPoint[]>();
  let next = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      traced.set(PLAIN, await lane.trace(PLAIN));
      for (let scenario = FAULTY[next++]; scenario !== undefined; scenario = FAULTY[next++])
        traced.set(scenario, await lane.trace(scenario));
    }),
  );
  const lost = [...traced].flatMap(([scenario, points]) => lostPoints(scenario, points));
  if (lost.length > 0) throw new Error(`the kill matrix has lost points: ${lost.join('; ')}`);
  return traced;
}

/** The points that a run with these scenarios can pass, each once and in a fixed order, so that a seed draws the same ones. */
export function pointsOf(traced: TracedPoints, scenarios: readonly Scenario[]): KillPoint[] {
  const named = new Map(
    [PLAIN, ...scenarios].flatMap((scenario) => (traced.get(scenario) ?? []).map((point) => [pointName(point), point])),
  );
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, point]) => point);
}
