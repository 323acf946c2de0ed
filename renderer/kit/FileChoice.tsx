import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface FileChoiceProps extends Pick<FileButtonProps, 'accept' | 'children' | 'disabled'> {
  /** Name of the field for screen readers, where a screen has several. */
  readonly label?: string;
  readonly onChoose: (file: File) => void;
}

/** Chooses one file. The same file can be chosen again, because it may have been corrected. */
export function FileChoice({ label, onChoose, ...props }: FileChoiceProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      {...props}
      resetRef={reset}
      onChange={(file) => {
        if (file === null) return;
        reset.current?.();
        onChoose(file);
      }}
      {...(label !== undefined && { inputProps: { 'aria-label': label } })}
    />
  );
}
