/** Working on a list before it is sent: its columns, its check, a person's changes. */
import { planProblems } from '../../shared/mapping.ts';
import type { CheckView, ColumnsView, Input, Output } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { MappingPlan } from '../../shared/plan.ts';
import type { CheckSummary, EditRequest } from '../worker/messages.ts';
import type { SealedFacts } from './facts.ts';
import { readinessOf, type Shelf } from './shelf.ts';

/** A mapping and what it is called. */
interface NamedPlan {
  readonly name: string;
  readonly plan: MappingPlan;
}

/** Stands for the day of a check that a changed mapping has made stale. */
const NEVER = '';

export class Drafts {
  private readonly shelf: Shelf;

  constructor(shelf: Shelf) {
    this.shelf = shelf;
  }

  columns(id: string): ColumnsView {
    const { reading, plan, suggestions, system, template } = this.shelf.sealed(this.shelf.row(id));
    const problems = planProblems(plan, reading.headers).map((problem) => ({ ...problem, columns: [...problem.columns] }));
    const laid = template === null ? null : { name: template.name, changed: template.changed };
    return { headers: [...reading.headers], plan, suggestions, system, template: laid, problems };
  }

  /** Keeps a changed mapping; the rows are checked anew when the check is next asked for. */
  async changeColumns(input: Input<'columns.change'>): Promise<ColumnsView> {
    const { shelf } = this;
    return await shelf.alone(input.id, () => {
      const project = shelf.draft(input.id);
      const facts = shelf.sealed(project);
      const template = facts.template === null ? null : { ...facts.template, changed: true };
      shelf.keep(project, { ...facts, plan: input.plan, template, today: NEVER });
      return Promise.resolve(this.columns(input.id));
    });
  }

  /** Lays a template's plan over the columns and keeps what stood there before, for `takeTemplateBack`. */
  async layTemplate(id: string, fitted: (facts: Pick<SealedFacts, 'reading' | 'suggestions'>) => NamedPlan): Promise<ColumnsView> {
    const { shelf } = this;
    return await shelf.alone(id, () => {
      const project = shelf.draft(id);
      const facts = shelf.sealed(project);
      const { name, plan } = fitted(facts);
      shelf.keep(project, { ...facts, plan, template: { name, changed: false, before: facts.plan }, today: NEVER });
      return Promise.resolve(this.columns(id));
    });
  }

  /** The columns as they stood before a template was laid over them. Ends in NOT_NOW when none was. */
  async takeTemplateBack(id: string): Promise<ColumnsView> {
    const { shelf } = this;
    return await shelf.alone(id, () => {
      const project = shelf.draft(id);
      const facts = shelf.sealed(project);
      if (facts.template === null) throw new AppError('NOT_NOW', 'No template was used for these columns.');
      shelf.keep(project, { ...facts, plan: facts.template.before, template: null, today: NEVER });
      return Promise.resolve(this.columns(id));
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
