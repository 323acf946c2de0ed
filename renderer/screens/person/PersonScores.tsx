import { IconBan, IconCircleX, IconHelpCircle, type Icon } from '@tabler/icons-react';
import { useId } from 'react';
import type { Outcome, PersonView, ScoreColumn } from '../../../shared/contract.ts';
import { whyLeftOut } from '../../../shared/results/why-left-out.ts';
import { type Leaf, type LeafPart, type LeafTable, ownTitle, partsOf, partTitle, spoken, withTables } from '../../parts/leaves.ts';
import { ValueBar } from '../../parts/ValueBar.tsx';
import { digitsOf, hasLength, reasonText, scoreText } from '../results/result-texts.ts';

type Columns = ReadonlyMap<string, ScoreColumn>;

const NO_LEAVES: readonly Leaf[] = [];

/** The text of a leaf: by its column's type where that is known, else by what it looks like. */
function leafText(leaf: Leaf, columns: Columns): string {
  const column = columns.get(leaf.key);
  if (column === undefined || leaf.value === '') return spoken(leaf);
  return column.type === 'text' ? leaf.value : scoreText(leaf.value, column.type, digitsOf(column));
}

function LeafLine({ leaf, columns }: { readonly leaf: Leaf; readonly columns: Columns }) {
  const column = columns.get(leaf.key);
  const hasBar = column !== undefined && hasLength(column) && leaf.value !== '' && Number.isFinite(Number(leaf.value));
  return (
    <div className="person-line">
      <dt>{ownTitle(leaf.title)}</dt>
      <dd>
        {hasBar && <ValueBar value={Number(leaf.value)} min={column.min ?? 0} max={column.max ?? 0} width={88} />}
        <span className={hasBar ? 'person-score' : undefined}>{leafText(leaf, columns)}</span>
      </dd>
    </div>
  );
}

/** "mostRecentScore" goes without saying: the heading names what lies below it. */
function headingOf(path: readonly string[]): string {
  const own = path[0] === 'mostRecentScore' ? path.slice(1) : path;
  return path.length > 0 && own.length === 0 ? 'Scores' : partTitle(own);
}

interface PartProps {
  readonly part: LeafPart;
  readonly columns: Columns;
  /** The scores that stand out over the others, in the first card. */
  readonly highlights: readonly Leaf[];
}

function PartCard({ part, columns, highlights }: PartProps) {
  const id = useId();
  const lines = part.leaves.filter((leaf) => !highlights.includes(leaf));
  return (
    <section className="card person-card" aria-labelledby={id}>
      <h2 className="card-title" id={id}>
        {headingOf(part.path)}
      </h2>
      {highlights.length > 0 && (
        <dl className="person-highlights">
          {highlights.map((leaf) => (
            <div key={leaf.key}>
              <dt>{ownTitle(leaf.title)}</dt>
              <dd>{leafText(leaf, columns)}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl>
        {lines.map((leaf) => (
          <LeafLine key={leaf.key} leaf={leaf} columns={columns} />
        ))}
      </dl>
    </section>
  );
}

function TableCard({ table, columns }: { readonly table: LeafTable; readonly columns: Columns }) {
  const id = useId();
  const isNumber = (position: number) =>
    table.rows.every((row) => row[position] === undefined || columns.get(row[position].key)?.type === 'number');
  return (
    <section className="card person-card" aria-labelledby={id}>
      <h2 className="card-title" id={id}>
        {headingOf(table.path)}
      </h2>
      <table className="person-table">
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
                  {leaf === undefined ? '–' : leafText(leaf, columns)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const WITHOUT: Readonly<
  Record<Exclude<Outcome, 'scored' | 'unmatched'>, { readonly icon: Icon; readonly title: string; readonly text: string }>
> = {
  refused: { icon: IconCircleX, title: 'Refused by the service', text: 'In its own words:' },
  unknown: {
    icon: IconHelpCircle,
    title: 'What became of this row is not known',
    text: 'It was sent, and neither a score nor a reason came back for it.',
  },
  leftOut: { icon: IconBan, title: 'Left out before sending', text: 'This row was not sent, and nothing was charged for it.' },
};

function WithoutScores({ person }: { readonly person: PersonView }) {
  const id = useId();
  if (person.outcome === 'scored' || person.outcome === 'unmatched') return null;
  const { icon: OutcomeIcon, title, text } = WITHOUT[person.outcome];
  return (
    <section className="card person-card person-without" data-outcome={person.outcome} aria-labelledby={id}>
      <OutcomeIcon size={22} stroke={1.6} aria-hidden />
      <div>
        <h2 className="card-title" id={id}>
          {title}
        </h2>
        {person.leftOut !== null && <p>{whyLeftOut(person.leftOut)}.</p>}
        <p className="second">{text}</p>
        {person.reasons.length > 0 && (
          <ul>
            {person.reasons.map((reason) => (
              <li key={`${reason.field} ${reason.message}`}>
                {reasonText(reason)}
                {reason.value !== null && (
                  <>
                    {' '}
                    <span className="mono person-value">{reason.value}</span>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface PersonScoresProps {
  readonly person: PersonView;
  readonly columns: readonly ScoreColumn[];
  /** Keys of the columns that the application shows first. */
  readonly shown: readonly string[];
}

/** The score that is shown first, and the first one that is an amount: what most people look for. */
function highlightsOf(leaves: readonly Leaf[], shown: readonly string[], columns: Columns): readonly Leaf[] {
  const amount = shown.find((key) => {
    const column = columns.get(key);
    return column?.type === 'number' && (column.max ?? 0) >= 1000;
  });
  const keys = new Set([shown[0], amount]);
  return leaves.filter((leaf) => keys.has(leaf.key) && leaf.value !== '');
}

/** Everything that came back for a person, by the part of the profile that it stands in. */
export function PersonScores({ person, columns, shown }: PersonScoresProps) {
  const known: Columns = new Map(columns.map((column) => [column.key, column]));
  const highlights = highlightsOf(person.leaves, shown, known);
  // What stands directly in the profile, such as its id, comes after the scores.
  const parts = withTables(partsOf(person.leaves)).toSorted((a, b) => Number(a.path.length === 0) - Number(b.path.length === 0));
  if (person.leaves.length === 0)
    return (
      <div className="person-stack">
        <WithoutScores person={person} />
      </div>
    );
  // Beside the scores themselves: an id may stand before them.
  const first = Math.max(
    0,
    parts.findIndex((part) => 'leaves' in part && part.leaves.some((leaf) => highlights.includes(leaf))),
  );
  const hasBars = person.leaves.some((leaf) => {
    const column = known.get(leaf.key);
    return column !== undefined && hasLength(column);
  });
  return (
    <div>
      <div className="person-parts">
        {parts.map((part, index) =>
          'rows' in part ? (
            <TableCard key={part.path.join('.')} table={part} columns={known} />
          ) : (
            <PartCard key={part.path.join('.')} part={part} columns={known} highlights={index === first ? highlights : NO_LEAVES} />
          ),
        )}
      </div>
      {hasBars && (
        <p className="small second person-note">
          Bars compare with the largest value in this screening. They do not say which end is better.
        </p>
      )}
    </div>
  );
}
