/** Fault rules: set through the control endpoint, matched and counted here, executed by fault-hooks.ts and fault-streams.ts. */
import * as z from 'zod';

/** The endpoints of the interface by purpose, with their numbers in section 4. */
export const STEPS = [
  'profile', // #1
  'profile-list', // #2
  'create', // #3
  'add', // #4
  'process', // #5
  'status', // #6
  'profiles', // #7
  'errors', // #8
  'projects', // #9
  'credits', // #10
  'score-request', // #11
  'score-request-get', // #12
  'scores', // #13
  'profile-get', // GET profile/:id
] as const;

export type Step = (typeof STEPS)[number];

const count = z.int().min(0);
const positive = z.int().min(1);
const milliseconds = z.number().min(0).max(86_400_000);

const On = z
  .strictObject({
    step: z.enum(STEPS),
    method: z.enum(['GET', 'POST']),
    route: z.string().describe('the path below the version, as in section 4: /project/:id/scores'),
    project: z.string().describe('the id of a project'),
  })
  .partial();

const common = {
  on: On.default({}).describe('which calls are affected: those that match everything given; if nothing is given, all calls'),
  nth: positive.default(1).describe('the first matching call that is affected, counted from when the rule was set'),
  times: positive.nullable().optional().describe('how many calls are affected from there on; null for all; 1 by default'),
};

const cut = { atByte: z.int().default(0).describe('from the start of the body; below 0 from its end; at its end when it is shorter') };
const how = z.enum(['reset', 'close']).default('reset').describe('reset: RST; close: FIN, as if the service ended');
const when = z.enum(['head', 'body', 'act']).describe('once the head is read; once the body is read too; once the call has had its effect');

const Rule = z.strictObject(common);

/**
 * A fault rule. Kinds about lists, profiles, status or processing fit only such calls. `times` is 1 by default, but unlimited for
 * `token-expires` and `clock-skew`.
 */
export const FaultRule = z.discriminatedUnion('kind', [
  Rule.extend({
    kind: z.literal('status'),
    status: z.int().min(300).max(599),
    when: when.default('head'),
    retryAfter: z.strictObject({ seconds: count, form: z.enum(['seconds', 'date']).default('seconds') }).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.string().optional().describe('replaces the error body of the dialect'),
  }),
  Rule.extend({ kind: z.literal('token-expires') }),
  Rule.extend({ kind: z.literal('latency'), ms: milliseconds, when: z.enum(['head', 'act']).default('head') }),
  Rule.extend({ kind: z.literal('reset-request'), ...cut, how }),
  Rule.extend({ kind: z.literal('slow-request'), bytesPerSecond: positive }),
  Rule.extend({ kind: z.literal('drop-answer'), how }),
  Rule.extend({ kind: z.literal('reset-answer'), ...cut, how }),
  Rule.extend({ kind: z.literal('truncate'), ...cut }),
  Rule.extend({ kind: z.literal('malformed'), ...cut }),
  Rule.extend({ kind: z.literal('trickle'), bytesPerSecond: positive }),
  Rule.extend({ kind: z.literal('stall'), ...cut, ms: milliseconds.nullable().default(null).describe('null: until the caller gives up') }),
  Rule.extend({ kind: z.literal('content-type'), value: z.string() }),
  Rule.extend({ kind: z.literal('big-answer'), bytes: positive.max(8 * 1024 ** 3).describe('spaces before the body, which stays JSON') }),
  Rule.extend({ kind: z.literal('gzip'), packed: z.boolean().describe('true: packed even for a caller that does not accept it') }),
  Rule.extend({ kind: z.literal('duplicate-profiles'), every: positive.default(2) }),
  Rule.extend({ kind: z.literal('missing-profiles'), every: positive.default(2) }),
  Rule.extend({ kind: z.literal('shuffled-profiles') }),
  Rule.extend({ kind: z.literal('partial-list'), rows: count.describe('the rest is lost') }),
  Rule.extend({
    kind: z.literal('late-list'),
    ms: milliseconds,
    growing: z.boolean().default(true).describe('counts up as they arrive, or stays 0 until all have arrived'),
  }),
  Rule.extend({ kind: z.literal('status-word'), word: z.string() }),
  Rule.extend({
    kind: z.literal('project-name'),
    name: z.string().describe('replaces the name of every project, as if the answer were for another project'),
  }),
  Rule.extend({ kind: z.literal('processing-time'), secondsPerThousandRows: z.number().min(0).max(86_400) }),
  Rule.extend({ kind: z.literal('clock-skew'), ms: z.number().min(-1e12).max(1e12).describe('added to every time the service tells') }),
]);

