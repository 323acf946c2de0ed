import { type Icon, IconAlertTriangle, IconBan, IconKey, IconPlayerPause } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { AppView, ProjectView } from '../../../shared/contract/index.ts';
import type { AppError } from '../../../shared/base/errors.ts';
import type { ProjectState } from '../../../shared/project/project.ts';
import { hasNoToken } from '../../format/project-status.ts';
import { FailureLine } from '../../components/Failure.tsx';
import { TokenInput, tokenStorageText } from '../../components/TokenInput.tsx';

interface BlockedNoticeProps {
  readonly icon: Icon;
  readonly tone: 'warning' | 'neutral';
  readonly title: string;
  readonly children: ReactNode;
}

/** Why a project is blocked or paused, above its steps. */
function BlockedNotice({ icon: NoticeIcon, tone, title, children }: BlockedNoticeProps) {
  const id = useId();
  return (
    <section className="card blocked-notice" data-tone={tone} aria-labelledby={id}>
      <NoticeIcon size={22} stroke={1.6} aria-hidden />
      <div>
        <h2 className="blocked-notice-title" id={id}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

export function PausedNotice({ project }: { readonly project: ProjectView }) {
  const { lastError } = project;
  if (lastError === null)
    return (
      <BlockedNotice icon={IconPlayerPause} tone="warning" title="You paused it">
        <p>Nothing is sent and nothing is read until you resume it. We then check its state on the service first.</p>
      </BlockedNotice>
    );
  return (
    <BlockedNotice icon={IconAlertTriangle} tone="warning" title="Something blocks this project">
      <p>
        {lastError.message} <span className="failure-code">{lastError.code}</span>
      </p>
      <p className="second">Nothing was sent twice, and what was fetched is kept. It continues from here when you choose to.</p>
    </BlockedNotice>
  );
}

interface TokenProps {
  readonly project: ProjectView;
  readonly app: AppView | undefined;
  readonly token: string;
  readonly error: AppError | null;
  readonly onToken: (token: string) => void;
  readonly onSubmit: () => void;
}

/** The connection has no token, or the service refused it: the user enters one here, which only the keychain stores. */
export function TokenNotice({ project, app, token, error, onToken, onSubmit }: TokenProps) {
  const isMissing = hasNoToken(project);
  return (
    <BlockedNotice icon={IconKey} tone="warning" title={isMissing ? 'This connection has no token' : 'The service refused the token'}>
      {project.lastError !== null && <p>{project.lastError.message}</p>}
      <p>Nothing more is sent until you enter {isMissing ? 'one' : 'a new one'}. What was sent and fetched so far is kept.</p>
      <form
        className="blocked-notice-form"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <TokenInput
          label={`${isMissing ? 'Token' : 'New token'} for ${project.connection.name}`}
          description={tokenStorageText(app?.secrets)}
          value={token}
          onChange={onToken}
        />
      </form>
      {error !== null && <FailureLine error={error} />}
    </BlockedNotice>
  );
}

interface EndedProps {
  readonly state: Extract<ProjectState, { at: 'ended' }>;
  /** The list can be opened as a new draft. */
  readonly canStartAgain: boolean;
}

export function EndedNotice({ state, canStartAgain }: EndedProps) {
  const title =
    state.how === 'cancelled' ? (state.resume === null ? 'You stopped it' : 'You stopped watching it') : 'You gave up this project';
  const money =
    state.charged === 'no'
      ? 'Nothing was spent, and nothing will be.'
      : 'Credits may have been spent, because we asked the service to start. If it did, the scores are on the service.';
  return (
    <BlockedNotice icon={IconBan} tone="neutral" title={title}>
      <p>
        {money}{' '}
        {state.resume === null
          ? `The list was cut short and cannot be screened. ${canStartAgain ? 'Start again to send it with the same columns and fixes.' : 'To screen these people, import the file again.'}`
          : 'You can resume it. We first check its state on the service.'}
      </p>
    </BlockedNotice>
  );
}
