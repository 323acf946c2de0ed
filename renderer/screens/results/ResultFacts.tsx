import { type ReactNode, useId } from 'react';
import type { Outcome } from '../../../shared/results/index.ts';
import type { ProjectView, ResultsView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { toProject } from '../../navigation/index.ts';
import { creditsWithLater, day, number, time } from '../../format/index.ts';

interface ResultFactsProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
  readonly onShow: (outcome: Outcome) => void;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="result-fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A number that shows its rows on click, if there are any. */
function Rows({ rows, label, onShow }: { readonly rows: number; readonly label: string; readonly onShow: () => void }) {
  if (rows === 0) return '0';
  return (
    <button type="button" className="link" aria-label={`${number(rows)} ${label}: show them`} onClick={onShow}>
      {number(rows)}
    </button>
  );
}

/** The screening itself: when, its cost, and the rows that were not sent. */
export function ResultFacts({ project, results, onShow }: ResultFactsProps) {
  const title = useId();
  const at = project.processedAt;
  const isPractice = project.connection.kind === 'practice';
  const { lineage } = project;
  const earlier = useContractQuery('projects.list', {}).data?.find(({ id }) => lineage?.kind === 'baseline' && id === lineage.of);
  return (
    <section className="card result-card" aria-labelledby={title}>
      <div className="result-card-head">
        <h2 className="card-title" id={title}>
          This {isPractice ? 'rehearsal' : 'screening'}
        </h2>
        <a className="link small" href={toProject(project.id, 'progress', {}, 'timeline')}>
          Full history
        </a>
      </div>
      <dl className="result-facts">
        <Fact label="Finished">{at === null ? 'not known' : `${day(at)}, ${time(at)}`}</Fact>
        <Fact label="Over">{project.connection.name}</Fact>
        <Fact label={isPractice ? 'Real credits charged' : 'Credits charged'}>{creditsWithLater(project, results.later)}</Fact>
        {earlier !== undefined && (
          <Fact label="Only new or changed since">
            <a className="link" href={toProject(earlier.id, 'results')}>
              {earlier.name}
            </a>
          </Fact>
        )}
        <Fact label="Left out before sending">
          <Rows rows={results.leftOut} label="rows were left out" onShow={() => onShow('leftOut')} />
        </Fact>
        <Fact label="Profiles that match no row">
          <Rows rows={results.counts.unmatched} label="profiles match no row" onShow={() => onShow('unmatched')} />
        </Fact>
      </dl>
    </section>
  );
}
