import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { AppError } from '../../../shared/base/index.ts';
import { asAppError, useClient, useCommand, useContractQuery } from '../../api/index.ts';
import { FailurePanel, useAnnounce } from '../../kit/index.ts';
import { Page, PageTitle, SetByOrganization, usePolicy } from '../../components/index.ts';
import { type PlainRoute, navigate, shownScreen, toScreen } from '../../navigation/index.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { AddDialog, ForgetProxyDialog, RemoveDialog, TokenDialog } from './ConnectionDialogs.tsx';
import { type ConnectionDialog, ConnectionItem, type ConnectionTest } from './ConnectionItem.tsx';
import './connections.css';

type Dialog = { readonly kind: 'add' } | { readonly kind: ConnectionDialog; readonly id: string };

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
  const [tests, setTests] = useState<Readonly<Record<string, ConnectionTest>>>({});

  const test = async (id: string) => {
    setTests((before) => ({ ...before, [id]: { at: 'running' } }));
    let error: AppError | null = null;
    try {
      await client.call('connections.test', { id });
      announce('The test passed');
    } catch (reason) {
      error = asAppError(reason);
      // Read the connection again, because it contains the failed test.
      await connections.refetch();
    }
    setTests((before) => ({ ...before, [id]: { at: 'ended', error } }));
  };
  const close = () => {
    setDialog(null);
    // A connection can be saved after the user has left.
    if (shownScreen() === toScreen('connections')) navigate(toScreen('connections'), { replace: true });
  };
  const closeAndTest = (id: string) => {
    close();
    void test(id);
  };
  const dialogConnection = dialog === null || dialog.kind === 'add' ? undefined : connections.data?.find((one) => one.id === dialog.id);
  const secrets = app.data?.secrets;
  const isPracticeOnly = usePolicy().practice === 'only';
  const isTesting = Object.values(tests).some(({ at }) => at === 'running');
  return (
    <Page
      isPlain
      isWaiting={connections.isPending}
      head={
        <>
          <PageTitle window="Connections">Connections</PageTitle>
          <div className="page-head-end">
            {connections.data !== undefined && connections.data.length > 1 && (
              <Button
                variant="default"
                onClick={() => !isTesting && connections.data.forEach(({ id }) => void test(id))}
                aria-disabled={isTesting}
              >
                Test all {connections.data.length}
              </Button>
            )}
            {isPracticeOnly ? (
              <SetByOrganization />
            ) : (
              <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
                Add a connection
              </Button>
            )}
          </div>
        </>
      }
    >
      {connections.error !== null && (
        <FailurePanel title="The connections cannot be shown" error={connections.error} onRetry={() => void connections.refetch()} />
      )}
      {use.error !== null && <FailurePanel title="The connection was not changed" error={use.error} />}
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
      {dialog?.kind === 'add' && <AddDialog secrets={secrets} onClose={close} onSaved={closeAndTest} />}
      {dialogConnection !== undefined && dialog?.kind === 'token' && (
        <TokenDialog connection={dialogConnection} secrets={secrets} onClose={close} onSaved={closeAndTest} />
      )}
      {dialogConnection !== undefined && dialog?.kind === 'change' && (
        <ChangeDialog connection={dialogConnection} onClose={close} onSaved={closeAndTest} />
      )}
      {dialogConnection !== undefined && dialog?.kind === 'forgetProxy' && (
        <ForgetProxyDialog connection={dialogConnection} onClose={close} />
      )}
      {dialogConnection !== undefined && dialog?.kind === 'remove' && <RemoveDialog connection={dialogConnection} onClose={close} />}
    </Page>
  );
}
