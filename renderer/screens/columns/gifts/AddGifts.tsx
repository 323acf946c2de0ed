import { FileButton } from '@mantine/core';
import { SPREADSHEETS } from '../../../components/index.ts';
import './gifts.css';

/** Chooses a gift file, under the list of columns. */
export function AddGifts({ read }: { readonly read: (file: File) => void }) {
  return (
    <p className="gifts-add small">
      <FileButton onChange={(chosen) => chosen !== null && read(chosen)} accept={SPREADSHEETS} inputProps={{ 'aria-label': 'Gift file' }}>
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
