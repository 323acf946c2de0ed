import { type KeyboardEvent, useRef, useState } from 'react';
import { number } from '../format/index.ts';
import './pick-bars.css';

export interface PickBar {
  readonly key: string;
  readonly label: string;
  readonly rows: number;
  /** A second number, shown after the count. */
  readonly more?: string;
  /** The whole sentence: what the bar is, and its numbers. */
  readonly name: string;
  readonly isStrong?: boolean;
  /** True for a bar that stands for several values and cannot filter. */
  readonly isRest?: boolean;
}

interface PickBarsProps {
  /** Accessible name: what the bars count. */
  readonly label: string;
  readonly bars: readonly PickBar[];
  /** True to center the bars on a vertical line. */
  readonly isPyramid?: boolean;
  readonly isChosen: (bar: PickBar) => boolean;
  readonly onChoose: (bar: PickBar) => void;
}

/** Lines with a bar and a count; each is a button that filters. They are one Tab stop: arrows, Home and End move inside. */
export function PickBars({ label, bars, isPyramid = false, isChosen, onChoose }: PickBarsProps) {
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const most = Math.max(1, ...bars.map(({ rows }) => rows));
  const last = bars.length - 1;
  const stop = Math.min(at, last);
  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowDown: Math.min(stop + 1, last), ArrowUp: Math.max(stop - 1, 0), Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    box.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div
      ref={box}
      role="toolbar"
      tabIndex={-1}
      aria-orientation="vertical"
      aria-label={label}
      className="pick-bars"
      onKeyDown={onKey}
      {...(isPyramid && { 'data-pyramid': true })}
    >
      {bars.map((bar, index) => (
        <button
          key={bar.key}
          type="button"
          className="pick-bar"
          tabIndex={index === stop ? 0 : -1}
          title={bar.name}
          {...(bar.isRest === true ? { 'aria-disabled': true } : { 'aria-pressed': isChosen(bar) })}
          {...(bar.isStrong === true && { 'data-strong': true })}
          onFocus={() => setAt(index)}
          onClick={() => bar.isRest !== true && onChoose(bar)}
        >
          <span className="pick-label cut">{bar.label}</span>
          <span className="pick-room">
            <span className="pick-length" style={{ width: `${(bar.rows / most) * 100}%` }} />
          </span>
          <span className="pick-rows">
            {number(bar.rows)}
            <span className="visually-hidden"> {bar.rows === 1 ? 'person' : 'people'}</span>
          </span>
          {bar.more !== undefined && <span className="pick-more">{bar.more}</span>}
        </button>
      ))}
    </div>
  );
}
