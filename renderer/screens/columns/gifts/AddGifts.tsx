import { SPREADSHEETS } from '../../../components/index.ts';
import { FileChoice } from '../../../kit/index.ts';
import './gifts.css';

/** The button below the list of columns that chooses a gift file. */
export function AddGifts({ read }: { readonly read: (file: File) => void }) {
  return (
    <p className="gifts-add small">
      <FileChoice onChoose={read} accept={SPREADSHEETS} label="Gift file">
        {(props) => (
          <button type="button" className="link" {...props}>
            Add gifts…
          </button>
        )}
      </FileChoice>{' '}
      <span className="second">A file with one gift per row fills the giving fields.</span>
    </p>
  );
}
