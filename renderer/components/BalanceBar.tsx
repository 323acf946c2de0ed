import type { ReactNode } from 'react';
import { number, percent } from '../format/index.ts';
import '../kit/bars.css';

export interface BalancePart {
  readonly key: string;
  readonly label: string;
  readonly rows: number;
  /** From 0 to 1; shown as a percentage. */
  readonly share?: number;
  /** `unknown` is hatched, never a traffic-light color. */
  readonly tone: 'data' | 'done' | 'warning' | 'error' | 'unknown' | 'neutral';
  /** Explains the label, or links to what can be done. */
  readonly more?: ReactNode;
}

function BalanceLine({ part }: { readonly part: BalancePart }) {
  const { label, rows, share, tone, more } = part;
  return (
    <li className="balance-line">
      <span className="balance-sign" aria-hidden>
        <span className="balance-mark" data-tone={tone} />
      </span>
      <span className="strong">{label}</span>
      {more !== undefined && <span className="balance-more">{more}</span>}
      <span className="balance-number">{number(rows)}</span>
      {share !== undefined && <span className="balance-share small second">{percent(share)}</span>}
    </li>
  );
}

/** Counts that visibly add up: a bar with one section per count, and a line for each, even the smallest. */
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
          <BalanceLine key={part.key} part={part} />
        ))}
      </ul>
    </>
  );
}
