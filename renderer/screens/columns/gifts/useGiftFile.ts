import { useState } from 'react';
import type { AppError } from '../../../../shared/base/index.ts';
import type { Output } from '../../../../shared/contract/index.ts';
import { type GiftChoices, STANDARD_GIFT_CHOICES, withLines } from '../../../../shared/gifts/index.ts';
import { type Work, asAppError, useClient, useCommand, useContractQuery, useWork } from '../../../api/index.ts';
import { navigate, toProject } from '../../../navigation/index.ts';

export type ListGifts = NonNullable<Output<'gifts.get'>>;

export interface GiftFile {
  /** Undefined until it is known; null without a gift file. */
  readonly gifts: ListGifts | null | undefined;
  /** Reads a file as the gifts of the list, and shows them. */
  readonly read: (file: File, password?: string) => void;
  /** The file that is being read, or failed to be; null for none. */
  readonly file: File | null;
  readonly isReading: boolean;
  readonly work: Work;
  readonly error: AppError | null;
  /** Reads the gifts again with other choices. */
  readonly choose: (change: Partial<Pick<ListGifts, 'options' | 'others'>> & { readonly choices?: Partial<GiftChoices> }) => void;
  readonly isChoosing: boolean;
  /** Null until a choice failed. */
  readonly choiceError: AppError | null;
}

/** The gift file of a list. `onChosen` is called with the totals of each choice. */
export function useGiftFile(id: string, onChosen: (gifts: ListGifts) => void): GiftFile {
  const client = useClient();
  const { data: gifts } = useContractQuery('gifts.get', { id });
  const [file, setFile] = useState<File | null>(null);
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const work = useWork();
  const run = useCommand('gifts.read', undefined, { call: work.begin });
  const expectChosen = (shown: ListGifts | null | undefined, choices: GiftChoices, others: number): ListGifts | null =>
    shown == null ? null : { ...shown, choices, others, view: withLines(shown.view, choices.lines) };
  const chosen = useCommand('gifts.choose', onChosen, {
    scope: `gifts ${id}`,
    expect: ({ choices, others }) => expectChosen(gifts, choices, others),
  });
  const read = (next: File, password?: string) => {
    setFile(next);
    setError(null);
    setReading(true);
    navigate(toProject(id, 'columns', {}, 'gifts'));
    const begin = async () => {
      const { token } = await client.offerFile(next, () => undefined);
      // The user's choices apply to a changed file as well.
      const choices = gifts?.choices ?? STANDARD_GIFT_CHOICES;
      await run.mutateAsync({
        id,
        file: token,
        options: {},
        choices: { ...choices, columns: {} },
        ...(password !== undefined && { password }),
      });
      setFile(null);
    };
    begin()
      .catch((failure: unknown) => {
        const known = asAppError(failure);
        if (known.code === 'CANCELED') setFile(null);
        else setError(known);
      })
      .finally(() => setReading(false));
  };
  return {
    gifts,
    read,
    file,
    isReading,
    work,
    error,
    choose: ({ choices, options, others }) => {
      if (gifts == null) return;
      chosen.mutate({
        id,
        options: options ?? gifts.options,
        choices: { ...gifts.choices, ...choices },
        others: others ?? 0,
      });
    },
    isChoosing: chosen.isPending,
    choiceError: chosen.error === null ? null : asAppError(chosen.error),
  };
}
