import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { toProject } from '../../navigation/index.ts';
import { type BestOutcome, type OrderSettings, type DecileCounts, LEAST_FOR_DECILES, strataOf } from '../../../shared/order/index.ts';
import { compactMoney, count, number } from '../../format/index.ts';
import { ScrollRegion } from '../../kit/index.ts';
import { cutAt } from './cut-moves.ts';

interface CutHandleProps {
  readonly best: BestOutcome;
  readonly isCounting: boolean;
  readonly onCut: (cut: OrderSettings['cut']) => void;
}

/** The line at the cut. Dragging or an arrow key moves it by deciles; an arrow with Shift moves it by one person. */
function CutHandle({ best, isCounting, onCut }: CutHandleProps) {
  const { people, chosen } = best;
  const [moved, setMoved] = useState<{ readonly from: BestOutcome; readonly to: number } | null>(null);
  const isDragged = useRef(false);
  // Shows the new position until the new order arrives.
  const at = moved !== null && (moved.from === best || isCounting) ? moved.to : chosen;
  const ends = strataOf(people);
  const decile = (best.deciles ?? [])[ends.findIndex((end) => at <= end)]?.decile ?? '';
  const show = (to: number) => setMoved({ from: best, to });
  const nearest = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.parentElement!.getBoundingClientRect();
    const wanted = Math.min(1, Math.max(0, (clientX - left) / width)) * people;
    return ends.reduce((best1, end) => (Math.abs(end - wanted) < Math.abs(best1 - wanted) ? end : best1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cut = cutAt(event.key, event.shiftKey, at, people);
    if (cut === null) return;
    event.preventDefault();
    show(cut.at);
    onCut(cut.cut);
  };
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input has no line across a table, and its arrows move by one step only
      role="slider"
      tabIndex={0}
      className="best-cut"
      aria-label="Where to cut"
      aria-valuemin={1}
      aria-valuemax={people}
      aria-valuenow={at}
      aria-valuetext={`${count(at, 'person', 'people')}, down to decile ${decile}`}
      style={{ left: `${(at / people) * 100}%` }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        isDragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => isDragged.current && show(nearest(event))}
      onPointerUp={(event) => {
        if (!isDragged.current) return;
        isDragged.current = false;
        const to = nearest(event);
        show(to);
        if (to !== chosen) onCut({ kind: 'decile', last: best.deciles![ends.indexOf(to)]!.decile });
      }}
      onPointerCancel={() => {
        isDragged.current = false;
        setMoved(null);
      }}
    />
  );
}

interface BestDecilesProps {
  /** The project's ID. */
  readonly id: string;
  readonly best: BestOutcome;
  readonly isCounting: boolean;
  /** Null once the list was submitted. */
  readonly onCut: ((cut: OrderSettings['cut']) => void) | null;
}

/** The deciles with what their people gave, how many are ready, and how many are sent. Each row of bars has its own scale. */
export function BestDeciles({ id, best, isCounting, onCut }: BestDecilesProps) {
  const { deciles, giving } = best;
  if (deciles === null)
    return <p className="small second best-note">With fewer than {LEAST_FOR_DECILES} people there are no deciles, only the order.</p>;
  const mostGiven = Math.max(...deciles.map((one) => one.giving));
  const row = (label: string, value: (one: DecileCounts) => ReactNode) => (
    <tr>
      <th scope="row">{label}</th>
      {deciles.map((one) => (
        <td key={one.decile} {...(one.sent === one.people && { 'data-above': true })}>
          {value(one)}
        </td>
      ))}
    </tr>
  );
  const bar = (share: number) => (
    <span className="best-bar" aria-hidden>
      <span style={{ height: `${share * 100}%` }} />
    </span>
  );
  return (
    <ScrollRegion label="Deciles" className="best-deciles">
      <div className="best-chart">
        <table>
          <thead>
            <tr>
              <th scope="col">Decile</th>
              {deciles.map(({ decile }) => (
                <th key={decile} scope="col">
                  {decile}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {giving > 0 ? (
              row('Giving', (one) => (
                <>
                  {bar(mostGiven === 0 ? 0 : one.giving / mostGiven)}
                  {compactMoney(one.giving)}
                </>
              ))
            ) : (
              <tr>
                <th scope="row">Giving</th>
                <td colSpan={deciles.length}>
                  <span className="best-nothing">
                    No total given in this list:{' '}
                    <a className="link" href={toProject(id, 'columns')}>
                      add a gift file
                    </a>
                  </span>
                </td>
              </tr>
            )}
            {row('Ready', (one) => (
              <>
                {bar(one.people === 0 ? 0 : one.ready / one.people)}
                {number(one.ready)}
              </>
            ))}
            {row('People', (one) => number(one.people))}
            {row('Sent', (one) => (
              <b>{number(one.sent)}</b>
            ))}
          </tbody>
        </table>
        {onCut !== null && (
          <div className="best-cut-track">
            <CutHandle best={best} isCounting={isCounting} onCut={onCut} />
          </div>
        )}
      </div>
    </ScrollRegion>
  );
}
