import { Button, Popover, Select, Switch, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircle, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { FIELDS, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { type Cleaning, columnLetters } from '../../../shared/mapping/index.ts';
import { useMissing } from '../../kit/index.ts';
import { columnsFeeding, listed, withConstant, withTarget } from '../../format/index.ts';
import { CLEANING_LABELS } from './column-labels.ts';
import type { ChangePlan } from '../../components/index.ts';
import './column-needs.css';

const STATE_ICONS = { filled: IconCheck, conflict: IconCircleX, missing: IconAlertTriangle, none: IconCircle } as const;
const STATE_TEXTS = { filled: 'has a column', conflict: 'has too many columns', missing: 'is missing', none: 'has no column' } as const;
type NeedState = keyof typeof STATE_ICONS;

interface PanelProps {
  readonly view: ColumnsView;
  readonly isLocked: boolean;
  readonly change: ChangePlan;
  /** Scrolls to a column's row and focuses it. */
  readonly goToColumn: (column: number) => void;
}

/** Assigns a column, or one value for every row, to a field without a column. */
function FillField({ view, field, change }: Pick<PanelProps, 'view' | 'change'> & { readonly field: FieldKey }) {
  const constant = view.plan.constants.find((one) => one.field === field)?.value ?? '';
  const [opened, setOpened] = useState(false);
  const [value, setValue] = useState(constant);
  const free = view.plan.columns.filter(({ to }) => to.kind === 'none');
  const { label } = fieldOf(field);
  const missing = useMissing({ value: value.trim() === '' && constant === '' && 'Enter a value, or choose a column.' });
  const submit = missing.submits(() => {
    change((plan) => withConstant(plan, field, value));
    setOpened(false);
  });
  return (
    <Popover opened={opened} onChange={setOpened} width={280} position="left-start" trapFocus withRoles>
      <Popover.Target>
        <button type="button" className="link small" onClick={() => setOpened(!opened)} aria-label={`Fill ${label}`}>
          {constant === '' ? 'Fill…' : `“${constant}”`}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Fill ${label}`}>
        <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
          <Select
            label={`${label} from a column`}
            placeholder="Choose a column"
            searchable
            openOnFocus={false}
            selectFirstOptionOnChange
            value={null}
            comboboxProps={{ withinPortal: false }}
            data={free.map(({ column }) => ({ value: String(column), label: `${columnLetters(column)}  ${view.headers[column] ?? ''}` }))}
            nothingFoundMessage="No column of this name"
            onChange={(column) => {
              if (column === null) return;
              change((plan) =>
                withTarget(
                  plan,
                  Number(column),
                  { kind: 'field', field },
                  view.suggestions.find((one) => one.column === Number(column)),
                ),
              );
              setOpened(false);
            }}
          />
          <TextInput
            label="Or the same value in every row"
            error={missing.at('value')}
            value={value}
            maxLength={255}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" size="xs" justify="center">
            {value.trim() === '' && constant !== '' ? 'Remove it' : 'Use it in every row'}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

interface NeedProps extends PanelProps {
  readonly label: string;
  /** The fields of this line. The user assigns a column to the first one. */
  readonly fields: readonly FieldKey[];
  readonly isRequired: boolean;
}

function Need({ view, label, fields, isRequired, isLocked, change, goToColumn }: NeedProps) {
  const { plan, problems } = view;
  const conflict = problems.find(({ severity, field }) => severity === 'error' && field !== null && fields.includes(field))?.columns ?? [];
  const letters = [...new Set(fields.flatMap((field) => columnsFeeding(plan, field)))];
  const first = fields[0];
  const isConstant = plan.constants.some(({ field }) => fields.includes(field));
  const state: NeedState = conflict.length > 0 ? 'conflict' : letters.length > 0 || isConstant ? 'filled' : isRequired ? 'missing' : 'none';
  const StateIcon = STATE_ICONS[state];
  const columnOf = (letter: string) => plan.columns.find(({ column }) => columnLetters(column) === letter)?.column ?? 0;
  return (
    <li data-state={state}>
      <StateIcon size={15} stroke={1.8} aria-hidden />
      <span>
        {label}
        <span className="visually-hidden"> {STATE_TEXTS[state]}</span>
      </span>
      <span className="needs-end">
        {state === 'conflict' && (
          <button type="button" className="link small" style={{ color: 'inherit' }} onClick={() => goToColumn(conflict[0] ?? 0)}>
            {listed(conflict.map(columnLetters), 'or')}?
          </button>
        )}
        {state === 'filled' &&
          letters.slice(0, 3).map((letter) => (
            <button
              key={letter}
              type="button"
              className="letter"
              aria-label={`Column ${letter}`}
              onClick={() => goToColumn(columnOf(letter))}
            >
              {letter}
            </button>
          ))}
        {letters.length === 0 && first !== undefined && !isLocked && state !== 'conflict' && (
          <FillField view={view} field={first} change={change} />
        )}
        {letters.length === 0 && isLocked && <span className="small second">no column</span>}
      </span>
    </li>
  );
}

const MATCH = FIELDS.filter(({ purpose }) => purpose === 'match');
const GIVING = FIELDS.filter(({ group }) => group === 'giving').map(({ key }) => key);
const CONFIDENCE: readonly (readonly [string, readonly FieldKey[]])[] = [
  ['Spouse', ['spouseFirst', 'spouseLast']],
  ['Email', ['personalEmail']],
  ['Phone', ['personalPhone']],
  ['Business', ['businessName']],
  ['Country', ['country']],
];

/** The fields that a match needs and the fields that improve it, with their columns. */
export function ColumnNeeds(props: PanelProps) {
  const given = GIVING.filter((field) => columnsFeeding(props.view.plan, field).length > 0).length;
  return (
    <aside className="card side-panel" aria-label="Columns of the fields">
      <h2 className="card-title needs-title">Needed for a match</h2>
      <ul className="needs">
        {MATCH.map(({ key, label }) => (
          <Need key={key} {...props} label={label} fields={[key]} isRequired />
        ))}
      </ul>
      <h2 className="card-title needs-title">Raises confidence</h2>
      <ul className="needs">
        {CONFIDENCE.map(([label, fields]) => (
          <Need key={label} {...props} label={label} fields={fields} isRequired={false} />
        ))}
        <li data-state={given > 0 ? 'filled' : 'none'}>
          {given > 0 ? <IconCheck size={15} stroke={1.8} aria-hidden /> : <IconCircle size={15} stroke={1.8} aria-hidden />}
          Gift history
          <span className="needs-end small second">
            {given} of {GIVING.length}
          </span>
        </li>
      </ul>
    </aside>
  );
}

const CLEANINGS = Object.entries(CLEANING_LABELS) as (readonly [keyof Cleaning, string])[];

/** What is cleaned in every row before the check; each can be turned off. */
export function ColumnCleaning({ view, isLocked, change }: Pick<PanelProps, 'view' | 'isLocked' | 'change'>) {
  const { cleaning } = view.plan;
  return (
    <section className="card side-panel" aria-labelledby="cleaning-title">
      <h2 className="card-title" id="cleaning-title">
        Cleaned in every row
      </h2>
      <div className="cleaning">
        {CLEANINGS.map(([key, label]) => (
          <Switch
            key={key}
            size="xs"
            label={label}
            disabled={isLocked}
            checked={cleaning[key]}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              change((plan) => ({ ...plan, cleaning: { ...plan.cleaning, [key]: checked } }));
            }}
          />
        ))}
      </div>
    </section>
  );
}
