import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { PilotComparisonView, PilotView, ProjectView, ScorePreset } from '../../../../shared/contract/index.ts';
import { canSendFrom, comparedPilot, isSubmittable } from '../../../../shared/project/index.ts';
import { scoreSettingsText } from '../../../../shared/view-texts/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { FailureLine } from '../../../kit/index.ts';
import { count, number, percent, statusOf } from '../../../format/index.ts';
import { toProject } from '../../../navigation/index.ts';
import { CompareDialog } from './CompareDialog.tsx';

/** The project that scores the people of a pilot with other settings; undefined while there is none. */
export const comparisonOf = (pilot: ProjectView, all: readonly ProjectView[]): ProjectView | undefined =>
  all.find(({ lineage, state }) => comparedPilot(lineage) === pilot.id && !isSubmittable(state));

const LETTERS = ['A', 'B'] as const;

const ROWS = [
  ['scored', 'Scored'],
  ['refused', 'Not accepted'],
  ['unknown', 'Without a result'],
  ['strong', 'Strong matches, 90+'],
  ['fair', 'Fair matches, 70–89'],
  ['weak', 'Weak matches'],
] as const;

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string | number; readonly label: ReactNode; readonly cells: readonly ReactNode[] }[];
}

/** The first cells of `head` and of each row are texts, all others are numbers. */
function PairTable({ caption, head, rows }: TableProps) {
  return (
    <div className="pilot-scroll">
      <table>
        <caption className="small second">{caption}</caption>
        <thead>
          <tr>
            {head.map((text, at) => (
              <th key={text} scope="col" {...(at > 0 && { className: 'pilot-number' })}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, cells }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]} className="pilot-number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const rankText = (percentile: number | null): string => (percentile === null ? '–' : number(percentile));

interface SidesProps {
  readonly project: ProjectView;
  readonly view: PilotComparisonView;
  readonly presets: readonly ScorePreset[];
}

/** Counts, columns and people of both results. */
function Sides({ project, view, presets }: SidesProps) {
  const { ways, counts, columns, differs, biggest, knownPeople, rankedBy, rankColumns, scoredOnce } = view;
  const share = (filled: number, at: 0 | 1) => (counts[at].scored === 0 ? '–' : percent(filled / counts[at].scored));
  const unequal = columns.filter(({ filled: [first, second] }) => share(first, 0) !== share(second, 1));
  const ranked = rankColumns.find(({ key }) => key === rankedBy)?.title;
  const person = (row: number, name: string) => (
    <a className="link" href={toProject(project.id, 'results', {}, 'person', String(row))}>
      {name === '' ? `Row ${row}` : name}
    </a>
  );
  return (
    <>
      <ul className="pilot-ways">
        {ways.map(({ id, connection, isPractice, scoreConfiguration, credits }, at) => (
          <li key={id}>
            <b>{LETTERS[at]}</b>{' '}
            {at === 0 ? (
              'The pilot'
            ) : (
              <a className="link" href={toProject(id, 'results')}>
                The second time
              </a>
            )}
            : {connection.name}, {scoreSettingsText(scoreConfiguration, presets)}
            <span className="second">
              {' '}
              · {isPractice ? 'no real credits' : credits === null ? 'credits not known' : `${count(credits, 'credit')} spent`}
            </span>
          </li>
        ))}
      </ul>
      <div className="pilot-pairs">
        <PairTable
          caption="People"
          head={['Outcome', ...LETTERS]}
          rows={ROWS.filter(([key]) => counts.some((one) => one[key] > 0) || key === 'refused').map(([key, label]) => ({
            key,
            label,
            cells: counts.map((one) => number(one[key])),
          }))}
        />
        <PairTable
          caption={
            unequal.length === 0
              ? 'Every score column is filled alike'
              : `Score columns that are filled differently, of ${number(columns.length)}`
          }
          head={['Column', ...LETTERS]}
          rows={unequal.map(({ key, title, filled: [first, second] }) => ({
            key,
            label: title,
            cells: [share(first, 0), share(second, 1)],
          }))}
        />
      </div>
      {scoredOnce[0] + scoredOnce[1] > 0 && (
        <p className="small">
          {number(scoredOnce[0])} scored only in A, {number(scoredOnce[1])} only in B.
        </p>
      )}
      {ranked !== undefined && (
        <>
          <p className="small">
            <b>{ranked}</b>: {number(differs.higher)} higher in B, {number(differs.lower)} lower, {number(differs.same)} the same.
          </p>
          <div className="pilot-pairs">
            {biggest.length > 0 && (
              <PairTable
                caption="Who differs most"
                head={['Name', 'A', 'B', 'Percentile in A', 'In B']}
                rows={biggest.map(({ row, name, numbers, percentiles }) => ({
                  key: row,
                  label: person(row, name),
                  cells: [...numbers.map(number), ...percentiles.map(rankText)],
                }))}
              />
            )}
            {knownPeople.length > 0 && (
              <PairTable
                caption="People you know"
                head={['Name', 'Percentile in A', 'In B']}
                rows={knownPeople.map(({ row, name, percentiles }) => ({
                  key: row,
                  label: person(row, name),
                  cells: percentiles.map(rankText),
                }))}
              />
            )}
          </div>
        </>
      )}
    </>
  );
}

interface PilotComparisonProps {
  readonly project: ProjectView;
  readonly pilot: PilotView;
  readonly rankBy: string | null;
  /** The project with the second scores; undefined while there is none. */
  readonly other: ProjectView | undefined;
  /** The ID of the project with the settings for the other people. */
  readonly like: string;
  /** Null when there are no other people to send. */
  readonly onLike: ((id: string) => void) | null;
}

/** Scores the people of the pilot with two settings: first the offer with its price, then both results. */
export function PilotComparison({ project, pilot, rankBy, other, like, onLike }: PilotComparisonProps) {
  const title = useId();
  const [isOpen, setOpen] = useState(false);
  const found = useContractQuery('results.pilotComparison', { id: project.id, rankBy });
  const presets = useContractQuery('scorePresets.list', {}).data ?? [];
  const view = found.data ?? null;
  return (
    <section className="card pilot-known" aria-labelledby={title}>
      <div className="pilot-known-head">
        <h2 className="card-title" id={title}>
          Two settings compared
        </h2>
        {view !== null && onLike !== null && (
          <div className="pilot-like">
            <span className="small second">Send the others as</span>
            <SegmentedControl
              size="xs"
              aria-label="Send the others as"
              value={like}
              onChange={onLike}
              data={view.ways.map(({ id }, at) => ({ value: id, label: at === 0 ? 'A, the pilot' : 'B' }))}
            />
          </div>
        )}
      </div>
      <FailureLine error={found.error} />
      {view !== null && <Sides project={project} view={view} presets={presets} />}
      {view !== null && (
        <p className="small second">This list keeps the results of A. The results of B are kept in “{other?.name ?? 'their own list'}”.</p>
      )}
      {view === null && other !== undefined && (
        <p className="small best-note">
          The same people are in{' '}
          <a className="link" href={toProject(other.id, 'progress')}>
            {other.name}
          </a>
          : {statusOf(other).label.toLowerCase()}. Both results are shown here once its scores have arrived.
        </p>
      )}
      {view === null && other === undefined && found.error === null && !canSendFrom(project, 'comparison') && (
        <p className="small second best-note">
          {project.held === null
            ? 'These people were sent on another computer before this list came from there. They are not sent again.'
            : 'Only another computer can send these people again to compare.'}
        </p>
      )}
      {view === null && other === undefined && found.error === null && canSendFrom(project, 'comparison') && (
        <div className="pilot-line">
          <p className="small second best-note">
            Not sure which score settings or which connection to use? Score the same {number(pilot.chosen)} people again with other settings
            or over another connection. They are charged twice, and you are asked first.
          </p>
          <Button variant="default" flex="none" onClick={() => setOpen(true)}>
            Compare…
          </Button>
        </div>
      )}
      {isOpen && <CompareDialog project={project} people={pilot.chosen} onClose={() => setOpen(false)} />}
    </section>
  );
}
