import { IconBulb, IconCheck, IconCircleX, IconEyeOff, IconPencil } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { focusTitle } from '../../kit/index.ts';
import { fieldOf } from '../../../shared/fields/index.ts';
import {
  type ColumnPlan,
  type ColumnSuggestion,
  type Combination,
  type Target,
  columnLetters,
  roleOf,
} from '../../../shared/mapping/index.ts';
import { choiceOf, combinationName, number, targetName, withColumn, withCombination, withOnly, withTarget } from '../../format/index.ts';
import { asksForOrder, ColumnSettings, type ColumnWhyProps, DateChoices } from './ColumnSettings.tsx';
import { asksForDeceased } from './column-groups.ts';
import { DeceasedValues } from './DeceasedValues.tsx';
import { type ChangePlan, SmallChoice } from '../../components/index.ts';
import './column-why.css';

interface WhyHeadProps {
  readonly tone: 'done' | 'warning' | 'error' | 'plain';
  readonly icon: ReactNode;
  readonly label: string;
  readonly more?: string;
}

/** A reason as the rest of a sentence: "Certain, known heading". */
const lowerFirst = (text: string): string => text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

function WhyHead({ tone, icon, label, more = '' }: WhyHeadProps) {
  return (
    <div className="why-head" data-tone={tone}>
      {icon}
      <span>
        <span className="why-label">{label}</span>
        {more !== '' && <span className="second">, {lowerFirst(more)}</span>}
      </span>
    </div>
  );
}

/** The conflict of several columns that feed the same field; names all of them. */
export function ConflictWhy(props: {
  readonly columns: readonly ColumnPlan[];
  readonly suggestions: readonly ColumnSuggestion[];
  readonly message: string;
  readonly change: ChangePlan;
}) {
  const { columns, suggestions, message, change } = props;
  const first = columns[0];
  const field = first?.to.kind === 'field' ? first.to.field : null;
  if (field === null)
    return (
      <>
        <WhyHead tone="error" icon={<IconCircleX size={14} stroke={1.8} aria-hidden />} label="Two columns on one field" />
        <div className="why-more">{message}</div>
      </>
    );
  const positions = columns.map(({ column }) => column);
  const filled = columns.map(({ column }, index) => {
    const { filled: rows = 0, looked = 0 } = suggestions.find((one) => one.column === column) ?? {};
    return `${columnLetters(column)} ${index === 0 ? 'is filled ' : ''}in ${number(rows)}${looked === 0 ? '' : ` of ${number(looked)}`}`;
  });
  const share = (how: Combination['how']) => change((plan) => withCombination(plan, { field, columns: positions, how, separator: ' ' }));
  return (
    <>
      <WhyHead
        tone="error"
        icon={<IconCircleX size={14} stroke={1.8} aria-hidden />}
        label={columns.length === 2 ? 'Two columns on one field' : `${columns.length} columns on one field`}
      />
      <div className="why-more">
        {fieldOf(field).label} takes one. {filled.join(' rows, ')}.
      </div>
      <div className="why-choices">
        {positions.length <= 8 && (
          <>
            <SmallChoice onClick={() => share('firstFilled')}>{combinationName({ columns: positions, how: 'firstFilled' })}</SmallChoice>
            {fieldOf(field).type === 'text' && (
              <SmallChoice onClick={() => share('join')}>{combinationName({ columns: positions, how: 'join' })}</SmallChoice>
            )}
          </>
        )}
        {positions.map((column) => (
          <SmallChoice key={column} onClick={() => change((plan) => withOnly(plan, field, column))}>
            Only {columnLetters(column)}
          </SmallChoice>
        ))}
      </div>
    </>
  );
}

function headOf({ own, suggestion }: Pick<ColumnWhyProps, 'own' | 'suggestion'>): WhyHeadProps {
  const check = <IconCheck size={14} stroke={1.8} aria-hidden />;
  const isSuggested = choiceOf(own.to) === choiceOf(suggestion.to);
  if (!isSuggested) return { tone: 'plain', icon: <IconPencil size={14} stroke={1.8} aria-hidden />, label: 'Your choice' };
  if (own.to.kind === 'none')
    return { tone: 'plain', icon: <IconEyeOff size={14} stroke={1.8} aria-hidden />, label: 'Not sent', more: suggestion.reason };
  if (suggestion.certainty === 'certain') return { tone: 'done', icon: check, label: 'Certain', more: suggestion.reason };
  return { tone: 'done', icon: check, label: suggestion.certainty === 'sure' ? 'Sure' : 'Accepted', more: suggestion.reason };
}

/** How a value of the file would be read as a total: "20 gifts", "$20 given"; null for any other target. */
function readingOf(target: Target, samples: readonly string[]): string | null {
  const sample = samples.find((text) => /^\d{1,6}$/.test(text));
  if (target.kind !== 'field' || sample === undefined) return null;
  if (target.field === 'rfmTotalGiftCount') return sample === '1' ? '1 gift' : `${number(Number(sample))} gifts`;
  return target.field === 'rfmTotalGiftValue' ? `$${number(Number(sample))} given` : null;
}

/** True for a suggestion that the user has neither accepted nor changed. */
const isSuggestion = ({ own, suggestion, combination }: Pick<ColumnWhyProps, 'own' | 'suggestion' | 'combination'>): boolean =>
  !own.settled && suggestion.certainty === 'likely' && own.to.kind !== 'none' && (combination === null || suggestion.fills !== undefined);

