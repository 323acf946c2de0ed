/** A profile of the service in cards: its scores by the parts of the answer. */
import { type ReactNode, useId } from 'react';
import type { ScoreColumn } from '../../shared/contract/index.ts';
import { isMoney } from '../../shared/results/scores.ts';
import { webAddress } from '../../shared/results/web-address.ts';
import { digitsOf, displayTypeOf, hasLength, scoreText } from '../format/result-texts.ts';
import { CopyLink } from './CopyLink.tsx';
import { displayText, type Leaf, type LeafPart, type LeafTable, ownTitle, partsOf, partTitle, withTables } from './leaves.ts';
import { ValueBar } from './ValueBar.tsx';
import './score-parts.css';

type Columns = ReadonlyMap<string, ScoreColumn>;

const NO_LEAVES: readonly Leaf[] = [];

/** The text of a value: by its column's type if known, else by its appearance. */
function valueText(leaf: Leaf, columns: Columns): string {
  const column = columns.get(leaf.key);
  if (leaf.value !== '' && isMoney(leaf.key) && Number.isFinite(Number(leaf.value))) return scoreText(leaf.value, 'money');
  if (column === undefined || leaf.value === '') return displayText(leaf);
  return column.type === 'text' ? leaf.value : scoreText(leaf.value, displayTypeOf(column), digitsOf(column));
}

/** How to show values. */
interface ValueDisplay {
  readonly columns: Columns;
  /** False for values of another screening: this screening's maximum says nothing about them. */
  readonly withBars: boolean;
  /** The host of the service, null when unknown. */
  readonly ownHost: string | null;
  /** The level of the headings of parts. */
  readonly level: 2 | 3;
  /** The action that opens a web address in the browser, where there is one. */
  readonly open: ((leaf: Leaf) => ReactNode) | null;
}

function LeafLine({ leaf, columns, withBars, ownHost, open }: ValueDisplay & { readonly leaf: Leaf }) {
  const column = columns.get(leaf.key);
  const hasBar = withBars && column !== undefined && hasLength(column) && leaf.value !== '' && Number.isFinite(Number(leaf.value));
  return (
    <div className="score-line">
      <dt>{ownTitle(leaf)}</dt>
      <dd>
        {hasBar && <ValueBar value={Number(leaf.value)} min={column.min ?? 0} max={column.max ?? 0} width={88} />}
        <span className={hasBar ? 'score-value' : undefined}>
          <LeafValue leaf={leaf} columns={columns} ownHost={ownHost} open={open} />
        </span>
      </dd>
    </div>
  );
}

/** The words of the field for parts that most services return; other parts keep their own names. */
const HEADINGS: Readonly<Record<string, string>> = {
  scoreDetails: 'Ratings and capacity',
  rfmDetails: 'Giving pattern (RFM)',
  plannedGivingDetails: 'Planned giving',
  analytics: 'Analytics of the service',
  multiLensScores: 'By lens',
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

/** A value; a web address can be copied, and opened where the screen says how. */
function LeafValue({ leaf, columns, ownHost, open }: Pick<ValueDisplay, 'columns' | 'ownHost' | 'open'> & { readonly leaf: Leaf }) {
  const address = webAddress(leaf.value, ownHost, (text) => URL.parse(text));
  if (address === null) return valueText(leaf, columns);
  return (
    <span className="score-address">
      <bdi dir="ltr">{address.host}</bdi> {open?.(leaf)} <CopyLink label="Copy the address" text={() => leaf.value} />
    </span>
  );
}

interface PartProps extends ValueDisplay {
  readonly part: LeafPart;
  /** The values below the highlights. */
  readonly lines: readonly Leaf[];
  /** The most important scores, in the first card. */
  readonly highlights: readonly Leaf[];
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
          {highlights.map((leaf) => (
            <div key={leaf.key}>
              <dt>{ownTitle(leaf)}</dt>
              <dd>{valueText(leaf, display.columns)}</dd>
            </div>
          ))}
        </dl>
      )}
      {lines.length > 0 && (
        <dl>
          {lines.map((leaf) => (
            <LeafLine key={leaf.key} leaf={leaf} {...display} />
          ))}
        </dl>
      )}
    </section>
  );
}

function TableCard({ table, columns, level }: Pick<ValueDisplay, 'columns' | 'level'> & { readonly table: LeafTable }) {
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
            <tr key={row.find((leaf) => leaf !== undefined)?.key}>
              {row.map((leaf, position) => (
                <td key={table.columns[position]} {...(isNumber(position) && { 'data-number': true })}>
                  {leaf === undefined ? '–' : valueText(leaf, columns)}
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
  readonly leaves: readonly Leaf[];
  readonly columns?: readonly ScoreColumn[];
  /** The most important scores, shown large. */
  readonly highlights: readonly Leaf[];
}

const NO_COLUMNS: readonly ScoreColumn[] = [];

/** A profile by the parts of its values. */
export function ScoreParts({
  leaves,
  columns = NO_COLUMNS,
  highlights,
  withBars = false,
  ownHost = null,
  level = 2,
  open = null,
}: ScorePartsProps) {
  const display: ValueDisplay = { columns: new Map(columns.map((column) => [column.key, column])), withBars, ownHost, level, open };
  // Values directly in the profile, such as its ID, come after the scores.
  const parts = withTables(partsOf(leaves)).toSorted((a, b) => Number(a.path.length === 0) - Number(b.path.length === 0));
  // The card with the highlighted scores comes first: an ID may precede them.
  const first = Math.max(
    0,
    parts.findIndex((part) => 'leaves' in part && part.leaves.some((leaf) => highlights.includes(leaf))),
  );
  return (
    <div className="score-parts">
      {parts.map((part, index) => {
        const key = part.path.join('.');
        if ('rows' in part) return <TableCard key={key} table={part} columns={display.columns} level={level} />;
        // What is shown large is not repeated in its part.
        const lines = part.leaves.filter((leaf) => !highlights.includes(leaf));
        const large = index === first ? highlights : NO_LEAVES;
        return lines.length + large.length === 0 ? null : <PartCard key={key} part={part} lines={lines} {...display} highlights={large} />;
      })}
    </div>
  );
}
