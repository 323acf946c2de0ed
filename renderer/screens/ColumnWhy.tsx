import { Menu } from '@mantine/core';
import { IconArrowsSplit2, IconBulb, IconCheck, IconChevronDown, IconCircleX, IconEyeOff, IconLink, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fieldOf } from '../../shared/constituent.ts';
import { columnLetters } from '../../shared/headers.ts';
import { createDraft, previewCell } from '../../shared/mapping.ts';
import type { ColumnPlan, ColumnSuggestion, Combination, DateOrder, MappingPlan } from '../../shared/plan.ts';
import { choiceOf, combinationName, splitInto, targetName, withColumn, withCombination, withOnly } from '../targets.ts';
import { dayText, listed, number } from '../text.ts';
import { DATE_ORDERS } from './column-words.ts';
import type { ChangePlan } from './usePlan.ts';

interface WhyHeadProps {
  readonly tone: 'done' | 'warning' | 'error' | 'plain';
  readonly icon: ReactNode;
  readonly word: string;
  readonly more?: string;
  readonly end?: ReactNode;
}

/** A reason as the rest of a sentence that began with a word: "Certain, known heading". */
const lowerFirst = (text: string): string => text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

function WhyHead({ tone, icon, word, more = '', end }: WhyHeadProps) {
  return (
    <div className="why-head" data-tone={tone}>
      {icon}
      <span>
        <span className="why-word">{word}</span>
        {more !== '' && <span className="second">, {lowerFirst(more)}</span>}
      </span>
      {end}
    </div>
  );
}

function SmallChoice(props: {
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly quiet?: boolean;
  readonly label?: string;
}) {
  return (
    <button
      type="button"
      className="small-choice"
      onClick={props.onClick}
      {...(props.quiet === true && { 'data-quiet': true })}
      {...(props.label !== undefined && { 'aria-label': props.label })}
    >
      {props.children}
    </button>
  );
}

interface SmallMenuProps {
  readonly icon?: ReactNode;
  readonly label: string;
  readonly name: string;
  /** What comes of the first value. */
  readonly example?: string | null;
  readonly items: readonly { readonly key: string; readonly label: string; readonly onChoose: () => void }[];
}

