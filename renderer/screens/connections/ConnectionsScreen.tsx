import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCheck, IconDots, IconKey, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/index.ts';
import type { AppError } from '../../../shared/base/errors.ts';
import { asAppError, useClient } from '../../api/client.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { FailurePanel } from '../../components/Failure.tsx';
import { Page, PageTitle } from '../../components/Page.tsx';
import { ConnectionTag, Tag } from '../../components/Tag.tsx';
import { useCommand, useContractQuery } from '../../api/queries.ts';
import { navigate, type PlainRoute, toScreen } from '../../navigation/router.ts';
import { balanceText, count, decimal, time, when } from '../../format/text.ts';
import { AddDialog, ChangeDialog, RemoveDialog, TokenDialog } from './ConnectionDialogs.tsx';
import './connections.css';

const TOKEN_WORDS: Readonly<Record<ConnectionView['token'], string>> = {
  none: 'None yet',
  session: 'Held until the program ends',
  kept: 'In the keychain',
};

function Facts({ connection }: { readonly connection: ConnectionView }) {
  const { credits, creditsPerRecord, testedAt } = connection;
  const isPractice = connection.kind === 'practice';
  return (
    <dl className="connection-facts">
      <div>
        <dt>{isPractice ? 'Practice credits' : 'Credits left'}</dt>
        <dd>
          <span className="strong">{balanceText(connection)}</span>
          {credits !== null && !isPractice && <span className="small second">, read {time(credits.readAt)}</span>}
        </dd>
      </div>
      <div>
        <dt>Charged a record</dt>
        <dd>{creditsPerRecord === null ? 'Not learned yet' : `${decimal(creditsPerRecord)}, as the balance showed`}</dd>
      </div>
      {!isPractice && (
        <>
          <div>
            <dt>Token</dt>
            <dd>{TOKEN_WORDS[connection.token]}</dd>
          </div>
          <div>
            <dt>Answered last</dt>
            <dd>{testedAt === null ? 'Not tested yet' : when(testedAt)}</dd>
          </div>
          <div>
            <dt>Address</dt>
            <dd>{connection.baseUrl}</dd>
          </div>
          <div>
            <dt>Version</dt>
            <dd>{connection.version}</dd>
          </div>
        </>
      )}
    </dl>
  );
}

type Test = { readonly at: 'running' } | { readonly at: 'answered' } | { readonly at: 'failed'; readonly error: AppError };

interface TestAnswerProps {
  readonly connection: ConnectionView;
  readonly test: Test | undefined;
  readonly onTest: () => void;
  readonly onToken: () => void;
}

function TestAnswer({ connection, test, onTest, onToken }: TestAnswerProps) {
  if (test === undefined) return null;
  if (test.at === 'running') return <div className="connection-answer second">Asking the service for the balance…</div>;
  if (test.at === 'answered')
    return (
      <div className="connection-answer connection-good">
        <IconCheck size={16} stroke={1.8} aria-hidden />
        {connection.credits?.remaining == null
          ? 'It answered. The address and the token are right.'
          : `It answered: ${count(connection.credits.remaining, 'credit')} left. The address and the token are right.`}
      </div>
    );
  const { error } = test;
  return (
    <div className="connection-answer">
      <FailurePanel title={`${connection.name} did not pass the test`} error={error} onRetry={onTest}>
        {error.recovery === 'needsToken' && (
          <button type="button" className="link" onClick={onToken}>
            Enter a token…
          </button>
        )}
      </FailurePanel>
    </div>
  );
}

type Dialog = { readonly kind: 'add' } | { readonly kind: 'token' | 'change' | 'remove'; readonly id: string };

interface ConnectionItemProps {
  readonly connection: ConnectionView;
  readonly isUsed: boolean;
  readonly test: Test | undefined;
  readonly onUse: () => void;
  readonly onTest: () => void;
  readonly onDialog: (kind: 'token' | 'change' | 'remove') => void;
}

