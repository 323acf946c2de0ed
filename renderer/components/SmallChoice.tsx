import type { ReactNode } from 'react';
import { DATE_ORDERS, dateText } from '../format/index.ts';
import './small-choice.css';

export function SmallChoice(props: { readonly onClick: () => void; readonly children: ReactNode; readonly label?: string }) {
  return (
    <button
      type="button"
      className="small-choice"
      onClick={props.onClick}
      {...(props.label !== undefined && { 'aria-label': props.label })}
    >
      {props.children}
    </button>
  );
}

interface OrderChoicesProps {
  /** A date whose day and month could be swapped; null when none is known. */
  readonly sample: string | null;
  readonly onChoose: (order: 'mdy' | 'dmy') => void;
}

/** The two ways to read an ambiguous date, each with its result. */
export function OrderChoices({ sample, onChoose }: OrderChoicesProps) {
  return (
    <div className="why-choices">
      {(['mdy', 'dmy'] as const).map((order) => (
        <SmallChoice key={order} onClick={() => onChoose(order)}>
          {DATE_ORDERS[order]}
          {sample !== null && `: ${dateText(sample, order)}`}
        </SmallChoice>
      ))}
    </div>
  );
}
