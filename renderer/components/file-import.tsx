/** Imports a file that was dropped, chosen or pasted on any screen: creates the project that reads it. */
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import type { Input } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { asAppError, useClient } from '../api/client.ts';
import { useCommand } from '../api/queries.ts';
import type { OfferedFile } from '../api/host-events.ts';
import { navigate, toProject, toScreen } from '../navigation/router.ts';

/** Initial filter of the file dialog; the application checks the content, not the name. */
export const SPREADSHEETS = '.xlsx,.xlsm,.xlsb,.xls,.ods,.csv,.tsv,.txt';

/** The earlier screening whose columns and settings a new one takes. */
type SettingsFrom = Input<'projects.create'>['settingsFrom'];

/** State of the upload to the host. `fraction` is null when the host reads the file from its own path. */
export type FileDrop =
  | { readonly at: 'none' }
  | { readonly at: 'handing'; readonly name: string; readonly fraction: number | null }
  | { readonly at: 'failed'; readonly name: string; readonly error: AppError };

interface FileDropControls {
  readonly drop: FileDrop;
  /** Creates a project from a file that the host already has. */
  readonly take: (file: OfferedFile) => void;
  /** Imports a dropped or chosen file. Several files at once show an error. */
  readonly importFiles: (files: readonly File[], settingsFrom?: SettingsFrom) => void;
  /** Shows an error for something that is not a file. */
  readonly refuse: (name: string, error: AppError) => void;
  readonly dismiss: () => void;
}

const FileDropContext = createContext<FileDropControls | null>(null);

export function useFileDrop(): FileDropControls {
  const controls = use(FileDropContext);
  if (controls === null) throw new TypeError('useFileDrop is used outside FileDropProvider');
  return controls;
}

/** Copied cells as a file, so that they are imported like any file. */
export const pastedFile = (cells: string): File => new File([cells], 'Pasted cells.tsv', { type: 'text/tab-separated-values' });

export function FileDropProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const [drop, setDrop] = useState<FileDrop>({ at: 'none' });
  const { mutateAsync: create } = useCommand('projects.create');

  const refuse = useCallback((name: string, error: AppError) => {
    setDrop({ at: 'failed', name, error });
    navigate(toScreen('new'));
  }, []);

  const follow = useCallback(
    async (name: string, offer: () => Promise<OfferedFile>, settingsFrom?: SettingsFrom) => {
      setDrop({ at: 'handing', name, fraction: null });
      navigate(toScreen('new'));
      try {
        const { token } = await offer();
        const project = await create({ file: token, ...(settingsFrom !== undefined && { settingsFrom }) });
        setDrop({ at: 'none' });
        navigate(toProject(project.id, 'file'));
      } catch (error) {
        setDrop({ at: 'failed', name, error: asAppError(error) });
      }
    },
    [create],
  );

  const take = useCallback((file: OfferedFile) => void follow(file.name, () => Promise.resolve(file)), [follow]);

  const importFiles = useCallback(
    (files: readonly File[], settingsFrom?: SettingsFrom) => {
      const [file, ...more] = files;
      if (file === undefined) return;
      if (more.length > 0) {
        const message = `A screening takes one file, and you chose ${files.length}. Nothing was read. Import them one by one, or combine them in one sheet first.`;
        return refuse(`${files.length} files`, new AppError('USAGE', message));
      }
      const showProgress = (fraction: number) => setDrop({ at: 'handing', name: file.name, fraction });
      void follow(file.name, () => client.offerFile(file, showProgress), settingsFrom);
    },
    [client, follow, refuse],
  );

  const dismiss = useCallback(() => setDrop({ at: 'none' }), []);
  const controls = useMemo(() => ({ drop, take, importFiles, refuse, dismiss }), [drop, take, importFiles, refuse, dismiss]);
  return <FileDropContext value={controls}>{children}</FileDropContext>;
}
