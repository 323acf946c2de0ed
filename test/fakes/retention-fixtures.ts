/** Lists past their retention period, for the notice in Projects. */
import type { Output, RetainedList } from '../../shared/contract/index.ts';

const LIST: Omit<RetainedList, 'id' | 'name' | 'state'> = {
  connection: 'Fernhollow account',
  rows: 25_000,
  screened: '2024-09-20',
  months: 24,
  removed: '2026-09-20',
  reason: null,
  announced: '2026-09-13',
  loses: [],
};

export function retentionAnswers(hasLists: boolean) {
  let kept: string[] = [];
  const view = (): Output<'retention.get'> => ({
    today: '2026-09-14',
    lists: hasLists
      ? [
          kept.includes('gala')
            ? { ...LIST, id: 'gala', name: 'Spring gala 2024', state: 'kept', reason: 'Campaign until June' }
            : { ...LIST, id: 'gala', name: 'Spring gala 2024', state: 'planned' },
          { ...LIST, id: 'board', name: 'Board prospects', state: kept.includes('board') ? 'planned' : 'unsaved' },
        ]
      : [],
  });
  const answer = ({ ids }: { readonly ids: readonly string[] }) => {
    kept = [...kept, ...ids];
    return view();
  };
  return {
    'retention.get': view,
    'retention.keep': answer,
    'retention.agree': answer,
    'retention.apply': () => ({ removed: [], view: view() }),
  };
}
