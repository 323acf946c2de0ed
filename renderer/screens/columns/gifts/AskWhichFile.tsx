import { Button } from '@mantine/core';
import { useFileImport, useFileTaker } from '../../../components/index.ts';
import { Dialog } from '../../../kit/index.ts';

/** Takes a file that is dropped on the tab Gifts. */
export function TakeGifts({ take }: { readonly take: (file: File) => void }) {
  useFileTaker('Drop the gift file', 'One gift per row. It is read on this computer, and nothing is sent.', take);
  return null;
}

interface AskWhichFileProps {
  /** The file that was dropped; null for none. */
  readonly dropped: File | null;
  readonly onDrop: (file: File | null) => void;
  readonly onGifts: (file: File) => void;
}

/** Takes a file that is dropped on the tab List, and asks whether it is a list or gifts. */
export function AskWhichFile({ dropped, onDrop, onGifts }: AskWhichFileProps) {
  const { importAsList } = useFileImport();
  useFileTaker('Drop a new list, or the gifts of this list', 'You choose which of them it is. Nothing is sent.', onDrop);
  if (dropped === null) return null;
  return (
    <Dialog title="New list or gifts?" onClose={() => onDrop(null)}>
      <div className="dialog-text">
        <p>“{dropped.name}” can be a new list of people, or the gifts of the people on this list, one per row.</p>
      </div>
      <div className="dialog-foot">
        <Button
          variant="default"
          onClick={() => {
            onDrop(null);
            importAsList(dropped);
          }}
        >
          New list
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onDrop(null);
            onGifts(dropped);
          }}
        >
          Gifts of this list
        </Button>
      </div>
    </Dialog>
  );
}
