import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface HeadingInputProps {
  readonly label: string;
  readonly value: string;
  readonly most?: number;
  /** False: an emptied field gets its text back, because each column needs a heading. */
  readonly canBeEmpty?: boolean;
  readonly onChange: (value: string) => void;
}

/** A text of a layout. A change is applied on blur or Enter, not while typing, because each change counts the whole list again. */
export function HeadingInput({ label, value, most = 255, canBeEmpty = false, onChange }: HeadingInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const text = (typed ?? value).trim();
    if (text !== value && (text !== '' || canBeEmpty)) onChange(text);
    setTyped(null);
  };
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={typed ?? value}
      maxLength={most}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && finish()}
    />
  );
}
