import { Select } from '@mantine/core';
import { IconRowInsertBottom } from '@tabler/icons-react';
import type { ImportView } from '../../../shared/contract/index.ts';
import type { ImportOptions } from '../../../shared/mapping/index.ts';
import { SheetChoices, choicesOf } from '../../components/index.ts';
import { FailureLine, UndoButton, type UndoSteps } from '../../kit/index.ts';
import { count } from '../../format/index.ts';
import { lastRowsOf } from './LastRows.tsx';
import { spokenCells } from './SheetRows.tsx';
import { TextOptions } from './TextOptions.tsx';

const NO_HEADINGS = 'none';

/** "Query 14, 10,240 rows", with a word for hidden sheets. */
function sheetLabel({ name, hidden, rows }: ImportView['sheets'][number], position: number): string {
  const parts = [
    name === '' ? `Sheet ${position + 1}` : name,
    ...(rows === null ? [] : [count(rows, 'row')]),
    ...(hidden ? ['hidden'] : []),
  ];
  return parts.join(', ');
}

/** Options for the header row, including none. */
function headingRows({ firstRows, headerRow }: ImportView) {
  const rows = firstRows
    .filter(({ row, cells }) => row === headerRow || cells.some((cell) => cell !== ''))
    .map(({ row, cells }) => ({ value: String(row), label: `Row ${row}: ${spokenCells(cells)}` }));
  const present = headerRow === null || rows.some(({ value }) => value === String(headerRow));
  return [
    ...rows,
    ...(present ? [] : [{ value: String(headerRow), label: `Row ${headerRow}` }]),
    { value: NO_HEADINGS, label: 'No headings: every row is a person' },
  ];
}

interface ImportChoicesProps {
  readonly view: ImportView;
  /** True while the sheet is read again. */
  readonly isBusy: boolean;
  /** True once the list was submitted: the choices are read-only. */
  readonly isLocked: boolean;
  readonly error: Error | null;
  readonly steps: Pick<UndoSteps<unknown>, 'canUndo' | 'undo'>;
  readonly onChoose: (choice: ImportOptions) => void;
  /** Shows the last rows, where single rows can be marked as totals. */
  readonly onLastRows: () => void;
}

/** Every decision about how the file is read, above what was read. */
export function ImportChoices({ view, isBusy, isLocked, error, steps, onChoose, onLastRows }: ImportChoicesProps) {
  const isDisabled = isBusy || isLocked;
  const totals = view.totalsRows.length;
  const hasLastRows = lastRowsOf(view).length > 0;
  return (
    <section className="card file-choices" aria-labelledby="choices-title" aria-busy={isBusy}>
      <div className="file-choices-head">
        <h2 className="card-title" id="choices-title">
          How the file is read
        </h2>
        {!isLocked && <UndoButton {...steps} />}
      </div>
      <div className="file-selects">
        {view.sheets.length > 1 && (
          <Select
            size="xs"
            label="Sheet"
            disabled={isDisabled}
            allowDeselect={false}
            value={String(view.sheet)}
            onChange={(value) => value !== null && Number(value) !== view.sheet && onChoose({ sheet: Number(value) })}
            data={view.sheets.map((sheet, position) => ({ value: String(position), label: sheetLabel(sheet, position) }))}
          />
        )}
        <Select
          size="xs"
          label="Heading row"
          disabled={isDisabled}
          allowDeselect={false}
          value={view.headerRow === null ? NO_HEADINGS : String(view.headerRow)}
          onChange={(value) => value !== null && onChoose({ headerRow: value === NO_HEADINGS ? null : Number(value) })}
          data={headingRows(view)}
        />
        {view.text !== null && <TextOptions text={view.text} isDisabled={isDisabled} onChoose={onChoose} />}
      </div>
      <FailureLine error={error} />
      {(choicesOf(view).length > 0 || hasLastRows) && (
        <ul className="file-notices" aria-label="Rows that need a decision">
          <SheetChoices view={view} isDisabled={isDisabled} onChoose={onChoose} />
          {hasLastRows && (
            <li>
              <IconRowInsertBottom size={18} stroke={1.6} aria-hidden />
              {totals > 0 && (
                <span>
                  {count(totals, 'row')} at the end{' '}
                  {totals === 1 ? 'is left out: it looks like a total or remark' : 'are left out: they look like totals or remarks'}.
                </span>
              )}
              <button type="button" className="link" onClick={onLastRows}>
                See the last rows
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
