import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionView, Output } from '../../../shared/contract/index.ts';
import { asAppError, type Client, useClient } from '../../api/client.ts';
import { AnswerPanel } from '../../components/AnswerPanel.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailurePanel } from '../../components/Failure.tsx';
import { number } from '../../format/text.ts';
import { useAction } from '../../api/useAction.ts';

type Answer = Output<'service.profile'>;

const PROFILES_A_PAGE = 25;
/** Number of columns of the list. */
const MOST_COLUMNS = 6;

/** The first values outside the scores, then the first scores: names before numbers. */
function columnsOf(profiles: readonly Answer[]): readonly { readonly key: string; readonly title: string }[] {
  const first = profiles[0]?.leaves ?? [];
  return [...first.filter(({ key }) => !key.includes('.')), ...first.filter(({ key }) => key.includes('.'))].slice(0, MOST_COLUMNS);
}

function ProfilesTable(props: {
  readonly profiles: readonly Answer[];
  readonly chosen: Answer | null;
  readonly onChoose: (profile: Answer) => void;
}) {
  const { profiles, chosen, onChoose } = props;
  const columns = columnsOf(profiles);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keyboard
    <section className="profiles-table" aria-label="Profiles" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {profiles.map((profile, position) => (
            // No field of a profile is certain to be a unique ID.
            <tr key={position} {...(profile === chosen && { 'data-chosen': true })}>
              {columns.map(({ key }, column) => {
                const value = profile.leaves.find((leaf) => leaf.key === key)?.value ?? '';
                return (
                  <td key={key}>
                    {column === 0 ? (
                      <button type="button" className="link" onClick={() => onChoose(profile)} aria-pressed={profile === chosen}>
                        {value === '' ? 'Profile' : value}
                      </button>
                    ) : (
                      value
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One page of profiles. The interface does not say whether the first page is 0 or 1: a service without page 0 is asked for page 1. */
function useProfiles(connectionId: string, page: number) {
  const client = useClient();
  return useQuery({
    queryKey: ['service.profiles', connectionId, page],
    retry: false,
    queryFn: async () => {
      const first = await firstPage(client, connectionId);
      const { profiles, more } = await client.call('service.profiles', { connectionId, page: page + first, itemsPerPage: PROFILES_A_PAGE });
      return { profiles, more };
    },
  });
}

const firstPages = new Map<string, number>();

/** The number of a connection's first page, determined once. */
async function firstPage(client: Client, connectionId: string): Promise<number> {
  const known = firstPages.get(connectionId);
  if (known !== undefined) return known;
  let first = 0;
  try {
    await client.call('service.profiles', { connectionId, page: 0, itemsPerPage: 1 });
  } catch (error) {
    if (asAppError(error).code !== 'SERVICE_REFUSED') throw error;
    first = 1;
  }
  firstPages.set(connectionId, first);
  return first;
}

/** The profiles on the service, page by page, or one by its ID. */
export function ProfileList({ connection }: { readonly connection: ConnectionView }) {
  const client = useClient();
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<Answer | null>(null);
  const [profileId, setProfileId] = useState('');
  const profiles = useProfiles(connection.id, page);
  const look = useAction(async () => {
    setChosen(await client.call('service.profile', { connectionId: connection.id, profileId: profileId.trim() }));
  });
  const goTo = (next: number) => {
    setPage(next);
    setChosen(null);
  };
  return (
    <>
      {chosen !== null && (
        <AnswerPanel
          title="Profile"
          answer={chosen}
          end={
            <button type="button" className="link" onClick={() => setChosen(null)}>
              Close
            </button>
          }
        />
      )}
      {look.error !== null && <FailurePanel title="No such profile was found" error={look.error} onRetry={() => void look.run()} />}
      <section className="card" aria-labelledby="profiles-title">
        <div className="profiles-tools">
          <div>
            <h2 className="card-title" id="profiles-title">
              Profiles on the service
            </h2>
            <div className="small second">Reading them costs nothing.</div>
          </div>
          <form
            className="inline-form"
            onSubmit={(event) => {
              event.preventDefault();
              if (profileId.trim() !== '' && !look.isRunning) void look.run();
            }}
          >
            <TextInput
              size="xs"
              aria-label="Number of a profile"
              placeholder="Number of a profile"
              maxLength={200}
              value={profileId}
              onChange={(event) => setProfileId(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" size="xs" aria-disabled={profileId.trim() === '' || look.isRunning}>
              Find
            </Button>
          </form>
          <div className="profiles-pager">
            <span className="small second">Page {number(page + 1)}</span>
            <ActionIcon variant="default" size={30} aria-label="Page before" disabled={page === 0} onClick={() => goTo(page - 1)}>
              <IconChevronLeft size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={30}
              aria-label="Next page"
              disabled={profiles.data?.more !== true}
              onClick={() => goTo(page + 1)}
            >
              <IconChevronRight size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
            <Button variant="default" size="xs" onClick={() => void profiles.refetch()}>
              Read again
            </Button>
          </div>
        </div>
        {profiles.error !== null && (
          <div className="profiles-failure">
            <FailurePanel title="The profiles were not read" error={asAppError(profiles.error)} onRetry={() => void profiles.refetch()} />
          </div>
        )}
        {profiles.isPending && <div className="profiles-tools second">Reading the profiles…</div>}
        {profiles.data !== undefined && profiles.data.profiles.length === 0 && (
          <EmptyState icon={IconUsers} title="No profiles here">
            Whoever is screened one by one stands here afterwards.
          </EmptyState>
        )}
        {profiles.data !== undefined && profiles.data.profiles.length > 0 && (
          <ProfilesTable profiles={profiles.data.profiles} chosen={chosen} onChoose={setChosen} />
        )}
      </section>
    </>
  );
}
