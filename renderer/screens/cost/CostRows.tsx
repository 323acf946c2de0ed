import { Select, Switch } from '@mantine/core';
import { IconMinus, IconSend } from '@tabler/icons-react';
import { useId } from 'react';
import type { CostView, NotSent, ProjectView } from '../../../shared/contract/index.ts';
import { dispositionText } from '../../../shared/rows/disposition-text.ts';
import { withoutResultSentence } from '../../../shared/view-texts/nothing-left.ts';
import { toProject } from '../../navigation/router.ts';
import { count, number } from '../../format/text.ts';
import { CostSince } from './CostSince.tsx';
import { type ChangeDraft, type CostChoices, useFigures } from './useCostChoices.ts';

/** The label of a reason; the saved credits use it, too. */
export const reasonLabel = (reason: NotSent): string => dispositionText(reason).label;

/** The note next to a reason. */
function noteOf(reason: NotSent, { screened: { onTheirWay } }: CostView): string {
  return reason === 'inProgress' && onTheirWay.length === 1
    ? `in “${onTheirWay[0]!}”, which is not finished`
    : dispositionText(reason).note;
}

interface CostRowsProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly choices: CostChoices;
  /** Null once the list was submitted. */
  readonly onChange: ChangeDraft | null;
}

const DAYS: readonly (readonly [number, string])[] = [
  [0, 'Never'],
  [30, '30 days'],
  [90, '90 days'],
  [180, 'half a year'],
  [365, 'a year'],
];

/** People who were screened recently or are in progress: the recency window, and whether they are sent again. */
function ScreenedBefore({ cost, choices, onChange }: Omit<CostRowsProps, 'project'>) {
  const { unchanged, changed } = cost.screened;
  const within = choices.screenedWithin;
  const figures = useFigures();
  const known = DAYS.some(([days]) => days === within);
  const days = known ? DAYS : [...DAYS, [within, count(within, 'day')] as const].toSorted(([a], [b]) => a - b);
  return (
    <div className="cost-switch cost-before">
      <Select
        size="xs"
        label="Count people as screened for"
        allowDeselect={false}
        disabled={onChange === null}
        value={String(within)}
        data={days.map(([value, label]) => ({ value: String(value), label }))}
        onChange={(value) => value !== null && onChange?.({ screenedWithin: Number(value) })}
      />
      {(unchanged > 0 || cost.again || choices.again) && (
        <Switch
          checked={choices.again}
          disabled={onChange === null}
          onChange={(event) => onChange?.({ again: event.currentTarget.checked })}
          label="Send them again all the same"
          description={`${figures.count(unchanged, 'person', 'people')} ${unchanged === 1 ? 'has' : 'have'} not changed since and would be charged again.`}
        />
      )}
      <WithoutResult cost={cost} />
      {changed > 0 && choices.since === null && (
        <div className="small second">
          {figures.count(changed, 'person', 'people')} whose details have changed since {changed === 1 ? 'is' : 'are'} sent.
        </div>
      )}
    </div>
  );
}

/** Screenings without a result for some of the excluded people, who may have been paid for. */
function WithoutResult({ cost: { leftOut, screened } }: { readonly cost: CostView }) {
  if (!leftOut.some(({ reason }) => reason === 'recentlyScreened')) return null;
  return screened.withoutResult.map((screening) => (
    <p key={screening.id} className="small second">
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

/** From the rows of the file to the rows to send; the lines visibly add up. */
export function CostRows({ project, cost, choices, onChange }: CostRowsProps) {
  const title = useId();
  const figures = useFigures();
  const withErrors = project.readiness?.refused ?? 0;
  return (
    <section className="card cost-rows" aria-labelledby={title}>
      <h2 className="card-title" id={title}>
        Rows
      </h2>
      <table className="cost-table">
        <tbody>
          <tr>
            <th scope="row" colSpan={3} className="cost-first">
              In your file
            </th>
            <td className="cost-number">{number(cost.rowsInFile)}</td>
          </tr>
          {cost.leftOut.map(({ reason, rows }) => {
            const { label, query, action } = dispositionText(reason);
            const note = noteOf(reason, cost);
            const link = onChange === null ? 'See' : action;
            return (
              <tr key={reason}>
                <td className="cost-sign">
                  <IconMinus size={15} stroke={1.8} aria-label="less" />
                </td>
                <th scope="row">
                  {label} {note !== '' && <span className="cost-note">{note}</span>}
                </th>
                <td className="cost-link">
                  <a className="link" href={toProject(project.id, 'check', query)} aria-label={`${link}: ${label}`}>
                    {link}
                  </a>
                </td>
                <td className="cost-number">{figures.number(rows)}</td>
              </tr>
            );
          })}
          <tr className="cost-total">
            <td className="cost-sign">
              <IconSend size={16} stroke={1.6} aria-hidden />
            </td>
            <th scope="row" colSpan={2}>
              {onChange === null ? 'Rows sent' : 'Rows to send'}
            </th>
            <td className="cost-number">{figures.number(cost.rowsToSend)}</td>
          </tr>
        </tbody>
      </table>
      {(withErrors > 0 || cost.sendErrors || choices.sendErrors) && (
        <div className="cost-switch">
          <Switch
            checked={choices.sendErrors}
            disabled={onChange === null}
            onChange={(event) => onChange?.({ sendErrors: event.currentTarget.checked })}
            label="Send rows with errors all the same"
            description={`${count(withErrors, 'row')} with errors; those that the service refuses can be charged as well.`}
          />
        </div>
      )}
      <CostSince project={project} cost={cost} choices={choices} onChange={onChange} />
      <ScreenedBefore cost={cost} choices={choices} onChange={onChange} />
    </section>
  );
}
