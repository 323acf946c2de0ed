import { Select } from '@mantine/core';
import { useId } from 'react';
import type { CostView } from '../../../shared/contract/index.ts';
import { count } from '../../format/index.ts';
import type { ChangeDraft, CostChoices, Figures } from './useCostChoices.ts';

/** The recency windows to choose from, in days, with their text after "in the last". */
const RECENCY_WINDOWS: readonly (readonly [number, string])[] = [
  [30, '30 days'],
  [90, '90 days'],
  [180, 'half year'],
  [365, 'year'],
  [0, '(off)'],
];

/** The text of a recency window after "in the last"; other interfaces can set any number of days. */
export const recencyText = (recencyDays: number): string =>
  RECENCY_WINDOWS.find(([days]) => days === recencyDays)?.[1] ?? count(recencyDays, 'day');

interface SkipRecentProps {
  readonly choices: CostChoices;
  /** Null once the list was submitted. */
  readonly onChange: ChangeDraft | null;
}

/** The choice of the recency window: people screened within it are not sent. */
export function SkipRecent({ choices, onChange }: SkipRecentProps) {
  const label = useId();
  const recencyDays = choices.recencyDays;
  const isListed = RECENCY_WINDOWS.some(([days]) => days === recencyDays);
  const windows = isListed ? RECENCY_WINDOWS : ([[recencyDays, recencyText(recencyDays)], ...RECENCY_WINDOWS] as const);
  return (
    <span className="cost-skip">
      <span id={label}>Screened in the last</span>{' '}
      <Select
        size="xs"
        className="cost-skip-days"
        aria-labelledby={label}
        allowDeselect={false}
        disabled={onChange === null}
        value={String(recencyDays)}
        data={windows.map(([days, text]) => ({ value: String(days), label: text }))}
        onChange={(value) => value !== null && onChange?.({ recencyDays: Number(value) })}
      />
    </span>
  );
}

/** The effect of the recency window on this list. `rows`: how many people it leaves out. */
export function recencyNote({ resendRecent, baseline, screened }: CostView, rows: number, isOff: boolean, figures: Figures): string {
  const { unchanged, changed } = screened;
  // A list of refused rows always leaves out people of newer lists.
  if (isOff) return rows > 0 ? 'scored in a newer list' : '';
  if (resendRecent && unchanged > 0) return `off under Advanced: ${figures.count(unchanged, 'person', 'people')} sent again`;
  // With a baseline, the cards of `WhoToSend` count the changed people.
  if (baseline !== null) return rows > 0 ? 'nothing changed since' : '';
  const sent = changed === 0 ? '' : `${figures.number(changed)} with new details ${changed === 1 ? 'is' : 'are'} sent`;
  if (rows > 0) return sent === '' ? 'nothing changed since' : `nothing changed since; ${sent}`;
  return sent;
}
