/** The gifts of a second file in a draft's list. */
import type { Parsed } from '../../shared/contract/index.ts';
import type { GiftsView } from '../../shared/gifts/index.ts';
import type { FileTokens, ProjectFileQueue, ProjectStore } from '../projects/index.ts';
import type { ProjectQueries } from './project-queries.ts';

interface ProjectGiftsDeps {
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly queries: ProjectQueries;
  readonly files: FileTokens;
}

export class ProjectGifts {
  private readonly deps: ProjectGiftsDeps;

  constructor(deps: ProjectGiftsDeps) {
    this.deps = deps;
  }

  /**
   * Fills the giving fields from a gift file. The next query for the check checks the rows again.
   * @throws NOT_FOUND; NOT_NOW once the list was sent; INPUT_INVALID when the file has no gifts of these people; what reading a spreadsheet throws.
   */
  async use({ id, file: token, password, options, choices }: Parsed<'gifts.use'>): Promise<GiftsView> {
    const { store, queue, queries, files } = this.deps;
    const offered = files.take(token);
    const { path, name } = offered;
    const secret = password ?? offered.password;
    try {
      return await queue.run(id, async () => {
        const project = store.draft(id);
        const gifts = { path, name, options, ...(secret === undefined ? {} : { password: secret }) };
        // The rows change before the mapping does. If the program ends in between, the rows are checked again, without the gifts.
        store.saveEdit(project, { ...store.listState(project), check: null });
        queries.invalidate(id);
        const { view, first } = await queue.runTask(id, 'gifts', { ...store.source(project), gifts, choices, write: true });
        const draft = store.draft(id);
        const state = store.listState(draft);
        store.saveEdit(draft, { ...state, mapping: { ...state.mapping, gifts: { first, wins: choices.wins } }, check: null });
        queries.invalidate(id);
        return view;
      });
    } finally {
      await files.deleteSpooledCopy(offered);
    }
  }
}
