import { Select } from '@mantine/core';
import type { ImportView } from '../../../shared/contract/index.ts';
import { DELIMITERS, type ImportOptions, TEXT_ENCODINGS } from '../../../shared/mapping/index.ts';
import { isKeyOf } from '../../components/index.ts';

/** The options plus the current value, which may not be selectable. */
function choices(table: Readonly<Record<string, string>>, present: string) {
  const data = Object.entries(table).map(([value, label]) => ({ value, label }));
  return Object.hasOwn(table, present) ? data : [{ value: present, label: present.toUpperCase() }, ...data];
}

interface TextOptionsProps {
  readonly text: NonNullable<ImportView['text']>;
  readonly isDisabled: boolean;
  readonly onChoose: (choice: ImportOptions) => void;
}

/** The encoding and delimiter of a text file, for wrong letters or columns. */
export function TextOptions({ text, isDisabled, onChoose }: TextOptionsProps) {
  return (
    <>
      <Select
        size="xs"
        label="Encoding"
        description="Change it if accents look wrong"
        searchable
        allowDeselect={false}
        disabled={isDisabled}
        value={text.encoding}
        data={choices(TEXT_ENCODINGS, text.encoding)}
        nothingFoundMessage="No encoding of this name"
        onChange={(encoding) => isKeyOf(TEXT_ENCODINGS, encoding) && encoding !== text.encoding && onChoose({ encoding })}
      />
      <Select
        size="xs"
        label="Separator"
        description="Change it if columns run together"
        allowDeselect={false}
        disabled={isDisabled}
        value={text.delimiter}
        data={choices(DELIMITERS, text.delimiter)}
        onChange={(delimiter) => isKeyOf(DELIMITERS, delimiter) && delimiter !== text.delimiter && onChoose({ delimiter })}
      />
    </>
  );
}
