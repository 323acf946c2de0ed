/** How a file comes in: dropped, chosen or pasted, from any screen, to a project that reads it. */
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { AppError } from '../../shared/base/errors.ts';
import { asAppError, useClient } from '../api/client.ts';
import { useCommand } from '../api/queries.ts';
import type { OfferedFile } from '../api/host-events.ts';
import { navigate, toProject, toScreen } from '../navigation/router.ts';

/** Where the file that is being brought stands. `fraction` null: the host reads it where it lies. */
export type Intake =
  | { readonly at: 'none' }
  | { readonly at: 'handing'; readonly name: string; readonly fraction: number | null }
  | { readonly at: 'failed'; readonly name: string; readonly error: AppError };

interface IntakeControls {
  readonly intake: Intake;
  /** Makes a project of a file that the host has taken already. */
  readonly take: (file: OfferedFile) => void;
  /** Brings files as they were dropped or chosen; more than one is refused with a word. */
  readonly bring: (files: readonly File[]) => void;
  /** Refuses something that is no file before it is handed over. */
  readonly refuse: (name: string, error: AppError) => void;
  readonly forget: () => void;
}

const IntakeContext = createContext<IntakeControls | null>(null);

/** The way in for files. */
export function useIntake(): IntakeControls {
  const controls = use(IntakeContext);
  if (controls === null) throw new TypeError('the intake is used outside its provider');
  return controls;
}

/** Copied cells as a file, so that they go the way of every file. */
export const pastedFile = (cells: string): File => new File([cells], 'Pasted cells.tsv', { type: 'text/tab-separated-values' });

export function IntakeProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const [intake, setIntake] = useState<Intake>({ at: 'none' });
  const { mutateAsync: create } = useCommand('projects.create');

  const refuse = useCallback((name: string, error: AppError) => {
    setIntake({ at: 'failed', name, error });
    navigate(toScreen('new'));
  }, []);

  /** Shows the way of a file from the hand to its project. */
  const follow = useCallback(
    async (name: string, offer: () => Promise<OfferedFile>) => {
      setIntake({ at: 'handing', name, fraction: null });
      navigate(toScreen('new'));
      try {
        const { token } = await offer();
        const project = await create({ file: token });
        setIntake({ at: 'none' });
        navigate(toProject(project.id, 'file'));
      } catch (error) {
        setIntake({ at: 'failed', name, error: asAppError(error) });
      }
    },
    [create],
  );

  const take = useCallback((file: OfferedFile) => void follow(file.name, () => Promise.resolve(file)), [follow]);

  const bring = useCallback(
    (files: readonly File[]) => {
      const [file, ...more] = files;
      if (file === undefined) return;
      if (more.length > 0) {
        const message = `You brought ${files.length} files, and a screening takes one. Nothing was read. Bring them one after the other, or put them into one sheet first.`;
        return refuse(`${files.length} files`, new AppError('USAGE', message));
      }
      const tell = (fraction: number) => setIntake({ at: 'handing', name: file.name, fraction });
      void follow(file.name, () => client.offerFile(file, tell));
    },
    [client, follow, refuse],
  );

  const forget = useCallback(() => setIntake({ at: 'none' }), []);
  const controls = useMemo(() => ({ intake, take, bring, refuse, forget }), [intake, take, bring, refuse, forget]);
  return <IntakeContext value={controls}>{children}</IntakeContext>;
}
