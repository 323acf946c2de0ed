import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { IconColumns3, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import type { ScoreColumn } from '../../../shared/contract/index.ts';
import { MAX_SHOWN } from '../../../shared/results/index.ts';
import { number } from '../../format/index.ts';

/** Number of names that are listed. A search finds the others. */
const MAX_LISTED = 150;

type Column = Pick<ScoreColumn, 'key' | 'title'>;

const NONE: readonly Column[] = [];

interface ColumnBoxesProps {
  readonly columns: readonly Column[];
  readonly shown: readonly string[];
  readonly onShown: (shown: readonly string[]) => void;
}

/** A check box for each column. Drawn after the head of the menu in separate tasks that input can interrupt. */
function ColumnBoxes({ columns, shown, onShown }: ColumnBoxesProps) {
  const drawn = useDeferredValue(columns, NONE);
  const isFull = shown.length >= MAX_SHOWN;
  const toggle = (key: string) => onShown(shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key]);
  return (
    <fieldset className="result-columns">
      <legend className="visually-hidden">Columns shown</legend>
      {drawn.slice(0, MAX_LISTED).map(({ key, title }) => (
        <Checkbox
          key={key}
          size="xs"
          label={title}
          checked={shown.includes(key)}
          disabled={isFull && !shown.includes(key)}
          onChange={() => toggle(key)}
        />
      ))}
      {columns.length === 0 && <p className="second">No column has this name.</p>}
      {columns.length > MAX_LISTED && <p className="second small">{number(columns.length - MAX_LISTED)} more. Type to find them.</p>}
    </fieldset>
  );
}

interface ColumnChooserProps {
  readonly columns: readonly Column[];
  readonly shown: readonly string[];
  /** The columns shown by default. */
  readonly usual: readonly string[];
  readonly onShown: (shown: readonly string[]) => void;
  readonly onArrange: () => void;
}

export function ColumnChooser({ columns, shown, usual, onShown, onArrange }: ColumnChooserProps) {
  const [isOpen, setOpen] = useState(false);
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const found = columns.filter(({ key, title }) => wanted === '' || `${title} ${key}`.toLowerCase().includes(wanted));
  const isUsual = shown.length === usual.length && shown.every((key, position) => usual[position] === key);
  return (
    <Popover opened={isOpen} onChange={setOpen} width={300} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.6} />} onClick={() => setOpen(!isOpen)}>
          Columns {number(shown.length)} of {number(columns.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <div className="result-columns-head">
          <button
            type="button"
            className="link small"
            onClick={() => {
              setOpen(false);
              onArrange();
            }}
          >
            Arrange columns…
          </button>
          {!isUsual && (
            <button type="button" className="link small" onClick={() => onShown(usual)}>
              Restore the default columns
            </button>
          )}
        </div>
        <TextInput
          aria-label="Find a column"
          placeholder="Find a column"
          leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          data-autofocus
        />
        <ColumnBoxes columns={found} shown={shown} onShown={onShown} />
      </Popover.Dropdown>
    </Popover>
  );
}
