import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCoins, IconRefresh, IconSchool } from '@tabler/icons-react';
import { type ReactNode, use, useId, useState } from 'react';
import { fieldOf } from '../../../shared/fields/index.ts';
import { buysNothing, creditsOf, dispositionText } from '../../../shared/rows/index.ts';
import type { ConnectionView, CostView, Output, ProjectView } from '../../../shared/contract/index.ts';
import { comparedPilot, isBeforeSubmission, mayBeCharged } from '../../../shared/project/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { decimal, listed, number, time } from '../../format/index.ts';
import { toProject } from '../../navigation/index.ts';
import { moneyOf } from './cost-sums.ts';
import { SAMPLE_ROWS, SampleDrawer } from './SampleDrawer.tsx';
import { CountingContext, type Figures, useFigures } from './useCostChoices.ts';
import './cost-card.css';

interface CostCardProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly connection: ConnectionView | null;
  /** Reads the balance from the service again; null while it is being read. */
  readonly onReadBalance: (() => void) | null;
}

const sampleLabel = (rows: number): string =>
  rows > SAMPLE_ROWS ? `See the first ${SAMPLE_ROWS} rows as sent` : rows === 1 ? 'See the row as sent' : 'See the rows as sent';

/** How the estimate was computed. */
function estimateSentence(cost: CostView, isPractice: boolean, { count }: Figures): string {
  const rows = `${count(cost.rowsToSend, 'row')} at ${decimal(cost.creditsPerRecord)} credit${cost.creditsPerRecord === 1 ? '' : 's'} each`;
  if (isPractice) return `${rows}. This is a rehearsal: practice credits are made up and cost nothing.`;
  return cost.learned
    ? `Estimate: ${rows}, as this connection charged before.`
    : `Estimate: ${rows}. The real cost of a row is known after the first screening.`;
}