/** Focuses the next suggestion, because an accepted suggestion moves elsewhere in the list. */
function focusNextSuggestion(): void {
  requestAnimationFrame(() => {
    const next = document.querySelector<HTMLElement>('.columns-list [data-accept]');
    if (next === null) focusTitle();
    else next.focus({ preventScroll: false });
  });
}

/** Accepts the suggestion for a column, or undoes that; requires `canAccept`. */
export function ColumnAccept(props: Omit<ColumnWhyProps, 'plan'>) {
  const { own, suggestion, change } = props;
  const { column } = own;
  const setConfirmed = (settled: boolean) => change((plan) => withColumn(plan, column, { settled }));
  if (suggestion.sensitive && !own.settled)
    return (
      <Button
        variant="light"
        size="xs"
        className="columns-accept"
        aria-label={`Keep ${suggestion.header} in your file, not sent`}
        onClick={() => setConfirmed(true)}
      >
        Do not send
      </Button>
    );
  const target = targetName(own.to);
  if (isSuggestion(props))
    return (
      <Button
        variant="light"
        size="xs"
        className="columns-accept"
        data-accept
        aria-label={
          suggestion.fills === undefined
            ? `Accept ${target} for ${suggestion.header}`
            : `Fill ${number(suggestion.fills)} with ${suggestion.header}`
        }
        onClick={() => {
          setConfirmed(true);
          focusNextSuggestion();
        }}
      >
        {suggestion.fills === undefined ? 'Accept' : `Fill ${number(suggestion.fills)}`}
      </Button>
    );
  return (
    <button
      type="button"
      className="link small"
      aria-label={`Undo: ${target} for ${suggestion.header}`}
      onClick={() => setConfirmed(false)}
    >
      Undo
    </button>
  );
}

/** True where `ColumnAccept` has something to offer. */
export function canAccept(props: Omit<ColumnWhyProps, 'plan' | 'change'>): boolean {
  const { own, suggestion, combination, isLocked } = props;
  if (isLocked) return false;
  if (suggestion.sensitive && !own.settled) return true;
  const isAccepted =
    own.settled && suggestion.certainty === 'likely' && own.to.kind !== 'none' && (combination === null || suggestion.fills !== undefined);
  return isSuggestion(props) || (isAccepted && choiceOf(own.to) === choiceOf(suggestion.to));
}

const ID_TARGET: Target = { kind: 'field', field: 'constituentId' };

/** The certainty of a column's target and its reason, with the settings that can be changed in place. */
export function ColumnWhy(props: ColumnWhyProps) {
  const { own, suggestion, change, isLocked } = props;
  const { column } = own;
  if (suggestion.sensitive && !own.settled)
    return (
      <>
        <WhyHead tone="warning" icon={<IconBulb size={14} stroke={1.8} aria-hidden />} label="Should not be here" />
        <div className="why-more">{suggestion.remark ?? suggestion.reason}. It is not sent.</div>
        {!isLocked && suggestion.alternatives.some((target) => choiceOf(target) === choiceOf(ID_TARGET)) && (
          <div className="why-choices">
            <SmallChoice
              label={`Use ${suggestion.header} as Constituent ID, with pseudonyms`}
              onClick={() => change((now) => withTarget(now, column, ID_TARGET, suggestion))}
            >
              Use as Constituent ID, with pseudonyms
            </SmallChoice>
          </div>
        )}
      </>
    );
  if (isSuggestion(props))
    return (
      <>
        <WhyHead tone="warning" icon={<IconBulb size={14} stroke={1.8} aria-hidden />} label="Suggestion" />
        <div className="why-more">{suggestion.remark ?? suggestion.reason}</div>
        {!isLocked && asksForOrder(own, suggestion) && <DateChoices own={own} suggestion={suggestion} change={change} />}
        {suggestion.alternatives.length > 0 && !isLocked && (
          <div className="why-choices">
            {suggestion.alternatives.slice(0, 2).map((target) => {
              const reading = readingOf(target, suggestion.samples);
              const name = targetName(target);
              return (
                <SmallChoice
                  key={choiceOf(target)}
                  label={reading === null ? name : `${reading}: ${name}`}
                  onClick={() => change((plan) => withTarget(plan, column, target, suggestion))}
                >
                  {reading ?? name}
                </SmallChoice>
              );
            })}
          </div>
        )}
      </>
    );
  if (asksForDeceased(own, suggestion))
    return (
      <>
        <WhyHead tone="warning" icon={<IconBulb size={14} stroke={1.8} aria-hidden />} label="Deceased (yes/no)" />
        <div className="why-more">{suggestion.remark}</div>
        <DeceasedValues own={own} suggestion={suggestion} isLocked={isLocked} change={change} />
      </>
    );
  const isSuggested = choiceOf(own.to) === choiceOf(suggestion.to);
  const isAnswered = suggestion.unclear !== undefined && roleOf(own.to) === 'deceased';
  return (
    <>
      <WhyHead {...headOf(props)} />
      {suggestion.remark !== null && isSuggested && !isAnswered && own.to.kind !== 'split' && own.dateOrder === null && (
        <div className="why-more" data-indent>
          {suggestion.remark}
        </div>
      )}
      {!isSuggested && (
        <div className="why-more" data-indent>
          We suggested {targetName(suggestion.to)}
        </div>
      )}
      {isAnswered && <DeceasedValues own={own} suggestion={suggestion} isLocked={isLocked} change={change} />}
      {!isLocked && <ColumnSettings {...props} />}
    </>
  );
}
