import { Button, SegmentedControl } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { FIELDS } from '../../../shared/fields/table.ts';
import type { ConnectionView, Output } from '../../../shared/contract/index.ts';
import { asAppError, useClient } from '../../api/client.ts';
import { AnswerPanel } from '../../components/AnswerPanel.tsx';
import { useAnnounce } from '../../components/Announcer.tsx';
import { FailurePanel } from '../../components/Failure.tsx';
import { StepFooter } from '../../components/StepFooter.tsx';
import { Page, PageTitle } from '../../components/Page.tsx';
import { ConnectionTag } from '../../components/Tag.tsx';
import { useContractQuery } from '../../api/queries.ts';
import { count, listed } from '../../format/text.ts';
import { useAction } from '../../api/useAction.ts';
import { searchTextOf } from '../../../shared/view-texts/profile-search.ts';
import { OlderCalls } from './OlderCalls.tsx';
import { ProfileList } from './ProfileList.tsx';
import { RecordForm, type RecordTexts } from './RecordForm.tsx';
import '../connections/connections.css';
import './profile.css';

function costSentence(connection: ConnectionView): string {
  if (connection.kind === 'practice') return 'Runs on this computer; no real credits are spent.';
  const { creditsPerRecord } = connection;
  return creditsPerRecord === null ? 'Spends credits, about 1.' : `Spends about ${count(creditsPerRecord, 'credit')}.`;
}

const missing = (record: RecordTexts): string[] =>
  FIELDS.filter(({ key, purpose }) => purpose === 'match' && record[key] === undefined).map(({ label }) => label.toLowerCase());

type Screened = { readonly record: RecordTexts; readonly answer: Output<'service.screenOne'> };

interface ScreenOneProps {
  readonly connection: ConnectionView;
  readonly record: RecordTexts;
  readonly onRecord: (record: RecordTexts) => void;
  readonly screened: Screened | null;
  readonly screening: ReturnType<typeof useAction<[]>>;
  /** Opens the list of profiles with a search for the person. */
  readonly onLook: () => void;
}

function ScreenOne({ connection, record, onRecord, screened, screening, onLook }: ScreenOneProps) {
  const gaps = missing(record);
  const isBegun = Object.keys(record).length > 0;
  return (
    <>
      {screened !== null && <AnswerPanel title="Answer of the service" answer={screened.answer} />}
      {screening.error !== null && (
        <FailurePanel
          title="The person was not screened"
          error={screening.error}
          kept={
            screening.error.retry === 'never'
              ? 'Credits may have been spent. Look for the person in the list of profiles before you screen them again.'
              : 'What you typed is kept.'
          }
        >
          {screening.error.code === 'OUTCOME_UNKNOWN' && (
            <Button variant="default" size="xs" onClick={onLook}>
              Look in the list of profiles
            </Button>
          )}
        </FailurePanel>
      )}
      <RecordForm record={record} onChange={onRecord} />
      {isBegun && gaps.length > 0 && (
        <p className="second" style={{ margin: '12px 0 0' }}>
          A match is surer with {listed(gaps)}.
        </p>
      )}
      <OlderCalls connection={connection} record={record} cost={costSentence(connection)} onLook={onLook} />
    </>
  );
}

/** One person at a time: screened with a form, or looked up among the service's profiles. */
export function ProfileScreen() {
  const client = useClient();
  const announce = useAnnounce();
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  const connection = connections.data?.find((one) => one.id === app.data?.connectionId);
  const [tab, setTab] = useState<'screen' | 'profiles'>('screen');
  const [record, setRecord] = useState<RecordTexts>({});
  const [screened, setScreened] = useState<Screened | null>(null);
  const [search, setSearch] = useState('');
  /** The record whose outcome is unknown, until the person looks in the list of profiles. */
  const [unknown, setUnknown] = useState<RecordTexts | null>(null);
  const screening = useAction(async () => {
    if (connection === undefined) return;
    try {
      setScreened({ record, answer: await client.call('service.screenOne', { connectionId: connection.id, record }) });
    } catch (error) {
      if (asAppError(error).code === 'OUTCOME_UNKNOWN') setUnknown(record);
      throw error;
    }
    announce('The service answered');
    document.querySelector('.page-body')?.scrollTo({ top: 0 });
  });
  const isEmpty = Object.keys(record).length === 0;
  const show = (next: 'screen' | 'profiles') => {
    setTab(next);
    setSearch('');
  };
  const look = () => {
    setUnknown(null);
    setTab('profiles');
    setSearch(searchTextOf(record));
  };
  const blocked = isEmpty
    ? { reason: 'Enter a person to go on', kind: 'waiting' as const }
    : unknown !== null
      ? { reason: 'Look in the list of profiles first', kind: 'warning' as const, onReason: look }
      : screened?.record === record
        ? { reason: 'This record has just been screened. Change it to screen again.', kind: 'waiting' as const }
        : null;
  return (
    <Page
      plain
      head={
        <>
          <PageTitle window="Single profile">Single profile</PageTitle>
          {connection !== undefined && <ConnectionTag kind={connection.kind} />}
          <div className="page-head-end">
            {tab === 'screen' && !isEmpty && (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setRecord({});
                  setScreened(null);
                  setUnknown(null);
                  screening.reset();
                }}
              >
                Clear the form
              </button>
            )}
            <SegmentedControl
              aria-label="What to do"
              value={tab}
              onChange={show}
              data={[
                { value: 'screen', label: 'Screen one person' },
                { value: 'profiles', label: 'Find a profile' },
              ]}
            />
          </div>
        </>
      }
      foot={
        tab === 'screen' &&
        connection !== undefined && (
          <StepFooter
            sentence={
              <>
                Sends this person to <b>{connection.name}</b>. {costSentence(connection)}
              </>
            }
            next={{ label: 'Screen this person', icon: IconSend, onNext: () => void screening.run(), busy: screening.isRunning, blocked }}
          />
        )
      }
    >
      {connection !== undefined && tab === 'screen' && (
        <ScreenOne connection={connection} record={record} onRecord={setRecord} screened={screened} screening={screening} onLook={look} />
      )}
      {connection !== undefined && tab === 'profiles' && <ProfileList connection={connection} search={search} />}
    </Page>
  );
}
