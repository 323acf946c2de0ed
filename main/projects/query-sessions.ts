/** One worker that answers questions about an open project: pages, distributions, a person. Kept while it is asked, ended when idle. */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { AnswerTo, Clock, RunningTask, SpawnWorker } from '../platform/ports.ts';
import type { CheckRecipe } from '../worker-protocol/check.ts';
import type { QueryQuestion } from '../worker-protocol/queries.ts';

/** As many projects as a person looks at side by side. */
const MOST_OPEN = 2;
const IDLE_MS = 120_000;

interface Open {
  readonly task: RunningTask<'query'>;
  readonly at: Opened;
  /** What other programs had changed of the history when it was last looked at. */
  changes: number;
  usedAt: number;
}

/** As what a project was opened. */
interface Opened {
  readonly recipe: CheckRecipe;
  /** The file under the project's name: another one once its sheet was read again. */
  readonly inode: number | null;
}

function opened(recipe: CheckRecipe): Opened {
  return { recipe, inode: statSync(recipe.file.path, { throwIfNoEntry: false })?.ino ?? null };
}

export class Queries {
  private readonly open = new Map<string, Open>();
  private readonly spawnWorker: SpawnWorker;
  private readonly clock: Clock;
  private readonly sweep: NodeJS.Timeout;

  constructor(spawnWorker: SpawnWorker, clock: Clock) {
    this.spawnWorker = spawnWorker;
    this.clock = clock;
    this.sweep = setInterval(() => {
      for (const [id, { usedAt }] of this.open) if (clock.now() - usedAt > IDLE_MS) this.drop(id);
    }, IDLE_MS / 2);
    this.sweep.unref();
  }

  /**
   * Asks about a project; `recipe` is only looked at when its worker has to be started, or another program may have changed it since:
   * `changes` is another number then.
   */
  async ask<Q extends QueryQuestion>(projectId: string, recipe: () => CheckRecipe, question: Q, changes: number): Promise<AnswerTo<Q>> {
    let open = this.open.get(projectId);
    if (open !== undefined && open.changes !== changes) {
      if (isDeepStrictEqual(open.at, opened(recipe()))) open.changes = changes;
      else {
        this.drop(projectId);
        open = undefined;
      }
    }
    if (open === undefined) {
      if (this.open.size >= MOST_OPEN) {
        const oldest = [...this.open].reduce((a, b) => (a[1].usedAt <= b[1].usedAt ? a : b));
        this.drop(oldest[0]);
      }
      const at = opened(recipe());
      const task = this.spawnWorker('query', at.recipe);
      open = { task, at, changes, usedAt: this.clock.now() };
      this.open.set(projectId, open);
      void task.result
        .catch(() => undefined)
        .finally(() => {
          if (this.open.get(projectId)?.task === task) this.open.delete(projectId);
        });
    }
    open.usedAt = this.clock.now();
    return await open.task.ask(question);
  }

  /** Forgets what is open of a project: its rows, plan or results are about to change. */
  drop(projectId: string): void {
    const open = this.open.get(projectId);
    this.open.delete(projectId);
    open?.task.cancel();
  }

  /** Forgets everything that is open: a project that is removed may lie open beside another one that it is compared with. */
  dropAll(): void {
    for (const id of this.open.keys()) this.drop(id);
  }

  close(): void {
    clearInterval(this.sweep);
    this.dropAll();
  }
}
