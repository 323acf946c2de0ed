import { useEffect } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { useContractQuery } from '../api/index.ts';
import { FailurePanel } from '../kit/index.ts';
import { Page, PageTitle, RowNames } from '../components/index.ts';
import { isReachable, stepOf } from '../format/index.ts';
import { type ProjectRoute, type Route, STEPS, type Step, rememberStep, toScreen } from '../navigation/index.ts';
import { PROJECT_SCREENS, SCREENS } from './screens.tsx';

/** The step to show: the requested one if it is reachable and has a screen, else the nearest one before it. */
function shownStep(project: ProjectView, requested: Step | null): Step {
  // A list whose submission was refused is a draft again; the Cost step shows the reason.
  if (requested === 'progress' && project.state.at === 'draft' && isReachable(project, 'cost')) return 'cost';
  const wanted = requested !== null && isReachable(project, requested) ? requested : stepOf(project);
  for (let index = STEPS.indexOf(wanted); index > 0; index--) {
    const step = STEPS[index];
    if (step !== undefined && PROJECT_SCREENS[step] !== undefined) return step;
  }
  return 'file';
}

function ProjectScreen({ route }: { readonly route: ProjectRoute }) {
  const project = useContractQuery('projects.get', { id: route.id });
  if (project.error !== null)
    return (
      <Page isPlain head={<PageTitle window="Project">Project</PageTitle>}>
        <FailurePanel title="This project cannot be shown" error={project.error} onRetry={() => void project.refetch()}>
          <a className="link" href={toScreen('projects')}>
            All projects
          </a>
        </FailurePanel>
      </Page>
    );
  if (project.data === undefined)
    return (
      <Page isPlain isWaiting head={null}>
        {null}
      </Page>
    );
  const step = shownStep(project.data, route.step);
  const isRead = project.data.sheet !== null && project.data.state.at !== 'unreadable';
  return (
    <RowNames id={route.id} isRead={isRead}>
      <ProjectStep key={route.id} project={project.data} step={step} route={route} />
    </RowNames>
  );
}

function ProjectStep({ project, step, route }: { readonly project: ProjectView; readonly step: Step; readonly route: ProjectRoute }) {
  const { id } = project;
  useEffect(() => rememberStep(id, step), [id, step]);
  const Screen = PROJECT_SCREENS[step];
  return Screen === undefined ? null : <Screen project={project} route={route} />;
}

/** The screen of a route. */
export function CurrentScreen({ route }: { readonly route: Route }) {
  if (route.at === 'project') return <ProjectScreen route={route} />;
  const Screen = SCREENS[route.at];
  return <Screen route={route} />;
}
