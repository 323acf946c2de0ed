import type { ProjectView, ResultsView } from '../../../shared/contract/index.ts';
import { sinceSentence, sinceTitle } from '../../../shared/view-texts/index.ts';
import { toProject } from '../../navigation/index.ts';
import { number } from '../../format/index.ts';
import { Fact } from './overview/index.ts';
import { useSinceView } from './since-column.tsx';

interface SinceFactProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
}

/** Changes since the most recent earlier result of each person. If all are of one screening, a click on a number shows the people. */
export function SinceFact({ project, results }: SinceFactProps) {
  const since = useSinceView(project.id, results);
  if (since === undefined) return null;
  const { counts, lists } = since;
  const [list, ...others] = lists;
  const shown = (change: 'higher' | 'lower' | 'same' | 'new', label: string) =>
    list === undefined || others.length > 0 ? (
      <span>
        {number(counts[change])} {label}
      </span>
    ) : (
      <a className="link" href={toProject(project.id, 'results', { change }, 'compare', list.id)}>
        {number(counts[change])} {label}
      </a>
    );
  return (
    <Fact label={`${sinceTitle(since)}, ${since.title.toLowerCase()}`}>
      {shown('higher', 'higher')}, {shown('lower', 'lower')}, {shown('same', 'the same')}, {shown('new', 'new')}
      {others.length > 0 && `. ${sinceSentence(since)}`}
    </Fact>
  );
}
