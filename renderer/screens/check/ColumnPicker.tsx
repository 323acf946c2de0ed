import { Select } from '@mantine/core';
import { columnLetters } from '../../../shared/mapping/index.ts';
import { fieldName } from './issue-texts.ts';
import type { MissingColumnsState } from './useMissingColumns.ts';

interface ColumnPickerProps {
  readonly state: MissingColumnsState;
  readonly onDone: () => void;
}

/** The columns of the file with three values each, best first, for the needed field without a column. */
export function ColumnPicker({ state: { field, offers, use }, onDone }: ColumnPickerProps) {
  if (field === null || offers === null) return null;
  return (
    <Select
      className="missing-picker"
      size="xs"
      aria-label={`Column for ${fieldName(field)}`}
      placeholder="Type to find a column"
      searchable
      ref={(input) => input?.focus()}
      defaultDropdownOpened
      data={offers.map(({ column, header }) => ({ value: String(column), label: `${columnLetters(column)}  ${header}` }))}
      renderOption={({ option }) => (
        <span className="missing-option">
          <b>{option.label}</b>
          <span className="second small">{offers.find(({ column }) => String(column) === option.value)?.samples.join(' · ')}</span>
        </span>
      )}
      nothingFoundMessage="No column of this name"
      onChange={(value) => {
        const offer = offers.find(({ column }) => String(column) === value);
        onDone();
        if (offer !== undefined) use(offer.isLikely ? offer : { ...offer, to: { kind: 'field', field } });
      }}
    />
  );
}
