import type { ProjectView, ResultsView } from '../../../shared/contract/index.ts';
import { toProject } from '../../navigation/index.ts';
import { number } from '../../format/index.ts';
import { Fact } from './overview/index.ts';
import { sinceTitle, useSinceComparison } from './since-column.tsx';

interface SinceFactProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
  /** The screening to compare with. */
  readonly earlier: ProjectView;
}

/** Changes since the last screening that has some of these people; a click on a number shows the people. */
export function SinceFact({ project, results, earlier }: SinceFactProps) {
  const comparison = useSinceComparison(project.id, earlier, results);
  if (comparison === undefined) return null;
  const { counts } = comparison;
  const link = (change: 'higher' | 'lower' | 'same' | 'new', label: string) => (
    <a className="link" href={toProject(project.id, 'results', { change }, 'compare', earlier.id)}>
      {number(counts[change])} {label}
    </a>
  );
  return (
    <Fact label={`${sinceTitle(earlier)}, ${comparison.title.toLowerCase()}`}>
      {link('higher', 'higher')}, {link('lower', 'lower')}, {link('same', 'the same')}, {link('new', 'new')}
      {counts.gone > 0 && `; ${number(counts.gone)} no longer here`}
    </Fact>
  );
}
