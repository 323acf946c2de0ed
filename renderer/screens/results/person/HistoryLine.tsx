import type { ReactNode } from 'react';
import { monthAt } from '../../../format/index.ts';
import type { HistoryLine } from './history-points.ts';
import './history-line.css';

interface HistoryChartProps {
  readonly line: HistoryLine;
  /** The month of a point, as a link to its screening on the page. */
  readonly renderMonth?: (month: string, point: HistoryLine['points'][number]) => ReactNode;
}

/** A score over time: each point with its value above and its month below. */
export function HistoryChart({ line: { points }, renderMonth = (month) => month }: HistoryChartProps) {
  const left = (at: number) => 10 + (at / (points.length - 1)) * 80;
  const top = (height: number) => 100 - height * 100;
  return (
    <div className="history-line">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <polyline points={points.map(({ height }, at) => `${left(at)},${top(height)}`).join(' ')} vectorEffect="non-scaling-stroke" />
      </svg>
      <ol>
        {points.map((point, at) => (
          <li key={point.projectId} style={{ left: `${left(at)}%` }} {...(at === points.length - 1 && { 'data-last': true })}>
            <span className="history-value" style={{ bottom: `${20 + point.height * 44}px` }}>
              <b>{point.text}</b>
              <i aria-hidden />
            </span>
            <span className="history-month">{renderMonth(monthAt(point.at), point)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
