import { useId, useState } from 'react';
import type { ConnectionView, ReportedBalance } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { FailureLine, ScrollRegion } from '../../kit/index.ts';
import { count, day, number, time, when } from '../../format/index.ts';
import { balanceLine, balanceSummary, CHART } from './balance-line.ts';

/** Rows of the table, which shows the newest balances. `desk credits --history` prints a longer history. */
const MAX_ROWS = 200;

const signed = (change: number): string => (change > 0 ? `+${number(change)}` : change === 0 ? '–' : number(change));

function BalanceTable({ id, balances }: { readonly id: string; readonly balances: readonly ReportedBalance[] }) {
  const rows = balances.map((balance, index) => ({
    ...balance,
    change: index === 0 ? 0 : balance.remaining - balances[index - 1]!.remaining,
  }));
  const shown = rows.slice(-MAX_ROWS).toReversed();
  return (
    <ScrollRegion className="balances-table" id={id} label="Balances over time">
      <table>
        <thead>
          <tr>
            <th scope="col">Seen</th>
            <th scope="col">Credits</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ at, remaining, change }, index) => (
            <tr key={`${at} ${index}`}>
              <td>
                {day(at)}, {time(at)}
              </td>
              <td>{number(remaining)}</td>
              <td>{signed(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <p className="small second">
          The newest {number(MAX_ROWS)} of {count(rows.length, 'balance')}.
        </p>
      )}
    </ScrollRegion>
  );
}

/** The balances of a connection over time as a step line, and on demand as a table. */
export function BalanceHistory({ connection }: { readonly connection: ConnectionView }) {
  const history = useContractQuery('credits.history', { connectionId: connection.id });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (history.error !== null) return <FailureLine error={history.error} />;
  const balances = history.data;
  if (balances === undefined) return null;
  const [first, second] = balances;
  if (first === undefined)
    return <p className="balances-none second small">No balance has been read yet. Test the connection to read it, free of charge.</p>;
  if (second === undefined)
    return <p className="balances-none second small">One balance has been read so far. This becomes a chart with the next one.</p>;
  const { path, area, end, lowest, highest } = balanceLine(balances);
  const [firstDay, lastDay] = [when(first.at), when(balances.at(-1)!.at)];
  return (
    <div className="balances">
      <div className="balances-head">
        <span className="second small">Credits over time</span>
        <button type="button" className="link small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the values' : 'Show the values'}
          <span className="visually-hidden"> of {connection.name}</span>
        </button>
      </div>
      <p className="visually-hidden">{balanceSummary(balances)}</p>
      <div className="balances-chart">
        <div className="balances-scale small second" aria-hidden>
          <span>{number(highest)}</span>
          {lowest < highest && <span>{number(lowest)}</span>}
        </div>
        <svg aria-hidden viewBox={`0 0 ${CHART.width} ${CHART.height}`} preserveAspectRatio="none" className="balances-line">
          <path className="balances-area" d={area} />
          <path className="balances-path" d={path} vectorEffect="non-scaling-stroke" />
          {/* A line of zero length with round ends draws a dot, which the stretched picture does not distort. */}
          <path className="balances-end" d={`M${end.x} ${end.y}h0`} vectorEffect="non-scaling-stroke" />
        </svg>
      </div>
      <div className="balances-days small second" aria-hidden>
        <span>{firstDay !== lastDay && firstDay}</span>
        <span>{lastDay}</span>
      </div>
      {isOpen && <BalanceTable id={id} balances={balances} />}
    </div>
  );
}
