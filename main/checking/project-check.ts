/** Working on a list before it is sent: its columns, its check, a person's changes. */
import { isDeepStrictEqual } from 'node:util';
import { planProblems } from '../../shared/mapping/mapping.ts';
import type { CheckView, ColumnsView, Input, MadeBefore, Output, ReplacePreview } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { MappingPlan } from '../../shared/mapping/plan.ts';
import { underSystem } from '../../shared/mapping/system-choice.ts';
import type { CheckSummary } from '../worker-protocol/check.ts';
import type { EditRequest } from '../worker-protocol/list.ts';
import type { Bases } from './check-inputs.ts';
import { type SealedFacts, shownCheck } from '../projects/list-state.ts';
import { readinessOf, type Shelf } from '../projects/project-store.ts';
import type { ListBefore } from './baseline.ts';

/** A mapping and what it is called. */
interface NamedPlan {
  readonly name: string;
  readonly plan: MappingPlan;
}

/** Stands for the day of a check that a changed mapping has made stale. */
const NEVER = '';

export class Drafts {
  private readonly shelf: Shelf;
  private readonly bases: Bases;

  constructor(shelf: Shelf, bases: Bases) {
    this.shelf = shelf;
    this.bases = bases;
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

  /** Takes the list as exported from this system, null for none; what a person settled by hand stays. */
  async chooseSystem({ id, system }: Input<'columns.system'>): Promise<ColumnsView> {
    const { shelf } = this;
    return await shelf.alone(id, async () => {
      const { asked } = shelf.sealed(shelf.draft(id));
      const [former, next] = await shelf.ask(id, { ask: 'proposals', systems: [asked.system, system] });
      const project = shelf.draft(id);
      const facts = shelf.sealed(project);
      const plan = underSystem(facts.plan, former!.plan, next!.plan);
      const chosen = { ...facts, asked: { ...asked, system }, system: next!.system, suggestions: next!.suggestions };
      const template = facts.template === null ? null : { ...facts.template, changed: true };
      shelf.keep(project, isDeepStrictEqual(plan, facts.plan) ? chosen : { ...chosen, plan, template, today: NEVER });
      return this.columns(id);
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

  /** The check of the list as it is now: made anew when the mapping, the day, or what it is checked by has changed. */
  async checked(id: string): Promise<CheckSummary> {
    const project = this.shelf.row(id);
    // It stays as it was sent, and its results may be fetched again meanwhile, which takes its time.
    if (project.state.at === 'done') return this.shelf.sealed(project).check;
    return await this.shelf.alone(id, () => this.fresh(id));
  }

  /** The same, for one who works on the project's file alone. */
  private async fresh(id: string): Promise<CheckSummary> {
    const { shelf, bases } = this;
    const project = shelf.row(id);
    const facts = shelf.sealed(project);
    if (project.state.at !== 'draft') return facts.check;
    await bases.prepare(project);
    const today = shelf.today();
    const { basis, name } = bases.of(project);
    if (facts.today === today && facts.basis === name) return project.facts.changing ? await this.readAgain(id) : facts.check;
    const check = await shelf.task(id, 'check', 'checking', { ...shelf.listOf(project), today, basis });
    shelf.keep(shelf.row(id), { ...facts, check, today, basis: name }, { readiness: readinessOf(check), changing: false });
    return check;
  }

  /** Whether the check of a draft is, at this very moment, of the list as it stands and of all that it is checked by. */
  isFresh(id: string): boolean {
    const { shelf, bases } = this;
    const project = shelf.row(id);
    const { today, basis } = shelf.sealed(project);
    return !shelf.isAtWork(id) && !project.facts.changing && today === shelf.today() && basis === bases.of(project).name;
  }

  /** The check as the project's file has it: the program may have ended within a change, with one of the two kept and the other not. */
  private async readAgain(id: string): Promise<CheckSummary> {
    const { shelf } = this;
    const check = await shelf.ask(id, { ask: 'summary' });
    const project = shelf.row(id);
    shelf.note(project, { ...shelf.sealed(project), check }, { readiness: readinessOf(check), changing: false });
    return check;
  }

  async check(id: string): Promise<CheckView> {
    const check = await this.checked(id);
    return shownCheck(check, this.shelf.row(id).facts);
  }

  /** Makes a change of the list; only the rows that it concerns are judged anew. */
  async edit(id: string, edit: EditRequest): Promise<CheckView> {
    const { shelf } = this;
    return await shelf.alone(id, async () => {
      shelf.draft(id);
      await this.fresh(id);
      shelf.beginChange(id);
      const check = await shelf.ask(id, { ask: 'edit', edit });
      const project = shelf.draft(id);
      shelf.note(project, { ...shelf.sealed(project), check }, { readiness: readinessOf(check), changing: false });
      return shownCheck(check, project.facts);
    });
  }

  async replacing({ id, ...replacement }: Input<'check.replacing'>): Promise<ReplacePreview> {
    await this.checked(id);
    return await this.shelf.ask(id, { ask: 'replacing', ...replacement });
  }

  /** Which corrections of the list before can be made again; null where there is none, and once the list was sent. */
  async madeBefore(id: string, before: ListBefore | null): Promise<MadeBefore | null> {
    await this.checked(id);
    if (before === null || this.shelf.row(id).state.at !== 'draft') return null;
    return { name: before.name, ...(await this.shelf.ask(id, { ask: 'madeBefore', earlier: before.projects })) };
  }

  async page(input: Input<'check.page'>): Promise<Output<'check.page'>> {
    await this.checked(input.id);
    const { id, filter, find, offset, limit } = input;
    const { sendErrors, again } = this.shelf.row(id).facts;
    return await this.shelf.ask(id, { ask: 'checkPage', filter, find, offset, limit, choice: { sendErrors, again } });
  }
}
