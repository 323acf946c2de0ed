import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type {
  AnswerView,
  ConnectionView,
  ScreenedAlone as ScreenedAloneView,
  ScreenedBefore as ScreenedBeforeView,
} from '../../../shared/contract/index.ts';
import { localDay } from '../../../shared/base/local-day.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/table.ts';
import { DEFAULT_RULES } from '../../../shared/rules/row-checks.ts';
import { searchTextOf } from '../../../shared/view-texts/profile-search.ts';
import { asAppError, useClient } from '../../api/client.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { FailurePanel } from '../../components/Failure.tsx';
import { StepFooter } from '../../components/StepFooter.tsx';
import { Page, PageTitle } from '../../components/Page.tsx';
import { ConnectionTag } from '../../components/Tag.tsx';
import { useNow } from '../../components/useNow.ts';
import { useCommand, useContractQuery } from '../../api/queries.ts';
import { count, day, listed } from '../../format/text.ts';
import { useAction } from '../../api/useAction.ts';
import { missingParts, phraseOf } from './form-fields.ts';
import { OlderCalls } from './OlderCalls.tsx';
import { ProfileList } from './ProfileList.tsx';
import { fieldId } from './RecordField.tsx';
import { RecordForm } from './RecordForm.tsx';
import { firstError, type RecordReview, reviewRecord } from './record-issues.ts';
import type { RecordTexts } from './record-texts.ts';
import { ScreenedAlone } from './ScreenedAlone.tsx';
import { ScreenedBefore } from './ScreenedBefore.tsx';
import { ScreeningAnswer } from './ScreeningAnswer.tsx';
import './profile.css';

/** What one person costs: "1 credit". */
function priceOf({ kind, creditsPerRecord }: ConnectionView): string {
  return count(creditsPerRecord ?? 1, kind === 'practice' ? 'practice credit' : 'credit');
}

function costSentence(connection: ConnectionView): string {
  if (connection.kind === 'practice') return 'Runs on this computer; no real credits are spent.';
  return `Spends about ${priceOf(connection)}.`;
}

/** The values that the service received, and its answer. */
interface Screened {
  readonly values: RecordTexts;
  readonly answer: AnswerView;
}

/** The name of a person, or the ID of a person without a name. */
const nameOf = ({ primaryFirst, primaryLast, constituentId }: RecordTexts): string =>
  [primaryFirst, primaryLast].filter((part) => part !== undefined).join(' ') || (constituentId ?? '');

/** The newer of two earlier screenings of a person: "Screened on Nov 3". */
function earlierText(alone: ScreenedAloneView | null, found: ScreenedBeforeView | null): string {
  if (alone !== null && (found?.at ?? 0) <= alone.at) return `${alone.outcome === 'done' ? 'Screened' : 'Sent'} on ${day(alone.at)}`;
  const at = found?.at ?? null;
  return at === null ? 'Screened before' : `Screened on ${day(at)}`;
}

const isSame = (a: RecordTexts, b: RecordTexts): boolean => FIELD_KEYS.every((key) => a[key] === b[key]);

/** Milliseconds without typing after which earlier screenings are searched. */
const SEARCH_AFTER_MS = 400;
/** Milliseconds before a search for the person is announced. */
const LOOKING_AFTER_MS = 500;

/** The values that identify a person, once the ID or the name with the ZIP is there; null before. */
function identityOf(values: RecordTexts): string | null {
  const { constituentId, primaryFirst, primaryLast, postalCode } = values;
  const hasName = primaryFirst !== undefined && primaryLast !== undefined && postalCode !== undefined;
  if (constituentId === undefined && !hasName) return null;
  return JSON.stringify(hasName ? { constituentId, primaryFirst, primaryLast, postalCode } : { constituentId });
}

/** Whether this person was screened before; `answer` is undefined until that is known. */
function useScreenedBefore(connectionId: string | undefined, values: RecordTexts) {
  const identity = identityOf(values);
  const [settled] = useDebouncedValue(identity, SEARCH_AFTER_MS);
  const record = useMemo(() => (settled === null ? {} : (JSON.parse(settled) as RecordTexts)), [settled]);
  const search = useContractQuery(
    'results.screenedBefore',
    { connectionId: connectionId ?? '', record },
    { enabled: settled !== null && connectionId !== undefined },
  );
  // An answer for other values than those in the form does not apply to this person.
  const isKnown = identity === settled && settled !== null;
  const isLooking = isKnown && search.isFetching;
  // A search that ends quickly is not announced.
  const [isLong] = useDebouncedValue(isLooking, LOOKING_AFTER_MS);
  return { answer: isKnown ? search.data : undefined, isLooking: isLooking && isLong };
}

