/** Watches the journal for kill points, in every application of this process. */
import { ProjectTable } from '../../main/store/app-database/project-table.ts';
import { type JournalMoment, type KillPoint, momentOf } from './kill-points.ts';

/** The kill points of one run in its journal. */
export class JournalWatch {
  private readonly counts = new Map<JournalMoment, number>();
  private readonly kill: KillPoint | null;
  private readonly die: () => void;
  private readonly passed: (point: KillPoint) => void;

  /** Calls `die` at `kill`, if it is a point in the journal, and `passed` at every point before that. */
  constructor(kill: KillPoint | null, die: () => void, passed: (point: KillPoint) => void) {
    this.kill = kill;
    this.die = die;
    this.passed = passed;
  }

  count(event: JournalMoment): void {
    this.counts.set(event, (this.counts.get(event) ?? 0) + 1);
  }

  reached(event: JournalMoment, at: 'before' | 'after'): void {
    const occurrence = this.counts.get(event) ?? 0;
    this.passed({ kind: 'journal', event, occurrence, at });
    const { kill } = this;
    if (kill?.kind === 'journal' && kill.event === event && kill.occurrence === occurrence && kill.at === at) this.die();
  }
}

/** Reports the journal entries of this process, before and after their commit, to the watch that is `current` then. */
export function watchJournal(current: () => JournalWatch | null): void {
  const advance = Object.getOwnPropertyDescriptor(ProjectTable.prototype, 'advance')?.value as ProjectTable['advance'];
  ProjectTable.prototype.advance = function (...step) {
    const [, , entry] = step;
    const event = momentOf(entry.event);
    const watch = current();
    watch?.count(event);
    watch?.reached(event, 'before');
    const entered = advance.apply(this, step);
    watch?.reached(event, 'after');
    return entered;
  };
}
