import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useState } from 'react';

interface SuggestInputProps extends AutocompleteProps {
  readonly data: string[];
  readonly value: string;
}

/**
 * A text field with suggestions. Without a suggestion for the typed text no list is open: an invisible one would take the first Escape,
 * which then would not close the dialog.
 */
export function SuggestInput(props: SuggestInputProps) {
  const [isOpen, setOpen] = useState(false);
  const typed = props.value.trim().toLowerCase();
  const hasSuggestion = props.data.some((one) => one.toLowerCase().includes(typed));
  return (
    <Autocomplete
      {...props}
      dropdownOpened={isOpen && hasSuggestion}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
    />
  );
}
