/** Working on a list before it is sent: its columns, its check, a person's changes. */
import { planProblems } from '../../shared/mapping.ts';
import type { CheckView, ColumnsView, Input, Output } from '../../shared/contract.ts';
import type { CheckSummary, EditRequest } from '../worker/messages.ts';
import { readinessOf, type Shelf } from './shelf.ts';

/** Stands for the day of a check that a changed mapping has made stale. */
const NEVER = '';

export class Drafts {
  private readonly shelf: Shelf;

  constructor(shelf: Shelf) {
    this.shelf = shelf;
  }

  columns(id: string): ColumnsView {
    const { reading, plan, suggestions, system } = this.shelf.sealed(this.shelf.row(id));
    const problems = planProblems(plan, reading.headers).map((problem) => ({ ...problem, columns: [...problem.columns] }));
    return { headers: [...reading.headers], plan, suggestions, system, problems };
  }

  /** Keeps a changed mapping; the rows are checked anew when the check is next asked for. */
  async changeColumns(input: Input<'columns.change'>): Promise<ColumnsView> {
    const { shelf } = this;
    return await shelf.alone(input.id, () => {
      const project = shelf.draft(input.id);
      shelf.keep(project, { ...shelf.sealed(project), plan: input.plan, today: NEVER });
      return Promise.resolve(this.columns(input.id));
    });
  }

  /** The check of the list as it is mapped now: made anew when the mapping or the day has changed, or for an edit. */
  async checked(id: string, edit?: EditRequest): Promise<CheckSummary> {
    const { shelf } = this;
    return await shelf.alone(id, async () => {
      const project = shelf.row(id);
      const facts = shelf.sealed(project);
      const today = shelf.today();
      if (edit === undefined && (facts.today === today || project.state.at !== 'draft')) return facts.check;
      shelf.draft(id);
      const check = await shelf.task(id, 'check', 'checking', {
        file: shelf.fileOf(project),
        reading: facts.reading,
        plan: facts.plan,
        today,
        ...(edit === undefined ? {} : { edit }),
      });
      shelf.keep(shelf.row(id), { ...facts, check, today }, { readiness: readinessOf(check) });
      return check;
    });
  }

  async check(id: string, edit?: EditRequest): Promise<CheckView> {
    const { withErrors: _, byHand: __, ...view } = await this.checked(id, edit);
    return view;
  }

  async page(input: Input<'check.page'>): Promise<Output<'check.page'>> {
    await this.checked(input.id);
    const { id, filter, find, offset, limit } = input;
    return await this.shelf.ask(id, { ask: 'checkPage', filter, find, offset, limit });
  }
}
