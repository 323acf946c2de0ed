import { Button } from '@mantine/core';
import type { ProjectView } from '../../shared/contract/index.ts';
import { Dialog, DialogFoot, FileChoice } from '../kit/index.ts';
import { SPREADSHEETS, useFileImport } from './file-import.tsx';

interface DuplicateDialogProps {
  readonly project: ProjectView;
  readonly onClose: () => void;
}

/** Asks for the file of a new screening that takes the columns and settings of another one. */
export function DuplicateDialog({ project, onClose }: DuplicateDialogProps) {
  const { importFiles } = useFileImport();
  return (
    <Dialog onClose={onClose} title={`Duplicate “${project.name}” as a new screening`}>
      <div className="dialog-text">
        <p>
          Choose the new file. The new screening copies the columns, the purpose note, the score settings and the choice about rows with
          errors. It uses the connection “{project.connection.name}”.
        </p>
        <p className="second">Your fixes stay with “{project.name}”. Nothing is sent until you press Send.</p>
      </div>
      <DialogFoot close="Cancel" onClose={onClose}>
        <FileChoice
          accept={SPREADSHEETS}
          onChoose={(file) => {
            onClose();
            importFiles([file], { kind: 'project', id: project.id });
          }}
        >
          {(props) => (
            <Button {...props} data-autofocus>
              Choose the new file…
            </Button>
          )}
        </FileChoice>
      </DialogFoot>
    </Dialog>
  );
}
