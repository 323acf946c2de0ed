import { Button, Popover, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResultFilter } from '../../../shared/results/index.ts';
import type { ScoreColumn } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { SuggestInput, useMissing } from '../../kit/index.ts';
import { displayTypeOf, filterText, scoreText } from '../../format/index.ts';

const MAX_FILTERS = 20;

/** A column that can be filtered: a score or a column of the sheet. */
export type FilterColumn = Pick<ScoreColumn, 'key' | 'title' | 'type' | 'min' | 'max'>;

interface ChipProps {
  readonly title: string;
  readonly text: string;
  readonly onRemove: () => void;
}

function FilterChip({ title, text, onRemove }: ChipProps) {
  return (
    <span className="result-chip">
      <span className="cut">
        {title} <b>{text}</b>
      </span>
      <button type="button" aria-label={`Remove the filter: ${title} ${text}`} onClick={onRemove}>
        <IconX size={14} stroke={2} aria-hidden />
      </button>
    </span>
  );
}

/** A number as people type it, with or without a dollar sign and commas between the thousands. NaN for any other text. */
function typedNumber(text: string): number {
  const digits = text.trim().replace(/^(-?)\$/, '$1');
  return Number(/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits) ? digits.replaceAll(',', '') : digits);
}

const isWrongNumber = (text: string): boolean => text.trim() !== '' && !Number.isFinite(typedNumber(text));

const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

const NOT_A_NUMBER = 'This is not a number.';

type Kind = 'value' | 'contains' | 'empty';

const dayOrNull = (text: string): string | null => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null);

/** Null while the form is incomplete. */
function filterOf(column: FilterColumn, kind: Kind, from: string, to: string, value: string): ResultFilter | null {
  if (kind === 'empty') return { kind: 'empty', column: column.key };
  if (kind === 'contains') return value.trim() === '' ? null : { kind: 'contains', column: column.key, text: value.trim() };
  if (column.type === 'date') {
    const [first, last] = [dayOrNull(from), dayOrNull(to)];
    return first === null && last === null ? null : { kind: 'days', column: column.key, from: first, to: last };
  }
  if (column.type === 'number') {
    const [min, max] = [numberOrNull(from), numberOrNull(to)];
    return min === null && max === null ? null : { kind: 'range', column: column.key, min, max };
  }
  return value.trim() === '' ? null : { kind: 'is', column: column.key, value: value.trim() };
}

function kindsOf(type: FilterColumn['type']): { readonly value: Kind; readonly label: string }[] {
  const empty = { value: 'empty' as const, label: 'Without one' };
  if (type === 'number') return [{ value: 'value', label: 'In a range' }, empty];
  if (type === 'date') return [{ value: 'value', label: 'Between two dates' }, empty];
  return [
    { value: 'value', label: 'This value' },
    ...(type === 'text' ? [{ value: 'contains' as const, label: 'Containing' }] : []),
    empty,
  ];
}

interface FormProps {
  readonly id: string;
  readonly columns: readonly FilterColumn[];
  readonly onAdd: (filter: ResultFilter) => void;
}

/** The most frequent values of a column, as options. */
function useValues(id: string, column: FilterColumn | null): readonly string[] {
  const request = { id, selection: { outcome: 'scored' as const, filters: [], find: '' }, column: column?.key ?? '' };
  const distribution = useContractQuery('results.distribution', request, {
    enabled: column !== null && (column.type === 'text' || column.type === 'flag'),
  });
  return distribution.data?.bars.map((bar) => bar.label) ?? [];
}

