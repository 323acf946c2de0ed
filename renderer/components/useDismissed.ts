/** The notices that the user has dismissed permanently: in every window, and after a restart. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AppView } from '../../shared/contract/index.ts';
import { useCommand, useContractQuery } from '../api/index.ts';

interface Dismissals {
  readonly keys: ReadonlySet<string>;
  /** `key`: a word for the kind of notice, and the ID of its subject. */
  readonly dismiss: (key: string) => void;
}

export function useDismissed(): Dismissals {
  const queries = useQueryClient();
  const { data } = useContractQuery('app.get', {});
  const { mutate } = useCommand('app.dismiss', undefined, {
    scope: 'app.dismiss',
    expect: ({ key }) => {
      const shown = queries.getQueryData<AppView>(['app.get', {}]);
      return shown === undefined ? null : { ...shown, dismissed: [...shown.dismissed, key] };
    },
  });
  const keys = useMemo(() => new Set(data?.dismissed), [data?.dismissed]);
  return { keys, dismiss: (key) => mutate({ key }) };
}
