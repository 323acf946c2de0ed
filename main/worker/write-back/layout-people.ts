/** The people of a layout, in the order of the list. */
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { WriteBackSource } from '../../worker-protocol/index.ts';
import { ExportList, type ListRow } from '../export/export-list.ts';
import type { LayoutPerson } from '../export/layout-lines.ts';
import { type LayoutInput, LayoutTable } from '../export/layout-table.ts';
import type { TaskContext } from '../threads/task-context.ts';

/** A person of the layout. `position`: among the people who pass, from 0; -1 for one who is held back. */
export interface PlacedPerson extends LayoutPerson {
  readonly position: number;
  readonly row: number;
}

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

  /** `file`: the open file of the source, which the caller closes. */
  static async open(file: ProjectFile, source: WriteBackSource, context: TaskContext): Promise<LayoutPeople> {
    const input: LayoutInput = { ...source, kind: 'layout', segment: null, target: '', format: source.layout.format };
    const list = new ExportList(file, input, new Map());
    return new LayoutPeople(list, input, await LayoutTable.create(list, input, context), context);
  }

  /** Rows of the list, for the size of what is held for each person. */
  get mostPeople(): number {
    return this.list.screening.source.sheetLayout.rows;
  }

  /** Visits every person. `recordOf`: the record of the person being visited, valid until the next one. */
  async forEach(visit: (person: PlacedPerson, recordOf: () => MappedRecord) => void | Promise<void>): Promise<void> {
    let position = 0;
    const recordOf = ({ block, row }: ListRow) => this.list.screening.records.of(block, row);
    await this.list.forEachRow(this.input, this.context, async (row) => {
      const person = this.table.person(row);
      if (person === null) return 0;
      const passes = person.why === null;
      const visited = visit({ ...person, position: passes ? position : -1, row: row.block.rowNumber(row.row) }, () => recordOf(row));
      if (passes) position += 1;
      if (visited !== undefined) await visited;
      return 1;
    });
  }
}
