/** The parts of a list that wait for one that was given up: the next of them is sent, or all of them are released. */
import type { Output, ProjectView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { waitingParts, type WaitingParts } from '../../shared/view-texts/waiting-parts.ts';
import type { Clock } from '../platform/ports.ts';
import type { History } from '../store/app-database/history.ts';
import type { Bases } from '../checking/check-inputs.ts';
import type { Connections } from '../connections/connections.ts';
import type { Drafts } from '../checking/project-check.ts';
import type { Linked } from './derived-projects.ts';
import type { Runner } from '../runner/runner.ts';
import type { Shelf } from '../projects/project-store.ts';

export interface PartsWorld {
  readonly history: History;
  readonly clock: Clock;
  readonly connections: Connections;
  readonly shelf: Shelf;
  readonly drafts: Drafts;
  readonly linked: Linked;
  readonly bases: Bases;
  /** The runner of this process. @throws RUNNER_ELSEWHERE when another process has the lock. */
  runner(): Runner;
}

export class Parts {
  private readonly world: PartsWorld;

  constructor(world: PartsWorld) {
    this.world = world;
  }

  /**
   * Sends the next part that waits; the ones after it follow by themselves. `id`: any project of the list. Answers the part.
   * @throws NOT_FOUND; RUNNER_ELSEWHERE; NOT_NOW when no part waits, or when people of it may have been sent in another list since.
   */
  async sendNext(id: string): Promise<ProjectView> {
    const { bases, connections, drafts, linked, shelf } = this.world;
    const runner = this.world.runner();
    // Whoever was put on the do-not-screen list while the part waited is not sent.
    await drafts.checked(this.waiting(id).waiting[0].id);
    const { of, waiting } = this.waiting(id);
    const part = shelf.draft(waiting[0].id);
    bases.assertPartHeld(part);
    linked.repeatAs(of, part);
    const { name } = connections.row(part.connectionId);
    await runner.command(part.id, { type: 'send' }, { rows: part.facts.rows, connection: name });
    return shelf.view(part.id);
  }

  /**
   * Removes the parts that wait: their people count as not sent, and nothing was charged for them. `id`: any project of the list.
   * @throws NOT_FOUND; RUNNER_ELSEWHERE; NOT_NOW when no part waits.
   */
  async release(id: string): Promise<Output<'parts.release'>> {
    const { history, clock, shelf } = this.world;
    this.world.runner();
    const { of, waiting, rows } = this.waiting(id);
    // From the end, so that what is left is still offered should the program end in between.
    for (const part of waiting.toReversed()) await shelf.remove(part.id);
    history.appendJournal(of, clock.now(), { type: 'parts-released', parts: waiting.length, rows });
    shelf.tell(of);
    return { parts: waiting.length, rows };
  }

  private waiting(id: string): WaitingParts {
    const { shelf } = this.world;
    const found = waitingParts(shelf.view(id), shelf.list());
    if (found === null) throw new AppError('NOT_NOW', 'No part of this list waits to be sent.');
    return found;
  }
}
