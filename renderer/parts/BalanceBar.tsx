import type { ReactNode } from 'react';
import { number } from '../text.ts';
import './bars.css';

export interface BalancePart {
  readonly key: string;
  readonly label: string;
  readonly rows: number;
  /** `unknown` is hatched, never a traffic-light colour. */
  readonly tone: 'data' | 'done' | 'warning' | 'error' | 'unknown' | 'neutral';
  /** What the label means, or a link to what can be done. */
  readonly more?: ReactNode;
}

/** Counts that add up in sight: a bar of their lengths and a line for each, the smallest included. */
export function BalanceBar({ parts }: { readonly parts: readonly BalancePart[] }) {
  return (
    <>
      <div className="balance" aria-hidden>
        {parts
          .filter((part) => part.rows > 0)
          .map((part) => (
            <span key={part.key} className="balance-part" data-tone={part.tone} style={{ flex: `${part.rows} 0 0` }} />
          ))}
      </div>
      <ul className="balance-list">
        {parts.map((part) => (
          <li key={part.key} className="balance-line">
            <span className="balance-mark" data-tone={part.tone} aria-hidden />
            <span className="strong">{part.label}</span>
            {part.more !== undefined && <span className="balance-more">{part.more}</span>}
            <span className="balance-number">{number(part.rows)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
