/** Reads the stored check of a project, group by group or block by block. */
import { NO_ROW, type NotSent, type SendOptions, dispositionsBy, isAlreadyScreened } from '../../../shared/rows/index.ts';
import type { Stream } from '../../store/project-file/index.ts';
import { GROUP_BLOCKS, groupOf } from '../list/row-groups.ts';
import { CheckGroup } from './check-group.ts';

/** Options under which the only rows not sent are those already screened or left out. */
const WITH_INVALID: SendOptions = { sendErrors: true, resendRecent: false };
/** Options under which the only rows not sent are those that no option sends. */
const EVERYTHING: SendOptions = { sendErrors: true, resendRecent: true };

/** The facts of the rows in one block. */
export class BlockCheck {
  private readonly facts: Uint16Array;

  constructor(group: CheckGroup, block: number) {
    this.facts = group.facts.subarray(group.start(block), group.start(block + 1));
  }

  /** True for a row of the list; false for headings, titles and totals. */
  isRow(row: number): boolean {
    return this.facts[row] !== NO_ROW;
  }

  /** Number of rows that belong to the list. */
  rowCount(): number {
    let rows = 0;
    for (const code of this.facts) if (code !== NO_ROW) rows += 1;
    return rows;
  }

  /** Why the row is not sent; null if it is sent, and for headings, titles and totals. */
  notSentAs(row: number, options: SendOptions): NotSent | null {
    const code = this.facts[row]!;
    const disposition = code === NO_ROW ? 'sent' : dispositionsBy(options)(code);
    return disposition === 'sent' ? null : disposition;
  }

  isSent(row: number, options: SendOptions): boolean {
    const code = this.facts[row]!;
    return code !== NO_ROW && dispositionsBy(options)(code) === 'sent';
  }

  /** True for a row that is not sent only because it is unchanged since the baseline and has scores there. */
  hasBaselineScores(row: number): boolean {
    return this.notSentAs(row, EVERYTHING) === 'unchanged';
  }

  /** Rows of the block that would be sent if they had not already been screened. */
  alreadyScreened(): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.facts.length; row++) {
      const reason = this.notSentAs(row, WITH_INVALID);
      if (reason !== null && isAlreadyScreened(reason)) rows.push(row);
    }
    return rows;
  }
}

/** Reads the groups of a check. Keeps the last group, because most callers read rows in order. */
export class CheckGroupReader {
  private readonly file: { read(stream: Stream, seq: number): Buffer | null };
  private at = -1;
  private last: CheckGroup | null = null;

  constructor(file: CheckGroupReader['file']) {
    this.file = file;
  }

  /** A group by its number; null before the first check and after the last group. */
  group(at: number): CheckGroup | null {
    if (at !== this.at) {
      const bytes = this.file.read('check', at);
      this.last = bytes === null ? null : new CheckGroup(bytes);
      this.at = at;
    }
    return this.last;
  }

  /** A block by the number of its chunk; null before the first check. */
  block(seq: number): BlockCheck | null {
    const group = this.group(groupOf(seq));
    return group === null ? null : new BlockCheck(group, seq % GROUP_BLOCKS);
  }
}
