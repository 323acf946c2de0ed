import { Select } from '@mantine/core';
import { IconAlertTriangle, IconMinus, IconSend } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { FailureLine } from '../../kit/index.ts';
import type { CostIssues, CostView, NotSent, ProjectView } from '../../../shared/contract/index.ts';
import { NOT_SENT, dispositionText } from '../../../shared/rows/index.ts';
import { withoutResultSentence } from '../../../shared/view-texts/index.ts';
import { toProject } from '../../navigation/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { count, number } from '../../format/index.ts';
import { errorCauses, warningCauses } from './issue-phrase.ts';
import { isNotWorth, useSendAnyway } from './useSendAnyway.ts';
import { type ChangeDraft, type CostChoices, type Figures, useFigures } from './useCostChoices.ts';
import './cost-rows.css';

/** The note next to a reason. */
function noteOf(reason: NotSent, rows: number, { screened: { inProgress } }: CostView, issues: CostIssues | undefined): string {
  if (reason === 'invalid' && issues !== undefined && issues.errors.length > 0) return errorCauses(issues, rows);
  return reason === 'inProgress' && inProgress.length === 1
    ? `in “${inProgress[0]!}”, which is not finished`
    : dispositionText(reason).note;
}

interface CostRowsProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly choices: CostChoices;
  /** Null once the list was submitted. */
  readonly onChange: ChangeDraft | null;
}

/** The recency windows to choose from, in days, with their text after "in the last". */
const RECENCY_WINDOWS: readonly (readonly [number, string])[] = [
  [30, '30 days'],
  [90, '90 days'],
  [180, 'half year'],
  [365, 'year'],
  [0, '(off)'],
];

/** The text of a recency window after "in the last"; other interfaces can set any number of days. */
export const recencyText = (recencyDays: number): string =>
  RECENCY_WINDOWS.find(([days]) => days === recencyDays)?.[1] ?? count(recencyDays, 'day');

/** The choice of the recency window: how long people count as screened. */
function SkipRecent({ choices, onChange }: Pick<CostRowsProps, 'choices' | 'onChange'>) {
  const label = useId();
  const recencyDays = choices.recencyDays;
  const isListed = RECENCY_WINDOWS.some(([days]) => days === recencyDays);
  const windows = isListed ? RECENCY_WINDOWS : ([[recencyDays, recencyText(recencyDays)], ...RECENCY_WINDOWS] as const);
  return (
    <span className="cost-skip">
      <span id={label}>Skip people screened in the last</span>{' '}
      <Select
        size="xs"
        className="cost-skip-days"
        aria-labelledby={label}
        allowDeselect={false}
        disabled={onChange === null}
        value={String(recencyDays)}
        data={windows.map(([days, label]) => ({ value: String(days), label }))}
        onChange={(value) => value !== null && onChange?.({ recencyDays: Number(value) })}
      />
    </span>
  );
}

/** What the recency window does to this list; `rows` counts the people it leaves out. */
function recencyNote({ resendRecent, baseline, screened }: CostView, rows: number, isOff: boolean, figures: Figures): string {
  const { unchanged, changed } = screened;
  if (isOff) return '';
  if (resendRecent && unchanged > 0) return `off under Advanced: ${figures.count(unchanged, 'person', 'people')} sent again`;
  // With a baseline, the cards of `WhomToSend` count the changed people.
  if (baseline !== null) return rows > 0 ? 'nothing changed since' : '';
  const sent = changed === 0 ? '' : `${figures.number(changed)} with new details ${changed === 1 ? 'is' : 'are'} sent`;
  if (rows > 0) return sent === '' ? 'nothing changed since' : `nothing changed since; ${sent}`;
  return sent === '' ? 'nobody in this list' : sent;
}

/** Earlier screenings that have no result for some of the people left out, although they may have been paid for. */
function WithoutResult({ cost: { leftOut, screened } }: { readonly cost: CostView }) {
  if (!leftOut.some(({ reason }) => reason === 'recentlyScreened')) return null;
  return screened.withoutResult.map((screening) => (
    <p key={screening.id} className="small second cost-below">
      {withoutResultSentence(screening)}.{' '}
      <a
        className="link"
        href={toProject(screening.id, 'results', { outcome: 'unknown' })}
        aria-label={`See who of ${screening.name} has no result`}
      >
        See
      </a>
    </p>
  ));
}

interface LineProps {
  readonly label: ReactNode;
  readonly note?: string;
  /** Leads to the rows in Check. */
  readonly link?: ReactNode;
  readonly rows: ReactNode;
}

