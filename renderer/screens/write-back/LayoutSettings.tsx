import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isBuiltInLayout, type Layout } from '../../../shared/results/index.ts';
import { Dialog, useMissing } from '../../kit/index.ts';

const DATES: readonly { value: Layout['dates']; label: string }[] = [
  { value: 'iso', label: '2026-11-04' },
  { value: 'monthFirst', label: '11/4/2026' },
  { value: 'monthFirstTwoDigits', label: '11/04/2026' },
  { value: 'dayFirst', label: '04/11/2026' },
  { value: 'locale', label: 'As this computer writes dates' },
  { value: 'list', label: 'Month or day first, as in the list' },
];
const FORMATS: readonly { value: Layout['format']; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel workbook' },
];
const ROWS: readonly { value: Layout['rows']; label: string }[] = [
  { value: 'person', label: 'One line for each person' },
  { value: 'score', label: 'One line for each score' },
];

interface LayoutSettingsProps {
  readonly layout: Layout;
  readonly onChange: (layout: Layout) => void;
  /** Removes a layout of the user, or restores a built-in one. */
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Adds or removes the columns that only a layout with a line for each score has, according to `rows`. */
function withLineColumns(layout: Layout): Layout {
  const rest = layout.columns.filter(({ from }) => from.kind !== 'scoreTitle' && from.kind !== 'scoreValue');
  if (layout.rows === 'person') return { ...layout, columns: rest.length === 0 ? layout.columns : rest, scores: undefined };
  if (rest.length < layout.columns.length) return layout;
  const scores = rest.flatMap(({ title, from, words }) => (from.kind === 'score' ? [{ key: from.key, title, words }] : []));
  return {
    ...layout,
    columns: [
      ...rest.filter(({ from }) => from.kind !== 'score'),
      { title: 'Score', from: { kind: 'scoreTitle' } },
      { title: 'Value', from: { kind: 'scoreValue' } },
    ],
    ...(scores.length > 0 && { scores }),
  };
}

/** The name of a layout, its file, and what the other system does with empty cells. */
export function LayoutSettings({ layout, onChange, onRemove, onClose }: LayoutSettingsProps) {
  const [name, setName] = useState(layout.name);
  const [edited, setEdited] = useState(layout);
  const missing = useMissing({ name: name.trim() === '' && 'Enter a name.' });
  const use = () => {
    onChange(withLineColumns({ ...edited, name: name.trim() }));
    onClose();
  };
  return (
    <Dialog onClose={onClose} title="Settings of the layout">
      <form onSubmit={missing.submits(use)}>
        <div className="dialog-fields">
          <TextInput
            label="Name"
            error={missing.at('name')}
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="File"
            data={edited.csvOnly === true ? FORMATS.filter(({ value }) => value === 'csv') : FORMATS}
            value={edited.format}
            onChange={(format) => format !== null && setEdited({ ...edited, format })}
            allowDeselect={false}
          />
          <Select
            label="Lines"
            data={ROWS}
            value={edited.rows}
            onChange={(rows) => rows !== null && setEdited({ ...edited, rows })}
            allowDeselect={false}
          />
          <Select
            label="Dates"
            data={DATES}
            value={edited.dates}
            onChange={(dates) => dates !== null && setEdited({ ...edited, dates })}
            allowDeselect={false}
          />
          <Checkbox
            label="An empty cell removes the value that the other system has"
            checked={edited.removesByEmptyCell === true}
            onChange={(event) => setEdited({ ...edited, removesByEmptyCell: event.currentTarget.checked })}
          />
          <Checkbox
            label="Individuals only: the other system reads organizations from a file of their own"
            checked={edited.individualsOnly === true}
            onChange={(event) => setEdited({ ...edited, individualsOnly: event.currentTarget.checked })}
          />
        </div>
        <div className="dialog-foot">
          <button type="button" className="link" onClick={onRemove}>
            {isBuiltInLayout(layout.id) ? 'Restore the default…' : 'Remove the layout…'}
          </button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={!missing.isComplete}>
            Use them
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
