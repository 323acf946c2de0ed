import { Button } from '@mantine/core';
import { isDamage } from '../../shared/base/index.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { isBeforeSubmission } from '../../shared/project/index.ts';
import { SPREADSHEETS, useFileImport } from './file-import.tsx';
import { FileChoice } from '../kit/index.ts';

/** Offers to import the spreadsheet again if the project file is damaged and the list was not sent, because nothing else is needed then. */
export function ImportAgain({ project, error }: { readonly project: ProjectView; readonly error: unknown }) {
  const { importFiles } = useFileImport();
  if (!isDamage(error) || !isBeforeSubmission(project.state)) return null;
  return (
    <FileChoice accept={SPREADSHEETS} onChoose={(file) => importFiles([file])}>
      {(props) => (
        <Button {...props} variant="default" size="xs">
          Import the list again…
        </Button>
      )}
    </FileChoice>
  );
}
