import { Skeleton } from '@mantine/core';
import { IconArrowsSort, IconArrowMerge, IconBan, IconCircleX, IconHelpCircle, IconHistory, type Icon } from '@tabler/icons-react';
import { useId } from 'react';
import type { EarlierView, Outcome, PersonView, ScoreColumn } from '../../../../shared/contract/index.ts';
import { isMoney } from '../../../../shared/results/scores.ts';
import { whyNotSent } from '../../../../shared/rows/disposition-text.ts';
import {
  type Leaf,
  type LeafPart,
  type LeafTable,
  ownTitle,
  partsOf,
  partTitle,
  displayText,
  withTables,
} from '../../../components/leaves.ts';
import { CopyLink } from '../../../components/CopyLink.tsx';
import { ValueBar } from '../../../components/ValueBar.tsx';
import { toProject } from '../../../navigation/router.ts';
import { day, number } from '../../../format/text.ts';
import { digitsOf, displayTypeOf, hasLength, reasonText, scoreText } from '../../../format/result-texts.ts';

type Columns = ReadonlyMap<string, ScoreColumn>;

const NO_LEAVES: readonly Leaf[] = [];

/** The text of a value: by its column's type if known, else by its appearance. */
function leafText(leaf: Leaf, columns: Columns): string {
  const column = columns.get(leaf.key);
  if (leaf.value !== '' && isMoney(leaf.key) && Number.isFinite(Number(leaf.value))) return scoreText(leaf.value, 'money');
  if (column === undefined || leaf.value === '') return displayText(leaf);
  return column.type === 'text' ? leaf.value : scoreText(leaf.value, displayTypeOf(column), digitsOf(column));
}

/** How to show values: with their columns, and with bars when those are of the same screening. */
interface ValueDisplay {
  readonly columns: Columns;
  readonly withBars: boolean;
}

function LeafLine({ leaf, columns, withBars }: ValueDisplay & { readonly leaf: Leaf }) {
  const column = columns.get(leaf.key);
  const hasBar = withBars && column !== undefined && hasLength(column) && leaf.value !== '' && Number.isFinite(Number(leaf.value));
  return (
    <div className="person-line">
      <dt>{ownTitle(leaf.title)}</dt>
      <dd>
        {hasBar && <ValueBar value={Number(leaf.value)} min={column.min ?? 0} max={column.max ?? 0} width={88} />}
        <span className={hasBar ? 'person-score' : undefined}>
          <LeafValue leaf={leaf} columns={columns} />
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
  analytics: 'Found by the service',
  multiLensScores: 'By lens',
  pendingScore: 'Newer scores, still being worked out',
};

function headingOf(path: readonly string[]): string {
  const own = path[0] === 'mostRecentScore' ? path.slice(1) : path;
  if (path.length > 0 && own.length === 0) return 'Scores';
  const [first, ...rest] = own;
  const known = first === undefined ? undefined : HEADINGS[first];
  if (known === undefined) return partTitle(own);
  return rest.length === 0 ? known : `${known}, ${partTitle(rest).toLowerCase()}`;
}

const WEB_ADDRESS = /^https?:\/\/[^\s]+$/i;

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** A value; a web address can be copied. The window opens none: the service could have put any address there. */
function LeafValue({ leaf, columns }: { readonly leaf: Leaf; readonly columns: Columns }) {
  if (!WEB_ADDRESS.test(leaf.value)) return leafText(leaf, columns);
  return (
    <span className="person-address">
      {hostOf(leaf.value)} <CopyLink label="Copy the address" text={() => leaf.value} />
    </span>
  );
}

interface PartProps extends ValueDisplay {
  readonly part: LeafPart;
  /** The most important scores, in the first card. */
  readonly highlights: readonly Leaf[];
}

function PartCard({ part, columns, withBars, highlights }: PartProps) {
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
          <LeafLine key={leaf.key} leaf={leaf} columns={columns} withBars={withBars} />
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
    title: 'The outcome of this row is unknown',
    text: 'It was sent, and neither a score nor a reason came back for it.',
  },
  leftOut: { icon: IconBan, title: 'Left out before sending', text: 'This row was not sent, and nothing was charged for it.' },
};

