/** A review of 40 people with invented profiles: verdicts move people from one part of the queue to another. */
import type { MethodName, Output, Parsed } from '../../shared/contract/index.ts';
import type { Verdict, VerdictKind } from '../../shared/review/index.ts';
import { person } from './people-fixtures.ts';

type ReviewRow = Output<'review.queue'>['rows'][number];
type ReviewView = Output<'review.get'>;
type ReviewedPerson = Output<'review.person'>;

const PEOPLE = 40;
const BANDS = [
  { text: '90 and up', right: 24, verdicts: 24 },
  { text: '70 to 89', right: 48, verdicts: 60 },
  { text: 'below 70', right: 8, verdicts: 11 },
];

const valueAt = (index: number) => 2_415_000 - index * 55_000;
const matchAt = (index: number) => 55 + ((index * 19) % 40);
const doubtAt = (index: number) => (100 - matchAt(index)) / 100;
const ORDER = Array.from({ length: PEOPLE }, (_, index) => index).toSorted((a, b) => valueAt(b) * doubtAt(b) - valueAt(a) * doubtAt(a));

interface Step {
  readonly at: number;
  readonly rows: readonly number[];
  readonly before: ReadonlyMap<number, Verdict>;
  readonly after: Verdict | null;
}

type Answered<N extends MethodName> = (input: Parsed<N>) => Output<N>;

export function reviewAnswers(now: number) {
  let verdicts: ReadonlyMap<number, Verdict> = new Map();
  let steps: readonly Step[] = [];
  let acceptAt: number | null = null;

  const rowAt = (index: number): ReviewRow => ({
    row: index + 2,
    name: `${person(index).first} ${person(index).last}`,
    value: valueAt(index),
    match: matchAt(index),
    doubt: doubtAt(index),
    verdict: verdicts.get(index + 2)?.is ?? null,
  });
  const isAccepted = (index: number, from = acceptAt) => from !== null && matchAt(index) >= from;
  const isLeft = (index: number) => !verdicts.has(index + 2) && !isAccepted(index);
  const count = (kind: VerdictKind) => [...verdicts.values()].filter(({ is }) => is === kind).length;

  const view: Answered<'review.get'> = () => {
    const left = ORDER.filter(isLeft);
    const weights = left.map((index) => valueAt(index) * doubtAt(index));
    const sums = weights.map((_, at) => weights.slice(0, at + 1).reduce((sum, weight) => sum + weight, 0));
    const doubtful = sums.at(-1) ?? 0;
    const first = sums.findIndex((sum) => sum >= doubtful * 0.8);
    const counts = { right: count('right'), wrong: count('wrong'), unsure: count('unsure') };
    const accepted = ORDER.filter((index) => !verdicts.has(index + 2) && isAccepted(index)).length;
    return {
      scored: PEOPLE,
      left: left.length,
      accepted,
      verdicts: counts,
      all: { scored: PEOPLE, left: left.length, wrong: counts.wrong },
      stale: [],
      doubtBy: 'match',
      value: { key: 'mostRecentScore.scoreDetails.capacityValue', title: 'Capacity value', isMoney: true },
      doubtful,
      next: left.length === 0 ? null : { people: first + 1, percent: 80, sum: sums[first]! },
      curve: [0, ...sums.map((sum) => sum / doubtful)],
      bands: BANDS,
      acceptAt,
      canUndo: steps.length > 0,
    } satisfies ReviewView;
  };

  const queue: Answered<'review.queue'> = ({ part, find, offset, limit }) => {
    const wanted = find.trim().toLowerCase();
    const isIn = (index: number) =>
      part === 'all' ||
      (part === 'left' && isLeft(index)) ||
      (part === 'accepted' && !verdicts.has(index + 2) && isAccepted(index)) ||
      verdicts.get(index + 2)?.is === part;
    const rows = ORDER.filter(isIn)
      .filter((index) => wanted === '' || `${rowAt(index).name} ${person(index).id}`.toLowerCase().includes(wanted))
      .map(rowAt);
    return { total: rows.length, rows: rows.slice(offset, offset + limit) };
  };

  const shown: Answered<'review.person'> = ({ row }) => {
    const { id, first, last, street, city, state, zip, email } = person(row - 2);
    const fields: ReviewedPerson['fields'] = [
      { field: 'primaryFirst', ours: first, theirs: first, state: 'same' },
      { field: 'primaryLast', ours: last, theirs: `${last}-Hale`, state: 'differs' },
      { field: 'spouseFirst', ours: '', theirs: 'Peter', state: 'onlyTheirs' },
      { field: 'street', ours: street, theirs: `${street} Extension`, state: 'differs' },
      { field: 'city', ours: city, theirs: city, state: 'same' },
      { field: 'state', ours: state, theirs: state, state: 'same' },
      { field: 'postalCode', ours: zip, theirs: zip, state: 'same' },
      { field: 'personalEmail', ours: email, theirs: '', state: 'onlyOurs' },
    ];
    const links = [{ key: 'profileUrl', title: 'Profile URL', value: `https://profiles.example.org/p/${3998 + row}` }];
    return { ...rowAt(row - 2), constituentId: id, pair: `pair ${row}`, fields, shows: 'both', links, byOrder: false };
  };

  return {
    'review.get': view,
    'review.queue': queue,
    'review.person': shown,
    'review.history': (({ row }) => ({
      steps: steps
        .filter(({ rows }) => rows.includes(row))
        .map(({ at, before, after }) => ({
          at,
          who: 'm.trask',
          kind: 'set' as const,
          from: null,
          before: before.get(row) ?? null,
          after,
          isPresent: true,
        })),
    })) satisfies Answered<'review.history'>,
    'review.household': (({ row }) => {
      const { last, street, city } = person(row - 2);
      const rows: Output<'review.household'>['rows'] = [
        { row: row + 1, name: `Peter ${last}`, address: `${street}, ${city}`, shares: ['spouse', 'address'], outcome: 'leftOut' },
      ];
      return { total: 1, rows };
    }) satisfies Answered<'review.household'>,
    'review.accepting': (({ acceptAt: from }) => {
      const accepted = ORDER.filter((index) => isAccepted(index, from)).length;
      const reviewedBelow = ORDER.filter((index) => verdicts.has(index + 2) && !isAccepted(index, from)).length;
      const more = ORDER.filter((index) => isAccepted(index, from) && !isAccepted(index)).length;
      return {
        acceptAt: from,
        scored: PEOPLE,
        accepted,
        reviewedBelow,
        left: PEOPLE - accepted - reviewedBelow,
        more,
        notRight: Math.round(more / 5),
      };
    }) satisfies Answered<'review.accepting'>,
    'review.carry': { carried: 0, from: null },
    'review.set': (({ people, verdict }) => {
      const rows = people.map(({ row }) => row);
      steps = [{ at: now, rows, before: verdicts, after: verdict }, ...steps];
      const next = new Map(verdicts);
      for (const row of rows) {
        if (verdict === null) next.delete(row);
        else next.set(row, verdict);
      }
      verdicts = next;
      return { rows };
    }) satisfies Answered<'review.set'>,
    'review.undo': (() => {
      const [last, ...others] = steps;
      steps = others;
      verdicts = last?.before ?? verdicts;
      return { rows: [...(last?.rows ?? [])] };
    }) satisfies Answered<'review.undo'>,
    'review.accept': (({ acceptAt: from }) => {
      acceptAt = from;
      return {};
    }) satisfies Answered<'review.accept'>,
  };
}
