/** The people who are ticked in the list of results. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { PAGE_ROWS, type ResultRow } from '../../../shared/contract/index.ts';
import { type Chosen, MAX_CHOSEN } from '../../../shared/results/index.ts';
import type { LoadRows } from '../../kit/index.ts';

interface Ticks {
  /** Identifies the list to which the ticks belong. Other filters end the selection. */
  readonly list: string;
  readonly isExcept: boolean;
  /** Sheet rows; with `isExcept`, the ones that are not ticked. */
  readonly rows: ReadonlySet<number>;
}

/** Where a selection with Shift started, and the ticked rows before it. */
interface Start {
  /** Loads the list to which `index` refers. */
  readonly load: LoadRows<ResultRow>;
  readonly index: number;
  readonly rows: ReadonlySet<number>;
}

export interface RowChoice {
  /** Null without a ticked row. */
  readonly chosen: Chosen | null;
  readonly count: number;
  readonly isTicked: (row: ResultRow) => boolean;
  readonly toggle: (row: ResultRow, index: number) => void;
  /** Ticks the rows from the start of the selection to an index; without a start, from `from`. */
  readonly extend: (from: number, to: number) => void;
  readonly tickAll: () => void;
  readonly clear: () => void;
}

interface RowChoiceOptions {
  /** Identifies the conditions of the list. */
  readonly list: string;
  readonly total: number;
  readonly load: LoadRows<ResultRow>;
  readonly onTooMany: () => void;
}

const NONE: ReadonlySet<number> = new Set();

export function useRowChoice({ list, total, load, onTooMany }: RowChoiceOptions): RowChoice {
  const [stored, setTicks] = useState<Ticks>({ list, isExcept: false, rows: NONE });
  const start = useRef<Start | null>(null);
  // Answers for an earlier key press or another list must not replace the selection.
  const latest = useRef(0);
  const ticks = stored.list === list ? stored : { list, isExcept: false, rows: NONE };
  const { isExcept, rows } = ticks;

  const latestLoad = useRef(load);
  useEffect(() => {
    latestLoad.current = load;
  }, [load]);

  const change = (next: ReadonlySet<number>) => {
    if (next.size > MAX_CHOSEN) return onTooMany();
    setTicks({ list, isExcept, rows: next });
  };
  const toggle = ({ row }: ResultRow, index: number) => {
    if (row === null) return;
    latest.current += 1;
    const next = new Set(rows);
    if (!next.delete(row)) next.add(row);
    start.current = { load, index, rows: next };
    change(next);
  };
  const extend = (from: number, to: number) => {
    if (start.current?.load !== load) start.current = { load, index: from, rows };
    const { index, rows: before } = start.current;
    const [first, last] = [Math.min(index, to), Math.max(index, to)];
    if (last - first >= MAX_CHOSEN) return onTooMany();
    const at = (latest.current += 1);
    const numbers = async () => {
      const found: number[] = [];
      for (let offset = first; offset <= last; offset += PAGE_ROWS) {
        const page = await load(offset, Math.min(PAGE_ROWS, last + 1 - offset));
        found.push(...page.rows.flatMap(({ row }) => row ?? []));
      }
      return found;
    };
    const apply = (found: readonly number[]) => {
      if (at !== latest.current || load !== latestLoad.current) return;
      const next = new Set(before);
      for (const one of found) {
        if (isExcept) next.delete(one);
        else next.add(one);
      }
      change(next);
    };
    // Ignore a failure, because the grid itself shows that rows cannot be read.
    numbers().then(apply, () => undefined);
  };
  const set = (all: boolean) => {
    latest.current += 1;
    start.current = null;
    setTicks({ list, isExcept: all, rows: NONE });
  };
  const count = isExcept ? Math.max(0, total - rows.size) : rows.size;
  return {
    chosen: count === 0 ? null : { isExcept, rows: [...rows] },
    count,
    isTicked: useCallback(({ row }: ResultRow) => row !== null && rows.has(row) !== isExcept, [rows, isExcept]),
    toggle,
    extend,
    tickAll: () => set(true),
    clear: () => set(false),
  };
}