/** A setting in place: a small button with its present value, and a menu of the others. */
function SmallMenu({ icon, label, name, example = null, items }: SmallMenuProps) {
  return (
    <div className="why-choices">
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className="small-choice" aria-label={`${name}: ${label}`}>
            {icon}
            <span className="cut">{label}</span>
            <IconChevronDown size={13} stroke={1.8} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map((item) => (
            <Menu.Item key={item.key} onClick={item.onChoose}>
              {item.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {example !== null && (
        <span className="why-example second" title={example}>
          {example}
        </span>
      )}
    </div>
  );
}

/** What stands in a column's way: several columns on one field, all of them named. */
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
        <WhyHead tone="error" icon={<IconCircleX size={14} stroke={1.8} aria-hidden />} word="Two columns on one field" />
        <div className="why-more">{message}</div>
      </>
    );
  const positions = columns.map(({ column }) => column);
  const filled = columns.map(({ column }, index) => {
    const rows = suggestions.find((one) => one.column === column)?.filled ?? 0;
    return `${columnLetters(column)} ${index === 0 ? 'is filled ' : ''}in ${number(rows)}`;
  });
  const share = (how: Combination['how']) => change((plan) => withCombination(plan, { field, columns: positions, how, separator: ' ' }));
  return (
    <>
      <WhyHead
        tone="error"
        icon={<IconCircleX size={14} stroke={1.8} aria-hidden />}
        word={columns.length === 2 ? 'Two columns on one field' : `${columns.length} columns on one field`}
      />
      <div className="why-more">
        {fieldOf(field).label} takes one. {filled.join(' rows, ')}.
      </div>
      <div className="why-choices">
        {positions.length <= 8 && (
          <SmallChoice onClick={() => share('firstFilled')}>{combinationName({ columns: positions, how: 'firstFilled' })}</SmallChoice>
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

/** What the first filled value becomes, when that is something else than it was. */
function previewText(plan: MappingPlan, suggestion: ColumnSuggestion, spoken = (value: string): string => value): string | null {
  const sample = suggestion.samples.find((one) => one.trim() !== '' && /[\p{L}\p{N}]/u.test(one));
  if (sample === undefined) return null;
  const parts = previewCell(plan, suggestion.column, sample, createDraft()).map(({ value }) => value);
  const after = parts.map(spoken).join(' · ');
  return after === '' || after === sample ? null : `${sample} → ${after}`;
}

interface ColumnWhyProps {
  readonly plan: MappingPlan;
  readonly own: ColumnPlan;
  readonly suggestion: ColumnSuggestion;
  readonly combination: Combination | null;
  readonly locked: boolean;
  readonly change: ChangePlan;
}

/** The settings of a column in place: how it is taken apart, in what order its dates are read, how it shares its field. */
function ColumnSettings({ plan, own, suggestion, combination, change }: ColumnWhyProps) {
  const { column, to } = own;
  if (combination !== null) {
    const turned = { ...combination, columns: [...combination.columns.slice(1), ...combination.columns.slice(0, 1)] };
    const ways: Combination[] = [
      { ...combination, how: 'firstFilled' },
      { ...turned, how: 'firstFilled' },
      { ...combination, how: 'join', separator: ' ' },
    ];
    const items = [
      ...ways.map((way) => ({
        key: combinationName(way),
        label: combinationName(way),
        onChoose: () => change((now) => withCombination(now, way)),
      })),
      ...combination.columns.map((only) => ({
        key: String(only),
        label: `Only ${columnLetters(only)}`,
        onChoose: () => change((now) => withOnly(now, combination.field, only)),
      })),
    ];
    return (
      <SmallMenu
        icon={<IconLink size={13} stroke={1.8} aria-hidden />}
        name={`How ${fieldOf(combination.field).label} is shared`}
        label={combinationName(combination)}
        items={items}
      />
    );
  }
  if (to.kind === 'split')
    return (
      <div className="why-more cut" data-indent title={`Taken apart into ${splitInto(to.splitter)}`}>
        <IconArrowsSplit2 size={12} stroke={1.8} aria-hidden />{' '}
        {previewText(plan, suggestion) ?? `Taken apart into ${splitInto(to.splitter)}`}
      </div>
    );
  if (to.kind !== 'field') return null;
  const { type } = fieldOf(to.field);
  if (type === 'date' && own.dateOrder !== null)
    return (
      <SmallMenu
        name={`Order of day and month in ${suggestion.header}`}
        label={DATE_ORDERS[own.dateOrder]}
        example={previewText(plan, suggestion, dayText)}
        items={Object.entries(DATE_ORDERS).map(([order, label]) => ({
          key: order,
          label,
          onChoose: () => change((now) => withColumn(now, column, { dateOrder: order as DateOrder, settled: true })),
        }))}
      />
    );
  if (type === 'amount' && suggestion.samples.some((sample) => sample.includes(',')))
    return (
      <SmallMenu
        name={`Decimal sign in ${suggestion.header}`}
        label={`Decimal ${own.decimal}`}
        example={previewText(plan, suggestion)}
        items={(['point', 'comma'] as const).map((decimal) => ({
          key: decimal,
          label: `Decimal ${decimal}`,
          onChoose: () => change((now) => withColumn(now, column, { decimal, settled: true })),
        }))}
      />
    );
  return null;
}

function wordOf({ own, suggestion }: Pick<ColumnWhyProps, 'own' | 'suggestion'>): Omit<WhyHeadProps, 'end'> {
  const check = <IconCheck size={14} stroke={1.8} aria-hidden />;
  const isSuggested = choiceOf(own.to) === choiceOf(suggestion.to);
  if (!isSuggested) return { tone: 'plain', icon: <IconPencil size={14} stroke={1.8} aria-hidden />, word: 'Your choice' };
  if (own.to.kind === 'none')
    return { tone: 'plain', icon: <IconEyeOff size={14} stroke={1.8} aria-hidden />, word: 'Carried along', more: suggestion.reason };
  if (suggestion.certainty === 'certain') return { tone: 'done', icon: check, word: 'Certain', more: suggestion.reason };
  return { tone: 'done', icon: check, word: suggestion.certainty === 'sure' ? 'Sure' : 'Accepted', more: suggestion.reason };
}

/** How sure a column's target is, and why; with what can be changed in place. */
export function ColumnWhy(props: ColumnWhyProps) {
  const { own, suggestion, change, locked, combination } = props;
  const { column } = own;
  const isOpen = !own.settled && suggestion.certainty === 'likely' && own.to.kind !== 'none' && combination === null;
  const accept = () => change((plan) => withColumn(plan, column, { settled: true }));
  if (suggestion.sensitive && !own.settled)
    return (
      <>
        <WhyHead
          tone="warning"
          icon={<IconBulb size={14} stroke={1.8} aria-hidden />}
          word="Should not be here"
          end={
            locked ? null : (
              <SmallChoice quiet onClick={accept} label={`Keep ${suggestion.header} here`}>
                Keep it here
              </SmallChoice>
            )
          }
        />
        <div className="why-more">{suggestion.remark ?? suggestion.reason}. It is not sent.</div>
      </>
    );
  if (isOpen)
    return (
      <>
        <WhyHead
          tone="warning"
          icon={<IconBulb size={14} stroke={1.8} aria-hidden />}
          word="Suggestion"
          end={
            locked ? null : (
              <SmallChoice quiet onClick={accept} label={`Accept ${targetName(own.to)} for ${suggestion.header}`}>
                Accept
              </SmallChoice>
            )
          }
        />
        <div className="why-more">{suggestion.remark ?? suggestion.reason}</div>
        {suggestion.alternatives.length > 0 && !locked && (
          <div className="why-choices">
            {suggestion.alternatives.slice(0, 2).map((target) => (
              <SmallChoice key={choiceOf(target)} onClick={() => change((plan) => withColumn(plan, column, { to: target, settled: true }))}>
                {targetName(target)}
              </SmallChoice>
            ))}
          </div>
        )}
      </>
    );
  const isSuggested = choiceOf(own.to) === choiceOf(suggestion.to);
  return (
    <>
      <WhyHead {...wordOf(props)} />
      {suggestion.remark !== null && isSuggested && own.to.kind !== 'split' && own.dateOrder === null && (
        <div className="why-more" data-indent>
          {suggestion.remark}
        </div>
      )}
      {!isSuggested && (
        <div className="why-more" data-indent>
          We suggested {targetName(suggestion.to)}
        </div>
      )}
      {!locked && <ColumnSettings {...props} />}
    </>
  );
}

/** "E or Q?" */
export const rivalLetters = (columns: readonly number[]): string => `${listed(columns.map(columnLetters), 'or')}?`;
