import type { Distribution as DistributionData } from '../../shared/contract/index.ts';
import { count, number, percent } from '../format/index.ts';
import './bars.css';

type Bar = DistributionData['bars'][number];

interface DistributionProps {
  /** Accessible name of the distribution: "Capacity rating". */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** True for the bar that currently filters. */
  readonly isChosen: (bar: Bar) => boolean;
  readonly onChoose: (bar: Bar) => void;
  /** Short text below a bar whose whole label is too long. */
  readonly mark?: (bar: Bar) => string;
}

/** With more bars than this there is no room for counts above them; the counts stay in the bars' accessible names. */
const ROOM_FOR_COUNTS = 8;
/** With more bars than this there is no room for percentages next to the counts. */
const ROOM_FOR_SHARES = 5;

/** How many rows have which value. Every bar is a button that filters by it. */
export function Distribution({ label, bars, isChosen, onChoose, mark }: DistributionProps) {
  const all = bars.reduce((sum, bar) => sum + bar.rows, 0);
  const maxRows = Math.max(1, ...bars.map((bar) => bar.rows));
  const isWide = bars.length <= ROOM_FOR_COUNTS;
  return (
    <ul className="distribution" aria-label={label} {...(!isWide && { 'data-many': true })}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <button
            type="button"
            className="distribution-bar"
            aria-pressed={isChosen(bar)}
            title={`${bar.label}: ${count(bar.rows, 'row')}`}
            onClick={() => onChoose(bar)}
          >
            <span className="visually-hidden">
              {label} {bar.label}: {count(bar.rows, 'row')}, {percent(bar.rows / Math.max(1, all))}
            </span>
            <span className="distribution-room" aria-hidden>
              {isWide && (
                <span className="distribution-count">
                  <b>{number(bar.rows)}</b>{' '}
                  {bars.length <= ROOM_FOR_SHARES && <span className="second">{percent(bar.rows / Math.max(1, all))}</span>}
                </span>
              )}
              <span className="distribution-length" style={{ height: `calc((100% - 18px) * ${bar.rows / maxRows})` }} />
            </span>
            <span className="distribution-label" aria-hidden>
              {mark === undefined ? bar.label : mark(bar)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
