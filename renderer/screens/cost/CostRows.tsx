import { IconCheck, IconSend } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FailureLine } from '../../kit/index.ts';
import type { CostIssues, CostView, NotSent, ProjectView } from '../../../shared/contract/index.ts';
import { NOT_SENT, dispositionText } from '../../../shared/rows/index.ts';
import { withoutResultSentence } from '../../../shared/view-texts/index.ts';
import { toProject } from '../../navigation/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { number } from '../../format/index.ts';
import { CostLine } from './CostLine.tsx';
import { errorCauses, repeatsNote } from './issue-phrase.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { SkipRecent, recencyNote } from './SkipRecent.tsx';
import { isNotWorth, useSendAnyway } from './useSendAnyway.ts';
import { type ChangeDraft, type CostChoices, useFigures } from './useCostChoices.ts';
import './cost-rows.css';

/** Reasons that are listed even without rows, so that the user sees that the check has looked for them. */
const LOOKED_FOR: readonly NotSent[] = ['invalid', 'deceased', 'duplicateId', 'organization', 'suppressed', 'notAPerson'];
/** Reasons chosen by the user. A credit for such a row would buy a result. */
const CHOSEN: readonly NotSent[] = ['notChosen', 'leftOutByHand'];

interface CostRowsProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly choices: CostChoices;
  /** Null once the list was submitted. */
  readonly onChange: ChangeDraft | null;
}

/** The rows of one reason: those that are not sent, and those that the user sends anyway. */
interface Reason {
  readonly reason: NotSent;
  readonly rows: number;
  readonly sent: number;
}

/** The note next to a reason. */
function noteOf({ reason, rows, sent }: Reason, { screened: { inProgress } }: CostView, issues: CostIssues | undefined): string {
  if (sent > 0) {
    const why = reason === 'suppressed' ? (issues?.reasons ?? []).map((text) => `“${text}”`).join(', ') : '';
    // The earlier row keeps the ID, so the service gets another one.
    const under = reason === 'duplicateId' ? ', “-2” after the ID' : '';
    return `${number(sent)} will be sent${under}${why === '' ? '' : `: ${why}`}`;
  }
  if (reason === 'invalid' && issues !== undefined && issues.errors.length > 0) return errorCauses(issues, rows);
  if (reason !== 'inProgress') return dispositionText(reason).note;
  const [first] = inProgress;
  if (inProgress.length === 1 && first !== undefined)
    return `in “${first.name}”, which ${first.isGivenUp ? 'was given up and may have been paid for' : 'is not finished'}`;
  return dispositionText(reason).note;
}

/** Earlier screenings without a result for some of the left-out people, although these may have been charged. */
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

/** The headline: how many credits of the whole list would buy nothing. */
function headline(nothing: number, { rowsInFile, creditsPerRecord }: CostView, isOpen: boolean, isPractice: boolean): string {
  if (nothing === 0) return isOpen ? 'No row would waste a credit' : 'No row was left out';
  // If a row costs several credits, count rows as in the lines below.
  const unit = creditsPerRecord !== 1 ? 'row' : isPractice ? 'practice credit' : 'credit';
  const all = `${number(nothing)} of ${number(rowsInFile)} ${unit}${rowsInFile === 1 ? '' : 's'}`;
  return isOpen ? `${all} would buy nothing` : `${all} ${nothing === 1 ? 'was' : 'were'} not spent`;
}

