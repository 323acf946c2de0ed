/** The service between its store and its endpoints: what it was started with, what can be changed while it runs, and the rules that involve time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { dialectOf, type Dialect } from './dialects.ts';
import { FaultBook } from './faults.ts';
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
  readonly faults = new FaultBook();
  /** The true time in milliseconds since 1970; what callers are told may be skewed. */
  readonly clock: () => number;
  /** Set once the port is known. */
  url = '';
  dialectName: string;
  dialect: Dialect;
  secondsPerThousandRows: number;
  /** The organization that the credits answer names. */
  organization = 'Practice';
  private tokenDigest: Buffer;

  constructor(options: ServiceOptions) {
    this.dialectName = options.dialect;
    this.dialect = dialectOf(options.dialect);
    this.secondsPerThousandRows = options.secondsPerThousandRows;
    this.tokenDigest = digest(options.token);
    this.clock = options.clock;
    this.store = new PracticeStore(options.dataDir, options.storeKey, options.credits);
  }

  /** Speaks another dialect from now on. Throws a RangeError when there is none of that name. */
  speak(name: string): void {
    this.dialect = dialectOf(name);
    this.dialectName = name;
  }

  setToken(token: string): void {
    this.tokenDigest = digest(token);
  }

  acceptsToken(token: string): boolean {
    return timingSafeEqual(digest(token), this.tokenDigest);
  }

  /** The state of a project (section 3). Derived from persisted times, so that processing goes on while the service is down. */
  phase(project: StoredProject): ProjectPhase {
    if (project.startedAt === null || project.finishedAt === null) return 'created';
    return this.clock() >= project.finishedAt ? 'processed' : 'processing';
  }

  /** The row counts of a project as far as they are in sight. */
  rowsInSight(project: StoredProject): { total: number; valid: number } {
    const now = this.clock();
    const whole = { total: project.totalRows, valid: project.validRows };
    if (now >= project.arrivesUntil) return whole;
    if (!project.arrivesGrowing) return { total: 0, valid: 0 };
    const share = Math.max(0, now - project.arrivesFrom) / (project.arrivesUntil - project.arrivesFrom);
    return { total: Math.floor(whole.total * share), valid: Math.floor(whole.valid * share) };
  }
}

// Digests have one length, which the constant-time comparison needs and which hides the token's own.
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A way to compare given secrets with `secret` in constant time. */
export function secretCheck(secret: string): (given: string) => boolean {
  const expected = digest(secret);
  return (given) => timingSafeEqual(digest(given), expected);
}
