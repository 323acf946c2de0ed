import { useEffect } from 'react';
import type { ImportView, ProjectView } from '../../../shared/contract/index.ts';
import { FailureLine } from '../../kit/index.ts';
import { SheetChoices, choicesOf, useImportOptions } from '../../components/index.ts';
import { navigate, toProject } from '../../navigation/index.ts';

/** The choices that determine which people and values the list has. */
const SHOWN = ['otherSheets', 'mergedCells'] as const;

/** Which parts of the file are read, with the choices that change this. */
export function SheetCard({ project, view }: { readonly project: ProjectView; readonly view: ImportView }) {
  const { choose, pending, isBusy, error } = useImportOptions(project, view);
  const mustAskForFile = pending !== null;
  // The File screen asks the user to choose the file again, because its copy was deleted.
  useEffect(() => {
    if (mustAskForFile) navigate(toProject(project.id, 'file'));
  }, [mustAskForFile, project.id]);
  if (choicesOf(view, SHOWN).length === 0) return null;
  return (
    <section className="card columns-sheet" aria-label="How the file is read" aria-busy={isBusy}>
      <ul className="file-notices">
        <SheetChoices view={view} only={SHOWN} isDisabled={isBusy} onChoose={choose} />
      </ul>
      <FailureLine error={error} />
    </section>
  );
}
