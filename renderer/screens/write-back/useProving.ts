import { useRef, useState } from 'react';
import type { AppError } from '../../../shared/base/index.ts';
import type { ExportPlaces } from '../../../shared/write-back/index.ts';
import { asAppError, useClient, useCommand } from '../../api/index.ts';
import { useFileTaker } from '../../components/index.ts';

interface ProofMore {
  readonly password?: string;
  /** The columns of the export with the values, as chosen by the user. */
  readonly places?: ExportPlaces;
}

export interface Proving {
  readonly isBusy: boolean;
  readonly error: AppError | null;
  /** The last chosen file, which may need a password. */
  readonly file: File | null;
  readonly prove: (file: File, more?: ProofMore) => void;
}

/** Compares a chosen or dropped export with what the layout writes. `layoutId` null: the last used layout. */
export function useProving(id: string, layoutId: string | null, onProved: () => void): Proving {
  const client = useClient();
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [isReading, setReading] = useState(false);
  const run = useCommand('proof.run', onProved);
  const begun = useRef(0);
  const prove = (chosen: File, more: ProofMore = {}) => {
    const number = ++begun.current;
    // The user can drop another file during a comparison. The page then shows only the state of the last file.
    const isLast = () => number === begun.current;
    setFile(chosen);
    setFailure(null);
    setReading(true);
    const begin = async () => {
      const { token } = await client.offerFile(chosen, () => undefined);
      await run.mutateAsync({ id, layoutId, file: token, madeAt: chosen.lastModified, ...more });
    };
    begin()
      .catch((error: unknown) => isLast() && setFailure(asAppError(error)))
      .finally(() => isLast() && setReading(false));
  };
  useFileTaker('Drop the export to compare it', 'It is read on this computer and not kept. Nothing is sent.', prove);
  return { isBusy: isReading, error: failure, file, prove };
}
