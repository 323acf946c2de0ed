import type { ColumnPlan, ColumnSuggestion, Target } from '../../../shared/mapping/index.ts';
import { listed, withColumn } from '../../format/index.ts';
import { type ChangePlan, SmallChoice } from '../../components/index.ts';

interface DeceasedValuesProps {
  readonly own: ColumnPlan;
  readonly suggestion: ColumnSuggestion;
  readonly isLocked: boolean;
  readonly change: ChangePlan;
}

type Answers = Pick<Extract<Target, { kind: 'none' }>, 'yesValues' | 'noValues'>;

const quoted = (values: readonly string[]) => listed(values.map((value) => `“${value}”`));
const counted = (values: readonly string[], as: string) => `${quoted(values)} ${values.length === 1 ? 'means' : 'mean'} ${as}.`;

const answersText = (yesValues: readonly string[], noValues: readonly string[]) =>
  [yesValues.length > 0 && counted(yesValues, 'deceased'), noValues.length > 0 && counted(noValues, 'alive')].filter(Boolean).join(' ');

/** Asks what unclear values mean in a column that tells who has died, and shows the answers. */
export function DeceasedValues({ own, suggestion, isLocked, change }: DeceasedValuesProps) {
  const { column, settled } = own;
  const { yesValues = [], noValues = [] }: Answers = own.to.kind === 'none' ? own.to : {};
  const answer = (answers: Answers, isLast: boolean) =>
    change((plan) => withColumn(plan, column, { to: { kind: 'none', tells: 'deceased', everyValue: true, ...answers }, settled: isLast }));
  const asked = (suggestion.unclear ?? []).map(({ value }) => value);
  const open = asked.filter((value) => !yesValues.includes(value) && !noValues.includes(value));
  if (settled)
    return (
      <>
        <div className="why-more" data-indent>
          {answersText(yesValues, noValues) || 'Rows with these values have a warning on Check.'}
        </div>
        {!isLocked && (
          <div className="why-choices">
            <SmallChoice onClick={() => answer({}, false)}>Ask again</SmallChoice>
          </div>
        )}
      </>
    );
  if (isLocked) return null;
  return (
    <div className="why-choices">
      {open.map((value) => (
        <SmallChoice
          key={value}
          onClick={() =>
            answer({ yesValues: [...yesValues, value], ...(noValues.length > 0 && { noValues: [...noValues] }) }, open.length === 1)
          }
        >
          “{value}” means deceased
        </SmallChoice>
      ))}
      <SmallChoice
        onClick={() => answer({ ...(yesValues.length > 0 && { yesValues: [...yesValues] }), noValues: [...noValues, ...open] }, true)}
      >
        {open.length === 1 ? 'It does not' : 'None of these'}
      </SmallChoice>
    </div>
  );
}
