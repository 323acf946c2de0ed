import { Checkbox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { moneyText, partsText, refundedText } from '../../../../shared/gifts/index.ts';
import { count, number } from '../../../format/index.ts';
import { type GiftFile, type ListGifts, withLine } from './useGiftFile.ts';

type Line = ListGifts['view']['lines'][number];

/** The currency of a line. Gifts in another currency are not added up. */
const currencyOf = ({ key }: Line, currency: string): string => (key.startsWith('currency:') ? key.slice('currency:'.length) : currency);

/** The row numbers of gifts that cannot be used, so that the user can find them in the file. */
const rowsText = ({ rows, gifts }: Line): string => `row ${rows.map(number).join(', ')}${gifts > rows.length ? ' and more' : ''}`;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface GiftTypesProps {
  readonly gifts: ListGifts;
  readonly choose: GiftFile['choose'];
}

/** The types of gifts with their counts and sums. Ticks are one group: arrows move, Space ticks. */
export function GiftTypes({ gifts: { view }, choose }: GiftTypesProps) {
  const { lines, counted, currency, gifts } = view;
  const [active, setActive] = useState<string | null>(null);
  const body = useRef<HTMLTableElement>(null);
  const ticked = useRef<string | null>(null);
  // A ticked line moves to the lines that count or to those left out. The focus moves with it.
  useEffect(() => {
    if (ticked.current === null || document.activeElement !== document.body) return;
    const boxes = body.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [];
    for (const box of boxes) if (box.value === ticked.current) box.focus();
  });
  const choosable = lines.filter(({ canCount }) => canCount);
  const stop = choosable.some(({ key }) => key === active) ? active : choosable[0]?.key;
  const most = Math.max(1, ...lines.map(({ sum }) => Math.abs(Number(sum ?? 0))));
  const left = lines.filter((line) => !line.counted);
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const boxes = [...(body.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])];
    boxes[boxes.indexOf(event.currentTarget) + step]?.focus();
  };
  const rowOf = (line: Line) => {
    const { key, label, gifts: ofLine, sum, counted: isCounted, why, canCount } = line;
    return (
      <tr key={key} {...(!isCounted && { 'data-left-out': true })}>
        <td>
          {canCount && (
            <Checkbox
              size="xs"
              aria-label={`Count ${label}`}
              value={key}
              checked={isCounted}
              tabIndex={key === stop ? 0 : -1}
              onFocus={() => setActive(key)}
              onKeyDown={move}
              onChange={() => {
                ticked.current = key;
                choose((shown) => withLine(shown, key));
              }}
            />
          )}
        </td>
        <th scope="row">
          {label}
          {!isCounted && (
            <span className="small second gifts-why">{line.rows.length > 0 ? rowsText(line) : (why ?? 'you left it out')}</span>
          )}
        </th>
        <td className="tabular gifts-end">{number(ofLine)}</td>
        <td className="gifts-bar" aria-hidden>
          <span style={{ width: `${(Math.abs(Number(sum ?? 0)) / most) * 100}%` }} />
        </td>
        <td className="tabular gifts-end">{sum === null ? '' : moneyText(sum, currencyOf(line, currency))}</td>
      </tr>
    );
  };
  return (
    <section className="card gifts-card" aria-labelledby="gifts-types">
      <div className="gifts-card-head">
        <h2 className="card-title" id="gifts-types">
          Gift types that count
        </h2>
        <span className="small second">All {count(gifts, 'gift')}, by sum</span>
      </div>
      <table className="gifts-table" ref={body} aria-labelledby="gifts-types">
        <thead>
          <tr>
            <td aria-hidden />
            <th scope="col">{view.columns.type ?? 'Type'}</th>
            <th scope="col" className="gifts-end">
              Gifts
            </th>
            <td aria-hidden />
            <th scope="col" className="gifts-end">
              Sum
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.filter((line) => line.counted).map(rowOf)}
          <tr className="gifts-sum">
            <td aria-hidden />
            <th scope="row">
              Counted
              {partsText(view) !== '' && <span className="small second gifts-why">{partsText(view)}</span>}
              {view.refunded !== undefined && <span className="small second gifts-why">{refundedText(view)}</span>}
            </th>
            <td className="tabular gifts-end">{number(counted.gifts)}</td>
            <td aria-hidden />
            <td className="tabular gifts-end">{moneyText(counted.sum, currency)}</td>
          </tr>
          {left.length > 0 && (
            <tr className="gifts-sum">
              <td aria-hidden />
              <th scope="row">Left out</th>
              <td className="tabular gifts-end">{number(left.reduce((all, line) => all + line.gifts, 0))}</td>
              <td colSpan={2} aria-hidden />
            </tr>
          )}
          {left.map(rowOf)}
        </tbody>
      </table>
    </section>
  );
}
