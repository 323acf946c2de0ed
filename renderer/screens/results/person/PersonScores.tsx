import { Skeleton } from '@mantine/core';
import { IconArrowsSort, IconArrowMerge, IconBan, IconCircleX, IconHelpCircle, IconHistory, type Icon } from '@tabler/icons-react';
import { useId } from 'react';
import type { EarlierView, PersonView, ScoreColumn } from '../../../../shared/contract/index.ts';
import { NOT_PART } from '../../../../shared/view-texts/index.ts';
import { whyNotSent } from '../../../../shared/rows/index.ts';
import { type AnswerEntry, ScoreParts, RowName, useRowName } from '../../../components/index.ts';
import { toProject } from '../../../navigation/index.ts';
import { day, hasLength, reasonText } from '../../../format/index.ts';
import { OpenLink } from './OpenLink.tsx';

const WITHOUT: Readonly<
  Record<Exclude<PersonView['outcome'], 'scored' | 'unmatched'>, { readonly icon: Icon; readonly title: string; readonly text: string }>
> = {
  refused: { icon: IconCircleX, title: 'Not accepted by the service', text: 'In its own words:' },
  unknown: {
    icon: IconHelpCircle,
    title: 'The outcome of this row is unknown',
    text: 'It was sent, and the service returned neither a score nor a reason.',
  },
  leftOut: { icon: IconBan, title: 'Left out before sending', text: 'This row was not sent, and nothing was charged for it.' },
};

const NOT_PART_OF_PROJECT = {
  icon: IconBan,
  title: NOT_PART,
  text: 'The project was adopted from the service, and this row was not in it.',
};

function WithoutScores({ person, isGone }: { readonly person: PersonView; readonly isGone: boolean }) {
  const id = useId();
  const rowName = useRowName();
  if (person.outcome === 'scored' || person.outcome === 'unmatched') return null;
  const { icon: OutcomeIcon, title, text } = person.isNotPart ? NOT_PART_OF_PROJECT : WITHOUT[person.outcome];
  return (
    <section className="card score-card person-without" data-outcome={person.outcome} aria-labelledby={id}>
      <OutcomeIcon size={22} stroke={1.6} aria-hidden />
      <div>
        <h2 className="card-title" id={id}>
          {title}
        </h2>
        {person.leftOut !== null && <p>{whyNotSent(person.leftOut, person.mergedInto === null ? null : rowName(person.mergedInto))}.</p>}
        <p className="second">
          {text}
          {isGone && ' The earlier screening and its scores were removed from this computer.'}
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

/** Shows that the scores below are from an earlier screening. */
function EarlierHead({ earlier }: { readonly earlier: EarlierView }) {
  const { projectId, name, at, row } = earlier;
  return (
    <section className="card score-card person-earlier" aria-labelledby="person-earlier">
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

/** Shows that nothing in the answer proves that the scores below are this person's. */
function ByOrderHead() {
  return (
    <section className="card score-card person-earlier" aria-labelledby="person-by-order">
      <IconArrowsSort size={22} stroke={1.6} aria-hidden />
      <div>
        <h2 className="card-title" id="person-by-order">
          Joined by order
        </h2>
        <p>The service’s answer did not say whose scores these are. A person joined them to the rows by their order.</p>
      </div>
    </section>
  );
}

/** Shows that the scores below are those of the row that was sent instead of this one. */
function MergedHead({ row }: { readonly row: number }) {
  return (
    <section className="card score-card person-earlier" aria-labelledby="person-merged">
      <IconArrowMerge size={22} stroke={1.6} aria-hidden />
      <div>
        <h2 className="card-title" id="person-merged">
          Merged into row <RowName row={row} />
        </h2>
        <p>
          The scores below come from row <RowName row={row} />, which was sent for both. Nothing was charged for this row.
        </p>
      </div>
    </section>
  );
}

/** The overall score and the first amount, which most users look for. */
function highlightsOf(entries: readonly AnswerEntry[], shown: readonly string[], columns: readonly ScoreColumn[]): readonly AnswerEntry[] {
  const amount = shown.find((key) => {
    const column = columns.find((one) => one.key === key);
    return column?.type === 'number' && (column.max ?? 0) >= 1000;
  });
  const overall = shown.find((key) => /overallscore$/i.test(key)) ?? shown[0];
  const keys = new Set([overall, amount]);
  return entries.filter((entry) => keys.has(entry.key) && entry.value !== '');
}

/** Warnings about the scores, shown first. */
export function ScoresHead({ person }: { readonly person: PersonView }) {
  if (person.values.length === 0) return null;
  return (
    <>
      {person.mergedInto !== null && <MergedHead row={person.mergedInto} />}
      {person.byOrder && <ByOrderHead />}
    </>
  );
}

interface PersonScoresProps {
  readonly id: string;
  readonly row: number;
  readonly person: PersonView;
  /** The earlier scores of a person left out as unchanged; undefined until loaded. */
  readonly earlier: EarlierView | null | undefined;
  /** True when the earlier screenings no longer have results for the person. */
  readonly isGone: boolean;
  readonly columns: readonly ScoreColumn[];
  /** Keys of the columns that the application shows first. */
  readonly shown: readonly string[];
  /** The host of the service; null when the connection was removed. */
  readonly ownHost: string | null;
}

/** All returned values of a person, by the parts of the profile. For a person without scores, the reason. */
export function PersonScores({ id, row, person, earlier, isGone, columns, shown, ownHost }: PersonScoresProps) {
  const open = (entry: AnswerEntry) => <OpenLink id={id} row={row} entryKey={entry.key} />;
  const partsOf = (entries: readonly AnswerEntry[], withBars: boolean) => (
    <ScoreParts
      entries={entries}
      columns={columns}
      highlights={highlightsOf(entries, shown, columns)}
      withBars={withBars}
      ownHost={ownHost}
      open={open}
    />
  );
  if (person.values.length > 0) {
    const hasBars = columns.some((column) => hasLength(column) && person.values.some(({ key }) => key === column.key));
    return (
      <div>
        {partsOf(person.values, true)}
        {hasBars && (
          <p className="small second person-note">
            Bars compare with the largest value in this screening. They do not show which end is better.
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="person-stack">
      <WithoutScores person={person} isGone={person.leftOut === 'unchanged' && isGone} />
      {earlier === undefined && <Skeleton height={240} radius={8} aria-hidden />}
      {earlier != null && (
        <>
          <EarlierHead earlier={earlier} />
          {/* No bars, because this screening's largest value does not apply to another screening. */}
          {partsOf(earlier.values, false)}
        </>
      )}
    </div>
  );
}