/** Rows that are subtracted, with the reason. */
function LessLine({ label, note = '', link, rows }: LineProps) {
  return (
    <tr>
      <td className="cost-sign">
        <IconMinus size={15} stroke={1.8} aria-label="less" />
      </td>
      <th scope="row">
        {label} {note !== '' && <span className="cost-note">{note}</span>}
      </th>
      <td className="cost-link">{link}</td>
      <td className="cost-number">{rows}</td>
    </tr>
  );
}

/** How many rows to send have warnings, with the most frequent one; the link opens it on Check. */
function WarningLine({ id, issues }: { readonly id: string; readonly issues: CostIssues }) {
  const figures = useFigures();
  const [largest] = issues.warnings;
  if (largest === undefined) return null;
  return (
    <p className="cost-warned">
      <IconAlertTriangle size={17} stroke={1.6} aria-hidden />
      <span>
        <b>
          {figures.count(issues.warned, 'row')} {issues.warned === 1 ? 'goes' : 'go'} with warnings:
        </b>{' '}
        {warningCauses(issues)}
      </span>
      <a className="link" href={toProject(id, 'check', { rule: largest.code })} aria-label={`Fix: ${largest.title}`}>
        Fix
      </a>
    </p>
  );
}

/** From the rows of the file to the rows to send; the lines visibly add up. */
export function CostRows({ project, cost, choices, onChange }: CostRowsProps) {
  const title = useId();
  const figures = useFigures();
  const isOpen = onChange !== null;
  const issues = useContractQuery('cost.issues', { id: project.id }).data;
  const anyway = useSendAnyway(project.id);
  const rowsOf = (reason: NotSent) => cost.leftOut.find((one) => one.reason === reason)?.rows ?? 0;
  const checkLink = (reason: NotSent) => {
    const { label, query, action } = dispositionText(reason);
    const text = isOpen ? action : 'See';
    return (
      <a className="link" href={toProject(project.id, 'check', query)} aria-label={`${text}: ${label}`}>
        {text}
      </a>
    );
  };
  return (
    <section className="card cost-rows" aria-labelledby={title}>
      <h2 className="card-title" id={title}>
        Rows
      </h2>
      <table className="cost-table">
        <tbody>
          <tr>
            <th scope="row" colSpan={2} className="cost-first">
              In your file
            </th>
            <td className="cost-link">
              <a className="link" href={toProject(project.id, 'check', { show: 'all' })} aria-label="See: In your file">
                See
              </a>
            </td>
            <td className="cost-number">{number(cost.rowsInFile)}</td>
          </tr>
          {NOT_SENT.map((reason) => {
            const rows = rowsOf(reason);
            if (reason === 'recentlyScreened')
              return (
                <LessLine
                  key={reason}
                  label={<SkipRecent choices={choices} onChange={onChange} />}
                  note={recencyNote(cost, rows, choices.recencyDays === 0, figures)}
                  link={rows > 0 && checkLink(reason)}
                  rows={figures.number(rows)}
                />
              );
            const sent = anyway.sent(reason);
            if (rows === 0 && sent === 0) return null;
            const { label } = dispositionText(reason);
            return (
              <LessLine
                key={reason}
                label={label}
                note={sent > 0 ? `${number(sent)} will be sent` : noteOf(reason, rows, cost, issues)}
                link={
                  <>
                    {isOpen && isNotWorth(reason) && (
                      <button
                        type="button"
                        className="link"
                        aria-label={sent > 0 ? `Undo: ${label}` : `Send anyway: ${label}`}
                        aria-disabled={anyway.isBusy}
                        onClick={() => anyway.change(reason, rows)}
                      >
                        {sent > 0 ? 'Undo' : 'Send anyway'}
                      </button>
                    )}
                    {checkLink(reason)}
                  </>
                }
                rows={anyway.isBusy ? '…' : figures.number(rows)}
              />
            );
          })}
          <tr className="cost-total">
            <td className="cost-sign">
              <IconSend size={16} stroke={1.6} aria-hidden />
            </td>
            <th scope="row" colSpan={2}>
              {isOpen ? 'Rows to send' : 'Rows sent'}
            </th>
            <td className="cost-number">{figures.number(cost.rowsToSend)}</td>
          </tr>
        </tbody>
      </table>
      {anyway.error !== null && <FailureLine error={anyway.error} />}
      <WithoutResult cost={cost} />
      {isOpen && issues !== undefined && issues.warned > 0 && <WarningLine id={project.id} issues={issues} />}
    </section>
  );
}
