import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  type Icon,
  IconBulb,
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconDots,
  IconKey,
  IconKeyOff,
  IconPencil,
  IconPlugConnectedX,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react';
import type { ConnectionView } from '../../../shared/contract/index.ts';
import type { AppError } from '../../../shared/base/index.ts';
import { CopyLink } from '../../kit/index.ts';
import { ConnectionTag, SetByOrganization, Tag, type Tone } from '../../components/index.ts';
import {
  CONNECTION_STATE_LABELS,
  type ConnectionState,
  balanceText,
  connectionStateOf,
  count,
  decimal,
  when,
  whenWithin,
} from '../../format/index.ts';
import { BalanceHistory } from './BalanceHistory.tsx';

const STATE_STYLES: Readonly<Record<ConnectionState, { readonly tone: Tone; readonly icon: Icon }>> = {
  noToken: { tone: 'warning', icon: IconKey },
  untested: { tone: 'outline', icon: IconCircleDashed },
  ready: { tone: 'done', icon: IconCheck },
  tokenRefused: { tone: 'error', icon: IconKeyOff },
  notReachable: { tone: 'error', icon: IconPlugConnectedX },
  failed: { tone: 'error', icon: IconCircleX },
};

const TOKEN_LABELS: Readonly<Record<ConnectionView['token'], string>> = {
  none: 'None yet',
  session: 'Until you quit',
  kept: 'In the keychain',
};

export type ConnectionDialog = 'token' | 'change' | 'forgetProxy' | 'remove';

/** The state of a test; `error`: why it could not start, for example without a token. */
export type ConnectionTest = { readonly at: 'running' } | { readonly at: 'ended'; readonly error: AppError | null };

