/** Lists whose time is over, for the notice in Projects. */
import type { RetentionView } from '../../shared/contract/index.ts';

const LIST = {
  connection: 'Fernhollow account',
  rows: 25_000,
  screened: '2024-09-20',
  months: 24,
  removed: '2026-09-20',
  reason: null,
  announced: '2026-09-13',
  loses: [] as string[],
};

export function retentionAnswers(hasLists: boolean) {
  let kept: string[] = [];
  const view = (): RetentionView => ({
    today: '2026-09-14',
    lists: hasLists
      ? ([
          { ...LIST, id: 'gala', name: 'Spring gala 2024', state: kept.includes('gala') ? 'kept' : 'planned' },
          { ...LIST, id: 'board', name: 'Board prospects', state: kept.includes('board') ? 'planned' : 'unsaved' },
        ].map((list) => (list.state === 'kept' ? { ...list, reason: 'Campaign until June' } : list)) as RetentionView['lists'])
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
