import { SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ImportView } from '../../../shared/contract/index.ts';
import type { ImportOptions } from '../../../shared/mapping/import-options.ts';
import { type RowChoice, sheetNotices } from '../../../shared/view-texts/sheet-notices.ts';

const LABELS: Readonly<Record<RowChoice, string>> = { hiddenRows: 'Hidden rows', subtotals: 'Totals and subtotals' };

interface SheetNoticesProps {
  readonly view: ImportView;
  /** True while the sheet is read again. */
  readonly busy: boolean;
  /** True once the list was submitted: the choices are read-only. */
  readonly locked: boolean;
  readonly onChoose: (choice: ImportOptions) => void;
}

/** What the sheet hides, lacks and leaves out, with the user's choice for rows that may be people. */
export function SheetNotices({ view: { notices }, busy, locked, onChoose }: SheetNoticesProps) {
  const shown = sheetNotices(notices);
  if (shown.length === 0) return null;
  return (
    <section className="card file-notices" aria-label="What to know of this sheet">
      <ul>
        {shown.map(({ text, choice, isWarning }) => (
          <li key={text}>
            {isWarning ? <IconAlertTriangle size={18} stroke={1.6} aria-hidden /> : <IconInfoCircle size={18} stroke={1.6} aria-hidden />}
            <span>{text}</span>
            {choice !== null && (
              <SegmentedControl
                aria-label={LABELS[choice]}
                disabled={busy || locked}
                value={choice === 'hiddenRows' ? notices.hiddenRowsAre : notices.subtotalsAre}
                onChange={(value) => onChoose({ [choice]: value })}
                data={[
                  { value: 'keep', label: 'Keep' },
                  { value: 'leave-out', label: 'Leave out' },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