export type Fault = z.output<typeof FaultRule>;
export type FaultKind = Fault['kind'];
type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>;

/** The call that rules are matched against; `project` is the ID in its path. */
export interface FaultTarget {
  readonly step: Step;
  readonly method: string;
  readonly route: string;
  readonly project: string | null;
}

/** A rule and its counts: `seen` calls matched, and `hit` of them failed. */
export interface ActiveFault {
  readonly id: string;
  readonly rule: Fault;
  readonly seen: number;
  readonly hit: number;
}

/** The faults of one call; several can apply at once. */
export class CallFaults {
  private readonly rules: readonly Fault[];

  constructor(rules: readonly Fault[]) {
    this.rules = rules;
  }

  /** The latest rule of this kind that hits the call. */
  of<K extends FaultKind>(kind: K): FaultOf<K> | undefined {
    return this.rules.findLast((rule): rule is FaultOf<K> => rule.kind === kind);
  }
}

export const NO_FAULTS = new CallFaults([]);

const LASTING: readonly FaultKind[] = ['token-expires', 'clock-skew'];

function timesOf(rule: Fault): number {
  if (rule.times === null || (rule.times === undefined && LASTING.includes(rule.kind))) return Infinity;
  return rule.times ?? 1;
}

/** The steps where a kind has an effect, if not all. Calls of other steps must not use the rule up. */
const EFFECTIVE: Partial<Record<FaultKind, readonly Step[]>> = {
  'duplicate-profiles': ['profiles', 'scores'],
  'missing-profiles': ['profiles', 'scores'],
  'shuffled-profiles': ['profiles', 'scores'],
  'partial-list': ['add'],
  'late-list': ['add'],
  'slow-request': ['add', 'create', 'profile', 'score-request'],
  'status-word': ['status', 'projects'],
  'project-name': ['status', 'projects'],
  'processing-time': ['process'],
};

const fits = ({ kind, on }: Fault, target: FaultTarget) =>
  (EFFECTIVE[kind]?.includes(target.step) ?? true) &&
  (on.step === undefined || on.step === target.step) &&
  (on.method === undefined || on.method === target.method) &&
  (on.route === undefined || on.route === target.route) &&
  (on.project === undefined || on.project === target.project);

/** The active rules, in memory only: a restarted service has no faults. */
export class FaultRegistry {
  private active: { id: string; rule: Fault; seen: number; hit: number }[] = [];
  private next = 1;

  set(rule: Fault): ActiveFault {
    const entry = { id: `fault-${this.next++}`, rule, seen: 0, hit: 0 };
    this.active.push(entry);
    return entry;
  }

  list(): readonly ActiveFault[] {
    return this.active;
  }

  /** Removes one rule, or all; returns the number removed. */
  clear(id?: string): number {
    const before = this.active.length;
    this.active = id === undefined ? [] : this.active.filter((entry) => entry.id !== id);
    return before - this.active.length;
  }

  /** Counts a call for every rule it matches, and returns the rules that hit it. */
  match(target: FaultTarget): CallFaults {
    const hits: Fault[] = [];
    for (const entry of this.active) {
      if (!fits(entry.rule, target)) continue;
      entry.seen++;
      if (entry.seen < entry.rule.nth || entry.seen >= entry.rule.nth + timesOf(entry.rule)) continue;
      entry.hit++;
      hits.push(entry.rule);
    }
    return hits.length === 0 ? NO_FAULTS : new CallFaults(hits);
  }
}
