import { Loader, Progress } from '@mantine/core';
import type { CallProgress } from '../../shared/contract/index.ts';
import { count, number, progressOf } from '../format/index.ts';
import './work-progress.css';

interface WorkProgressProps {
  /** The work in a word: "Fixing". */
  readonly label: string;
  /** Null until the first report. */
  readonly progress: CallProgress | null;
  /** Number of rows of the list, for the time before the first report; 0: unknown. */
  readonly rows: number;
  /** Undefined: the work cannot be canceled. */
  readonly onCancel: (() => void) | undefined;
}

/** The progress of work on a list, with its count, and the button that cancels it. */
export function WorkProgress({ label, progress, rows, onCancel }: WorkProgressProps) {
  const share = progress?.total == null ? 0 : (progress.done / Math.max(1, progress.total)) * 100;
  const text = progressOf(progress) ?? (rows === 0 ? null : `${number(0)} of ${count(rows, 'row')}`);
  return (
    <span className="work-progress">
      <Loader size={12} />
      <span>{label}:</span>
      <Progress className="work-progress-bar" value={share} size={6} aria-label={label} />
      {text !== null && <span className="tabular">{text}</span>}
      {onCancel !== undefined && (
        <button type="button" className="link" onClick={onCancel}>
          Cancel
        </button>
      )}
    </span>
  );
}
