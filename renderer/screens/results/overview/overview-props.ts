import type { ResultFilter } from '../../../../shared/results/index.ts';
import type { ResultsView } from '../../../../shared/contract/index.ts';

export interface OverviewProps {
  readonly id: string;
  readonly results: ResultsView;
  readonly filters: readonly ResultFilter[];
  readonly find: string;
  readonly onFilters: (filters: readonly ResultFilter[]) => void;
}
