import { Select } from '@mantine/core';
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { SYSTEMS } from '../../../shared/mapping/index.ts';
import { systemTexts } from './column-labels.ts';

const NONE = 'none';
const CHOICES = [
  { value: NONE, label: 'No CRM' },
  ...SYSTEMS.map(({ id, name }) => ({ value: id, label: name })).toSorted((a, b) => a.label.localeCompare(b.label)),
];

interface SystemCardProps {
  readonly view: ColumnsView;
  readonly isLocked: boolean;
  readonly onChoose: (system: string | null) => void;
}

/** The system that the file was exported from, as recognized or chosen. Confirmed columns do not change. */
export function SystemCard({ view, isLocked, onChoose }: SystemCardProps) {
  const { title, more } = systemTexts(view);
  const note = more === null ? null : <span className="small second">{more}</span>;
  return (
    <section className="columns-source columns-known-end" aria-label="Where the file comes from">
      <span className="small">{title}</span>
      {view.system === null && note}
      <Select
        className="columns-system"
        size="xs"
        aria-label="The system that the file was exported from"
        data={CHOICES}
        value={view.system?.id ?? NONE}
        onChange={(value) => value !== null && onChoose(value === NONE ? null : value)}
        disabled={isLocked}
        allowDeselect={false}
        searchable
        nothingFoundMessage="No system of this name"
        withScrollArea={false}
        maxDropdownHeight={280}
      />
      {view.system !== null && note}
    </section>
  );
}
