/** Copy, paste and fill of blocks of cells in the checked list. */
import { useCallback, useState } from 'react';
import { type CellEdits, type CheckRow, type CheckView, PAGE_ROWS } from '../../../shared/contract/index.ts';
import { type FieldKey, isFieldKey } from '../../../shared/fields/index.ts';
import { asAppError, useClient } from '../../api/index.ts';
import { type CellBlock, type GridColumn, type LoadRows, useAnnounce } from '../../kit/index.ts';
import { blockText, count, number } from '../../format/index.ts';
import { editsOf, MAX_CELLS, parseBlock, repeatedValue, valuesOf } from './cell-blocks.ts';

interface CellBlocksInput {
  readonly load: LoadRows<CheckRow>;
  readonly columns: readonly GridColumn<CheckRow>[];
  readonly fields: readonly FieldKey[];
  readonly editCells: (cells: CellEdits) => Promise<CheckView | null>;
}

const TOO_MANY = `At most ${number(MAX_CELLS)} cells can be changed at once`;

export function useCellBlocks({ load, columns, fields, editCells }: CellBlocksInput) {
  const client = useClient();
  const announce = useAnnounce();
  const [message, setMessage] = useState<string | null>(null);
  const report = useCallback(
    (text: string) => {
      setMessage(text);
      announce(text);
    },
    [announce],
  );
  /** Reports that the rows of the block could not be read, so nothing was copied or changed. */
  const fail = useCallback((error: unknown) => report(`The rows could not be read. ${asAppError(error).message}`), [report]);
  const rowsOf = useCallback(
    async (first: number, rows: number): Promise<readonly CheckRow[]> => {
      const loaded: CheckRow[] = [];
      while (loaded.length < rows) {
        const page = await load(first + loaded.length, Math.min(PAGE_ROWS, rows - loaded.length));
        if (page.rows.length === 0) break;
        loaded.push(...page.rows);
      }
      return loaded;
    },
    [load],
  );
  const change = useCallback(
    async (cells: CellEdits, done: string) => {
      if (cells.length === 0) return report('Nothing to change: the cells already have these values');
      if (cells.length > MAX_CELLS) return report(`${TOO_MANY}. Nothing was changed`);
      const after = await editCells(cells);
      return report(after === null ? 'Nothing was changed' : `${count(cells.length, 'cell')} ${done}. You can undo this`);
    },
    [editCells, report],
  );

  const copy = useCallback(
    async ({ first, last, keys }: CellBlock) => {
      const wanted = keys.filter(isFieldKey);
      const rows = last - first + 1;
      if (wanted.length === 0) return report('Nothing to copy in this column');
      if (rows * wanted.length > MAX_CELLS) return report(`At most ${number(MAX_CELLS)} cells can be copied at once`);
      const text = blockText(valuesOf(await rowsOf(first, rows), keys, fields));
      const isCopied = await client.copy(text);
      return report(isCopied ? `${count(rows * wanted.length, 'cell')} copied` : 'The cells could not be copied');
    },
    [client, fields, rowsOf, report],
  );
  const paste = useCallback(
    async ({ first, last, keys }: CellBlock, text: string) => {
      const start = columns.findIndex(({ key }) => key === keys[0]);
      const parsed = parseBlock(text);
      const isOne = parsed.length === 1 && parsed[0]?.length === 1;
      const values = isOne ? repeatedValue(parsed[0]?.[0] ?? '', last - first + 1, keys.length) : parsed;
      const targets = columns.slice(start).map(({ key }) => key);
      if (!isFieldKey(targets[0] ?? '')) return report('This column does not take text. Choose the first cell of a block');
      if (values.length * (values[0]?.length ?? 0) > MAX_CELLS) return report(`${TOO_MANY}. Nothing was pasted`);
      const rows = await rowsOf(first, values.length);
      const isCut = rows.length < values.length || values.some((line) => line.length > targets.length);
      return await change(editsOf(rows, targets, fields, values), `pasted${isCut ? '; values that did not fit were left out' : ''}`);
    },
    [change, columns, fields, rowsOf, report],
  );
  const fillDown = useCallback(
    async ({ first, last, keys }: CellBlock) => {
      const from = first === last ? first - 1 : first;
      if (from < 0) return report('There is no row above to fill from');
      if ((last - from) * keys.length > MAX_CELLS) return report(`${TOO_MANY}. Nothing was filled`);
      const targets = keys.filter(isFieldKey);
      const [source, ...rows] = await rowsOf(from, last - from + 1);
      if (source === undefined) return undefined;
      const line = valuesOf([source], targets, fields)[0] ?? [];
      return await change(
        editsOf(
          rows,
          targets,
          fields,
          rows.map(() => line),
        ),
        'filled',
      );
    },
    [change, fields, rowsOf, report],
  );
  return {
    message,
    clear: useCallback(() => setMessage(null), []),
    copy: useCallback((block: CellBlock) => void copy(block).catch(fail), [copy, fail]),
    paste: useCallback((block: CellBlock, text: string) => void paste(block, text).catch(fail), [paste, fail]),
    fillDown: useCallback((block: CellBlock) => void fillDown(block).catch(fail), [fillDown, fail]),
  };
}
