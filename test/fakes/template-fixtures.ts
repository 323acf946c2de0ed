/** Two saved mappings: one for the headings of the list, and one with some of them. */
import type { ColumnsView, Output } from '../../shared/contract/index.ts';
import type { ColumnPlan, MappingPlan, Target } from '../../shared/mapping/plan.ts';
import {
  differenceSize,
  fitTemplate,
  headerFingerprint,
  headingsFound,
  planDifference,
  templateOf,
} from '../../shared/mapping/templates.ts';

/** The mapping of a user: the mailing street is the second line, one field is the same in every row. */
function ownPlan({ plan, headers }: ColumnsView): MappingPlan {
  const targets: Readonly<Record<string, Target>> = {
    'Mailing Street': { kind: 'field', field: 'street2' },
    'Total Gifts': { kind: 'field', field: 'rfmTotalGiftCount' },
    Region: { kind: 'field', field: 'businessName' },
  };
  const columns = plan.columns.map((column): ColumnPlan => {
    const header = headers[column.column]!;
    if (header === 'First Gift Date') return { ...column, dateOrder: 'dmy' };
    return targets[header] === undefined ? column : { ...column, to: targets[header], settled: true };
  });
  return { ...plan, columns, constants: [{ field: 'country', value: 'US' }], cleaning: { ...plan.cleaning, zipZeros: true } };
}

/** The queries about the templates, and the columns with the first of them. */
export function templates(columns: ColumnsView, now: number) {
  const { headers, plan, suggestions } = columns;
  const alumniColumns = plan.columns
    .slice(0, 10)
    .map((column): ColumnPlan => (column.column === 9 ? { ...column, to: { kind: 'field', field: 'primaryMaiden' } } : column));
  const saved = [
    { id: 'annual', changedAt: now - 90 * 86_400_000, template: templateOf('Annual appeal export', headers, ownPlan(columns)) },
    {
      id: 'alumni',
      changedAt: now - 400 * 86_400_000,
      template: templateOf('Alumni office', [...headers.slice(0, 8), 'Class Year', 'Nickname'], { ...plan, columns: alumniColumns }),
    },
  ].map((one) => ({ ...one, fitted: fitTemplate(one.template, headers, suggestions) }));
  const [first] = saved;
  const list: Output<'templates.list'> = saved.map(({ id, changedAt, template }) => ({
    id,
    name: template.name,
    headings: template.headers.length,
    used: template.plan.columns.filter(({ to }) => to.kind !== 'none').length,
    changedAt,
  }));
  const offers: Output<'templates.offers'> = saved.map(({ id, template, fitted }) => ({
    id,
    name: template.name,
    same: template.fingerprint === headerFingerprint(headers),
    ...headingsFound(template, fitted),
    changes: differenceSize(planDifference(plan, fitted.plan)),
  }));
  const { plan: fittedPlan, missing, added } = first!.fitted;
  const fit: Output<'templates.fit'> = { plan: fittedPlan, missing: [...missing], added: [...added] };
  const applied: ColumnsView = { ...columns, plan: fittedPlan, template: { name: first!.template.name, changed: false } };
  return { list, offers, fit, applied, get: first!.template };
}