/** When this person was screened alone; null when they were not or that is not known yet. */
function useScreenedAlone(connectionId: string | undefined, { values, hasPerson }: RecordReview): ScreenedAloneView | null {
  const record = hasPerson ? JSON.stringify(values) : null;
  const [settled] = useDebouncedValue(record, SEARCH_AFTER_MS);
  const asked = useMemo(() => (settled === null ? {} : (JSON.parse(settled) as RecordTexts)), [settled]);
  const { data = null } = useContractQuery(
    'service.screenedAlone',
    { connectionId: connectionId ?? '', record: asked },
    { enabled: settled !== null && connectionId !== undefined },
  );
  // An answer for other values than those in the form does not apply to this person.
  return record === settled && record !== null ? data : null;
}

interface ScreenOneProps {
  readonly connection: ConnectionView;
  readonly record: RecordTexts;
  readonly review: RecordReview;
  readonly left: ReadonlySet<FieldKey>;
  readonly today: string;
  readonly onRecord: (record: RecordTexts) => void;
  readonly onLeave: (keys: readonly FieldKey[]) => void;
  readonly before: ReturnType<typeof useScreenedBefore>;
  readonly alone: ScreenedAloneView | null;
  /** The button says that the person is screened again. */
  readonly isAgain: boolean;
  readonly screened: Screened | null;
  readonly screening: ReturnType<typeof useAction<[]>>;
  readonly checking: ReturnType<typeof useAction<[profileId: string]>>;
  /** Opens the list of profiles with a search for the person. */
  readonly onLook: () => void;
}

