import { Button } from '@mantine/core';
import { IconColumnsOff } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useState } from 'react';
import type { CheckView } from '../../../shared/contract/index.ts';
import { count } from '../../format/index.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { fieldName } from './issue-texts.ts';
import type { MissingColumnsState } from './useMissingColumns.ts';
import './cell-status.css';

interface MissingStatusProps {
  readonly id: string;
  readonly check: CheckView;
  readonly state: MissingColumnsState;
  readonly ref: Ref<HTMLElement>;
  /** F6 or Escape: back to the cell. */
  readonly onLeave: () => void;
}

/** The status of an active cell in the column of a needed field without a column, with the same offers as the list of rules. */
export function MissingStatus({ id, check, state, ref, onLeave }: MissingStatusProps) {
  const { field, offers, best } = state;
  const [isChoosing, setChoosing] = useState(false);
  if (field === null) return null;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'F6' && event.key !== 'Escape') return;
    event.preventDefault();
    if (isChoosing) setChoosing(false);
    else onLeave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- F6 and Escape bubble from its buttons
    <section ref={ref} className="check-status" aria-label="The active cell" data-severity="warning" onKeyDown={onKey}>
      <IconColumnsOff className="missing-icon" size={18} stroke={1.6} aria-hidden />
      <div className="check-status-texts" id={id}>
        <div className="check-status-title">
          <b>{fieldName(field)} has no column</b>,{' '}
          <span className="second">{count(check.rows - check.leftOut - check.invalid, 'row')}</span>
        </div>
        <div className="second small">A match needs a first name, a last name and an address.</div>
      </div>
      {isChoosing ? (
        <ColumnPicker state={state} onDone={() => setChoosing(false)} />
      ) : (
        offers !== null &&
        offers.length > 0 && (
          <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
            {best === null ? 'Choose a column…' : 'Choose another…'}
          </Button>
        )
      )}
      {best !== null && (
        <Button variant="outline" size="xs" data-fix onClick={() => state.use(best)}>
          Use “{best.header}”
        </Button>
      )}
    </section>
  );
}
