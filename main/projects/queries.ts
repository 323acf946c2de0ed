/** One worker that answers questions about an open project: pages, distributions, a person. Kept while it is asked, ended when idle. */
import type { AnswerTo, Clock, RunningTask, SpawnWorker } from '../ports.ts';
import type { CheckRecipe, QueryQuestion } from '../worker/messages.ts';

/** As many projects as a person looks at side by side. */
const MOST_OPEN = 2;
const IDLE_MS = 120_000;

interface Open {
  readonly task: RunningTask<'query'>;
  usedAt: number;
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

  /** Asks about a project; `recipe` is only looked at when its worker has to be started. */
  async ask<Q extends QueryQuestion>(projectId: string, recipe: () => CheckRecipe, question: Q): Promise<AnswerTo<Q>> {
    let open = this.open.get(projectId);
    if (open === undefined) {
      if (this.open.size >= MOST_OPEN) {
        const oldest = [...this.open].reduce((a, b) => (a[1].usedAt <= b[1].usedAt ? a : b));
        this.drop(oldest[0]);
      }
      const task = this.spawnWorker('query', recipe());
      open = { task, usedAt: this.clock.now() };
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