function Facts({ connection }: { readonly connection: ConnectionView }) {
  const { credits } = connection;
  if (connection.kind === 'practice')
    return (
      <dl className="connection-facts">
        <div>
          <dt>Practice credits</dt>
          <dd className="strong">{balanceText(connection)}</dd>
        </div>
        <div className="connection-where">
          <dt>Where</dt>
          <dd>On this computer only; nothing is sent and no real credits are spent</dd>
        </div>
      </dl>
    );
  return (
    <dl className="connection-facts">
      <div>
        <dt>Credits left</dt>
        <dd>
          {credits === null ? (
            'Not read yet'
          ) : (
            <>
              <span className="strong">{balanceText(connection)}</span>, read {whenWithin(credits.readAt).replace(/^today /, '')}
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Token</dt>
        <dd>{TOKEN_LABELS[connection.token]}</dd>
      </div>
      <div>
        <dt>Address</dt>
        <dd>
          {connection.baseUrl.replace(/^https:\/\//, '')}
          {connection.isOffered && (
            <>
              {' '}
              <SetByOrganization />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Version</dt>
        <dd>{connection.version}</dd>
      </div>
    </dl>
  );
}

/** What the app has learned about the service from finished screenings; nothing before the first one. */
function Learned({ connection }: { readonly connection: ConnectionView }) {
  const { kind, creditsPerRecord, screenings } = connection;
  if (kind === 'practice' || screenings === 0 || creditsPerRecord === null) return null;
  return (
    <div className="connection-learned">
      <IconBulb size={16} stroke={1.6} aria-hidden />
      <span>
        From {count(screenings, 'screening')}: the service charges{' '}
        <b>
          {decimal(creditsPerRecord)} {creditsPerRecord === 1 ? 'credit' : 'credits'} a row
        </b>
        , as the balance shows.
      </span>
    </div>
  );
}

/** How long an answer took, in seconds. */
const secondsText = (ms: number): string => `${decimal(Math.max(0.1, Math.round(ms / 100) / 10))} s`;

/** Facts for support: the code and the message, never a token. */
const detailsText = ({ code, message }: { readonly code: string; readonly message: string }, at: number): string =>
  [code, message, new Date(at).toISOString()].join('\n');

interface TestResultProps {
  readonly connection: ConnectionView;
  readonly test: ConnectionTest | undefined;
  readonly onDialog: (kind: ConnectionDialog) => void;
}

function TestResult({ connection, test, onDialog }: TestResultProps) {
  if (test?.at === 'running')
    return (
      <output className="connection-test" data-tone="neutral">
        Asking the service for its balance. Nothing is sent or spent.
      </output>
    );
  const { lastTest } = connection;
  const failure = test?.error ?? lastTest?.failure ?? null;
  const at = lastTest?.at ?? 0;
  if (failure !== null) {
    const isToken = failure.code === 'TOKEN_REFUSED' || failure.code === 'TOKEN_MISSING' || failure.code === 'KEYCHAIN_LOCKED';
    return (
      <div className="connection-test" data-tone="error" role="alert">
        <IconCircleX size={16} stroke={1.8} aria-hidden />
        <span>
          <b>The test failed.</b> {failure.message} Nothing was spent.
        </span>
        <span className="connection-test-actions">
          {connection.kind === 'live' && (
            <button type="button" className="link" onClick={() => onDialog(isToken ? 'token' : 'change')}>
              {isToken ? 'Enter a token…' : 'Change the address…'}
            </button>
          )}
          <CopyLink label="Copy details" text={() => detailsText(failure, at)} />
        </span>
      </div>
    );
  }
  if (lastTest === null || connection.kind === 'practice') return null;
  return (
    <div className="connection-test" data-tone="done">
      <IconCircleCheck size={16} stroke={1.8} aria-hidden />
      <span>
        <b>The test passed.</b> The service answered in {secondsText(lastTest.ms)}, accepted the token and returned the balance. Nothing was
        sent or spent.
      </span>
      <span className="second small">{when(lastTest.at)}</span>
    </div>
  );
}

interface ConnectionItemProps {
  readonly connection: ConnectionView;
  readonly isUsed: boolean;
  readonly test: ConnectionTest | undefined;
  readonly onUse: () => void;
  readonly onTest: () => void;
  readonly onDialog: (kind: ConnectionDialog) => void;
}

export function ConnectionItem({ connection, isUsed, test, onUse, onTest, onDialog }: ConnectionItemProps) {
  const { name, kind } = connection;
  const isPractice = kind === 'practice';
  const state = connectionStateOf(connection);
  const { tone, icon } = STATE_STYLES[state];
  return (
    <section className="card connection" aria-label={name} data-kind={kind} {...(isUsed && { 'data-used': true })}>
      <div className="connection-head">
        <h2 className="card-title">{name}</h2>
        {isPractice && <ConnectionTag kind="practice" />}
        {!(isPractice && state === 'untested') && (
          <Tag tone={tone} icon={icon}>
            {CONNECTION_STATE_LABELS[state]}
          </Tag>
        )}
        {isUsed && (
          <Tag tone={isPractice ? 'practice' : 'action'} icon={IconCheck}>
            Used for new screenings
          </Tag>
        )}
        <div className="connection-actions">
          {!isUsed && (
            <Button variant="default" size="xs" onClick={onUse} aria-label={`Use for new screenings: ${name}`}>
              Use for new screenings
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            onClick={() => test?.at !== 'running' && onTest()}
            aria-label={`Test ${name}`}
            aria-disabled={test?.at === 'running'}
          >
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
                <Menu.Item leftSection={<IconShieldLock size={15} stroke={1.6} aria-hidden />} onClick={() => onDialog('forgetProxy')}>
                  Forget the proxy password…
                </Menu.Item>
              )}
              {!isPractice && !connection.isOffered && (
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
      <Facts connection={connection} />
      <BalanceHistory connection={connection} />
      <Learned connection={connection} />
      <TestResult connection={connection} test={test} onDialog={onDialog} />
    </section>
  );
}