function ScreenOne(props: ScreenOneProps) {
  const { connection, record, review, left, today, onRecord, onLeave, before, alone, isAgain, screened, screening, checking, onLook } =
    props;
  const { values, issues } = review;
  const { found = null, unread = 0 } = before.answer ?? {};
  const gaps = missingParts((key) => values[key] !== undefined);
  return (
    <>
      {screening.error !== null && (
        <FailurePanel
          title="The person was not screened"
          error={screening.error}
          kept={
            screening.error.retry === 'never' && screening.error.code !== 'SENT_BEFORE'
              ? 'Credits may have been spent. Look for the person in the list of profiles before you screen them again.'
              : 'Your entries are kept.'
          }
        >
          {screening.error.code === 'OUTCOME_UNKNOWN' && (
            <Button variant="default" size="xs" onClick={onLook}>
              Look in the list of profiles
            </Button>
          )}
        </FailurePanel>
      )}
      <div className="profile-columns">
        <div>
          <RecordForm record={record} issues={issues} left={left} today={today} onChange={onRecord} onLeave={onLeave} />
          {review.hasPerson && gaps.length > 0 && <p className="second profile-gaps">A match is more certain with {listed(gaps)}.</p>}
          <OlderCalls connection={connection} record={values} isAgain={isAgain} cost={costSentence(connection)} onLook={onLook} />
        </div>
        <div className="profile-side">
          <output>
            {alone !== null && <ScreenedAlone screened={alone} price={priceOf(connection)} />}
            {found != null && <ScreenedBefore screened={found} values={values} price={priceOf(connection)} />}
            {before.isLooking && found == null && <p className="second profile-unread">Looking for this person in earlier screenings…</p>}
            {unread > 0 && (
              <p className="second profile-unread">
                {count(unread, 'earlier screening')} could not be searched for this person because the file is damaged.
              </p>
            )}
          </output>
          {screened === null ? (
            <section className="card profile-nothing" aria-label="Scores">
              <h2 className="card-title">Scores</h2>
              <p className="second">They appear here after the screening, and stay while you edit the form.</p>
            </section>
          ) : (
            <ScreeningAnswer name={nameOf(screened.values)} answer={screened.answer} checking={checking} />
          )}
        </div>
      </div>
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
  const rules = useContractQuery('houseRules.get', {}).data ?? DEFAULT_RULES;
  const [tab, setTab] = useState<'screen' | 'profiles'>('screen');
  const [record, setRecord] = useState<RecordTexts>({});
  const [left, setLeft] = useState<ReadonlySet<FieldKey>>(new Set());
  const [screened, setScreened] = useState<Screened | null>(null);
  const [search, setSearch] = useState('');
  /** The record whose outcome is unknown, until the person looks in the list of profiles. */
  const [unknown, setUnknown] = useState<RecordTexts | null>(null);
  const today = localDay(useNow());
  const review = useMemo(() => reviewRecord(record, rules, today), [record, rules, today]);
  const { values } = review;
  const before = useScreenedBefore(connection?.id, values);
  const isJustScreened = screened !== null && isSame(screened.values, values);
  const screenedAlone = useScreenedAlone(connection?.id, review);
  // The scores beside the form already show a screening of a moment ago.
  const alone = isJustScreened ? null : screenedAlone;
  const foundBefore = before.answer?.found ?? null;
  const isAgain = foundBefore !== null || alone !== null || (screened !== null && nameOf(screened.values) === nameOf(values));
  const checking = useAction(async (profileId: string) => {
    if (connection === undefined || screened === null) return;
    const { values, json } = await client.call('service.profile', { connectionId: connection.id, profileId });
    setScreened({ ...screened, answer: { values, json } });
    announce('The profile was read again');
  });
  const screenOne = useCommand('service.screenOne');
  const screening = useAction(async () => {
    if (connection === undefined) return;
    try {
      setScreened({
        values,
        answer: await screenOne.mutateAsync({ connectionId: connection.id, record: values, allowDuplicate: isAgain }),
      });
    } catch (thrown) {
      if (asAppError(thrown).code === 'OUTCOME_UNKNOWN') setUnknown(values);
      throw thrown;
    }
    checking.reset();
    announce('The service answered');
    document.querySelector('.profile-side')?.scrollIntoView({ block: 'nearest' });
  });
  const leave = (keys: readonly FieldKey[]) =>
    setLeft((before) => (keys.every((key) => before.has(key)) ? before : new Set([...before, ...keys])));
  const isEmpty = Object.keys(record).length === 0;
  const show = (next: 'screen' | 'profiles') => {
    setTab(next);
    setSearch('');
  };
  const look = () => {
    setUnknown(null);
    setTab('profiles');
    setSearch(searchTextOf(values));
  };
  const error = firstError(review.issues);
  const showError = (key: FieldKey) => () => {
    leave(FIELD_KEYS);
    document.querySelector<HTMLElement>(`#${fieldId(key)}`)?.focus();
  };
  const blocked = isEmpty
    ? { reason: 'Enter a person to continue', kind: 'waiting' as const }
    : unknown !== null
      ? { reason: 'Look in the list of profiles first', kind: 'warning' as const, onReason: look }
      : error !== null
        ? {
            reason: `${values[error.field] === undefined ? 'Fill in' : 'Correct'} ${phraseOf(error.field)} to continue`,
            onReason: showError(error.field),
          }
        : !review.hasPerson
          ? { reason: 'Enter a name, an address, an email or a phone to continue', kind: 'waiting' as const }
          : isJustScreened
            ? { reason: 'This record has just been screened. Change it to screen again.', kind: 'waiting' as const }
            : null;
  return (
    <Page
      isPlain
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
                  setLeft(new Set());
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
                {(alone !== null || foundBefore !== null) && (
                  <>
                    <b>{earlierText(alone, foundBefore)}.</b>{' '}
                  </>
                )}
                Sends this person to <b>{connection.name}</b>. {costSentence(connection)}
              </>
            }
            next={{
              label: `${isAgain ? 'Screen again' : 'Screen'} for ${priceOf(connection)}`,
              icon: IconSend,
              onNext: () => void screening.run(),
              isBusy: screening.isPending,
              blocked,
            }}
          />
        )
      }
    >
      {connection !== undefined && tab === 'screen' && (
        <ScreenOne
          connection={connection}
          record={record}
          review={review}
          left={left}
          today={today}
          onRecord={setRecord}
          onLeave={leave}
          before={before}
          alone={alone}
          isAgain={isAgain}
          screened={screened}
          screening={screening}
          checking={checking}
          onLook={look}
        />
      )}
      {connection !== undefined && tab === 'profiles' && <ProfileList connection={connection} search={search} />}
    </Page>
  );
}
