/** Adapts a mapping to another source system. Columns that the user changed stay, and the others get the suggestion for that system. */
import type { FieldKey } from '../fields/index.ts';
import type { ColumnPlan, MappingPlan, Target } from './plan.ts';

const targetKey = (to: Target): string => (to.kind === 'none' ? '' : to.kind === 'field' ? to.field : `split ${to.splitter}`);

const isSame = (a: ColumnPlan, b: ColumnPlan): boolean =>
  targetKey(a.to) === targetKey(b.to) && a.settled === b.settled && a.dateOrder === b.dateOrder && a.decimal === b.decimal;

const fieldOfTarget = (to: Target): FieldKey | null => (to.kind === 'field' ? to.field : null);

/**
 * `former` and `next` are the suggested plans under the former and the next system. A column that differs from `former`
 * was changed by the user and stays. A column also stays if its next field already belongs to a column that stays.
 */
export function underSystem(plan: MappingPlan, former: MappingPlan, next: MappingPlan): MappingPlan {
  const before = new Map(former.columns.map((own) => [own.column, own]));
  const after = new Map(next.columns.map((own) => [own.column, own]));
  const combined = new Set(plan.combinations.flatMap(({ columns }) => columns));
  const staying = new Set<number>();
  const fields = new Set<FieldKey>(plan.combinations.map(({ field }) => field));
  const stay = ({ column, to }: ColumnPlan) => {
    staying.add(column);
    const field = fieldOfTarget(to);
    if (field !== null) fields.add(field);
  };
  for (const own of plan.columns) {
    const proposed = before.get(own.column);
    if (combined.has(own.column) || proposed === undefined || !isSame(own, proposed)) stay(own);
  }
  // Each column that stays can take the field that another one would get, which then stays too.
  for (let grows = true; grows;) {
    grows = false;
    for (const own of plan.columns) {
      if (staying.has(own.column)) continue;
      const proposed = after.get(own.column);
      const field = proposed === undefined ? null : fieldOfTarget(proposed.to);
      if (proposed !== undefined && (field === null || !fields.has(field))) continue;
      stay(own);
      grows = true;
    }
  }
  return { ...plan, columns: plan.columns.map((own) => (staying.has(own.column) ? own : after.get(own.column)!)) };
}
