import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AppError } from '../../../../shared/base/index.ts';
import type { Output } from '../../../../shared/contract/index.ts';
import { type GiftChoices, STANDARD_GIFT_CHOICES, withLines } from '../../../../shared/gifts/index.ts';
import { type Work, asAppError, useClient, useCommand, useContractQuery, useWork } from '../../../api/index.ts';
import { navigate, toProject } from '../../../navigation/index.ts';

export type ListGifts = NonNullable<Output<'gifts.get'>>;

/** Changed choices about a gift file; omitted choices stay the same. */
type GiftChange = Partial<Pick<ListGifts, 'options' | 'others'>> & { readonly choices?: Partial<GiftChoices> };

/** Toggles whether the gifts of a line count. */
export const withLine = ({ view, choices }: ListGifts, key: string): GiftChange => {
  const isCounted = view.lines.some((line) => line.key === key && line.counted);
  return { choices: { lines: { ...choices.lines, [key]: !isCounted } } };
};

/** The scope of the commands about the gifts of a list, which run one after the other because each builds on the earlier ones. */
export const giftsScope = (id: string): string => `gifts ${id}`;

export interface GiftFile {
  /** Undefined until it is known; null without a gift file. */
  readonly gifts: ListGifts | null | undefined;
  /** Reads a file as the gifts of the list, and shows them. */
  readonly read: (file: File, password?: string) => void;
  /** The file that is being read or could not be read; null for none. */
  readonly file: File | null;
  readonly isReading: boolean;
  readonly work: Work;
  readonly error: AppError | null;
  /** Reads the gifts again with other choices, derived from the gifts that are shown at that moment. */
  readonly choose: (change: (shown: ListGifts) => GiftChange) => void;
  readonly isChoosing: boolean;
  /** Why the last choice failed; null otherwise. */
  readonly choiceError: Error | null;
}

/** The gift file of a list. `onChosen` is called with the totals after each choice. */
export function useGiftFile(id: string, onChosen: (gifts: ListGifts) => void): GiftFile {
  const client = useClient();
  const queries = useQueryClient();
  const { data: gifts } = useContractQuery('gifts.get', { id });
  const [file, setFile] = useState<File | null>(null);
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const work = useWork();
  const scope = giftsScope(id);
  const run = useCommand('gifts.read', undefined, { scope, call: work.begin });
  const shownGifts = () => queries.getQueryData<ListGifts | null>(['gifts.get', { id }]) ?? null;
  const expectChosen = (shown: ListGifts | null, choices: GiftChoices, others: number): ListGifts | null =>
    shown === null ? null : { ...shown, choices, others, view: withLines(shown.view, choices.lines) };
  const chosen = useCommand('gifts.choose', onChosen, {
    scope,
    expect: ({ choices, others }) => expectChosen(shownGifts(), choices, others),
  });
  const latest = useRef<File | null>(null);
  const read = (next: File, password?: string) => {
    latest.current = next;
    setFile(next);
    setError(null);
    setReading(true);
    navigate(toProject(id, 'columns', {}, 'gifts'));
    const begin = async () => {
      const { token } = await client.offerFile(next, () => undefined);
      // The user's choices apply to a changed file as well.
      const choices = shownGifts()?.choices ?? STANDARD_GIFT_CHOICES;
      await run.mutateAsync({
        id,
        file: token,
        options: {},
        choices: { ...choices, columns: {} },
        ...(password !== undefined && { password }),
      });
    };
    // Ignore the end of an earlier file while a later one is being read.
    const end = (failure: AppError | null) => {
      if (latest.current !== next) return;
      setReading(false);
      setError(failure?.code === 'CANCELED' ? null : failure);
      if (failure === null || failure.code === 'CANCELED') setFile(null);
    };
    begin().then(
      () => end(null),
      (failure: unknown) => end(asAppError(failure)),
    );
  };
  return {
    gifts,
    read,
    file,
    isReading,
    work,
    error,
    choose: (change) => {
      const shown = shownGifts();
      if (shown === null) return;
      const { choices, options, others } = change(shown);
      chosen.mutate({
        id,
        options: options ?? shown.options,
        choices: { ...shown.choices, ...choices },
        others: others ?? 0,
      });
    },
    isChoosing: chosen.isPending,
    choiceError: chosen.error,
  };
}
