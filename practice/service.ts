/** The state of the service between store and endpoints: options, settings that can change while it runs, and rules that depend on time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { dialectOf, type Dialect } from './dialects.ts';
import { delay } from './fault-streams.ts';
import { FaultRegistry } from './faults.ts';
import { PracticeStore, type StoredProject } from './store.ts';

export interface ServiceOptions {
  readonly dataDir: string | null;
  readonly storeKey: Buffer | null;
  readonly token: string;
  readonly dialect: string;
  readonly credits: number;
  readonly secondsPerThousandRows: number;
  readonly clock: () => number;
}

export type ProjectPhase = 'created' | 'processing' | 'processed';

export class PracticeService {
  readonly store: PracticeStore;
  readonly faults = new FaultRegistry();
  /** The true time in milliseconds since 1970; reported times may be skewed. */
  readonly clock: () => number;
  /** Set when the port is known. */
  url = '';
  dialectName: string;
  dialect: Dialect;
  secondsPerThousandRows: number;
  /** The organization in the credits answer. */
  organization = 'Practice';
  private tokenDigest: Buffer;
  /** Numbers of the projects whose processing time was set by a fault. */
  private readonly prolonged = new Set<number>();
  private clearing = new AbortController();

  constructor(options: ServiceOptions) {
    this.dialectName = options.dialect;
    this.dialect = dialectOf(options.dialect);
    this.secondsPerThousandRows = options.secondsPerThousandRows;
    this.tokenDigest = digest(options.token);
    this.clock = options.clock;
    this.store = new PracticeStore(options.dataDir, options.storeKey, options.credits);
  }

  /**
   * Switches to another dialect.
   * @throws RangeError for an unknown name
   */
  setDialect(name: string): void {
    this.dialect = dialectOf(name);
    this.dialectName = name;
  }

  setToken(token: string): void {
    this.tokenDigest = digest(token);
  }

  acceptsToken(token: string): boolean {
    return timingSafeEqual(digest(token), this.tokenDigest);
  }

  /** Charges and starts a project. `fault`: seconds per thousand rows set by a fault; undefined: the usual time. */
  startProcessing({ number, validRows }: StoredProject, fault: number | undefined): StoredProject {
    const duration = Math.round(validRows * (fault ?? this.secondsPerThousandRows));
    const started = this.store.startProcessing(number, this.clock(), duration);
    if (fault !== undefined) this.prolonged.add(number);
    return started;
  }

  /** Waits for the milliseconds of a latency fault, or until all faults are cleared. */
  async delayCall(ms: number): Promise<void> {
    await delay(ms, this.clearing.signal);
  }

  /** Clears all faults and releases the projects and calls that they delay. Returns the number of cleared rules. */
  clearFaults(): number {
    this.clearing.abort();
    this.clearing = new AbortController();
    for (const number of this.prolonged) this.store.finishProcessing(number, this.clock());
    this.prolonged.clear();
    return this.faults.clear();
  }

  /** The state of a project (section 3), derived from stored times so that processing continues while the service is down. */
  phase(project: StoredProject): ProjectPhase {
    if (project.startedAt === null || project.finishedAt === null) return 'created';
    return this.clock() >= project.finishedAt ? 'processed' : 'processing';
  }

  /** The visible row counts of a project. */
  visibleRows(project: StoredProject): { total: number; valid: number } {
    const now = this.clock();
    const all = { total: project.totalRows, valid: project.validRows };
    if (now >= project.arrivesUntil) return all;
    if (!project.arrivesGrowing) return { total: 0, valid: 0 };
    const share = Math.max(0, now - project.arrivesFrom) / (project.arrivesUntil - project.arrivesFrom);
    return { total: Math.floor(all.total * share), valid: Math.floor(all.valid * share) };
  }
}

// Digests have equal length, which the constant-time comparison requires and which hides the token's length.
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns a function that compares a given secret with `secret` in constant time. */
export function secretCheck(secret: string): (given: string) => boolean {
  const expected = digest(secret);
  return (given) => timingSafeEqual(digest(given), expected);
}
