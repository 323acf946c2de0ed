import type { ColumnPlan, ColumnSuggestion } from '../../../shared/mapping/plan.ts';
import { withColumn } from '../../format/field-options.ts';
import { listed } from '../../format/text.ts';
import { SmallChoice } from './ColumnSettings.tsx';
import type { ChangePlan } from './usePlan.ts';

interface DeathValuesProps {
  readonly own: ColumnPlan;
  readonly suggestion: ColumnSuggestion;
  readonly locked: boolean;
  readonly change: ChangePlan;
}

const alsoIn = ({ to }: ColumnPlan): readonly string[] => (to.kind === 'none' ? (to.also ?? []) : []);

/** Asks what unclear values mean in a column that tells who has died, and shows the answers. */
export function DeathValues({ own, suggestion, locked, change }: DeathValuesProps) {
  const { column, settled } = own;
  const also = alsoIn(own);
  const answer = (values: readonly string[], isLast: boolean) =>
    change((plan) =>
      withColumn(plan, column, {
        to: { kind: 'none', tells: 'deceased', ...(values.length > 0 && { also: [...values] }) },
        settled: isLast,
      }),
    );
  const open = (suggestion.unclear ?? []).filter(({ value }) => !also.includes(value));
  if (settled)
    return (
      <>
        <div className="why-more" data-indent>
          {also.length === 0 ? 'No further value counts as deceased.' : `${listed(also.map((value) => `“${value}”`))} counts as deceased.`}
        </div>
        {!locked && (
          <div className="why-choices">
            <SmallChoice onClick={() => answer([], false)}>Ask again</SmallChoice>
          </div>
        )}
      </>
    );
  if (locked) return null;
  return (
    <div className="why-choices">
      {open.map(({ value }) => (
        <SmallChoice key={value} onClick={() => answer([...also, value], open.length === 1)}>
          “{value}” is deceased
        </SmallChoice>
      ))}
      <SmallChoice onClick={() => answer(also, true)}>{open.length === 1 ? 'It is not' : 'None of these'}</SmallChoice>
    </div>
  );
}
