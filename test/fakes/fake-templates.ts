/** The saved mappings in the stand-in of the application: offered, laid over the columns, taken back, renamed, removed. */
import { randomBytes } from 'node:crypto';
import type { ColumnsView, Output, TemplateView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { MappingPlan } from '../../shared/mapping/plan.ts';
import {
  differenceSize,
  fitTemplate,
  headerFingerprint,
  headingsFound,
  planDifference,
  type Template,
  templateOf,
} from '../../shared/mapping/templates.ts';

interface Kept {
  readonly id: string;
  readonly at: number;
  readonly template: Template;
}

/** A person's own mapping of the list: the mailing street is the second line, one field is the same in every row. */
function ownMapping({ plan, headers }: ColumnsView): MappingPlan {
  const to = (header: string, target: MappingPlan['columns'][number]['to']) => (column: MappingPlan['columns'][number]) =>
    headers[column.column] === header ? { ...column, to: target, settled: true } : column;
  return {
    ...plan,
    columns: plan.columns
      .map(to('Mailing Street', { kind: 'field', field: 'street2' }))
      .map(to('Total Gifts', { kind: 'field', field: 'rfmTotalGiftCount' }))
      .map(to('Region', { kind: 'field', field: 'businessName' }))
      .map((column) => (headers[column.column] === 'First Gift Date' ? { ...column, dateOrder: 'dmy' as const } : column)),
    constants: [{ field: 'country', value: 'US' }],
    cleaning: { ...plan.cleaning, zipZeros: true },
  };
}

export class FakeTemplates {
  private kept: Kept[] = [];
  private before: MappingPlan | null = null;

  /** With the columns of a list there are two templates: one for its headings, and one that knows some of them. */
  constructor(columns: ColumnsView | null) {
    if (columns === null) return;
    const now = Date.now();
    this.kept = [
      { id: 'annual', at: now - 90 * 86_400_000, template: templateOf('Annual appeal export', columns.headers, ownMapping(columns)) },
      {
        id: 'alumni',
        at: now - 400 * 86_400_000,
        template: templateOf('Alumni office', [...columns.headers.slice(0, 8), 'Class Year', 'Nickname'], {
          ...columns.plan,
          columns: columns.plan.columns
            .slice(0, 10)
            .map((column) => (column.column === 9 ? { ...column, to: { kind: 'field', field: 'primaryMaiden' } } : column)),
        }),
      },
    ];
  }

  private one(id: string): Kept {
    const found = this.kept.find((one) => one.id === id);
    if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such template any more.');
    return found;
  }

  private view({ id, at, template }: Kept): TemplateView {
    const used = template.plan.columns.filter(({ to }) => to.kind !== 'none').length;
    return { id, name: template.name, headings: template.headers.length, used, changedAt: at };
  }

  private keep(id: string, template: Template): TemplateView {
    const made = { id, at: Date.now(), template };
    this.kept = [...this.kept.filter((one) => one.id !== id), made];
    return this.view(made);
  }

  list(): TemplateView[] {
    return this.kept.map((one) => this.view(one));
  }

  get(id: string): Template {
    return this.one(id).template;
  }

  fit(id: string, { headers, suggestions }: ColumnsView): Output<'templates.fit'> {
    const { plan, missing, added } = fitTemplate(this.get(id), headers, suggestions);
    return { plan, missing: [...missing], added: [...added] };
  }

  offers(columns: ColumnsView): Output<'templates.offers'> {
    return this.kept.map(({ id, template }) => {
      const fitted = fitTemplate(template, columns.headers, columns.suggestions);
      return {
        id,
        name: template.name,
        same: template.fingerprint === headerFingerprint(columns.headers),
        ...headingsFound(template, fitted),
        changes: differenceSize(planDifference(columns.plan, fitted.plan)),
      };
    });
  }

  apply(id: string, columns: ColumnsView): ColumnsView {
    this.before = columns.plan;
    return { ...columns, plan: this.fit(id, columns).plan, template: { name: this.get(id).name, changed: false } };
  }

  undo(columns: ColumnsView): ColumnsView {
    if (this.before === null) throw new AppError('NOT_NOW', 'No template was used for these columns.');
    return { ...columns, plan: this.before, template: null };
  }

  save(name: string, replace: boolean, { headers, plan }: ColumnsView): TemplateView {
    const holder = this.kept.find(({ template }) => template.name.toLowerCase() === name.toLowerCase());
    if (holder !== undefined && !replace) throw new AppError('TEMPLATE_NAME_TAKEN', `There is a template “${name}” already.`);
    return this.keep(holder?.id ?? randomBytes(6).toString('hex'), templateOf(name, headers, plan));
  }

  rename(id: string, name: string): TemplateView {
    return this.keep(id, { ...this.get(id), name });
  }

  remove(id: string): Record<string, never> {
    this.kept = this.kept.filter((one) => one.id !== id);
    return {};
  }

  /** A file whose name says that it is broken is refused; any other brings a template of the list's own headings. */
  import(fileName: string, { headers, plan }: ColumnsView): TemplateView {
    if (fileName.includes('broken'))
      throw new AppError(
        'TEMPLATE_UNREADABLE',
        `“${fileName}” holds no template that can be used: it is no JSON file, or it was cut off. Nothing was kept of it. Export the template again.`,
      );
    return this.keep(randomBytes(6).toString('hex'), templateOf(fileName.replace(/\.json$/, ''), headers, plan));
  }
}