/** The rows that would buy nothing, the most credits first, down to the rows to send. The lines visibly add up. */
export function CostRows({ project, cost, choices, onChange }: CostRowsProps) {
  const title = useId();
  const figures = useFigures();
  const [asksReason, setAsksReason] = useState(false);
  const isOpen = onChange !== null;
  const issues = useContractQuery('cost.issues', { id: project.id }).data;
  const isForbidden = useContractQuery('organizationRules.get', {}).data?.neverObjected === true;
  const anyway = useSendAnyway(project.id);
  const reasons = NOT_SENT.map((reason): Reason => {
    const sent = isOpen ? (issues?.sentAnyway.find((one) => one.reason === reason)?.rows ?? 0) : 0;
    return { reason, sent, rows: cost.leftOut.find((one) => one.reason === reason)?.rows ?? 0 };
  });
  const byId = reasons.some(({ reason, rows, sent }) => reason === 'duplicateId' && rows + sent > 0);
  const repeats = isOpen && issues !== undefined ? repeatsNote(issues, byId) : null;
  const isNamed = ({ reason, rows, sent }: Reason) => rows + sent > 0 || (reason === 'duplicateId' && repeats !== null);
  const shown = reasons
    .filter((one) => isNamed(one) && !CHOSEN.includes(one.reason))
    .toSorted((a, b) => b.rows + b.sent - (a.rows + a.sent));
  const byChoice = CHOSEN.flatMap((wanted) => reasons.filter(({ reason, rows }) => reason === wanted && rows > 0));
  const none = reasons.filter((one) => LOOKED_FOR.includes(one.reason) && !isNamed(one));
  const recent = reasons.find(({ reason }) => reason === 'recentlyScreened')!;
  const nothing = shown.reduce((sum, { rows }) => sum + rows, 0);
  const most = Math.max(1, ...shown.map(({ rows, sent }) => rows + sent));
  const subtracted = [...shown, ...byChoice].filter(({ rows }) => rows > 0);
  const isPractice = project.connection.kind === 'practice';

  /** What the user can do about the rows of a reason. */
  const actionOf = ({ reason, rows, sent }: Reason) => {
    const { label, query, action } = dispositionText(reason);
    if (!isOpen) return null;
    const button = (text: string, onClick: () => void) => (
      <button type="button" className="link" aria-label={`${text}: ${label}`} aria-disabled={anyway.isBusy} onClick={onClick}>
        {text}
      </button>
    );
    if (reason === 'duplicateId' && rows + sent === 0) return null;
    if (reason === 'duplicateId')
      return sent > 0
        ? button('Undo', () => anyway.changeRepeats(true, sent))
        : button('Send anyway', () => anyway.changeRepeats(false, rows));
    if (isNotWorth(reason))
      return sent > 0
        ? button('Undo', () => anyway.change(reason, true, sent))
        : button('Send anyway', () => anyway.change(reason, false, rows));
    if (reason === 'suppressed') {
      if (sent > 0) return button('Undo', () => anyway.changeObjected(null, sent));
      return isForbidden ? <span className="second">Not allowed by your rules</span> : button('Send anyway…', () => setAsksReason(true));
    }
    return action === 'See' ? null : (
      <a className="link" href={toProject(project.id, 'check', query)} aria-label={`Fix ${figures.number(rows)}: ${label}`}>
        Fix {figures.number(rows)}
      </a>
    );
  };
  const repeatsLink = repeats !== null && (
    <a className="link" href={toProject(project.id, 'check', { rule: repeats.rule })}>
      {repeats.text}
    </a>
  );
  const noteAt = (one: Reason) => {
    if (one.reason === 'recentlyScreened') return recencyNote(cost, one.rows, choices.recencyDays === 0, figures);
    const note = one.reason === 'duplicateId' && !byId ? 'none by ID' : noteOf(one, cost, issues);
    return one.reason === 'duplicateId' && repeats !== null ? (
      <>
        {note}; {repeatsLink}
      </>
    ) : (
      note
    );
  };
  const numberOf = ({ reason, rows }: Reason) => {
    const { label, query } = dispositionText(reason);
    if (anyway.isBusy || rows === 0) return anyway.isBusy ? '…' : figures.number(rows);
    return (
      <a className="link cost-people" href={toProject(project.id, 'check', query)} aria-label={`See ${figures.number(rows)}: ${label}`}>
        {figures.number(rows)}
      </a>
    );
  };

  return (
    <section className="card cost-rows" aria-labelledby={title}>
      <div className="cost-rows-head">
        <h2 className="card-title" id={title}>
          {headline(nothing, cost, isOpen, isPractice)}
        </h2>
        {nothing > 0 && (
          <span className="tag" data-tone="done">
            <IconCheck size={14} stroke={2} aria-hidden /> Left out
          </span>
        )}
        {nothing > 0 && (
          <p className="small second">
            {isOpen ? 'These rows are not sent unless you say so. Most credits first.' : 'These rows were not sent. Most credits first.'}
          </p>
        )}
      </div>
      <table className="cost-table">
        <tbody>
          {shown.map((one) => (
            <CostLine
              key={one.reason}
              icon={one.reason}
              label={
                one.reason === 'recentlyScreened' ? <SkipRecent choices={choices} onChange={onChange} /> : dispositionText(one.reason).label
              }
              note={noteAt(one)}
              share={one.rows / most}
              action={actionOf(one)}
              value={numberOf(one)}
            />
          ))}
          {(none.length > 0 || recent.rows === 0) && (
            <tr className="cost-none">
              <td className="cost-sign">
                <IconCheck size={16} stroke={1.8} aria-hidden />
              </td>
              <td colSpan={4}>
                <span className="cost-none-kinds">
                  {none.map(({ reason }) => (
                    <span key={reason}>
                      {dispositionText(reason).label} <b>0</b>
                    </span>
                  ))}
                  {recent.rows === 0 && (
                    <span className="cost-none-recent">
                      <SkipRecent choices={choices} onChange={onChange} /> <b>{figures.number(0)}</b>{' '}
                      {recencyNote(cost, 0, choices.recencyDays === 0, figures)}
                    </span>
                  )}
                </span>
              </td>
            </tr>
          )}
        </tbody>
        {byChoice.length > 0 && (
          <tbody>
            <tr className="cost-group">
              <th scope="rowgroup" colSpan={5}>
                Not sent by your choice
              </th>
            </tr>
            {byChoice.map((one) => (
              <CostLine
                key={one.reason}
                icon={one.reason}
                label={dispositionText(one.reason).label}
                note={dispositionText(one.reason).note}
                value={numberOf(one)}
              />
            ))}
          </tbody>
        )}
        <tbody>
          <tr className="cost-total">
            <td className="cost-sign">
              <IconSend size={16} stroke={1.6} aria-hidden />
            </td>
            <th scope="row" colSpan={3}>
              {isOpen ? 'Rows to send' : 'Rows sent'}{' '}
              <span className="cost-note">
                {[cost.rowsInFile, ...subtracted.map(({ rows }) => rows)].map((rows) => figures.number(rows)).join(' − ')}
              </span>
            </th>
            <td className="cost-number">{anyway.isBusy ? '…' : figures.number(cost.rowsToSend)}</td>
          </tr>
        </tbody>
      </table>
      {!asksReason && <FailureLine error={anyway.error} />}
      <WithoutResult cost={cost} />
      {asksReason && (
        <ReasonDialog
          rows={reasons.find(({ reason }) => reason === 'suppressed')!.rows}
          command={anyway.objected}
          onSubmit={(reason, rows) => anyway.changeObjected(reason, rows, () => setAsksReason(false))}
          onClose={() => setAsksReason(false)}
        />
      )}
    </section>
  );
}
