import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface HeadingInputProps {
  readonly label: string;
  readonly value: string;
  readonly most?: number;
  /** Without it, an emptied field gets its text back: each column has a heading. */
  readonly canBeEmpty?: boolean;
  readonly onChange: (value: string) => void;
}

/** A text of a layout. The preview follows when the field is left, and with Enter: each change counts the whole list once more. */
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