function Line({ label, value, isTotal = false }: { readonly label: ReactNode; readonly value: ReactNode; readonly isTotal?: boolean }) {
  return (
    <div className="cost-line" {...(isTotal && { 'data-total': true })}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Balance({ project, cost, connection, onReadBalance }: CostCardProps) {
  const { balance, left, missing } = moneyOf(cost, connection);
  const figures = useFigures();
  return (
    <dl className="cost-lines">
      <Line
        label={
          <>
            Balance{balance !== null && `, read ${time(balance.readAt)}`}
            <Tooltip label="Read the balance again">
              <ActionIcon
                variant="subtle"
                size={24}
                color="gray"
                className="cost-read"
                aria-label="Read the balance again"
                loading={onReadBalance === null}
                onClick={() => onReadBalance?.()}
              >
                <IconRefresh size={14} stroke={1.8} />
              </ActionIcon>
            </Tooltip>
          </>
        }
        value={balance?.remaining == null ? (balance?.raw ?? 'not read yet') : number(balance.remaining)}
      />
      {cost.running.map((one) => (
        <Line key={one.id} label={`${one.name}, running`} value={`− ${number(one.credits)}`} />
      ))}
      <Line
        label={project.connection.kind === 'practice' ? 'This rehearsal' : 'This screening'}
        value={`− ${figures.number(cost.estimate)}`}
      />
      <Line
        label="Left after sending"
        isTotal
        value={
          left === null ? (
            'not known'
          ) : missing > 0 ? (
            <span className="cost-missing">{figures.number(missing)} missing</span>
          ) : (
            figures.number(left)
          )
        }
      />
    </dl>
  );
}

/** The credits saved because they would have bought nothing, and the credits not spent because rows have errors or the user chose so. */
function Saved({ cost, isPractice }: { readonly cost: CostView; readonly isPractice: boolean }) {
  const { number } = useFigures();
  const credits = ({ rows }: { readonly rows: number }) => number(creditsOf(rows, cost.creditsPerRecord));
  const line = (label: string, value: string) => (
    <div key={label} className="cost-saved-line">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  const saving = cost.leftOut.filter(({ reason }) => buysNothing(reason)).toSorted((a, b) => b.rows - a.rows);
  const waiting = cost.leftOut.find(({ reason }) => reason === 'invalid');
  const byHand = cost.leftOut.find(({ reason }) => reason === 'leftOutByHand');
  const later = cost.leftOut.find(({ reason }) => reason === 'notChosen');
  if (cost.leftOut.length === 0) return null;
  return (
    <div className="cost-saved" data-kind={isPractice ? 'practice' : 'live'}>
      {saving.length > 0 && (
        <>
          <h3 className="cost-saved-title">
            <IconCoins size={17} stroke={1.6} aria-hidden />
            {number(cost.saved)} {isPractice ? 'practice ' : ''}
            {cost.saved === 1 ? 'credit' : 'credits'} saved
          </h3>
          <dl>{saving.map((one) => line(dispositionText(one.reason).label, credits(one)))}</dl>
        </>
      )}
      {(waiting !== undefined || byHand !== undefined || later !== undefined) && (
        <dl className="cost-unspent">
          {waiting !== undefined && line('Not spent until fixed', credits(waiting))}
          {later !== undefined && line('Kept for later: not chosen this time', credits(later))}
          {byHand !== undefined && line(dispositionText('leftOutByHand').label, credits(byHand))}
        </dl>
      )}
    </div>
  );
}

/** The credits of the lists that sent the people of this pilot again. They are not part of the pilot's own credits. */
function Compared({ project }: Pick<CostCardProps, 'project'>) {
  const again = (useContractQuery('projects.list', {}).data ?? []).filter(
    ({ lineage, state }) => comparedPilot(lineage) === project.id && mayBeCharged(state),
  );
  return again.map(({ id, name, creditsCharged, connection }) => (
    <p key={id} className="small">
      {creditsCharged === null
        ? 'Credits that are not known'
        : `${number(creditsCharged)} ${connection.kind === 'practice' ? 'practice ' : ''}${creditsCharged === 1 ? 'credit' : 'credits'} more`}{' '}
      to compare two settings, in{' '}
      <a className="link" href={toProject(id, 'results')}>
        {name}
      </a>
      .
    </p>
  ));
}

function unsentColumnsSentence({ columnsKept, neverSent }: CostView): string {
  if (columnsKept === 0) return neverSent.length > 0 ? '' : 'Every column of your file is sent.';
  return columnsKept === 1 ? 'The other column stays in your file.' : `The other ${number(columnsKept)} columns stay in your file.`;
}

/** The cost in one line, for a layout with the card below the rows. */
export function CostInOneLine({ project, cost, connection }: Pick<CostCardProps, 'project' | 'cost' | 'connection'>) {
  const figures = useFigures();
  const { left, missing } = moneyOf(cost, connection);
  const unit = project.connection.kind === 'practice' ? 'practice credit' : 'credit';
  const after = left === null ? '' : missing > 0 ? `, ${figures.number(missing)} missing` : `, leaves ${figures.number(left)}`;
  return (
    <p className="card cost-in-one-line">
      Cost <b>{figures.count(cost.estimate, unit)}</b>
      {after}
    </p>
  );
}

/** The number of fields and people that are sent, and the fields. */
function SentFields({ cost, fields }: { readonly cost: CostView; readonly fields: Output<'cost.fields'> | undefined }) {
  const figures = useFigures();
  const labels = fields?.map((field) => fieldOf(field).label) ?? [];
  return (
    <>
      <p className="small second">
        {fields === undefined ? '… fields' : figures.count(fields.length, 'field')} of {figures.count(cost.rowsToSend, 'person', 'people')},
        to <span className="cost-host">{cost.host}</span>. {unsentColumnsSentence(cost)}
        {cost.parts > 1 &&
          ` The list is longer than the service takes at once. It is sent as ${figures.number(cost.parts)} linked projects, one after the other.`}
      </p>
      <p className="small second cost-fields">
        {labels.map((label, position) => (
          <span key={label}>
            {position > 0 && ' · '}
            <span className="cost-field">{label}</span>
          </span>
        ))}
      </p>
    </>
  );
}

/** What a screening costs, and which data leaves this computer. */
export function CostCard(props: CostCardProps) {
  const { project, cost } = props;
  const title = useId();
  const [isSampleOpen, setSampleOpen] = useState(false);
  const isPractice = project.connection.kind === 'practice';
  const isOpen = isBeforeSubmission(project.state);
  const figures = useFigures();
  const sendsNobody = cost.rowsToSend === 0 && !use(CountingContext);
  const amount = isOpen ? cost.estimate : (project.creditsCharged ?? cost.estimate);
  const fields = useContractQuery('cost.fields', { id: project.id }).data;
  return (
    <section className="card cost-card" aria-labelledby={title} data-kind={isPractice ? 'practice' : 'live'}>
      <div className="cost-part">
        <h2 className="card-title" id={title}>
          Cost
        </h2>
        <div className="cost-amount">
          {isPractice && <IconSchool size={26} stroke={1.6} aria-hidden />}
          <span className="cost-big">{figures.number(amount)}</span> {isPractice ? 'practice credits' : amount === 1 ? 'credit' : 'credits'}
        </div>
        <p className="small second">
          {isOpen || project.creditsCharged === null
            ? estimateSentence(cost, isPractice, figures)
            : 'As the balance before and after the screening shows.'}
        </p>
        {isOpen ? <Balance {...props} /> : <Compared project={project} />}
      </div>
      <Saved cost={cost} isPractice={isPractice} />
      <div className="cost-part">
        <h3 className="cost-heading">{isOpen ? 'What is sent' : 'What was sent'}</h3>
        {sendsNobody ? (
          <p className="small second">Nothing, because no row is left to send.</p>
        ) : (
          <SentFields cost={cost} fields={fields} />
        )}
        {cost.neverSent.length > 0 && (
          <p className="small second">
            Kept here and never sent over this connection: {listed(cost.neverSent.map((field) => fieldOf(field).label))}.
          </p>
        )}
        {!sendsNobody && (
          <button type="button" className="link small" onClick={() => setSampleOpen(true)}>
            {sampleLabel(cost.rowsToSend)}
          </button>
        )}
      </div>
      <SampleDrawer project={project} cost={cost} isOpen={isSampleOpen} onClose={() => setSampleOpen(false)} />
    </section>
  );
}
