import { FileButton } from '@mantine/core';
import { useRef } from 'react';
import { SPREADSHEETS } from '../../../components/index.ts';
import './gifts.css';

/** Chooses a gift file, under the list of columns. */
export function AddGifts({ read }: { readonly read: (file: File) => void }) {
  const reset = useRef<() => void>(null);
  return (
    <p className="gifts-add small">
      <FileButton
        resetRef={reset}
        onChange={(chosen) => {
          if (chosen !== null) read(chosen);
          // Reset, so that the same file can be chosen again after it was corrected.
          reset.current?.();
        }}
        accept={SPREADSHEETS}
        inputProps={{ 'aria-label': 'Gift file' }}
      >
        {(props) => (
          <button type="button" className="link" {...props}>
            Add gifts…
          </button>
        )}
      </FileButton>{' '}
      <span className="second">A file with one gift per row fills the giving fields.</span>
    </p>
  );
}
