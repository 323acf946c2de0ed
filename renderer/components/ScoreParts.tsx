/** A profile of the service in cards: its scores by the parts of the answer. */
import { type ReactNode, useId } from 'react';
import type { ScoreColumn } from '../../shared/contract/index.ts';
import { isMoney, webAddress } from '../../shared/results/index.ts';
import { columnText, hasLength, scoreText } from '../format/index.ts';
import { CopyLink, ValueBar } from '../kit/index.ts';
import {
  displayText,
  type AnswerEntry,
  type AnswerPart,
  type AnswerTable,
  ownTitle,
  partsOf,
  partTitle,
  withTables,
} from './answer-entries.ts';
import './score-parts.css';

type Columns = ReadonlyMap<string, ScoreColumn>;

const NO_ENTRIES: readonly AnswerEntry[] = [];

/** The text of a value: by its column's type if known, else by its appearance. */
function entryText(entry: AnswerEntry, columns: Columns): string {
  const column = columns.get(entry.key);
  if (entry.value !== '' && isMoney(entry.key) && Number.isFinite(Number(entry.value))) return scoreText(entry.value, 'money');
  if (column === undefined || entry.value === '') return displayText(entry);
  return column.type === 'text' ? entry.value : columnText(entry.value, column);
}

/** How to show values. */
interface ValueDisplay {
  readonly columns: Columns;
  /** False for values of another screening, because the maximum of this screening does not apply to them. */
  readonly withBars: boolean;
  /** The host of the service, null when unknown. */
  readonly ownHost: string | null;
  /** The level of the headings of parts. */
  readonly level: 2 | 3;
  /** Renders the action that opens a web address in the browser; null without one. */
  readonly open: ((entry: AnswerEntry) => ReactNode) | null;
}

function EntryLine({ entry, columns, withBars, ownHost, open }: ValueDisplay & { readonly entry: AnswerEntry }) {
  const column = columns.get(entry.key);
  const hasBar = withBars && column !== undefined && hasLength(column) && entry.value !== '' && Number.isFinite(Number(entry.value));
  return (
    <div className="score-line">
      <dt>{ownTitle(entry)}</dt>
      <dd>
        {hasBar && <ValueBar value={Number(entry.value)} min={column.min ?? 0} max={column.max ?? 0} width={88} />}
        <span className={hasBar ? 'score-value' : undefined}>
          <EntryValue entry={entry} columns={columns} ownHost={ownHost} open={open} />
        </span>
      </dd>
    </div>
  );
}

/** Headings in fundraising terms for parts that most services return; other parts keep their own names. */
const HEADINGS: Readonly<Record<string, string>> = {
  scoreDetails: 'Ratings and capacity',
  rfmDetails: 'Giving pattern (RFM)',
  plannedGivingDetails: 'Planned giving',
  analytics: 'Property and giving found',
  multiLensScores: 'Interest by cause',
  pendingScore: 'Newer scores, still being calculated',
};

function headingOf(path: readonly string[]): string {
  const own = path[0] === 'mostRecentScore' ? path.slice(1) : path;
  if (path.length > 0 && own.length === 0) return 'Scores';
  const [first, ...rest] = own;
  const known = first === undefined ? undefined : HEADINGS[first];
  if (known === undefined) return partTitle(own);
  return rest.length === 0 ? known : `${known}, ${partTitle(rest).toLowerCase()}`;
}

/** A value. A web address can be copied, and opened if the screen provides the action. */
function EntryValue({
  entry,
  columns,
  ownHost,
  open,
}: Pick<ValueDisplay, 'columns' | 'ownHost' | 'open'> & { readonly entry: AnswerEntry }) {
  const address = webAddress(entry.value, ownHost, (text) => URL.parse(text));
  if (address === null) return entryText(entry, columns);
  return (
    <span className="score-address">
      <bdi dir="ltr">{address.host}</bdi> {open?.(entry)} <CopyLink label="Copy the address" text={() => entry.value} />
    </span>
  );
}

interface PartProps extends ValueDisplay {
  readonly part: AnswerPart;
  /** The values below the highlights. */
  readonly lines: readonly AnswerEntry[];
  /** The most important scores, in the first card. */
  readonly highlights: readonly AnswerEntry[];
}

function PartCard({ part, lines, highlights, ...display }: PartProps) {
  const id = useId();
  const Heading = `h${display.level}` as const;
  return (
    <section className="card score-card" aria-labelledby={id}>
      <Heading className="card-title" id={id}>
        {headingOf(part.path)}
      </Heading>
      {highlights.length > 0 && (
        <dl className="score-highlights">
          {highlights.map((entry) => (
            <div key={entry.key}>
              <dt>{ownTitle(entry)}</dt>
              <dd>{entryText(entry, display.columns)}</dd>
            </div>
          ))}
        </dl>
      )}
      {lines.length > 0 && (
        <dl>
          {lines.map((entry) => (
            <EntryLine key={entry.key} entry={entry} {...display} />
          ))}
        </dl>
      )}
    </section>
  );
}

function TableCard({ table, columns, level }: Pick<ValueDisplay, 'columns' | 'level'> & { readonly table: AnswerTable }) {
  const Heading = `h${level}` as const;
  const id = useId();
  const isNumber = (position: number) =>
    table.rows.every((row) => row[position] === undefined || columns.get(row[position].key)?.type === 'number');
  return (
    <section className="card score-card" aria-labelledby={id}>
      <Heading className="card-title" id={id}>
        {headingOf(table.path)}
      </Heading>
      <table className="score-table">
        <thead>
          <tr>
            {table.columns.map((column, position) => (
              <th key={column} scope="col" {...(isNumber(position) && { 'data-number': true })}>
                {partTitle([column])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.find((entry) => entry !== undefined)?.key}>
              {row.map((entry, position) => (
                <td key={table.columns[position]} {...(isNumber(position) && { 'data-number': true })}>
                  {entry === undefined ? '–' : entryText(entry, columns)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ScorePartsProps extends Partial<Omit<ValueDisplay, 'columns'>> {
  readonly entries: readonly AnswerEntry[];
  readonly columns?: readonly ScoreColumn[];
  /** The most important scores, shown large. */
  readonly highlights: readonly AnswerEntry[];
}

const NO_COLUMNS: readonly ScoreColumn[] = [];

/** A profile by the parts of its values. */
export function ScoreParts({
  entries,
  columns = NO_COLUMNS,
  highlights,
  withBars = false,
  ownHost = null,
  level = 2,
  open = null,
}: ScorePartsProps) {
  const display: ValueDisplay = { columns: new Map(columns.map((column) => [column.key, column])), withBars, ownHost, level, open };
  // Values directly in the profile, such as its ID, come after the scores.
  const parts = withTables(partsOf(entries)).toSorted((a, b) => Number(a.path.length === 0) - Number(b.path.length === 0));
  // The card with the highlighted scores comes first: an ID may precede them.
  const first = Math.max(
    0,
    parts.findIndex((part) => 'entries' in part && part.entries.some((entry) => highlights.includes(entry))),
  );
  return (
    <div className="score-parts">
      {parts.map((part, index) => {
        const key = part.path.join('.');
        if ('rows' in part) return <TableCard key={key} table={part} columns={display.columns} level={level} />;
        // Do not repeat the highlights in their part.
        const lines = part.entries.filter((entry) => !highlights.includes(entry));
        const large = index === first ? highlights : NO_ENTRIES;
        return lines.length + large.length === 0 ? null : <PartCard key={key} part={part} lines={lines} {...display} highlights={large} />;
      })}
    </div>
  );
}