function ConnectionItem({ connection, isUsed, test, onUse, onTest, onDialog }: ConnectionItemProps) {
  const { name, kind } = connection;
  const isPractice = kind === 'practice';
  return (
    <section className="card connection" aria-label={name} data-kind={kind} {...(isUsed && { 'data-used': true })}>
      <div className="connection-head">
        <h2 className="card-title">{name}</h2>
        <ConnectionTag kind={kind} />
        {isUsed && (
          <Tag tone={isPractice ? 'practice' : 'action'} icon={IconCheck}>
            Used for new screenings
          </Tag>
        )}
        {!isPractice && connection.token === 'none' && (
          <Tag tone="warning" icon={IconKey}>
            Needs a token
          </Tag>
        )}
        <div className="connection-actions">
          {!isUsed && (
            <Button variant="default" size="xs" onClick={onUse} aria-label={`Use for new screenings: ${name}`}>
              Use for new screenings
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onTest} aria-label={`Test ${name}`} aria-disabled={test?.at === 'running'}>
            Test
          </Button>
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label={`Menu of ${name}`}>
                <IconDots size={16} stroke={1.8} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {!isPractice && (
                <Menu.Item leftSection={<IconKey size={15} stroke={1.6} aria-hidden />} onClick={() => onDialog('token')}>
                  {connection.token === 'none' ? 'Enter a token…' : 'Enter another token…'}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} aria-hidden />} onClick={() => onDialog('change')}>
                Change…
              </Menu.Item>
              {!isPractice && (
                <Menu.Item
                  leftSection={<IconTrash size={15} stroke={1.6} aria-hidden />}
                  data-danger="true"
                  onClick={() => onDialog('remove')}
                >
                  Remove…
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      {isPractice && (
        <p className="second" style={{ margin: '4px 0 0' }}>
          The whole service in miniature, on this computer alone. Nothing is sent and no real credits are spent.
        </p>
      )}
      <Facts connection={connection} />
      <TestAnswer connection={connection} test={test} onTest={onTest} onToken={() => onDialog('token')} />
    </section>
  );
}

function dialogOf(route: PlainRoute): Dialog | null {
  if (route.search['add'] !== undefined) return { kind: 'add' };
  const id = route.search['token'];
  return id === undefined ? null : { kind: 'token', id };
}

export function ConnectionsScreen({ route }: { readonly route: PlainRoute }) {
  const client = useClient();
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  const use = useCommand('connections.use');
  const announce = useAnnounce();
  const [dialog, setDialog] = useState<Dialog | null>(() => dialogOf(route));
  const [tests, setTests] = useState<Readonly<Record<string, Test>>>({});

  const test = async (id: string) => {
    setTests((before) => ({ ...before, [id]: { at: 'running' } }));
    let result: Test = { at: 'answered' };
    try {
      await client.call('connections.test', { id });
      announce('The service answered');
    } catch (error) {
      result = { at: 'failed', error: asAppError(error) };
    }
    setTests((before) => ({ ...before, [id]: result }));
  };
  const close = () => {
    setDialog(null);
    navigate(toScreen('connections'), { replace: true });
  };
  const closeAndTest = (id: string) => {
    close();
    void test(id);
  };
  const dialogConnection = dialog === null || dialog.kind === 'add' ? undefined : connections.data?.find((one) => one.id === dialog.id);
  const secrets = app.data?.secrets;
  return (
    <Page
      plain
      head={
        <>
          <PageTitle window="Connections">Connections</PageTitle>
          <div className="page-head-end">
            <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
              Add a connection
            </Button>
          </div>
        </>
      }
    >
      {connections.error !== null && (
        <FailurePanel
          title="The connections cannot be shown"
          error={asAppError(connections.error)}
          onRetry={() => void connections.refetch()}
        />
      )}
      {use.error !== null && <FailurePanel title="The connection was not changed" error={asAppError(use.error)} />}
      <div className="connections">
        {connections.data?.map((connection) => (
          <ConnectionItem
            key={connection.id}
            connection={connection}
            isUsed={connection.id === app.data?.connectionId}
            test={tests[connection.id]}
            onUse={() => use.mutate({ id: connection.id })}
            onTest={() => void test(connection.id)}
            onDialog={(kind) => setDialog({ kind, id: connection.id })}
          />
        ))}
      </div>
      {dialog?.kind === 'add' && <AddDialog secrets={secrets} onClose={close} onKept={closeAndTest} />}
      {dialogConnection !== undefined && dialog?.kind === 'token' && (
        <TokenDialog connection={dialogConnection} secrets={secrets} onClose={close} onKept={closeAndTest} />
      )}
      {dialogConnection !== undefined && dialog?.kind === 'change' && (
        <ChangeDialog connection={dialogConnection} onClose={close} onKept={closeAndTest} />
      )}
      {dialogConnection !== undefined && dialog?.kind === 'remove' && <RemoveDialog connection={dialogConnection} onClose={close} />}
    </Page>
  );
}
