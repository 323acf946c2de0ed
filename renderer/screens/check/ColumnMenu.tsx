import { Checkbox, TextInput } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconEyeOff,
  IconFilterOff,
  IconPin,
  IconSearch,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react';
import { type ComponentType, type FormEvent, useState } from 'react';
import type { CheckSort, CheckView, ColumnFilter } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import type { ColumnChoices, ColumnOrder } from './column-order.ts';
import { fieldName, openRules } from './issue-texts.ts';
import { UsualValues, WrongValues } from './ValueFilters.tsx';

interface ItemProps {
  readonly icon: ComponentType<{ readonly size?: number; readonly stroke?: number }>;
  readonly label: string;
  readonly onPick: () => void;
}

function Item({ icon: ItemIcon, label, onPick }: ItemProps) {
  return (
    <button type="button" className="heading-menu-item" onClick={onPick}>
      <ItemIcon size={15} stroke={1.6} aria-hidden /> {label}
    </button>
  );
}

interface ColumnMenuProps {
  readonly id: string;
  readonly field: FieldKey;
  readonly check: CheckView;
  readonly order: ColumnOrder;
  readonly filter: ColumnFilter | null;
  readonly onSort: (sort: CheckSort) => void;
  readonly onFilter: (filter: ColumnFilter | null) => void;
  readonly onChoices: (change: (before: ColumnChoices) => ColumnChoices) => void;
  readonly onClose: () => void;
}

/** The menu of a heading: the order of the rows, and the filter and position of the column. */
export function ColumnMenu({ id, field, check, order, filter, onSort, onFilter, onChoices, onClose }: ColumnMenuProps) {
  const own = filter?.field === field ? filter : null;
  const [contains, setContains] = useState(own?.contains ?? '');
  const wrong = openRules(check).flatMap(({ code, title, fields }) =>
    fields.filter((one) => one.field === field).map(({ rows }) => ({ code, title, rows })),
  );
  const { codes, causes, values, filled } = own ?? { codes: [], causes: [], values: [], filled: null };
  const apply = (change: Partial<ColumnFilter>) => {
    const next = { field, codes, causes, values, contains, filled, ...change };
    const isEmpty = next.codes.length + next.causes.length + next.values.length === 0 && next.contains === '' && next.filled === null;
    onFilter(isEmpty ? null : next);
  };
  const done = (act: () => void) => () => {
    act();
    onClose();
  };
  const name = fieldName(field);
  const move = (by: -1 | 1) =>
    onChoices((before) => {
      const all = [...order.shown, ...order.hidden];
      const at = all.indexOf(field);
      const to = Math.min(Math.max(0, at + by), order.shown.length - 1);
      return { ...before, order: all.toSpliced(at, 1).toSpliced(to, 0, field) };
    });
  const isFrozen = order.frozen.includes(field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply({ contains: contains.trim() });
    onClose();
  };
  return (
    <>
      <Item icon={IconSortAscending} label="Sort A to Z" onPick={done(() => onSort({ field, descending: false }))} />
      <Item icon={IconSortDescending} label="Sort Z to A" onPick={done(() => onSort({ field, descending: true }))} />
      <hr />
      {wrong.length > 0 && <div className="heading-menu-title">Filter: what is wrong</div>}
      {wrong.map((rule) => (
        <WrongValues key={rule.code} id={id} field={field} rule={rule} filter={{ codes, causes }} onChange={apply} />
      ))}
      {wrong.length === 0 && <UsualValues id={id} field={field} values={values} onChange={apply} />}
      {wrong.length === 0 &&
        [true, false].map((one) => (
          <Checkbox
            key={String(one)}
            size="xs"
            className="heading-menu-item"
            checked={filled === one}
            label={one ? 'With a value' : 'Empty'}
            onChange={(event) => apply({ filled: event.currentTarget.checked ? one : null })}
          />
        ))}
      <form onSubmit={submit}>
        <TextInput
          size="xs"
          aria-label={`${name} contains`}
          placeholder="contains…"
          leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
          value={contains}
          onChange={(event) => setContains(event.currentTarget.value)}
        />
      </form>
      {own !== null && <Item icon={IconFilterOff} label="Clear this filter" onPick={done(() => onFilter(null))} />}
      <hr />
      <Item
        icon={IconPin}
        label={isFrozen ? 'Freeze the name only' : 'Freeze up to here'}
        onPick={done(() => onChoices((before) => ({ ...before, frozenTo: isFrozen ? null : field })))}
      />
      <Item
        icon={IconEyeOff}
        label="Hide column"
        onPick={done(() => onChoices((before) => ({ ...before, shown: new Map([...before.shown, [field, false]]) })))}
      />
      <Item icon={IconArrowLeft} label="Move left" onPick={done(() => move(-1))} />
      <Item icon={IconArrowRight} label="Move right" onPick={done(() => move(1))} />
    </>
  );
}
