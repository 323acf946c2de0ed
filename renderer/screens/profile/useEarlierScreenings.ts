/** Whether the person in the form was screened before: in a list, or as a single profile. */
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Output, ScreenedAlone } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { day } from '../../format/index.ts';
import type { RecordReview } from './record-issues.ts';
import type { RecordTexts } from './record-texts.ts';

/** Milliseconds without typing before earlier screenings are searched. */
const SEARCH_AFTER_MS = 400;
/** Milliseconds before a search for the person is announced. */
const ANNOUNCE_AFTER_MS = 500;

/** The values that identify a person: the ID, or the name with the ZIP; null while both are missing. */
function identityOf(values: RecordTexts): RecordTexts | null {
  const { constituentId, primaryFirst, primaryLast, postalCode } = values;
  const hasName = primaryFirst !== undefined && primaryLast !== undefined && postalCode !== undefined;
  if (hasName) return { ...(constituentId !== undefined && { constituentId }), primaryFirst, primaryLast, postalCode };
  return constituentId === undefined ? null : { constituentId };
}

/**
 * The record to search for, updated when the user stops typing. `isCurrent` is false while the form has other values; an answer then does
 * not apply to the person in the form.
 */
function useSettled(record: RecordTexts | null) {
  const text = record === null ? null : JSON.stringify(record);
  const [settled] = useDebouncedValue(text, SEARCH_AFTER_MS);
  const searched = useMemo(() => (settled === null ? null : (JSON.parse(settled) as RecordTexts)), [settled]);
  return { searched, isCurrent: searched !== null && text === settled };
}

/** The search for the person in earlier lists. */
function useScreenedBefore(connectionId: string | undefined, values: RecordTexts) {
  const { searched, isCurrent } = useSettled(identityOf(values));
  const search = useContractQuery(
    'results.screenedBefore',
    { connectionId: connectionId ?? '', record: searched ?? {} },
    { enabled: searched !== null && connectionId !== undefined },
  );
  const isSearching = isCurrent && search.isFetching;
  // A search that ends quickly is not announced.
  const [isLong] = useDebouncedValue(isSearching, ANNOUNCE_AFTER_MS);
  return { answer: isCurrent ? search.data : undefined, isSearching: isSearching && isLong };
}

/** The earlier screening of this person as a single profile; null if there is none, or if that is not known yet. */
function useScreenedAlone(connectionId: string | undefined, { values, hasPerson }: RecordReview): ScreenedAlone | null {
  const { searched, isCurrent } = useSettled(hasPerson ? values : null);
  const { data = null } = useContractQuery(
    'service.screenedAlone',
    { connectionId: connectionId ?? '', record: searched ?? {} },
    { enabled: searched !== null && connectionId !== undefined },
  );
  return isCurrent ? data : null;
}

export interface EarlierScreenings {
  readonly alone: ScreenedAlone | null;
  readonly inList: Output<'results.screenedBefore'>['found'];
  /** Earlier screenings that could not be searched. */
  readonly unread: number;
  /** True while a search takes long. */
  readonly isSearching: boolean;
}

export function useEarlierScreenings(connectionId: string | undefined, review: RecordReview): EarlierScreenings {
  const { answer, isSearching } = useScreenedBefore(connectionId, review.values);
  const alone = useScreenedAlone(connectionId, review);
  return { alone, inList: answer?.found ?? null, unread: answer?.unread ?? 0, isSearching };
}

/** The newest of the earlier screenings: "Screened on Nov 3"; null without one. */
export function earlierText({ alone, inList }: Pick<EarlierScreenings, 'alone' | 'inList'>): string | null {
  if (alone !== null && (inList?.at ?? 0) <= alone.at) return `${alone.outcome === 'done' ? 'Screened' : 'Sent'} on ${day(alone.at)}`;
  if (inList === null) return null;
  return inList.at === null ? 'Screened before' : `Screened on ${day(inList.at)}`;
}
