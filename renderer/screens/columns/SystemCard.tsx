import { Select } from '@mantine/core';
import { IconDatabaseImport } from '@tabler/icons-react';
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { recognizeSystem, SYSTEMS } from '../../../shared/mapping/systems.ts';

const NONE = 'none';
const CHOICES = [
  { value: NONE, label: 'None' },
  ...SYSTEMS.map(({ id, name }) => ({ value: id, label: name })).toSorted((a, b) => a.label.localeCompare(b.label)),
];

/** Whether the source system was recognized or chosen, and what follows from it. */
function textsOf({ system, headers }: ColumnsView): { readonly title: string; readonly more: string } {
  const recognized = recognizeSystem(headers)?.system ?? null;
  if (system === null)
    return recognized === null
      ? { title: 'We do not know which system exported this file.', more: 'Choose the system, so that its ID column is used.' }
      : {
          title: 'The file is not read as an export of a known system.',
          more: `It looks like an export from ${recognized.name}.`,
        };
  return {
    title: `${recognized?.id === system.id ? 'This looks like an export' : 'You chose an export'} from ${system.name}.`,
    more: `${system.known} of ${system.of} headings belong to it.`,
  };
}

interface SystemCardProps {
  readonly view: ColumnsView;
  readonly locked: boolean;
  readonly onChoose: (system: string | null) => void;
}

/** The system that the file was exported from, as recognized or chosen. Confirmed columns do not change. */
export function SystemCard({ view, locked, onChoose }: SystemCardProps) {
  const { title, more } = textsOf(view);
  return (
    <section className="columns-source" aria-label="Where the file comes from">
      <IconDatabaseImport size={18} stroke={1.6} aria-hidden />
      <div>
        <span className="strong">{title}</span> <span className="small second">{more}</span>
      </div>
      <Select
        className="columns-system"
        size="xs"
        aria-label="The system that the file was exported from"
        data={CHOICES}
        value={view.system?.id ?? NONE}
        onChange={(value) => value !== null && onChoose(value === NONE ? null : value)}
        disabled={locked}
        allowDeselect={false}
        searchable
        nothingFoundMessage="No system of this name"
        withScrollArea={false}
        maxDropdownHeight={280}
      />
    </section>
  );
}
