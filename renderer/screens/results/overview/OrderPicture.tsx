import { type ReactNode, useId } from 'react';
import { type OrderResults, orderLines, orderResultSentences } from '../../../../shared/order/index.ts';
import { ScrollRegion } from '../../../kit/index.ts';
import { compactMoney, number } from '../../../format/index.ts';
import './order-picture.css';

type Line = ReturnType<typeof orderLines>[number];

/** What the order that chose the people was worth: capacity by decile, and the sample below the cut next to those above it. */
export function OrderPicture({ order }: { readonly order: NonNullable<OrderResults> }) {
  const id = useId();
  const lines = orderLines(order);
  const most = Math.max(0, ...order.deciles.map(({ sum }) => sum));
  const row = (label: string, value: (line: Line) => ReactNode) => (
    <tr>
      <th scope="row">{label}</th>
      {lines.map((line) => (
        <td key={line.label}>{value(line)}</td>
      ))}
    </tr>
  );
  return (
    <>
      <ScrollRegion label="Capacity by decile" className="order-picture">
        <table aria-describedby={id}>
          <thead>
            <tr>
              <th scope="col">Decile</th>
              {lines.map(({ label }, at) => (
                <th key={label} scope="col" {...(at >= order.deciles.length && { className: 'order-side' })}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row('Capacity', (line) => (
              <>
                {order.deciles.length > 0 && (
                  <span className="order-bar" aria-hidden>
                    {line.label.length === 1 && <span style={{ height: `${most === 0 ? 0 : (line.sum / most) * 100}%` }} />}
                  </span>
                )}
                {compactMoney(line.sum)}
              </>
            ))}
            {row('Median', ({ median }) => (median === null ? 'none' : compactMoney(median)))}
            {row('Scored', ({ scored, sent }) => (scored === sent ? number(scored) : `${number(scored)} of ${number(sent)}`))}
            {row('In the top group', ({ top }) => number(top))}
          </tbody>
        </table>
      </ScrollRegion>
      <ul id={id} className="small second order-sentences">
        {orderResultSentences(order, compactMoney).map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
    </>
  );
}
