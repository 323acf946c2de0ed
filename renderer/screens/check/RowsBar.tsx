import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CheckFilter, CheckView } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { count } from '../../format/index.ts';
import type { ColumnsShown } from './column-order.ts';
import { fieldName, isObjection, isOfLeftOut } from './issue-texts.ts';
import './cell-status.css';

interface RowsBarProps {
  readonly check: CheckView;
  readonly filter: CheckFilter;
  /** Whether all shown rows can be left out or included again: true unless a search narrows them further. */
  readonly canChange: boolean;
  /** Number of shown rows; null until they are known. */
  readonly total: number | null;
  /** How many rows are shown, or what was done last. */
  readonly text: string;
  /** Shown instead of the text while work runs. */
  readonly progress: ReactNode;
  /** The button with the list that shows and hides columns. */
  readonly columns: ReactNode;
  readonly hidden: readonly FieldKey[];
  /** True when the user hid at least one of the hidden columns. */
  readonly isByHand: boolean;
  readonly show: ColumnsShown;
  readonly onShow: (show: ColumnsShown) => void;
  readonly onLeaveOut: (leaveOut: boolean) => void;
}

const HIDDEN_TEXTS: Readonly<Record<ColumnsShown, (columns: string) => string>> = {
  issues: (columns) => `${columns} without issues hidden`,
  filled: (columns) => `${columns} hidden`,
  all: (columns) => `${columns} hidden`,
};

/** The filters whose rows can be left out together. */
const isBulk = (filter: CheckFilter): boolean =>
  filter.kind === 'readiness' ? filter.readiness !== 'ready' : filter.kind === 'rule' || filter.kind === 'issues';

/** The bar below the rows: their number, actions on all of them, and hidden columns. */
export function RowsBar(props: RowsBarProps) {
  const { check, filter, canChange, total, hidden, show, onLeaveOut } = props;
  const rule = filter.kind === 'rule' ? check.rules.find(({ code }) => code === filter.code) : undefined;
  const areOut = filter.kind === 'leftOut' || isOfLeftOut(filter);
  // The rows of people who asked not to be screened can be sent only on Cost & send, with a reason.
  const mayReturn = areOut && canChange && total !== null && total > 0 && (rule === undefined || !isObjection(rule));
  const isAnyway = rule?.sendAnyway != null;
  return (
    <div className="rows-bar">
      {props.progress ?? (
        <span className="rows-bar-text">
          {props.text}
          {mayReturn && (
            <button type="button" className="link" onClick={() => onLeaveOut(false)}>
              {isAnyway ? (total === 1 ? 'Send it anyway' : 'Send all anyway') : total === 1 ? 'Include it again' : 'Include all again'}
            </button>
          )}
          {canChange && !areOut && isBulk(filter) && total !== null && total > 0 && (
            <button type="button" className="link" onClick={() => onLeaveOut(true)}>
              {total === 1 ? 'Leave it out' : 'Leave all out'}
            </button>
          )}
        </span>
      )}
      <span className="rows-bar-empty">
        {(hidden.length > 0 || show === 'all') && (
          <>
            <IconEyeOff size={14} stroke={1.6} aria-hidden />
            {hidden.length === 0
              ? 'All columns shown'
              : HIDDEN_TEXTS[show](count(hidden.length, show === 'filled' && !props.isByHand ? 'empty column' : 'column'))}
            <button
              type="button"
              className="link"
              title={hidden.map(fieldName).join(', ')}
              aria-label={hidden.length === 0 ? 'Hide columns' : 'Show the hidden columns'}
              onClick={() => props.onShow(show === 'issues' ? 'filled' : hidden.length > 0 ? 'all' : 'filled')}
            >
              {hidden.length === 0 ? 'Hide the empty ones' : 'Show'}
            </button>
          </>
        )}
        {props.columns}
      </span>
    </div>
  );
}
