import { SegmentedControl } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImportView } from '../../shared/contract/index.ts';
import type { ImportOptions, KeepOrLeaveOut } from '../../shared/mapping/index.ts';
import { type RowChoice, choiceOf, sheetNotices } from '../../shared/view-texts/index.ts';

interface Labels {
  readonly of: string;
  readonly keep: string;
  readonly leaveOut: string;
}

const LABELS: Readonly<Record<RowChoice, Labels>> = {
  otherSheets: { of: 'Further sheets', keep: 'Append', leaveOut: 'Leave out' },
  mergedCells: { of: 'Merged cells', keep: 'Fill all rows', leaveOut: 'First row only' },
  hiddenRows: { of: 'Hidden rows', keep: 'Keep', leaveOut: 'Leave out' },
  subtotals: { of: 'Totals and remarks', keep: 'Keep', leaveOut: 'Leave out' },
};

/** Notices that let the user decide about rows and cells, and warnings about missing data. `only`: the notices with these decisions. */
export function choicesOf({ notices }: Pick<ImportView, 'notices'>, only?: readonly RowChoice[]) {
  const shown = sheetNotices(notices).filter(({ choice, isWarning }) => choice !== null || isWarning);
  return only === undefined ? shown : shown.filter(({ choice }) => choice !== null && only.includes(choice));
}

interface SheetChoicesProps {
  readonly view: ImportView;
  readonly only?: readonly RowChoice[];
  readonly isDisabled: boolean;
  readonly onChoose: (choice: ImportOptions) => void;
}

/** List items, each with a sentence and, if there is a decision, its two options. */
export function SheetChoices({ view, only, isDisabled, onChoose }: SheetChoicesProps) {
  return choicesOf(view, only).map(({ text, choice }) => (
    <li key={text}>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <span>{text}</span>
      {choice !== null && (
        <SegmentedControl<KeepOrLeaveOut>
          aria-label={LABELS[choice].of}
          disabled={isDisabled}
          value={choiceOf(view.notices, choice)}
          onChange={(value) => onChoose({ [choice]: value })}
          data={[
            { value: 'keep', label: LABELS[choice].keep },
            { value: 'leave-out', label: LABELS[choice].leaveOut },
          ]}
        />
      )}
    </li>
  ));
}
