/** What beside its rows and its mapping a list is checked by: house rules, the do-not-screen list, people screened before on its connection. */
import { createHash } from 'node:crypto';
import { HouseRules, NO_HOUSE_RULES } from '../../shared/checks/checks.ts';
import { SCREENED_WITHIN } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Clock, Log } from '../ports.ts';
import type { History, ProjectRow } from '../store/history.ts';
import type { ProjectFileRef } from '../store/projectfile.ts';
import type { CheckBasis } from '../worker/messages.ts';
import type { Connections } from './connections.ts';
import type { DoNotScreen } from './donotscreen.ts';

const DAY_MS = 86_400_000;
const HOUSE_RULES = 'houseRules';

interface BasesWorld {
  readonly history: History;
  readonly clock: Clock;
  readonly log: Log;
  readonly connections: Connections;
  readonly doNotScreen: DoNotScreen;
  fileOf(project: ProjectRow): ProjectFileRef;
  /** Keeps the people of a finished project so that later lists find them; answers how many. */
  remember(projectId: string): Promise<number>;
  rulesChanged(rules: HouseRules): void;
}

export class Bases {
  private readonly world: BasesWorld;

  constructor(world: BasesWorld) {
    this.world = world;
  }

  /** Ends in DATABASE_DAMAGED when what is stored is no house rules. */
  houseRules(): HouseRules {
    const kept = this.world.history.setting(HOUSE_RULES);
    if (kept === null) return NO_HOUSE_RULES;
    try {
      return HouseRules.parse(JSON.parse(kept));
    } catch (cause) {
      throw new AppError('DATABASE_DAMAGED', 'The house rules can not be read: the data folder is damaged.', {}, { cause });
    }
  }

  setHouseRules(rules: HouseRules): HouseRules {
    this.world.history.setSetting(HOUSE_RULES, JSON.stringify(rules));
    this.world.rulesChanged(rules);
    return rules;
  }

  /** Days back in which people count as screened for a project; 0: never. */
  within({ facts, connectionId }: Pick<ProjectRow, 'facts' | 'connectionId'>): number {
    const { kind, settings } = this.world.connections.row(connectionId);
    return facts.screenedWithin ?? settings.screenedWithin ?? SCREENED_WITHIN[kind];
  }

  /** Finished projects whose people count as screened for this one, the oldest first. */
  private before(project: ProjectRow): ProjectRow[] {
    const since = this.world.clock.now() - this.within(project) * DAY_MS;
    return this.world.history
      .projects()
      .filter(({ id, connectionId, state, facts }) => {
        const isOther = id !== project.id && connectionId === project.connectionId;
        return isOther && state.at === 'done' && facts.processedAt !== null && facts.processedAt > since;
      })
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** Sees to it that the people of earlier projects can be found. A project that can not be read is passed over and tried again. */
  async prepare(project: ProjectRow): Promise<void> {
    for (const { id, facts } of this.before(project)) {
      if (facts.people !== null) continue;
      try {
        await this.world.remember(id);
      } catch (error) {
        if (error instanceof AppError && error.code === 'CLOSING') throw error;
        this.world.log.error('project.remember', error, { project: id });
      }
    }
  }

  /** The basis of a project's check as it is now; `name` is another one whenever a check would find something else. */
  of(project: ProjectRow): { readonly basis: CheckBasis; readonly name: string } {
    const { doNotScreen } = this.world;
    const houseRules = this.houseRules();
    const before = this.before(project).filter(({ facts }) => facts.people !== null && facts.people > 0);
    const parts = [JSON.stringify(houseRules), doNotScreen.revision(), ...before.map(({ id }) => id)];
    return {
      basis: { houseRules, doNotScreen: doNotScreen.list(), screened: before.map((other) => this.world.fileOf(other)) },
      name: createHash('sha256').update(parts.join('\n')).digest('base64url'),
    };
  }
}
