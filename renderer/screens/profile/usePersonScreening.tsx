import { useMemo, useState } from 'react';
import { localDay } from '../../../shared/base/index.ts';
import type { AnswerView, ConnectionView } from '../../../shared/contract/index.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import { DEFAULT_RULES } from '../../../shared/rules/index.ts';
import { asAppError, useAction, useClient, useCommand, useContractQuery } from '../../api/index.ts';
import { useAnnounce, useNow } from '../../kit/index.ts';
import { reviewRecord } from './record-issues.ts';
import type { RecordTexts } from './record-texts.ts';
import { useEarlierScreenings } from './useEarlierScreenings.ts';

/** The values that the service received, and its answer. */
interface Screened {
  readonly values: RecordTexts;
  readonly answer: AnswerView;
}

/** Answers to the service's older calls. */
export interface OlderAnswers {
  /** The answer of the older call that costs credits. */
  readonly requested: AnswerView | null;
  readonly lookedUp: AnswerView | null;
}

const NO_OLDER: OlderAnswers = { requested: null, lookedUp: null };

/** The name of a person, or the ID of a person without a name. */
export const nameOf = ({ primaryFirst, primaryLast, constituentId }: RecordTexts): string =>
  [primaryFirst, primaryLast].filter((part) => part !== undefined).join(' ') || (constituentId ?? '');

const isSame = (a: RecordTexts, b: RecordTexts): boolean => FIELD_KEYS.every((key) => a[key] === b[key]);

/** The person in the form, their earlier screenings, and the commands to screen them over a connection. */
export function usePersonScreening(connection: ConnectionView | undefined) {
  const client = useClient();
  const announce = useAnnounce();
  const rules = useContractQuery('organizationRules.get', {}).data ?? DEFAULT_RULES;
  const [record, setRecord] = useState<RecordTexts>({});
  const [visited, setVisited] = useState<ReadonlySet<FieldKey>>(new Set());
  const [screened, setScreened] = useState<Screened | null>(null);
  const [older, setOlder] = useState(NO_OLDER);
  const [isOutcomeUnknown, setOutcomeUnknown] = useState(false);
  const today = localDay(useNow());
  const review = useMemo(() => reviewRecord(record, rules, today), [record, rules, today]);
  const { values } = review;
  const found = useEarlierScreenings(connection?.id, review);
  const isJustScreened = screened !== null && isSame(screened.values, values);
  // The screening that was just made is not an earlier one; its scores are already next to the form.
  const earlier = isJustScreened ? { ...found, alone: null } : found;
  const isAgain = earlier.inList !== null || earlier.alone !== null || (screened !== null && nameOf(screened.values) === nameOf(values));

  const screenOne = useCommand('service.screenOne');
  /** Reads the profile again, free of charge. */
  const checking = useAction(async (profileId: string) => {
    if (connection === undefined || screened === null) return;
    const answer = await client.call('service.profile', { connectionId: connection.id, profileId });
    // The user may have screened another person meanwhile.
    setScreened((now) => (now === screened ? { ...screened, answer: { values: answer.values, json: answer.json } } : now));
    announce('The profile was read again');
  });
  const screening = useAction(async () => {
    if (connection === undefined) return;
    try {
      const answer = await screenOne.mutateAsync({ connectionId: connection.id, record: values, allowDuplicate: isAgain });
      setScreened({ values, answer });
    } catch (thrown) {
      if (asAppError(thrown).code === 'OUTCOME_UNKNOWN') setOutcomeUnknown(true);
      throw thrown;
    }
    checking.reset();
    announce('The service answered');
    document.querySelector('.profile-side')?.scrollIntoView({ block: 'nearest' });
  });
  const requestScore = useCommand('service.requestScore');
  /** The older call, which also costs credits. */
  const requesting = useAction(async () => {
    if (connection === undefined) return;
    const requested = await requestScore.mutateAsync({ connectionId: connection.id, record: values, allowDuplicate: isAgain });
    setOlder((now) => ({ ...now, requested }));
  });
  return {
    record,
    setRecord,
    review,
    /** The local day, YYYY-MM-DD. */
    today,
    /** The fields that the user has left; only their issues are shown. */
    visited,
    visit: (keys: readonly FieldKey[]) =>
      setVisited((before) => (keys.every((key) => before.has(key)) ? before : new Set([...before, ...keys]))),
    earlier,
    /** True when this person was screened before. */
    isAgain,
    /** The last answer; null before the first one. */
    screened,
    isJustScreened,
    older,
    requesting,
    showLookedUp: (lookedUp: AnswerView) => setOlder((now) => ({ ...now, lookedUp })),
    /** True after a screening whose outcome is unknown, until the user looks in the list of profiles. */
    isOutcomeUnknown,
    settleOutcome: () => setOutcomeUnknown(false),
    screening,
    checking,
    clear: () => {
      setRecord({});
      setVisited(new Set());
      setScreened(null);
      setOlder(NO_OLDER);
      setOutcomeUnknown(false);
      screening.reset();
      requesting.reset();
    },
  };
}

export type PersonScreening = ReturnType<typeof usePersonScreening>;
