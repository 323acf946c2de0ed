import { useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { contractQuery, useClient, useCommand } from '../../../api/index.ts';

import { type Reason, VERDICT_TEXTS, type VerdictKind } from '../../../../shared/review/index.ts';
import { useAnnounce } from '../../../kit/index.ts';
import { useResultListState } from '../../../navigation/index.ts';
import { count } from '../../../format/index.ts';
import { type ListState, SHOWN } from './ReviewList.tsx';
import { type ReviewRow, nextText } from './review-texts.ts';

const NOTHING: ReadonlySet<number> = new Set();

const differences = (fields: readonly { readonly state: string }[]) => fields.filter(({ state }) => state === 'differs').length;

/** The state of a review: the shown person, the ticked people, and the commands for verdicts. */
export function useReview(id: string) {
  const client = useClient();
  const cache = useQueryClient();
  const announce = useAnnounce();
  const [scores, changeScores] = useResultListState(id);
  const [list, setList] = useState<ListState>({ part: 'left', find: '', offset: 0, value: null });
  const [row, setRow] = useState<number | null>(null);
  const [chosen, setChosen] = useState(NOTHING);
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  /** What was typed for people who were left without a verdict. */
  const drafts = useRef(new Map<number, { readonly reason: Reason | null; readonly note: string }>());
  const [last, setLast] = useState('');
  // True after a verdict was stored, because `canUndo` of the view is updated later.
  const [hasJudged, setJudged] = useState(false);
  /** The shown person and the typed texts at the time of the verdict. */
  const sent = useRef<{ readonly current: number | null; readonly find: string; readonly note: string } | null>(null);
  /** True to undo the verdict that is being stored as soon as it is stored. */
  const takesBack = useRef(false);
  const carry = useCommand('review.carry');
  const { mutate: carryOver } = carry;
  const hasCarried = useRef(false);
  useEffect(() => {
    // React runs the effect twice in development.
    if (!hasCarried.current) carryOver({ id });
    hasCarried.current = true;
  }, [id, carryOver]);

  // The filters and the search of Scores apply to the queue. The text typed here only finds a person to jump to.
  const filters = [...scores.filters];
  const isJumping = list.find.trim() !== '';
  const view = useQuery({
    ...contractQuery(client, 'review.get', { id, filters, find: scores.find, value: list.value }),
    placeholderData: keepPreviousData,
  });
  const asked = isJumping
    ? { id, filters: [], find: list.find, value: list.value, part: 'all' as const, offset: list.offset, limit: SHOWN }
    : { id, filters, find: scores.find, value: list.value, part: list.part, offset: list.offset, limit: SHOWN };
  const queue = useQuery({ ...contractQuery(client, 'review.queue', asked), placeholderData: keepPreviousData });
  const rows = queue.data?.rows;
  const found = isJumping && !queue.isPlaceholderData ? queue.data?.total : undefined;
  useEffect(() => {
    if (found !== undefined) announce(found === 0 ? 'Nobody has this ID or name.' : count(found, 'person', 'people'));
  }, [announce, found]);
  const current = row ?? rows?.[0]?.row ?? null;
  // Keep the last person until the next one is loaded, so that the title keeps the focus.
  const person = useQuery({
    ...contractQuery(client, 'review.person', { id, row: current ?? 1, value: list.value }),
    enabled: current !== null,
    placeholderData: keepPreviousData,
  });

  const position = rows?.findIndex((one) => one.row === current) ?? -1;
  const neighbor = (step: number): ReviewRow | undefined => rows?.[position < 0 ? 0 : position + step];

  const show = (next: number | null) => {
    if (current !== null) drafts.current.set(current, { reason, note });
    const kept = next === null ? undefined : drafts.current.get(next);
    setRow(next);
    setReason(kept?.reason ?? null);
    setNote(kept?.note ?? '');
  };

  /** Shows the first person that the search finds, after waiting for its result. False when nobody is found. */
  const jump = async () => {
    const found = await cache.ensureQueryData(contractQuery(client, 'review.queue', asked)).catch(() => null);
    const first = found?.rows[0];
    if (first !== undefined) show(first.row);
    return first !== undefined;
  };

  const announceNext = async (done: string, next: ReviewRow | undefined) => {
    if (next === undefined) return announce(done);
    const shown = await cache
      .fetchQuery(contractQuery(client, 'review.person', { id, row: next.row, value: list.value }))
      .catch(() => null);
    announce(`${done} ${nextText(next, shown === null ? null : differences(shown.fields))}`);
  };

  const undo = useCommand('review.undo', ({ rows: back }) => {
    setJudged(false);
    setLast('');
    show(back[0] ?? null);
    announce('Undone.');
  });
  const set = useCommand('review.set', ({ rows: changed }, { people, verdict }) => {
    const isChanged = changed.length > 0;
    if (isChanged) setJudged(true);
    const text = verdict === null ? 'Verdict removed' : VERDICT_TEXTS[verdict.is];
    const whole = people.length === 1 ? text : `${text} for ${count(people.length, 'person', 'people')}`;
    setLast(`Last verdict: ${whole.toLowerCase()}.`);
    const judged = new Set(people.map((one) => one.row));
    // The next person after the judged one, which is still in the list.
    const next = rows?.slice(Math.max(0, position)).find((one) => !judged.has(one.row)) ?? rows?.find((one) => !judged.has(one.row));
    // Keep what the user did while the verdict was being stored: other ticks, a new search text, another person, a longer note.
    setChosen((ticked) => new Set([...ticked].filter((one) => !judged.has(one))));
    const { current: asked } = sent;
    if (isJumping && list.find === asked?.find) setList((before) => ({ ...before, find: '', offset: 0 }));
    if (takesBack.current && isChanged) return undo.mutate({ id });
    // A new reason alone does not keep the person on the screen, because a fast user already picks the reason for the next person.
    if (current !== asked?.current || note !== asked.note) {
      for (const one of judged) drafts.current.delete(one);
      return announce(`${whole}.`);
    }
    show(next?.row ?? null);
    // The verdict has the texts now, also if it is about ticked people.
    for (const one of [...judged, current ?? 0]) drafts.current.delete(one);
    void announceNext(`${whole}.`, next);
  });

  const judge = (kind: VerdictKind) => {
    if (set.isPending || undo.isPending) return;
    const shown = person.data;
    const people =
      chosen.size > 0 ? [...chosen].map((one) => ({ row: one })) : shown?.row === current ? [{ row: shown.row, pair: shown.pair }] : [];
    if (people.length === 0) return;
    sent.current = { current, find: list.find, note };
    set.mutate({ id, people, verdict: { is: kind, reason, note: note.trim() } }, { onSettled: () => (takesBack.current = false) });
  };
  const canUndo = view.data?.canUndo === true || hasJudged;
  const takeBack = () => {
    // A verdict that is being stored is undone after it is stored. If storing fails, there is nothing to undo.
    if (set.isPending) takesBack.current = true;
    else if (canUndo && !undo.isPending) undo.mutate({ id });
  };
  return {
    scores,
    changeScores,
    list,
    changeList: (change: Partial<ListState>) => setList((before) => ({ ...before, ...change })),
    view,
    queue,
    person,
    current,
    position,
    carry,
    chosen,
    setChosen,
    reason,
    setReason: (next: Reason | null) => {
      setRow(current);
      setReason(next);
    },
    note,
    // Keep the person of a note that the user has begun, even if the list changes.
    setNote: (text: string) => {
      setRow(current);
      setNote(text);
    },
    last,
    set,
    undo,
    canUndo,
    judge,
    takeBack,
    show,
    jump,
    move: (step: number) => {
      const next = neighbor(step);
      if (next !== undefined) show(next.row);
      return next !== undefined;
    },
  };
}
