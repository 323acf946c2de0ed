import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowsSort } from '@tabler/icons-react';
import { useId } from 'react';
import type { OrderJoinView, Output, ProjectView, ResultsView } from '../../../shared/contract/index.ts';
import { ORDER_WARNING, outcomeDifference, profileOfPair } from '../../../shared/view-texts/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { RowName } from '../../components/index.ts';
import { FailureLine, focusTitle, useAnnounce } from '../../kit/index.ts';
import { count } from '../../format/index.ts';
import '../../components/notice.css';
import './join-by-order.css';

function Pairs({ pairs }: Pick<OrderJoinView, 'pairs'>) {
  return (
    <table className="order-pairs tabular">
      <caption className="visually-hidden">Rows and the profiles in the same place</caption>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Name as sent</th>
          <th scope="col">Profile in the same place</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.row}>
            <th scope="row">
              <RowName row={pair.row} />
            </th>
            <td>{pair.name || 'No name'}</td>
            <td>
              {profileOfPair(pair)}
              {pair.contradicts && (
                <span className="order-contradicts">
                  <IconAlertTriangle size={14} stroke={1.8} aria-hidden /> Another name
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CardProps {
  readonly project: ProjectView;
  readonly view: OrderJoinView;
}

/** Offers the join, or explains why it is not possible. */
function Offer({ project: { id }, view }: CardProps) {
  const title = useId();
  const announce = useAnnounce();
  const join = useCommand('results.joinByOrder', ({ before, after }: Output<'results.joinByOrder'>) => {
    announce(`Joined by order: ${outcomeDifference(before, after)}. Nothing was charged.`);
    focusTitle();
  });
  const isPossible = view.state === 'possible';
  return (
    <section className="card notice" data-tone="warning" data-long aria-labelledby={title}>
      <IconArrowsSort size={20} stroke={1.6} aria-hidden />
      <div>
        <h2 className="notice-title" id={title}>
          {count(view.profiles, 'profile')} without a row
        </h2>
        <p className="second">
          {isPossible ? ORDER_WARNING : `The profiles cannot be joined to the rows by their order. ${view.reason ?? ''}`}
          {view.wasDropped && ' You joined them before, but a later answer had different profiles or a different order.'}
        </p>
        {view.pairs.length > 0 && <Pairs pairs={view.pairs} />}
      </div>
      {isPossible && (
        <div className="notice-actions">
          <Button
            variant="default"
            size="xs"
            aria-disabled={join.isPending}
            onClick={() => {
              if (!join.isPending) join.mutate({ id, previewId: view.previewId });
            }}
          >
            Join {count(view.rows, 'row')} by order
          </Button>
        </div>
      )}
      <FailureLine error={join.error} />
    </section>
  );
}

/** Shows that rows were joined by order, with a button to undo the join. */
function Joined({ project: { id }, view }: CardProps) {
  const title = useId();
  const announce = useAnnounce();
  const undo = useCommand('results.undoOrderJoin', ({ before, after }: Output<'results.undoOrderJoin'>) => {
    announce(`Join by order undone: ${outcomeDifference(before, after)}.`);
    focusTitle();
  });
  return (
    <section className="card notice" data-long aria-labelledby={title}>
      <IconArrowsSort size={20} stroke={1.6} aria-hidden />
      <div>
        <h2 className="notice-title" id={title}>
          {count(view.rows, 'row')} joined by order
        </h2>
        <p className="second">
          Their scores follow the order of the answer, not an ID or a row number. Exports mark each of these rows; a file for another system
          cannot mark them, so the export asks first. Nothing was charged.
        </p>
      </div>
      <div className="notice-actions">
        <Button
          variant="default"
          size="xs"
          aria-disabled={undo.isPending}
          onClick={() => {
            if (!undo.isPending) undo.mutate({ id });
          }}
        >
          Undo the join
        </Button>
      </div>
      <FailureLine error={undo.error} />
    </section>
  );
}

interface JoinByOrderProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
}

/** Joins profiles to rows by order if the service's answer names no row, and undoes this. Renders nothing for other results. */
export function JoinByOrder({ project, results: { counts } }: JoinByOrderProps) {
  const view = useContractQuery('results.orderJoin', { id: project.id }).data;
  if (view?.state === 'joined') return <Joined project={project} view={view} />;
  if (view === undefined || view.state === 'none') return null;
  // If the answer proves the rows of some profiles, the others cannot be joined by order, and telling the user would not help.
  if (view.state === 'refused' && counts.scored > 0) return null;
  return <Offer project={project} view={view} />;
}
