import { useCallback } from 'react';
import { PAGE_ROWS, type ResultSort } from '../../../shared/contract/index.ts';
import { MAX_CHOSEN, type ResultSelection } from '../../../shared/results/index.ts';
import { useClient } from '../../api/index.ts';
import { useAnnounce } from '../../kit/index.ts';
import { blockText, count } from '../../format/index.ts';
import type { Since } from './comparable.ts';
import type { ShownColumn } from './result-columns.tsx';
import { changeText } from './since-column.tsx';

interface CopyRowsOptions {
  readonly id: string;
  readonly columns: readonly ShownColumn[];
  readonly sort: ResultSort | null;
  readonly since: Since | null;
}

/** Copies people with the columns and the order of the list, with plain numbers and ISO dates for spreadsheets. */
export function useCopyRows({ id, columns, sort, since }: CopyRowsOptions): (selection: ResultSelection) => Promise<void> {
  const client = useClient();
  const announce = useAnnounce();
  return useCallback(
    async (selection) => {
      const lines = [['File row', 'Name', 'City', ...columns.map(({ title }) => title), ...(since === null ? [] : [since.title])]];
      const changes = since === null ? {} : { since: since.column.key };
      const keys = columns.map(({ key }) => key);
      try {
        for (let offset = 0; offset < MAX_CHOSEN; offset += PAGE_ROWS) {
          const page = await client.call('results.page', { id, selection, columns: keys, sort, ...changes, offset, limit: PAGE_ROWS });
          lines.push(
            ...page.rows.map((row) => [
              String(row.row ?? ''),
              row.name,
              row.locality,
              ...row.cells,
              ...(since === null ? [] : [String(row.scoreChange?.by ?? changeText(row, since.column, 0)?.main ?? '')]),
            ]),
          );
          if (offset + PAGE_ROWS >= page.total) break;
        }
        const isCopied = await client.copy(blockText(lines));
        announce(isCopied ? `${count(lines.length - 1, 'person', 'people')} copied` : 'Copying is not allowed here. Export them instead.');
      } catch {
        announce('The people could not be copied because the rows could not be read.');
      }
    },
    [client, announce, id, columns, sort, since],
  );
}
