import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CheckFilter, CheckView } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { count } from '../../format/index.ts';
import { fieldName } from './issue-texts.ts';
import './cell-status.css';

interface RowsBarProps {
  readonly check: CheckView;
  readonly filter: CheckFilter;
  /** Whether all shown rows can be left out or included again: no search narrows them further. */
  readonly canChange: boolean;
  /** Number of shown rows; null until they are known. */
  readonly total: number | null;
  /** How many rows are shown, or what was done last. */
  readonly text: string;
  /** Shown instead of the text while work runs. */
  readonly progress: ReactNode;
  readonly empty: readonly FieldKey[];
  readonly showsEmpty: boolean;
  readonly onShowEmpty: (shows: boolean) => void;
  readonly onLeaveOut: (leaveOut: boolean) => void;
}

/** The filters whose rows can be left out together. */
const isBulk = (filter: CheckFilter): boolean =>
  filter.kind === 'readiness' ? filter.readiness !== 'ready' : filter.kind === 'rule' || filter.kind === 'issues';

/** The bar below the rows: their number, actions on all of them, and hidden columns. */
export function RowsBar(props: RowsBarProps) {
  const { check, filter, canChange, total, empty, showsEmpty, onLeaveOut } = props;
  const rule = filter.kind === 'rule' ? check.rules.find(({ code }) => code === filter.code) : undefined;
  const areOut = rule?.sendAnyway != null && rule.leaveOut === null;
  return (
    <div className="rows-bar">
      {props.progress ?? (
        <span className="rows-bar-text">
          {props.text}
          {canChange && areOut && (
            <button type="button" className="link" onClick={() => onLeaveOut(false)}>
              {total === 1 ? 'Send it anyway' : 'Send all anyway'}
            </button>
          )}
          {canChange && !areOut && isBulk(filter) && total !== null && total > 0 && (
            <button type="button" className="link" onClick={() => onLeaveOut(true)}>
              {total === 1 ? 'Leave it out' : 'Leave all out'}
            </button>
          )}
          {canChange && filter.kind === 'leftOut' && check.leftOut > 0 && (
            <button type="button" className="link" onClick={() => onLeaveOut(false)}>
              {check.leftOut === 1 ? 'Take it back' : 'Take all back'}
            </button>
          )}
        </span>
      )}
      {empty.length > 0 && (
        <span className="rows-bar-empty">
          <IconEyeOff size={14} stroke={1.6} aria-hidden />
          {count(empty.length, 'empty column')} {showsEmpty ? 'shown' : 'hidden'}
          <button
            type="button"
            className="link"
            title={empty.map(fieldName).join(', ')}
            aria-label={`${showsEmpty ? 'Hide' : 'Show'} the empty columns`}
            onClick={() => props.onShowEmpty(!showsEmpty)}
          >
            {showsEmpty ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </div>
  );
}
