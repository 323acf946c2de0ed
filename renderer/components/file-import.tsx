/** Imports a file that was dropped, chosen or pasted on any screen: creates the project that reads it. */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Input } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/base/index.ts';
import { type OfferedFile, asAppError, useClient, useCommand } from '../api/index.ts';
import { navigate, shownScreen, toProject, toScreen } from '../navigation/index.ts';

/** Initial filters of the file dialog; the application checks the content, not the name. */
export const BUNDLES = '.deskbundle';
export const SPREADSHEETS = '.xlsx,.xlsm,.xlsb,.xls,.ods,.csv,.tsv,.txt';

/** The earlier screening from which a new one takes its columns and settings. */
type SettingsFrom = Input<'projects.create'>['settingsFrom'];

/** State of the upload to the host. `fraction` is null when the host reads the file from its own path. */
export type FileUpload =
  | { readonly at: 'none' }
  /** Several files at once: the user chooses one. */
  | { readonly at: 'several'; readonly files: readonly File[]; readonly settingsFrom: SettingsFrom | undefined }
  | { readonly at: 'running'; readonly name: string; readonly fraction: number | null }
  | { readonly at: 'failed'; readonly name: string; readonly error: AppError };

interface FileImport {
  readonly upload: FileUpload;
  /** Creates a project from a file that the host already has. */
  readonly importHostFile: (file: OfferedFile) => void;
  /** Imports a dropped or chosen file. Of several files at once the user chooses one. */
  readonly importFiles: (files: readonly File[], settingsFrom?: SettingsFrom) => void;
  /** Imports a file as a new list, even if the page takes files itself. */
  readonly importAsList: (file: File) => void;
  /** Shows an error for something that is not a file. */
  readonly showFailure: (name: string, error: AppError) => void;
  readonly dismiss: () => void;
  /** A bundle that was chosen or dropped, until it is opened; null for none. */
  readonly bundle: File | null;
  readonly setBundle: (file: File | null) => void;
  /** The page that takes a dropped file instead of a new screening; null for none. */
  readonly taker: FileTaker | null;
  readonly setTaker: (taker: FileTaker | null) => void;
}

/** A page that takes dropped files. `title` and `text` show while one is over the window. */
interface FileTaker {
  readonly title: string;
  readonly text: string;
  readonly take: (file: File) => void;
}

/** Takes dropped files for as long as the component is mounted. */
export function useFileTaker(title: string, text: string, take: (file: File) => void): void {
  const { setTaker } = useFileImport();
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    setTaker({ title, text, take: (file) => latest.current(file) });
    return () => setTaker(null);
  }, [setTaker, title, text]);
}

const FileImportContext = createContext<FileImport | null>(null);

export function useFileImport(): FileImport {
  const controls = use(FileImportContext);
  if (controls === null) throw new TypeError('useFileImport is used outside FileImportProvider');
  return controls;
}

/** Copied cells as a file, so that they are imported like any file. */
export const pastedFile = (cells: string): File => new File([cells], 'Pasted cells.tsv', { type: 'text/tab-separated-values' });

export function FileImportProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const [upload, setUpload] = useState<FileUpload>({ at: 'none' });
  const [bundle, setBundle] = useState<File | null>(null);
  const [taker, setTaker] = useState<FileTaker | null>(null);
  const { mutateAsync: create } = useCommand('projects.create');
  /** Number of the latest import. Earlier imports continue, but the page shows only this one. */
  const latest = useRef(0);

  const showFailure = useCallback((name: string, error: AppError) => {
    setUpload({ at: 'failed', name, error });
    navigate(toScreen('new'));
  }, []);

  const createFrom = useCallback(
    async (name: string, offer: (onProgress: (fraction: number) => void) => Promise<OfferedFile>, settingsFrom?: SettingsFrom) => {
      setUpload({ at: 'running', name, fraction: null });
      navigate(toScreen('new'));
      const number = ++latest.current;
      const onProgress = (fraction: number) => {
        // Do not replace the failure of an earlier import.
        if (number === latest.current) setUpload((now) => (now.at === 'running' ? { at: 'running', name, fraction } : now));
      };
      try {
        const { token } = await offer(onProgress);
        const project = await create({ file: token, ...(settingsFrom !== undefined && { settingsFrom }) });
        if (number !== latest.current) return;
        setUpload((now) => (now.at === 'running' ? { at: 'none' } : now));
        if (shownScreen() === toScreen('new')) navigate(toProject(project.id, 'file'));
      } catch (error) {
        setUpload({ at: 'failed', name, error: asAppError(error) });
      }
    },
    [create],
  );

  const importHostFile = useCallback((file: OfferedFile) => void createFrom(file.name, () => Promise.resolve(file)), [createFrom]);

  const importAsList = useCallback(
    (file: File, settingsFrom?: SettingsFrom) => {
      void createFrom(file.name, (onProgress) => client.offerFile(file, onProgress), settingsFrom);
    },
    [client, createFrom],
  );

  const importFiles = useCallback(
    (files: readonly File[], settingsFrom?: SettingsFrom) => {
      const [file, ...more] = files;
      if (file === undefined) return;
      if (more.length === 0 && file.name.toLowerCase().endsWith(BUNDLES)) {
        setBundle(file);
        return navigate(toScreen('projects'));
      }
      if (taker !== null && more.length === 0) return taker.take(file);
      if (more.length > 0) {
        setUpload({ at: 'several', files, settingsFrom });
        return navigate(toScreen('new'));
      }
      importAsList(file, settingsFrom);
    },
    [importAsList, taker],
  );

  const dismiss = useCallback(() => setUpload({ at: 'none' }), []);
  const controls = useMemo(
    () => ({ upload, importHostFile, importFiles, importAsList, showFailure, dismiss, bundle, setBundle, taker, setTaker }),
    [upload, importHostFile, importFiles, importAsList, showFailure, dismiss, bundle, taker],
  );
  return <FileImportContext value={controls}>{children}</FileImportContext>;
}
