import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useClient, useContractQuery } from '../../api/index.ts';
import { FailureLine } from '../../kit/index.ts';
import { TokenInput, tokenStorageText } from '../../components/index.ts';
import { hasNoToken } from '../../format/index.ts';
import { BlockedNotice } from './BlockedNotice.tsx';
import { ALL_PROJECTS, RunView, type RunViewProps } from './RunView.tsx';

/** Shown when the connection has no token, or the service refused it. The run continues when the user enters one. */
export function TokenView({ project, entries }: RunViewProps) {
  const client = useClient();
  const secrets = useContractQuery('app.get', {}).data?.secrets;
  const isMissing = hasNoToken(project);
  const [token, setToken] = useState('');
  // Not a cached command: the cache would keep the token.
  const save = useAction((text: string) => client.call('connections.setToken', { id: project.connection.id, token: text }));
  const submit = async () => {
    if (token.trim() === '' || save.isPending) return;
    if (await save.run(token.trim())) setToken('');
  };
  return (
    <RunView
      project={project}
      entries={entries}
      footer={{
        sentence: 'Saves the token, checks the state on the service, then continues from there.',
        other: ALL_PROJECTS,
        next: {
          label: 'Continue with this token',
          isBusy: save.isPending,
          blocked:
            token.trim() === '' ? { reason: isMissing ? 'Enter the token above' : 'Enter the new token above', kind: 'waiting' } : null,
          onNext: () => void submit(),
        },
      }}
    >
      <BlockedNotice icon={IconKey} tone="warning" title={isMissing ? 'This connection has no token' : 'The service refused the token'}>
        {project.lastError !== null && <p>{project.lastError.message}</p>}
        <p>Nothing more is sent until you enter {isMissing ? 'one' : 'a new one'}. What was sent and fetched so far is kept.</p>
        <form
          className="blocked-notice-form"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <TokenInput
            label={`${isMissing ? 'Token' : 'New token'} for ${project.connection.name}`}
            description={tokenStorageText(secrets)}
            value={token}
            onChange={setToken}
          />
        </form>
        <FailureLine error={save.error} />
      </BlockedNotice>
    </RunView>
  );
}
