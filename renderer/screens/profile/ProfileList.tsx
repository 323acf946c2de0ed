import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerView, ConnectionView } from '../../../shared/contract/index.ts';
import { useAction, useClient } from '../../api/index.ts';
import { AnswerPanel } from '../../components/index.ts';
import { EmptyState, FailurePanel, ScrollRegion, useMissing } from '../../kit/index.ts';
import { count, number } from '../../format/index.ts';
import { SaveProfiles } from './SaveProfiles.tsx';

const PROFILES_A_PAGE = 25;
/** Number of columns of the list. */
const MAX_COLUMNS = 6;

/** The first values outside the scores, then the first scores, so that names come before numbers. */
function columnsOf(profiles: readonly AnswerView[]): readonly { readonly key: string; readonly title: string }[] {
  const first = profiles[0]?.values ?? [];
  return [...first.filter(({ key }) => !key.includes('.')), ...first.filter(({ key }) => key.includes('.'))].slice(0, MAX_COLUMNS);
}

function ProfilesTable(props: {
  readonly profiles: readonly AnswerView[];
  readonly chosen: AnswerView | null;
  readonly onChoose: (profile: AnswerView) => void;
}) {
  const { profiles, chosen, onChoose } = props;
  const columns = columnsOf(profiles);
  return (
    <ScrollRegion className="profiles-table" label="Profiles">
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
                const value = profile.values.find((entry) => entry.key === key)?.value ?? '';
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
    </ScrollRegion>
  );
}

/** One page of profiles, or the profiles with a text. Not cached, because others can add profiles. */
function useProfiles(connectionId: string, page: number, text: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['service.profiles', connectionId, page, text],
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      if (text === '') {
        const { profiles, more } = await client.call('service.profiles', { connectionId, page, itemsPerPage: PROFILES_A_PAGE });
        // If the service does not say whether there are more, assume so only after a full page.
        return { profiles, more: more ?? profiles.length >= PROFILES_A_PAGE, found: null };
      }
      const { profiles, read, isComplete } = await client.call('service.findProfiles', { connectionId, text });
      return { profiles, more: false, found: { text, read, isComplete } };
    },
  });
}

interface Found {
  readonly text: string;
  readonly read: number;
  readonly isComplete: boolean;
}

function foundSentence({ text, read, isComplete }: Found, profiles: number): string {
  if (!isComplete) return `The first ${count(profiles, 'profile')} with “${text}”`;
  return `${number(profiles)} of ${count(read, 'profile')} with “${text}”`;
}

interface ProfileListProps {
  readonly connection: ConnectionView;
  /** The text to search for at first; empty for all profiles. */
  readonly search: string;
}

/** The profiles on the service: page by page, by a text, or one by its ID. */
export function ProfileList({ connection, search }: ProfileListProps) {
  const client = useClient();
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<AnswerView | null>(null);
  const [profileId, setProfileId] = useState('');
  const [typed, setTyped] = useState(search);
  const [text, setText] = useState(search);
  const profiles = useProfiles(connection.id, page, text);
  const missing = useMissing({ profile: profileId.trim() === '' && 'Enter the profile number.' });
  const look = useAction(async () => {
    const answer = await client.call('service.profile', { connectionId: connection.id, profileId: profileId.trim() });
    // The user may have chosen another profile meanwhile.
    setChosen((now) => (now === chosen ? answer : now));
  });
  const goTo = (next: number) => {
    setPage(next);
    setChosen(null);
  };
  const searchFor = (next: string) => {
    setTyped(next);
    setText(next.trim());
    goTo(0);
  };
  const found = profiles.data?.found ?? null;
  return (
    <>
      {chosen !== null && (
        <AnswerPanel
          title="Profile on the service"
          answer={chosen}
          end={
            <button type="button" className="link" onClick={() => setChosen(null)}>
              Close
            </button>
          }
        />
      )}
      {look.error !== null && <FailurePanel title="The profile was not found" error={look.error} onRetry={() => void look.run()} />}
      <section className="card" aria-labelledby="profiles-title">
        <div className="profiles-tools">
          <div>
            <h2 className="card-title" id="profiles-title">
              Profiles on the service
            </h2>
            <div className="small second">Reading them costs nothing.</div>
          </div>
          <search>
            <form
              className="inline-form"
              onSubmit={(event) => {
                event.preventDefault();
                searchFor(typed);
              }}
            >
              <TextInput
                size="xs"
                aria-label="Name, ID or email"
                placeholder="Name, ID or email"
                maxLength={200}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" size="xs">
                Search
              </Button>
              {text !== '' && (
                <button type="button" className="link" onClick={() => searchFor('')}>
                  Show all profiles
                </button>
              )}
            </form>
          </search>
          <form
            className="inline-form"
            onSubmit={missing.submits(() => {
              if (!look.isPending) void look.run();
            })}
          >
            <TextInput
              size="xs"
              aria-label="Profile number"
              error={missing.at('profile')}
              placeholder="Profile number"
              maxLength={200}
              value={profileId}
              onChange={(event) => setProfileId(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" size="xs" aria-disabled={!missing.isComplete || look.isPending}>
              Find
            </Button>
          </form>
          <div className="profiles-pager">
            <output className="small second">
              {found === null ? `Page ${number(page + 1)}` : foundSentence(found, profiles.data?.profiles.length ?? 0)}
            </output>
            <ActionIcon variant="default" size={30} aria-label="Previous page" disabled={page === 0} onClick={() => goTo(page - 1)}>
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
            <SaveProfiles connectionId={connection.id} />
          </div>
        </div>
        {profiles.error !== null && (
          <div className="profiles-failure">
            <FailurePanel title="The profiles were not read" error={profiles.error} onRetry={() => void profiles.refetch()} />
          </div>
        )}
        {profiles.isPending && <div className="profiles-tools second">Reading the profiles…</div>}
        {found !== null && profiles.data?.profiles.length === 0 && (
          <EmptyState icon={IconUsers} title="No profile contains this text">
            It may take a while until a person who was just screened appears. Read again before you screen anyone twice.
          </EmptyState>
        )}
        {found === null && profiles.data?.profiles.length === 0 && (
          <EmptyState icon={IconUsers} title="No profiles here">
            People appear here after they are screened.
          </EmptyState>
        )}
        {profiles.data !== undefined && profiles.data.profiles.length > 0 && (
          <ProfilesTable profiles={profiles.data.profiles} chosen={chosen} onChoose={setChosen} />
        )}
      </section>
    </>
  );
}
