import { useId } from 'react';
import { type OrderResults, orderLines, orderResultSentences } from '../../../../shared/order/index.ts';
import { compactMoney, number } from '../../../format/index.ts';
import './order-picture.css';

/** How good the order was that chose the people: capacity by decile, and the sample below the cut compared with the people above it. */
export function OrderPicture({ order }: { readonly order: NonNullable<OrderResults> }) {
  const id = useId();
  const most = Math.max(0, ...order.deciles.map(({ sum }) => sum));
  return (
    <>
      <table className="order-picture" aria-label="Capacity by decile" aria-describedby={id}>
        <thead>
          <tr>
            {['Decile', 'Capacity', 'Median', 'Scored', 'In the top group'].map((title) => (
              <th key={title} scope="col" {...(title === 'Capacity' && { colSpan: 2 })}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orderLines(order).map(({ label, sum, median, scored, sent, top }, at) => (
            <tr key={label} {...(at === order.deciles.length && { 'data-first-total': true })}>
              <th scope="row">{label}</th>
              <td>
                {at < order.deciles.length && (
                  <span className="order-bar" aria-hidden style={{ width: `${most === 0 ? 0 : (sum / most) * 100}%` }} />
                )}
              </td>
              <td>{compactMoney(sum)}</td>
              <td>{median === null ? 'none' : compactMoney(median)}</td>
              <td>{scored === sent ? number(scored) : `${number(scored)} of ${number(sent)}`}</td>
              <td>{number(top)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul id={id} className="small second order-sentences">
        {orderResultSentences(order, compactMoney).map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
    </>
  );
}