function FilterForm({ id, columns, onAdd }: FormProps) {
  const [key, setKey] = useState<string | null>(null);
  const [kind, setKind] = useState<Kind>('value');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [value, setValue] = useState('');
  const column = columns.find((one) => one.key === key) ?? null;
  const values = useValues(id, column);
  const filter = column === null ? null : filterOf(column, kind, from, to, value);
  const isRange = kind === 'value' && (column?.type === 'number' || column?.type === 'date');
  const isWrong = (text: string) => column?.type === 'number' && isRange && isWrongNumber(text);
  const missing = useMissing({
    column: column === null && 'Choose a column.',
    from: isWrong(from) ? NOT_A_NUMBER : isRange && filter === null && from === '' && to === '' && 'Enter one of the two.',
    to: isWrong(to) && NOT_A_NUMBER,
    value: filter === null && column !== null && !isRange && 'Enter a value.',
  });
  return (
    <form className="result-form" onSubmit={missing.submits(() => filter !== null && onAdd(filter))}>
      <Select
        label="Column"
        error={missing.at('column')}
        placeholder="Choose a column"
        data={columns.map((one) => ({ value: one.key, label: one.title }))}
        value={key}
        onChange={(next) => {
          setKey(next);
          setKind('value');
          setFrom('');
          setTo('');
          setValue('');
        }}
        searchable
        limit={200}
        nothingFoundMessage="No such column"
        data-autofocus
      />
      {column !== null && (
        <>
          <SegmentedControl aria-label="Which values" fullWidth value={kind} onChange={setKind} data={kindsOf(column.type)} />
          {kind === 'value' && column.type === 'number' && (
            <div className="result-range">
              <TextInput
                label="From"
                error={missing.at('from')}
                inputMode="decimal"
                placeholder={column.min === null ? '' : String(column.min)}
                value={from}
                onChange={(event) => setFrom(event.currentTarget.value)}
              />
              <TextInput
                label="To"
                error={missing.at('to')}
                inputMode="decimal"
                placeholder={column.max === null ? '' : String(column.max)}
                value={to}
                onChange={(event) => setTo(event.currentTarget.value)}
              />
            </div>
          )}
          {kind === 'value' && column.type === 'date' && (
            <div className="result-range">
              <TextInput
                label="From"
                error={missing.at('from')}
                type="date"
                value={from}
                onChange={(event) => setFrom(event.currentTarget.value)}
              />
              <TextInput label="To" type="date" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
            </div>
          )}
          {kind === 'contains' && (
            <TextInput
              label="Text"
              error={missing.at('value')}
              maxLength={200}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
          )}
          {kind === 'value' && (column.type === 'text' || column.type === 'flag') && (
            <SuggestInput
              label="Value"
              error={missing.at('value')}
              data={[...values]}
              value={value}
              onChange={setValue}
              comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
              renderOption={({ option }) => scoreText(option.value, displayTypeOf(column))}
            />
          )}
        </>
      )}
      <Button type="submit" variant="default" size="xs" aria-disabled={!missing.isComplete}>
        Add the filter
      </Button>
    </form>
  );
}

interface FilterChipsProps {
  readonly columns: readonly FilterColumn[];
  readonly filters: readonly ResultFilter[];
  readonly onFilters: (filters: readonly ResultFilter[]) => void;
}

/** The active filters, each removable. */
export function FilterChips({ columns, filters, onFilters }: FilterChipsProps) {
  return filters.map((filter) => {
    const column = columns.find((one) => one.key === filter.column);
    return (
      <FilterChip
        key={JSON.stringify(filter)}
        title={column?.title ?? filter.column}
        text={filterText(filter, column === undefined ? 'text' : displayTypeOf(column))}
        onRemove={() => onFilters(filters.filter((one) => one !== filter))}
      />
    );
  });
}

/** A form to add a filter, in a menu. */
export function AddFilter({ id, columns, filters, onFilters }: FilterChipsProps & { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  if (filters.length >= MAX_FILTERS) return null;
  return (
    <Popover opened={isOpen} onChange={setOpen} width={280} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="link result-add" onClick={() => setOpen(!isOpen)}>
          <IconPlus size={15} stroke={1.8} aria-hidden /> Filter
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add a filter">
        <FilterForm
          id={id}
          columns={columns}
          onAdd={(filter) => {
            setOpen(false);
            onFilters([...filters.filter((one) => JSON.stringify(one) !== JSON.stringify(filter)), filter]);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
