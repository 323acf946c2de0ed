import type { Input } from '../../shared/contract/index.ts';
import type { Baseline } from '../checking/index.ts';
import type { ProjectRemoval, ProjectStore, SourceFiles } from '../projects/index.ts';
import type { PartSequence } from './part-sequence.ts';

export class ProjectDeletion {
  private readonly store: ProjectStore;
  private readonly sources: SourceFiles;
  private readonly removal: ProjectRemoval;
  private readonly baseline: Baseline;
  private readonly parts: PartSequence;

  constructor(store: ProjectStore, sources: SourceFiles, removal: ProjectRemoval, baseline: Baseline, parts: PartSequence) {
    this.store = store;
    this.sources = sources;
    this.removal = removal;
    this.baseline = baseline;
    this.parts = parts;
  }

  /** @throws NOT_FOUND; NOT_NOW while the project runs, and when results would be lost and `loseResults` is false. */
  async delete({ id, loseResults }: Input<'projects.remove'>): Promise<Record<string, never>> {
    await this.sources.deleteSpooledCopy(id);
    // The parts of a deleted draft could never be sent.
    if (this.store.known(id).state.at === 'draft') await this.parts.withdraw(id);
    await this.removal.remove(id, loseResults);
    this.baseline.clear(id);
    return {};
  }
}
