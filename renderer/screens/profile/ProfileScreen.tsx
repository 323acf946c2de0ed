import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { searchTextOf } from '../../../shared/view-texts/index.ts';
import { asAppError, useContractQuery } from '../../api/index.ts';
import { ConnectionTag, Page, PageTitle } from '../../components/index.ts';
import { FailurePanel } from '../../kit/index.ts';
import { ProfileList } from './ProfileList.tsx';
import { ScreenPerson, ScreenPersonFooter } from './ScreenPerson.tsx';
import { usePersonScreening } from './usePersonScreening.tsx';
import './profile.css';

type Tab = 'screen' | 'profiles';

/** One person at a time: screened with a form, or found among the service's profiles. */
export function ProfileScreen() {
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  const connection = connections.data?.find((one) => one.id === app.data?.connectionId);
  const person = usePersonScreening(connection);
  const [tab, setTab] = useState<Tab>('screen');
  const [search, setSearch] = useState('');
  const show = (next: Tab) => {
    setTab(next);
    setSearch('');
  };
  const find = () => {
    person.settleOutcome();
    setTab('profiles');
    setSearch(searchTextOf(person.review.values));
  };
  return (
    <Page
      isPlain
      isWaiting={connections.isPending}
      head={
        <>
          <PageTitle window="Single profile">Single profile</PageTitle>
          {connection !== undefined && <ConnectionTag kind={connection.kind} />}
          <div className="page-head-end">
            {tab === 'screen' && Object.keys(person.record).length > 0 && (
              <button type="button" className="link" onClick={person.clear}>
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
      foot={connection !== undefined && tab === 'screen' && <ScreenPersonFooter connection={connection} person={person} onFind={find} />}
    >
      {connections.error !== null && (
        <FailurePanel
          title="The connections cannot be shown"
          error={asAppError(connections.error)}
          onRetry={() => void connections.refetch()}
        />
      )}
      {connection !== undefined && tab === 'screen' && <ScreenPerson connection={connection} person={person} onFind={find} />}
      {connection !== undefined && tab === 'profiles' && <ProfileList connection={connection} search={search} />}
    </Page>
  );
}
