import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { mergesIntoParent } from '../../../shared/project/index.ts';
import { ConnectionTag, DuplicateDialog, StatusTag } from '../../components/index.ts';
import { useNow } from '../../kit/index.ts';
import { sourceLine, whenWithin } from '../../format/index.ts';
import { toProject, toScreen } from '../../navigation/index.ts';

/** Number of screenings that are shown. */
const SHOWN = 5;

/** The screenings that changed last, to continue or to duplicate with a new file. */
export function RecentScreenings({ projects }: { readonly projects: readonly ProjectView[] }) {
  const now = useNow();
  const [duplicated, setDuplicated] = useState<ProjectView | null>(null);
  const recent = projects.filter(({ lineage }) => !mergesIntoParent(lineage)).toSorted((a, b) => b.changedAt - a.changedAt);
  if (recent.length === 0) return null;
  return (
    <section className="card new-recent" aria-labelledby="recent-title">
      <div className="new-recent-head">
        <h2 className="card-title" id="recent-title">
          Recent screenings
        </h2>
        <a className="link small" href={toScreen('projects')}>
          All projects
        </a>
      </div>
      <ul>
        {recent.slice(0, SHOWN).map((project) => (
          <li key={project.id}>
            <div>
              <a className="projects-name" href={toProject(project.id)}>
                {project.name}
              </a>
              <div className="small second">
                {sourceLine(project)}, {whenWithin(project.changedAt, now)}
              </div>
            </div>
            <div className="new-recent-tags">
              <ConnectionTag kind={project.connection.kind} />
              <StatusTag project={project} />
            </div>
            {project.sheet !== null && (
              <Button variant="default" size="xs" aria-label={`Use its settings… ${project.name}`} onClick={() => setDuplicated(project)}>
                Use its settings…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {duplicated !== null && <DuplicateDialog project={duplicated} onClose={() => setDuplicated(null)} />}
    </section>
  );
}
