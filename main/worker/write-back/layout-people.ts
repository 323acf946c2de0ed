/** The people of a layout, in the order of the list. */
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { WriteBackSource } from '../../worker-protocol/index.ts';
import { ExportList, type ListRow } from '../export/export-list.ts';
import type { LayoutPerson } from '../export/layout-lines.ts';
import { type LayoutInput, LayoutTable } from '../export/layout-table.ts';
import type { TaskContext } from '../threads/task-context.ts';

/** A person of the layout. `position`: index among the people who are not held back, from 0; -1 for a person who is held back. */
export interface PlacedPerson extends LayoutPerson {
  readonly position: number;
  readonly row: number;
}

type Visit = (person: PlacedPerson, recordOf: () => MappedRecord) => void | Promise<void>;

export class LayoutPeople {
  readonly table: LayoutTable;
  private readonly list: ExportList;
  private readonly input: LayoutInput;
  private readonly context: TaskContext;

  private constructor(list: ExportList, input: LayoutInput, table: LayoutTable, context: TaskContext) {
    this.list = list;
    this.input = input;
    this.table = table;
    this.context = context;
  }

  /** `file`: the open file of the source. The caller must close it. */
  static async open(file: ProjectFile, source: WriteBackSource, context: TaskContext): Promise<LayoutPeople> {
    const input: LayoutInput = { ...source, kind: 'layout', segment: null, target: '', format: source.layout.format };
    const list = new ExportList(file, input, new Map());
    return new LayoutPeople(list, input, await LayoutTable.create(list, input, context), context);
  }

  /** Number of rows of the list: the maximum number of people, to allocate memory. */
  get mostPeople(): number {
    return this.list.screening.source.sheetLayout.rows;
  }

  /** Visits every person. `recordOf`: returns the person's record, with name and ID, valid until the next person. */
  async forEach(visit: Visit): Promise<void> {
    let position = 0;
    await this.visitRows((person) => (person.why === null ? position++ : -1), visit, null);
  }

  /** Visits some people who are not held back, in order. `rows`: their sheet rows by position. `wanted`: 1 by position. */
  async forEachOf(rows: Uint32Array, wanted: Uint8Array, visit: Visit): Promise<void> {
    if (!wanted.includes(1)) return;
    let position = 0;
    const isWanted = (row: number) => {
      while (position < rows.length && rows[position]! < row) position += 1;
      return rows[position] === row && wanted[position] === 1;
    };
    await this.visitRows(() => position, visit, isWanted);
  }

  private async visitRows(
    positionOf: (person: LayoutPerson) => number,
    visit: Visit,
    isWanted: ((row: number) => boolean) | null,
  ): Promise<void> {
    const { table } = this;
    const visitRow = (row: ListRow) => {
      const person = table.person(row);
      if (person === null) return 0;
      const placed = { ...person, position: positionOf(person), row: row.block.rowNumber(row.row) };
      const visited = visit(placed, () => table.recordOf(row));
      return visited === undefined ? 1 : visited.then(() => 1);
    };
    await this.list.forEachRow(this.input, this.context, visitRow, isWanted);
  }
}
