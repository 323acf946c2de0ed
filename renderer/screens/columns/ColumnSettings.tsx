import { Menu } from '@mantine/core';
import { IconArrowsSplit2, IconChevronDown, IconLink } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import { fieldOf } from '../../../shared/fields/index.ts';
import {
  type ColumnPlan,
  type ColumnSuggestion,
  type Combination,
  type MappingPlan,
  type Splitter,
  columnLetters,
  sensitivityOf,
} from '../../../shared/mapping/index.ts';
import type { DateOrder } from '../../../shared/numbers/index.ts';
import { DATE_ORDERS, combinationName, splitInto, withColumn, withCombination, withOnly } from '../../format/index.ts';
import { combinationPreview, previewText, eitherWayOf } from './column-preview.ts';
import { decimalLabel } from './column-labels.ts';
import { type ChangePlan, OrderChoices, SmallChoice } from '../../components/index.ts';

/** The first rows of the list, cell by cell, to preview columns that share a field. */
export const FirstRowsContext = createContext<readonly (readonly string[])[]>([]);

interface SmallMenuProps {
  readonly icon?: ReactNode;
  readonly label: string;
  readonly name: string;
  /** Result for the first value. */
  readonly example?: string | null;
  readonly items: readonly { readonly key: string; readonly label: string; readonly onChoose: () => void }[];
}

/** A setting in place: a small button with the current value, and a menu of the others. */
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
        <span className="why-example preview second" title={example}>
          {example}
        </span>
      )}
    </div>
  );
}

export interface ColumnWhyProps {
  readonly plan: MappingPlan;
  readonly own: ColumnPlan;
  readonly suggestion: ColumnSuggestion;
  readonly combination: Combination | null;
  readonly isLocked: boolean;
  readonly change: ChangePlan;
}

function Example({ text }: { readonly text: string }) {
  return (
    <div className="why-more preview" data-indent title={text}>
      {text}
    </div>
  );
}

/** How columns share a field, and the other ways in which they could. */
export function SharedSettings({
  plan,
  combination,
  change,
}: Pick<ColumnWhyProps, 'plan' | 'change'> & { readonly combination: Combination }) {
  const rows = use(FirstRowsContext);
  const turned = { ...combination, columns: [...combination.columns.slice(1), ...combination.columns.slice(0, 1)] };
  const ways: Combination[] = [
    { ...combination, how: 'firstFilled' },
    { ...turned, how: 'firstFilled' },
    { ...combination, how: 'join', separator: ' ' },
    { ...turned, how: 'join', separator: ' ' },
    { ...combination, how: 'join', separator: ', ' },
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
      example={combinationPreview(plan, combination, rows)}
      items={items}
    />
  );
}

/** The two ways to read the ambiguous dates of a column. */
export function DateChoices({ own, suggestion, change }: Pick<ColumnWhyProps, 'own' | 'suggestion' | 'change'>) {
  return (
    <OrderChoices
      sample={eitherWayOf(suggestion)}
      onChoose={(dateOrder) => change((plan) => withColumn(plan, own.column, { dateOrder, settled: true }))}
    />
  );
}

/** True for a date column whose order is undecided and whose values make it matter. */
export function asksForOrder(
  { to, dateOrder }: Pick<ColumnPlan, 'to' | 'dateOrder'>,
  suggestion: Pick<ColumnSuggestion, 'samples' | 'eitherWay'>,
): boolean {
  return to.kind === 'field' && fieldOf(to.field).type === 'date' && dateOrder === null && eitherWayOf(suggestion) !== null;
}

/** Whether medical record numbers are sent as constituent IDs, or pseudonyms instead. */
function IdSettings({ plan, suggestion, change }: Pick<ColumnWhyProps, 'plan' | 'suggestion' | 'change'>) {
  const isRecordNumber = sensitivityOf(suggestion.header) === 'recordNumber';
  if (plan.pseudonyms === undefined && !isRecordNumber) return null;
  const isPseudonymous = plan.pseudonyms ?? isRecordNumber;
  return (
    <>
      <div className="why-more" data-indent>
        {isPseudonymous
          ? 'The service gets a pseudonym in place of each ID. Results come back with your IDs.'
          : 'The service gets these IDs as they are.'}
      </div>
      <div className="why-choices">
        <SmallChoice onClick={() => change((now) => ({ ...now, pseudonyms: !isPseudonymous }))}>
          {isPseudonymous ? 'Send the IDs instead' : 'Send pseudonyms instead'}
        </SmallChoice>
      </div>
    </>
  );
}

const splitText = (splitter: Splitter): string => `Split into ${splitInto(splitter)}`;

/** The settings of a column in place: how it is split, its date order, and how it shares its field. */
export function ColumnSettings({ plan, own, suggestion, combination, change }: ColumnWhyProps) {
  const { column, to } = own;
  if (combination !== null) return <SharedSettings plan={plan} combination={combination} change={change} />;
  const example = previewText(plan, suggestion);
  if (to.kind === 'split')
    return (
      <div className="why-more preview" data-indent title={example ?? splitText(to.splitter)}>
        <IconArrowsSplit2 size={12} stroke={1.8} aria-hidden /> {example ?? splitText(to.splitter)}
      </div>
    );
  if (to.kind !== 'field') return null;
  if (to.field === 'constituentId') return <IdSettings plan={plan} suggestion={suggestion} change={change} />;
  if (asksForOrder(own, suggestion)) return <DateChoices own={own} suggestion={suggestion} change={change} />;
  const { type } = fieldOf(to.field);
  if (type === 'date' && own.dateOrder !== null)
    return (
      <SmallMenu
        name={`Order of day and month in ${suggestion.header}`}
        label={DATE_ORDERS[own.dateOrder]}
        example={example}
        items={Object.entries(DATE_ORDERS).map(([order, label]) => ({
          key: order,
          label,
          onChoose: () => change((now) => withColumn(now, column, { dateOrder: order as DateOrder, settled: true })),
        }))}
      />
    );
  if (type === 'amount' && suggestion.samples.some((sample) => /[.,]/.test(sample)))
    return (
      <SmallMenu
        name={`Decimal sign in ${suggestion.header}`}
        label={decimalLabel(own)}
        example={example}
        items={(['point', 'comma'] as const).map((decimal) => ({
          key: decimal,
          label: decimalLabel({ decimal }),
          onChoose: () => change((now) => withColumn(now, column, { decimal, thousandths: true, settled: true })),
        }))}
      />
    );
  return example === null ? null : <Example text={example} />;
}
