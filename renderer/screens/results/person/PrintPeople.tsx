import { useQuery } from '@tanstack/react-query';
import type { ResultSelection } from '../../../../shared/results/index.ts';
import type { ProjectView, ResultSort, ResultsView } from '../../../../shared/contract/index.ts';
import { useClient } from '../../../api/index.ts';
import { FailureLine, PrintNow } from '../../../kit/index.ts';
import { PersonSheets } from './PersonSheet.tsx';

/** Maximum number of pages that are printed at once. */
export const MAX_PAGES = 50;

interface PrintPeopleProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
  /** The ticked people. */
  readonly selection: ResultSelection;
  /** The order of the list. */
  readonly sort: ResultSort | null;
  readonly onEnd: () => void;
}

/** Reads the ticked people in the order of the list, and opens the print dialog with one page for each. */
export function PrintPeople({ project, results, selection, sort, onEnd }: PrintPeopleProps) {
  const client = useClient();
  const { id } = project;
  const found = useQuery({
    queryKey: ['results.page', { id, selection, sort }, 'to print'],
    queryFn: async () => {
      const page = await client.call('results.page', { id, selection, columns: [], sort, offset: 0, limit: MAX_PAGES });
      const rows = page.rows.flatMap(({ row }) => row ?? []);
      return await Promise.all(
        rows.map(async (row) => ({
          person: await client.call('results.person', { id, row }),
          notes: await client.call('notes.get', { id, row }),
          history: await client.call('results.history', { id, row }),
        })),
      );
    },
    // Notes may have changed since the last time.
    gcTime: 0,
    staleTime: 0,
  });
  const isReady = found.data !== undefined && !found.isFetching;
  if (found.error !== null) return <FailureLine error={found.error} />;
  if (!isReady) return null;
  return (
    <PersonSheets project={project} results={results} people={found.data}>
      <PrintNow onEnd={onEnd} />
    </PersonSheets>
  );
}
