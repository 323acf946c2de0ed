import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ConnectionView } from '../../../shared/contract/index.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import { type Blocked, FailurePanel, StepFooter } from '../../kit/index.ts';
import { count, listed } from '../../format/index.ts';
import { missingParts, phraseOf } from './form-fields.ts';
import { OlderCalls } from './OlderCalls.tsx';
import { fieldId } from './RecordField.tsx';
import { RecordForm } from './RecordForm.tsx';
import { firstError } from './record-issues.ts';
import { ScreenedAlone } from './ScreenedAlone.tsx';
import { ScreenedBefore } from './ScreenedBefore.tsx';
import { ScreeningAnswer } from './ScreeningAnswer.tsx';
import { earlierText } from './useEarlierScreenings.ts';
import { nameOf, type PersonScreening } from './usePersonScreening.tsx';

/** The price of one person: "1 credit". */
function priceOf({ kind, creditsPerRecord }: ConnectionView): string {
  return count(creditsPerRecord ?? 1, kind === 'practice' ? 'practice credit' : 'credit');
}

function costSentence(connection: ConnectionView): string {
  if (connection.kind === 'practice') return 'Runs on this computer; no real credits are spent.';
  return `Spends about ${priceOf(connection)}.`;
}

interface ScreenPersonProps {
  readonly connection: ConnectionView;
  readonly person: PersonScreening;
  /** Opens the list of profiles with a search for the person. */
  readonly onFind: () => void;
}

/** The form for one person, with earlier screenings and the answer of the service next to it. */
export function ScreenPerson({ connection, person, onFind }: ScreenPersonProps) {
  const { record, review, visited, today, earlier, screened, screening } = person;
  const { values, issues, hasPerson } = review;
  const { alone, inList, unread, isSearching } = earlier;
  const price = priceOf(connection);
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
            <Button variant="default" size="xs" onClick={onFind}>
              Look in the list of profiles
            </Button>
          )}
        </FailurePanel>
      )}
      <div className="profile-columns">
        <div>
          <RecordForm record={record} issues={issues} visited={visited} today={today} onChange={person.setRecord} onVisit={person.visit} />
          {hasPerson && gaps.length > 0 && <p className="second profile-gaps">A match is more certain with {listed(gaps)}.</p>}
          <OlderCalls connection={connection} person={person} cost={costSentence(connection)} onFind={onFind} />
        </div>
        <div className="profile-side">
          <output>
            {alone !== null && <ScreenedAlone screened={alone} price={price} />}
            {inList !== null && <ScreenedBefore screened={inList} values={values} price={price} />}
            {isSearching && inList === null && <p className="second profile-unread">Looking for this person in earlier screenings…</p>}
            {unread > 0 && (
              <p className="second profile-unread">
                {count(unread, 'earlier screening')} could not be searched for this person because the file is damaged.
              </p>
            )}
          </output>
          {screened === null ? (
            <section className="card profile-nothing" aria-label="Scores">
              <h2 className="card-title">Scores</h2>
              <p className="second">They appear here after the screening, and are kept while you edit the form.</p>
            </section>
          ) : (
            <ScreeningAnswer name={nameOf(screened.values)} answer={screened.answer} checking={person.checking} />
          )}
        </div>
      </div>
    </>
  );
}

/** Why the person cannot be screened, and what a click on the reason does; null when they can. */
function blockedBy({ record, review, visit, isJustScreened, isOutcomeUnknown }: PersonScreening, onFind: () => void): Blocked | null {
  if (Object.keys(record).length === 0) return { reason: 'Enter a person to continue', kind: 'waiting' };
  if (isOutcomeUnknown) return { reason: 'Look in the list of profiles first', kind: 'warning', onReason: onFind };
  const error = firstError(review.issues);
  if (error !== null) {
    const showError = (key: FieldKey) => () => {
      visit(FIELD_KEYS);
      document.querySelector<HTMLElement>(`#${fieldId(key)}`)?.focus();
    };
    const verb = review.values[error.field] === undefined ? 'Fill in' : 'Correct';
    return { reason: `${verb} ${phraseOf(error.field)} to continue`, onReason: showError(error.field) };
  }
  if (!review.hasPerson) return { reason: 'Enter a name, an address, an email or a phone to continue', kind: 'waiting' };
  if (isJustScreened) return { reason: 'This record has just been screened. Change it to screen again.', kind: 'waiting' };
  return null;
}

/** What the screening costs, and the button that starts it. */
export function ScreenPersonFooter({ connection, person, onFind }: ScreenPersonProps) {
  const { earlier, isAgain, screening } = person;
  const earlierPart = earlierText(earlier);
  return (
    <StepFooter
      sentence={
        <>
          {earlierPart !== null && (
            <>
              <b>{earlierPart}.</b>{' '}
            </>
          )}
          Sends this person to <b>{connection.name}</b>. {costSentence(connection)}
        </>
      }
      next={{
        label: `${isAgain ? 'Screen again' : 'Screen'} for ${priceOf(connection)}`,
        icon: IconSend,
        spends: true,
        onNext: () => void screening.run(),
        isBusy: screening.isPending,
        blocked: blockedBy(person, onFind),
      }}
    />
  );
}
