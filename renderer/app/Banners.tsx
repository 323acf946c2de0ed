import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react';
import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { AppView, ProjectView } from '../../shared/contract/index.ts';
import { isRunning } from '../../shared/project/index.ts';
import { useClient, useCommand, useIsReading } from '../api/index.ts';
import { UnreadParts } from '../kit/index.ts';
import { toProject } from '../navigation/index.ts';
import { ProxyBanner } from './ProxyBanner.tsx';

function WarningBanner({ children }: { readonly children: ReactNode }) {
  return (
    <output className="banner">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      {children}
    </output>
  );
}

/** A warning about the data folder that the user must read before submitting; shown until they dismiss it. */
function DataNotice({ text }: { readonly text: string }) {
  const dismiss = useCommand('app.dismissNotice');
  return (
    <WarningBanner>
      <span>{text}</span>
      <Button variant="default" size="xs" loading={dismiss.isPending} onClick={() => dismiss.mutate({})}>
        Dismiss
      </Button>
    </WarningBanner>
  );
}

/** Tells the user that the program has continued paid work by itself. */
function ContinuedBanner({ text }: { readonly text: string }) {
  const [isShown, setIsShown] = useState(true);
  if (!isShown) return null;
  return (
    <output className="banner" data-kind="done">
      <IconPlayerPlay size={16} stroke={1.8} aria-hidden />
      <span>{text}</span>
      <Button variant="default" size="xs" onClick={() => setIsShown(false)}>
        Dismiss
      </Button>
    </output>
  );
}

/** Projects that finished while the user worked in another window, in the order of their end. */
function useFinishedUnseen(): { readonly projects: readonly ProjectView[]; readonly dismiss: () => void } {
  const client = useClient();
  const [projects, setProjects] = useState<readonly ProjectView[]>([]);
  const dismiss = useCallback(() => setProjects([]), []);
  useEffect(() => {
    const running = new Set<string>();
    return client.subscribe((event) => {
      if (event.name !== 'project.changed') return;
      const { payload } = event;
      if (isRunning(payload.state)) running.add(payload.id);
      else if (running.delete(payload.id) && payload.state.at === 'done' && !document.hasFocus())
        setProjects((before) => [...before, payload]);
    });
  }, [client]);
  return { projects, dismiss };
}

/** Shown if this computer does not show notifications. */
function FinishedBanner({ projects, dismiss }: ReturnType<typeof useFinishedUnseen>) {
  return (
    <output className="banner" data-kind="done">
      <IconCircleCheck size={16} stroke={1.8} aria-hidden />
      <span>
        Finished while you were in another window:{' '}
        {projects.map(({ id, name }, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <a className="link" href={toProject(id, 'results')}>
              {name}
            </a>
          </Fragment>
        ))}
      </span>
      <Button variant="default" size="xs" onClick={dismiss}>
        Dismiss
      </Button>
    </output>
  );
}

/** Says over the screen that it waits for an answer; otherwise a part of it would look empty. Most answers come before it appears. */
function ReadingNote() {
  return useIsReading() ? <output className="reading-note second">Reading what is stored…</output> : null;
}

interface BannersProps {
  /** Undefined until it is loaded. */
  readonly app: AppView | undefined;
  readonly isConnected: boolean;
}

/** The banners above every screen. */
export function Banners({ app, isConnected }: BannersProps) {
  const finished = useFinishedUnseen();
  return (
    <div>
      {!isConnected && (
        <WarningBanner>
          Screening Desk is not responding. Running work continues, and this window shows it again as soon as possible.
        </WarningBanner>
      )}
      {app?.runnerElsewhere != null && <WarningBanner>{app.runnerElsewhere}</WarningBanner>}
      {app?.policy?.problem != null && <WarningBanner>{app.policy.problem}</WarningBanner>}
      {app?.proxy != null && <ProxyBanner proxy={app.proxy} hasKeychain={app.secrets.kind === 'keychain'} />}
      {app?.notice != null && <DataNotice text={app.notice} />}
      {app?.continued != null && <ContinuedBanner text={app.continued} />}
      {app?.desktop.notifications === false && finished.projects.length > 0 && <FinishedBanner {...finished} />}
      <UnreadParts />
      <ReadingNote />
    </div>
  );
}
