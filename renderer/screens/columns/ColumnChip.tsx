import { Checkbox, Popover } from '@mantine/core';
import { IconArrowMerge, IconChevronDown, IconEyeOff, IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import type { ColumnsView } from '../../../shared/contract/index.ts';
import {
  type ColumnPlan,
  type ColumnSuggestion,
  type Target,
  columnLetters,
  meansDeath,
  roleOf,
  withDeathAnswer,
} from '../../../shared/mapping/index.ts';
import type { ChangePlan } from '../../components/index.ts';
import { count, number, withColumn, withTarget } from '../../format/index.ts';
import type { ColumnFact } from './column-labels.ts';
import { SharedSettings } from './ColumnSettings.tsx';
import { PlanContext, TargetSelect } from './TargetSelect.tsx';
import './column-chip.css';

/** At 200% zoom the menu can be higher than the space in the window; then it scrolls. */
const FITS = { flip: true, shift: true, size: { padding: 8 } } as const;

/** If there are more columns than this, they are listed under "See them". */
const MAX_COLUMNS = 30;

const BECOMES = { deceased: 'left out', alive: 'sent', unclear: 'a warning on Check' } as const;

interface ChipProps {
  readonly fact: ColumnFact;
  readonly view: ColumnsView;
  readonly isLocked: boolean;
  readonly change: ChangePlan;
}

interface AnswersProps extends Pick<ChipProps, 'isLocked' | 'change'> {
  readonly own: ColumnPlan;
  readonly to: Extract<Target, { kind: 'none' }>;
  readonly suggestion: ColumnSuggestion;
}

/** Each value of a column that tells who has died, with its number of rows and whether they are left out. */
function DeceasedAnswers({ own, to, suggestion, isLocked, change }: AnswersProps) {
  const { answers = [], filled } = suggestion;
  const others = filled - answers.reduce((sum, { rows }) => sum + rows, 0);
  if (answers.length === 0) return null;
  return (
    <fieldset className="chip-answers">
      <legend className="small second">Ticked values mean deceased</legend>
      {answers.map(({ value, rows }) => {
        const means = meansDeath(to, value);
        return (
          <Checkbox
            key={value}
            size="xs"
            disabled={isLocked}
            checked={means === 'deceased'}
            onChange={({ currentTarget: { checked } }) =>
              change((plan) =>
                withColumn(plan, own.column, { to: withDeathAnswer(to, value, checked ? 'deceased' : 'alive'), settled: true }),
              )
            }
            label={
              <>
                <span className="cut">“{value}”</span>
                <span className="second">
                  {count(rows, 'row')}: {BECOMES[means]}
                </span>
              </>
            }
          />
        );
      })}
      {others > 0 && <div className="small second">{count(others, 'row')} with other values</div>}
    </fieldset>
  );
}

/** A column with its first values, and the field that it goes to. */
function ColumnChoice({
  column,
  view,
  isLocked,
  change,
  onDone,
}: Omit<ChipProps, 'fact'> & { readonly column: number; readonly onDone: () => void }) {
  const own = view.plan.columns.find((one) => one.column === column);
  const suggestion = view.suggestions.find((one) => one.column === column);
  const header = view.headers[column] ?? '';
  if (own === undefined) return null;
  return (
    <div className="chip-column">
      <div className="cut">
        <span className="letter">{columnLetters(column)}</span> <b>{header}</b>
        <div className="small second cut">
          {suggestion === undefined || suggestion.samples.length === 0 ? 'Empty' : suggestion.samples.join(' · ')}
        </div>
      </div>
      <TargetSelect
        id={`column-chip-${column}`}
        label={`Field for column ${columnLetters(column)}, ${header}`}
        target={own.to}
        isInvalid={false}
        isDisabled={isLocked}
        onTarget={(to) => {
          onDone();
          change((plan) => withTarget(plan, column, to, suggestion));
        }}
      />
      {own.to.kind === 'none' && roleOf(own.to) === 'deceased' && suggestion !== undefined && (
        <DeceasedAnswers own={own} to={own.to} suggestion={suggestion} isLocked={isLocked} change={change} />
      )}
    </div>
  );
}

const ICONS = { role: IconEyeOff, filled: IconArrowMerge, unsent: IconFile } as const;

/** A fact about recognized columns. A click opens their settings in place. */
export function ColumnChip({ fact, view, isLocked, change }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  const Icon = ICONS[fact.kind];
  const columns = fact.kind === 'role' ? [fact.column] : fact.kind === 'unsent' ? fact.columns : [];
  const more = columns.length - MAX_COLUMNS;
  const label = `${fact.count === null ? '' : `${number(fact.count)} `}${fact.text}`;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={340} middlewares={FITS} trapFocus returnFocus withRoles>
      <Popover.Target>
        <button type="button" className="column-chip small" title={label} onClick={() => setOpen(!isOpen)}>
          <Icon size={15} stroke={1.6} aria-hidden />
          <span className="cut">
            {fact.count !== null && <b>{number(fact.count)}</b>} {fact.text}
          </span>
          <IconChevronDown size={13} stroke={1.8} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="column-chip-choices" aria-label={label}>
        {/* Takes the initial focus, because the first select would open its list at once. */}
        <div tabIndex={-1} data-autofocus className="chip-title">
          <b>{label}</b>
        </div>
        <PlanContext value={view.plan}>
          {fact.kind === 'filled' && !isLocked && <SharedSettings plan={view.plan} combination={fact.combination} change={change} />}
          {columns.slice(0, MAX_COLUMNS).map((column) => (
            <ColumnChoice key={column} column={column} view={view} isLocked={isLocked} change={change} onDone={() => setOpen(false)} />
          ))}
        </PlanContext>
        {more > 0 && <div className="small second">{count(more, 'more column')}: “See them” shows all.</div>}
      </Popover.Dropdown>
    </Popover>
  );
}
