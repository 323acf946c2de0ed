import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react';
import { ReviewPart, type ScoreColumn } from '../../../../shared/contract/index.ts';
import { VERDICT_TEXTS } from '../../../../shared/review/index.ts';
import { number } from '../../../format/index.ts';
import { type ReviewRow, type ReviewView, matchText, orderText, settlingText, valueText } from './review-texts.ts';

const PART_TEXTS: Readonly<Record<ReviewPart, string>> = {
  left: 'Left to review',
  right: 'Right',
  wrong: 'Wrong',
  unsure: 'Unsure',
  accepted: 'Accepted without a review',
  all: 'Everybody scored',
};

/** Rows of the queue that are loaded at once. */
export const SHOWN = 100;

/** A line with the share of the doubtful value that reviewing the first people settles. */
function Curve({ view }: { readonly view: ReviewView }) {
  const { curve, next, left } = view;
  if (curve.length < 2 || next === null) return null;
  const at = (position: number) => (position / (curve.length - 1)) * 100;
  const points = curve.map((share, position) => `${at(position)},${100 - share * 100}`);
  const reached = left === 0 ? 0 : (next.people / left) * 100;
  return (
    <svg className="review-curve" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <polygon points={`0,100 ${points.join(' ')} 100,100`} />
      <polyline points={points.join(' ')} />
      <line x1={reached} x2={reached} y1="0" y2="100" />
    </svg>
  );
}

export interface ListState {
  readonly part: ReviewPart;
  readonly find: string;
  readonly offset: number;
  /** The key of the column for the value; null: the capacity. */
  readonly value: string | null;
}

interface ReviewListProps {
  readonly findRef: Ref<HTMLInputElement>;
  readonly view: ReviewView;
  /** Undefined until loaded. */
  readonly queue: { readonly total: number; readonly rows: readonly ReviewRow[] } | undefined;
  readonly columns: readonly ScoreColumn[];
  readonly state: ListState;
  readonly onState: (change: Partial<ListState>) => void;
  readonly current: number | null;
  readonly onRow: (row: number) => void;
  /** Shows the first person that the search text finds. */
  readonly onJump: () => void;
  readonly chosen: ReadonlySet<number>;
  readonly onChosen: (rows: ReadonlySet<number>) => void;
}

function QueueRow({ one, props }: { readonly one: ReviewRow; readonly props: Omit<ReviewListProps, 'findRef'> }) {
  const { view, current, chosen } = props;
  const { row, name, value, match, doubt, verdict } = one;
  const isCurrent = row === current;
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const most = Math.max(1, ...(props.queue?.rows.map((other) => other.value ?? 0) ?? []));
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(row)) next.add(row);
    props.onChosen(next);
  };
  return (
    <li ref={line} {...(isCurrent && { 'data-current': true })}>
      <Checkbox size="xs" checked={chosen.has(row)} onChange={toggle} aria-label={`Tick ${name === '' ? `row ${row}` : name}`} />
      <button type="button" aria-current={isCurrent} onClick={() => props.onRow(row)}>
        <span className="review-box" aria-hidden>
          <i style={{ width: `${Math.max(4, ((value ?? 0) / most) * 100)}%`, height: `${Math.max(6, doubt * 100)}%` }} />
        </span>
        <span className="review-name">{name === '' ? `Row ${row}` : name}</span>
        <span className="review-value">{view.value === null ? '' : valueText(value, view.value)}</span>
        <span className="review-match">{verdict === null ? (match === null ? '' : matchText(match)) : VERDICT_TEXTS[verdict]}</span>
      </button>
    </li>
  );
}

/** The people ordered by value × doubt, and how much reviewing the first ones settles. */
export function ReviewList({ findRef, ...props }: ReviewListProps) {
  const { view, queue, state, onState, columns } = props;
  const settling = settlingText(view);
  const values = columns.filter(({ type }) => type === 'number').map(({ key, title }) => ({ value: key, label: title }));
  const total = queue?.total ?? 0;
  const jump = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onState({ find: '', offset: 0 });
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') props.onJump();
  };
  return (
    <section className="card review-list" aria-labelledby="review-left">
      <div className="review-list-head">
        <h2 id="review-left">{number(view.left)} left to review</h2>
        <Curve view={view} />
        {settling !== null && (
          <p className="small">
            <b>{settling.strong}</b>
            {settling.rest}
          </p>
        )}
        <p className="second small">{orderText(view)}</p>
        <TextInput
          ref={findRef}
          aria-label="Jump to a person by ID or name"
          placeholder="ID or name"
          autoComplete="off"
          value={state.find}
          onChange={({ currentTarget }) => onState({ find: currentTarget.value, offset: 0 })}
          onKeyDown={jump}
        />
        <Select
          aria-label="Who is listed"
          data={ReviewPart.options.map((part) => ({ value: part, label: PART_TEXTS[part] }))}
          value={state.find === '' ? state.part : 'all'}
          disabled={state.find !== ''}
          allowDeselect={false}
          onChange={(part) => onState({ part: ReviewPart.parse(part), offset: 0 })}
        />
        {values.length > 1 && (
          <Select
            aria-label="Value to rank by"
            data={values}
            value={view.value?.key ?? null}
            allowDeselect={false}
            onChange={(value) => onState({ value, offset: 0 })}
          />
        )}
      </div>
      {queue !== undefined && queue.rows.length === 0 && (
        <p className="review-none second">{state.find === '' ? 'Nobody is in this list.' : 'Nobody has this ID or name.'}</p>
      )}
      <ol className="review-rows" aria-label="Queue" aria-busy={queue === undefined}>
        {queue?.rows.map((one) => (
          <QueueRow key={one.row} one={one} props={props} />
        ))}
      </ol>
      {total > SHOWN && (
        <div className="review-pages">
          <Button
            variant="default"
            size="xs"
            aria-disabled={state.offset === 0}
            onClick={() => state.offset > 0 && onState({ offset: Math.max(0, state.offset - SHOWN) })}
          >
            Before
          </Button>
          <span className="second small tabular">
            {number(state.offset + 1)} to {number(Math.min(total, state.offset + SHOWN))} of {number(total)}
          </span>
          <Button
            variant="default"
            size="xs"
            aria-disabled={state.offset + SHOWN >= total}
            onClick={() => state.offset + SHOWN < total && onState({ offset: state.offset + SHOWN })}
          >
            After
          </Button>
        </div>
      )}
    </section>
  );
}