function WithoutScores({ person, isGone }: { readonly person: PersonView; readonly isGone: boolean }) {
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
        {person.leftOut !== null && <p>{whyNotSent(person.leftOut, person.mergedInto)}.</p>}
        <p className="second">
          {text}
          {isGone && ' The earlier screening was removed from this computer, and its scores with it.'}
        </p>
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

interface ScorePartsProps {
  readonly leaves: readonly Leaf[];
  readonly columns: readonly ScoreColumn[];
  /** Keys of the columns that the application shows first. */
  readonly shown: readonly string[];
  /** False for values of another screening: this screening's maximum says nothing about them. */
  readonly withBars: boolean;
}

/** The overall score, and the first amount: what most users look for. */
function highlightsOf(leaves: readonly Leaf[], shown: readonly string[], columns: Columns): readonly Leaf[] {
  const amount = shown.find((key) => {
    const column = columns.get(key);
    return column?.type === 'number' && (column.max ?? 0) >= 1000;
  });
  const overall = shown.find((key) => /overallscore$/i.test(key)) ?? shown[0];
  const keys = new Set([overall, amount]);
  return leaves.filter((leaf) => keys.has(leaf.key) && leaf.value !== '');
}

/** A profile by the parts of its values. */
function ScoreParts({ leaves, columns, shown, withBars }: ScorePartsProps) {
  const known: Columns = new Map(columns.map((column) => [column.key, column]));
  const highlights = highlightsOf(leaves, shown, known);
  // Values directly in the profile, such as its ID, come after the scores.
  const parts = withTables(partsOf(leaves)).toSorted((a, b) => Number(a.path.length === 0) - Number(b.path.length === 0));
  // The card with the highlighted scores comes first: an ID may precede them.
  const first = Math.max(
    0,
    parts.findIndex((part) => 'leaves' in part && part.leaves.some((leaf) => highlights.includes(leaf))),
  );
  const hasBars =
    withBars &&
    leaves.some((leaf) => {
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
            <PartCard
              key={part.path.join('.')}
              part={part}
              columns={known}
              withBars={withBars}
              highlights={index === first ? highlights : NO_LEAVES}
            />
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

/** Names the screening of the scores below, which is not this one. */
function EarlierHead({ earlier }: { readonly earlier: EarlierView }) {
  const { projectId, name, at, row } = earlier;
  return (
    <section className="card person-card person-earlier" aria-labelledby="person-earlier">
      <IconHistory size={22} stroke={1.6} aria-hidden />
      <div>
        <h2 className="card-title" id="person-earlier">
          Scored before{at === null ? '' : `, on ${day(at)}`}
        </h2>
        <p>
          The scores below are from the earlier screening{' '}
          <a className="link" href={toProject(projectId, 'results', {}, 'person', String(row))}>
            {name}
          </a>
          . Nothing in the record has changed since.
        </p>
      </div>
    </section>
  );
}

/** Says that nothing in the answer proves the scores below to be this person's. */
function ByOrderHead() {
  return (
    <section className="card person-card person-earlier" aria-labelledby="person-by-order">
      <IconArrowsSort size={22} stroke={1.6} aria-hidden />
      <div>
        <h2 className="card-title" id="person-by-order">
          Joined by order
        </h2>
        <p>The answer of the service did not say whose scores these are. A person joined them to the rows by their order.</p>
      </div>
    </section>
  );
}

/** Says that the scores below are those of the row that was sent in place of this one. */
function MergedHead({ row }: { readonly row: number }) {
  return (
    <section className="card person-card person-earlier" aria-labelledby="person-merged">
      <IconArrowMerge size={22} stroke={1.6} aria-hidden />
      <div>
        <h2 className="card-title" id="person-merged">
          Merged into row {number(row)}
        </h2>
        <p>The scores below are those of row {number(row)}, which was sent for both. Nothing was charged for this row.</p>
      </div>
    </section>
  );
}

interface PersonScoresProps extends Pick<ScorePartsProps, 'columns' | 'shown'> {
  readonly person: PersonView;
  /** The earlier scores of a person excluded as unchanged; undefined until loaded. */
  readonly earlier: EarlierView | null | undefined;
  /** True when the earlier screenings no longer have results for the person. */
  readonly isGone: boolean;
}

/** Everything that came back for a person, by the parts of the profile. */
export function PersonScores({ person, earlier, isGone, columns, shown }: PersonScoresProps) {
  if (person.leaves.length > 0)
    return (
      <div>
        {person.mergedInto !== null && <MergedHead row={person.mergedInto} />}
        {person.byOrder && <ByOrderHead />}
        <ScoreParts leaves={person.leaves} columns={columns} shown={shown} withBars />
      </div>
    );
  return (
    <div className="person-stack">
      <WithoutScores person={person} isGone={person.leftOut === 'unchanged' && isGone} />
      {earlier === undefined && <Skeleton height={240} radius={8} aria-hidden />}
      {earlier != null && (
        <>
          <EarlierHead earlier={earlier} />
          <ScoreParts leaves={earlier.leaves} columns={columns} shown={shown} withBars={false} />
        </>
      )}
    </div>
  );
}
