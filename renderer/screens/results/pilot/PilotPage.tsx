import { Button, Select, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { PilotView, ProjectView } from '../../../../shared/contract/index.ts';
import { canSendFrom, sentRestOf } from '../../../../shared/project/index.ts';
import { INITIAL_PILOT, MAX_KNOWN, PILOT_READINESS, pilotTexts } from '../../../../shared/order/index.ts';
import { estimatedCredits } from '../../../../shared/rows/index.ts';
import { useCommand, useContractQuery } from '../../../api/index.ts';
import { FailureLine, FailurePanel, ScrollRegion } from '../../../kit/index.ts';
import { ResultsBackHead, Page, PageTitle } from '../../../components/index.ts';
import { followProgress, navigate, toProject } from '../../../navigation/index.ts';
import { count, number, reasonText } from '../../../format/index.ts';
import { PilotComparison, comparisonOf } from './PilotComparison.tsx';
import './pilot.css';

function Card({ title, note, children }: { readonly title: string; readonly note?: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="card pilot-card" aria-labelledby={id}>
      <div className="pilot-line">
        <h2 className="card-title" id={id}>
          {title}
        </h2>
        {note !== undefined && <span className="small second">{note}</span>}
      </div>
      {children}
    </section>
  );
}

/** Opens the draft with the rest of the list. `to`: the step to show. */
type OpenRest = (to: 'check' | 'cost', search?: Readonly<Record<string, string>>) => void;

interface PartProps {
  readonly pilot: PilotView;
  /** Null when there are no other people to send. */
  readonly onRest: OpenRest | null;
}

function Refusals({ pilot, onRest }: PartProps) {
  const { refusals, refused, scored, unknown, chosen, expected } = pilot;
  const others = pilot.people - chosen;
  const further = pilotTexts.furtherReasons(refused, refusals);
  return (
    <Card title={`${number(scored)} scored, ${number(refused)} not accepted`}>
      {unknown > 0 && <p className="small">{count(unknown, 'person', 'people')} without a result.</p>}
      <ul className="pilot-list">
        {refusals.map(({ message, field, rule, rows, by }) => (
          <li key={`${field} ${message}`}>
            <div className="pilot-line">
              <span>{reasonText({ field, message, value: null })}</span>
              <b>{number(rows)}</b>
            </div>
            <div className="small second">
              {(Object.keys(PILOT_READINESS) as (keyof typeof PILOT_READINESS)[])
                .filter((one) => by[one] > 0)
                .map((one) => `${number(by[one])} ${PILOT_READINESS[one].toLowerCase()}`)
                .join(', ')}
              {rule !== null && onRest !== null && (
                <>
                  {'. '}
                  <button type="button" className="link" onClick={() => onRest('check', { rule })}>
                    Fix the same issues in the others
                  </button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {further !== null && <p className="small second">{further}</p>}
      {others > 0 && <p className="small">{pilotTexts.expected(expected, others)}</p>}
    </Card>
  );
}

const STEPS = [
  ['strong', 'Strong, 90+'],
  ['fair', 'Fair, 70–89'],
  ['weak', 'Weak'],
  ['scored', 'No number'],
  ['refused', 'Not accepted'],
  ['unknown', 'No result'],
] as const;
type Counts = Readonly<Record<(typeof STEPS)[number][0] | 'people', number>>;

function QualityBar({ title, counts }: { readonly title: string; readonly counts: Counts }) {
  const shown = STEPS.filter(([key]) => counts[key] > 0);
  return (
    <div className="pilot-quality">
      <div>
        <b>{title}</b>
        <div className="small second">{count(counts.people, 'person', 'people')}</div>
      </div>
      <div className="pilot-bar">
        {shown.map(([key, name]) => (
          <span key={key} data-step={key} style={{ flexGrow: counts[key] }}>
            <span className="visually-hidden">{name}: </span>
            {number(counts[key])}
          </span>
        ))}
      </div>
    </div>
  );
}

function Quality({ pilot: { quality } }: Pick<PartProps, 'pilot'>) {
  const all = Object.fromEntries(
    (['people', ...STEPS.map(([key]) => key)] as const).map((key) => [key, quality.reduce((sum, one) => sum + one[key], 0)]),
  ) as Counts;
  return (
    <Card title="Match quality by readiness" note="people">
      {quality
        .filter(({ people }) => people > 0)
        .map((one) => (
          <QualityBar key={one.readiness} title={PILOT_READINESS[one.readiness]} counts={one} />
        ))}
      <div className="pilot-all">
        <QualityBar title="All" counts={all} />
      </div>
      <div className="pilot-legend small" aria-hidden>
        {STEPS.filter(([key]) => all[key] > 0 || key === 'strong' || key === 'refused').map(([key, name]) => (
          <span key={key}>
            <span className="pilot-key" data-step={key} /> {name}
          </span>
        ))}
      </div>
    </Card>
  );
}

function Columns({ pilot }: Pick<PartProps, 'pilot'>) {
  const { columns, scored } = pilot;
  const empty = columns.filter(({ filled }) => filled === 0);
  const partly = columns.filter(({ filled }) => filled > 0 && filled < scored);
  const full = columns.length - empty.length - partly.length;
  return (
    <Card title="Score columns" note={`filled, of ${number(scored)}`}>
      {scored === 0 ? (
        <p className="small second">Nobody was scored.</p>
      ) : (
        <ScrollRegion label="List of score columns" className="pilot-scroll">
          <ul className="pilot-list">
            {full > 0 && (
              <li className="pilot-line">
                <span>{partly.length + empty.length === 0 ? `All ${number(full)} columns` : `${count(full, 'column')} for everyone`}</span>
                <b>{number(scored)}</b>
              </li>
            )}
            {[...empty, ...partly].map(({ key, title, filled }) => (
              <li key={key} className="pilot-line">
                <span>{title}</span>
                <b>{filled === 0 ? 'none' : number(filled)}</b>
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
      {scored > 0 && empty.length > 0 && (
        <p className="small">
          {count(empty.length, 'column is', 'columns are')} blank for everyone. Ask the service whether your account includes{' '}
          {empty.length === 1 ? 'it' : 'them'}.
        </p>
      )}
    </Card>
  );
}

interface KnownProps extends Pick<PartProps, 'pilot'> {
  readonly project: ProjectView;
  readonly onRank: (column: string) => void;
}

function KnownPeople({ project, pilot, onRank }: KnownProps) {
  const id = useId();
  const { knownPeople, rankColumns, rankedBy, scored } = pilot;
  if (knownPeople.length === 0)
    return (
      <section className="card pilot-known" aria-label="People you know">
        <p className="small second best-note">
          For the next pilot, pick up to {MAX_KNOWN} people whose standing you know: this page then shows where each of them ranks.
        </p>
      </section>
    );
  const numbers = pilot.columns.find(({ key }) => key === rankedBy)?.filled ?? 0;
  const amongNumbers = numbers === scored ? '' : `, ${number(numbers)} of them with a number`;
  const doubtful = knownPeople.filter(({ isDoubtful }) => isDoubtful).length;
  return (
    <section className="card pilot-known" aria-labelledby={id}>
      <div className="pilot-known-head">
        <div>
          <h2 className="card-title" id={id}>
            {count(knownPeople.length, 'person you know', 'people you know')}
          </h2>
          <span className="small second">
            Where each ranks among the {number(scored)} scored{amongNumbers}
          </span>
          {doubtful > 0 && (
            <div className="small">
              <IconAlertTriangle size={14} stroke={1.8} aria-hidden /> {number(doubtful)} {doubtful === 1 ? 'gives' : 'give'} in the top
              tenth and {doubtful === 1 ? 'ranks' : 'rank'} below half
            </div>
          )}
        </div>
        {rankedBy !== null && (
          <Select
            size="xs"
            label="Rank by"
            allowDeselect={false}
            searchable
            value={rankedBy}
            data={rankColumns.map(({ key, title }) => ({ value: key, label: title }))}
            onChange={(key) => key !== null && onRank(key)}
          />
        )}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">What you know</th>
            <th scope="col" className="pilot-rank">
              Lower to higher
            </th>
            <th scope="col" className="pilot-number">
              Percentile
            </th>
          </tr>
        </thead>
        <tbody>
          {knownPeople.map(({ row, name, what, outcome, percentile, reason, isDoubtful }) => (
            <tr key={row}>
              <th scope="row">
                <a className="link" href={toProject(project.id, 'results', {}, 'person', String(row))}>
                  {name === '' ? `Row ${row}` : name}
                </a>
              </th>
              <td className="second">{what}</td>
              <td>
                {percentile === null ? (
                  <span className="small">
                    {outcome === 'refused' ? `Not accepted: ${reason}` : outcome === 'scored' ? 'No number' : 'No result'}
                  </span>
                ) : (
                  <span className="pilot-track" aria-hidden {...(isDoubtful && { 'data-doubtful': true })}>
                    <span style={{ left: `${percentile}%` }} />
                  </span>
                )}
              </td>
              <td className="pilot-number">
                {percentile === null ? '–' : <b>{percentile}</b>}
                {isDoubtful && <span className="small"> gives in the top tenth</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const sentenceStart = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The results of a finished pilot, and how to continue with the other people. */
export function PilotPage({ project }: { readonly project: ProjectView }) {
  const { id } = project;
  const [rankBy, setRankBy] = useState<string | null>(null);
  const found = useContractQuery('results.pilot', { id, rankBy });
  const projects = useContractQuery('projects.list', {}).data ?? [];
  const rest = sentRestOf(id, projects);
  const other = comparisonOf(project, projects);
  const [chosen, setChosen] = useState<string | null>(null);
  // Without a comparison, the draft of the other people keeps its own settings.
  const like = other?.state.at === 'done' ? (chosen ?? id) : null;
  const likeId = projects.find((one) => one.id === like)?.connection.id ?? project.connection.id;
  const connection = useContractQuery('connections.list', {}).data?.find((one) => one.id === likeId);
  const [search, setSearch] = useState<readonly ['check' | 'cost', Readonly<Record<string, string>>]>(['cost', {}]);
  const open = useCommand('projects.screenRest', (made, _, isHere) => isHere && navigate(toProject(made.id, search[0], search[1])));
  const send = useCommand('project.sendRest', (made, _, isHere) => {
    if (!isHere) return;
    if (made.state.at === 'draft') navigate(toProject(made.id, 'cost'));
    else followProgress(made.id);
  });
  const pilot = found.data;
  const others = pilot == null ? 0 : pilot.people - pilot.chosen;
  const canSend = others > 0 && rest === undefined && canSendFrom(project, 'rest');
  const onRest: OpenRest = (to, with_ = {}) => {
    if (open.isPending || send.isPending) return;
    setSearch([to, with_]);
    open.mutate({ id, like });
  };
  const credits = connection === undefined ? null : estimatedCredits(others, connection.creditsPerRecord);
  const remaining = connection?.credits?.remaining ?? null;
  return (
    <Page
      head={
        <ResultsBackHead project={project} title={<PageTitle window="Pilot">Pilot</PageTitle>}>
          {pilot != null && (
            <span className="second">
              {number(pilot.chosen)} of {count(pilot.people, 'person', 'people')}: {number(pilot.chosen - pilot.known)} drawn (seed{' '}
              {pilot.seed}
              ), {number(pilot.known)} you know
            </span>
          )}
        </ResultsBackHead>
      }
      foot={
        pilot != null && (
          <footer className="step-footer">
            {canSend && (
              <Button variant="default" loading={open.isPending} onClick={() => onRest('cost')}>
                Change who goes next
              </Button>
            )}
            <Button variant="default" component="a" href={toProject(id, 'results')}>
              {canSend ? 'Stop here' : 'Scores'}
            </Button>
            <span className="step-footer-sentence">
              <span>
                {others === 0
                  ? 'Everyone who can be sent was in the pilot.'
                  : rest !== undefined
                    ? `${sentenceStart(pilotTexts.othersAre(others))} in “${rest.name}”.`
                    : !canSend
                      ? pilotTexts.othersElsewhere(others, project.held !== null)
                      : pilotTexts.spends(credits, remaining, pilot.chosen)}
              </span>
            </span>
            {others > 0 && rest !== undefined && (
              <Button component="a" data-named href={toProject(rest.id, rest.state.at === 'done' ? 'results' : 'progress')}>
                Open “{rest.name}”
              </Button>
            )}
            {canSend && (
              <Button
                rightSection={<IconArrowRight size={16} stroke={1.8} />}
                loading={send.isPending}
                onClick={() => (credits === null ? onRest('cost') : send.isPending || send.mutate({ id, rows: others, credits, like }))}
              >
                Send {pilotTexts.others(others)}
              </Button>
            )}
          </footer>
        )
      }
    >
      <FailureLine error={open.error} />
      <FailureLine error={send.error} />
      {found.error !== null && (
        <FailurePanel
          title="The pilot could not be read"
          error={found.error}
          kept="Its results are kept on this computer, unchanged."
          onRetry={() => void found.refetch()}
        />
      )}
      {pilot === null && <p className="second">This list had no pilot. A pilot sends about {INITIAL_PILOT} people first.</p>}
      {pilot === undefined && found.error === null && <Skeleton height={300} radius={8} />}
      {pilot != null && (
        <>
          <div className="pilot-cards">
            <Refusals pilot={pilot} onRest={canSend ? onRest : null} />
            <Quality pilot={pilot} />
            <Columns pilot={pilot} />
          </div>
          <KnownPeople project={project} pilot={pilot} onRank={setRankBy} />
          <PilotComparison
            project={project}
            pilot={pilot}
            rankBy={rankBy}
            other={other}
            like={like ?? id}
            onLike={canSend ? setChosen : null}
          />
        </>
      )}
    </Page>
  );
}
