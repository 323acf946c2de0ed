/** A list in its own project file, checked and open for edits as in the worker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIELD_INDEX, type FieldKey } from '../../shared/fields/table.ts';
import { createMappedRecord } from '../../shared/mapping/mapped-record.ts';
import { CellKind } from '../../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../../main/spreadsheet/core/rowblock-builder.ts';
import type { MappingPlan } from '../../shared/mapping/plan.ts';
import { SuppressionListBuilder } from '../../main/matching/suppression-list.ts';
import { newKey } from '../../main/store/project-file/cipher.ts';
import { ProjectFile } from '../../main/store/project-file/project-file.ts';
import type { Stream } from '../../main/store/project-file/streams.ts';
import type { ProjectFileRef } from '../../main/worker-protocol/list.ts';
import { CheckTarget } from '../../main/worker/check/check-target.ts';
import { MIN_ROWS_FOR_HELPER, runCheck } from '../../main/worker/check/engine.ts';
import { priorScreeningsOf } from '../../main/worker/prior/recent-screenings.ts';
import { Edits } from '../../main/worker/list/edits.ts';
import { mappingChangeSince } from '../../main/worker/check/recheck-basis.ts';
import { RowBlocks } from '../../main/worker/list/stored-rows.ts';
import { type CheckInputs, type CheckRequest, type CheckSummary, NO_INPUTS } from '../../main/worker-protocol/check.ts';
import type { TaskContext } from '../../main/worker/threads/task-context.ts';
import { CheckedListSession } from '../../main/worker/query/checked-list-session.ts';
import { summaryOf } from '../../main/worker/check/summary.ts';
import { field, planOf } from './mapped-rows.ts';
import { localHelpers } from './local-helpers.ts';
import { quietContext } from './task-context.ts';

/** What a check stores in a project file, by stream. */
export type StoredCheck = Readonly<Record<'check' | 'keys' | 'counts', readonly string[]>>;

/** A suppression list of people with some known fields; null without people. */
export function suppressionOf(people: readonly Partial<Record<FieldKey, string>>[]): CheckInputs['suppression'] {
  if (people.length === 0) return null;
  const key = new Uint8Array(32).fill(9);
  const builder = new SuppressionListBuilder(key);
  for (const person of people) {
    const record = createMappedRecord();
    for (const [field, value] of Object.entries(person)) record.values[FIELD_INDEX[field as FieldKey]] = value;
    builder.add(record);
  }
  return { key, entries: builder.finish(0).entries };
}

function storedCheck(file: ProjectFile): StoredCheck {
  const bytes = (stream: Stream) =>
    [...file.chunks(stream)].map(({ place, bytes: chunk }) => `${JSON.stringify(place)} ${chunk.toString('base64')}`);
  return { check: bytes('check'), keys: bytes('keys'), counts: bytes('counts') };
}

export interface ListOptions {
  readonly fields: readonly FieldKey[];
  /** Cells by row; sheet row 1 holds the headings. */
  readonly rows: readonly (readonly string[])[];
  readonly rowsPerBlock: number;
  readonly inputs?: CheckInputs;
  /** Mapping of the columns; by default each column maps to the field at its position. */
  readonly plan?: MappingPlan;
  /** Sheet rows that are totals. */
  readonly totalsRows?: readonly number[];
  /** Rechecks with two threads, even if the list is short. */
  readonly twoThreads?: boolean;
}

function requestOf(file: ProjectFileRef, options: ListOptions): CheckRequest {
  const { fields, rows, inputs = NO_INPUTS, plan = planOf(fields.map(field)), totalsRows = [] } = options;
  const sheetLayout = { sheet: 0, sheetName: 'List', headerRow: 1, headerReason: '', headers: fields, totalsRows, rows: rows.length };
  return { file, sheetLayout, plan, today: '2026-11-20', rowIdPrefix: 'row-TEST-', inputs };
}

/** Checks the whole list in an open file and commits. */
async function check(file: ProjectFile, request: CheckRequest, context: TaskContext): Promise<CheckSummary> {
  const edits = new Edits(file);
  const target = new CheckTarget(file, request, edits);
  const counts = await runCheck(target, { kind: 'all' }, { prior: priorScreeningsOf(request.inputs), context });
  file.commit();
  const { severities, records } = target.checker;
  return summaryOf(counts, severities, edits, { file, blocks: new RowBlocks(file), records, appended: undefined });
}

/** A checked list in a temporary folder; `close` removes it. */
export class CheckedList {
  session: CheckedListSession;
  private request: CheckRequest;
  private readonly twoThreads: boolean;
  private readonly folder: string;
  readonly reader: ProjectFile;
  /** Number of row groups that the helper thread received. */
  posted = 0;
  private readonly context: TaskContext = {
    ...quietContext,
    startHelper: localHelpers(({ type }) => {
      if (type === 'check') this.posted += 1;
    }),
  };

  private constructor(folder: string, request: CheckRequest, twoThreads: boolean) {
    this.folder = folder;
    this.request = request;
    this.twoThreads = twoThreads;
    this.reader = new ProjectFile(request.file, 'read');
    this.session = new CheckedListSession(this.reader, request, new RowBlocks(this.reader), quietContext);
  }

  /** Stores the rows and checks them. */
  static async make(options: ListOptions): Promise<CheckedList> {
    const folder = mkdtempSync(join(tmpdir(), 'desk-list-'));
    const ref = { path: join(folder, 'list.sqlite'), projectId: 'list', key: newKey() };
    const request = requestOf(ref, options);
    const file = new ProjectFile(ref, 'fresh');
    file.begin();
    store(file, [options.fields, ...options.rows], options.rowsPerBlock);
    await check(file, request, quietContext);
    await file.publish();
    return new CheckedList(folder, request, options.twoThreads ?? false);
  }

  /**
   * Checks the list with a changed mapping, and with other inputs if given; `changed` is the number of fields that may change, or null for
   * a full check.
   */
  async remap(
    plan: MappingPlan,
    inputs: CheckInputs = this.request.inputs,
  ): Promise<{ readonly changed: number | null; readonly summary: CheckSummary }> {
    this.session.close();
    this.request = { ...this.request, plan, inputs };
    const { sheetLayout } = this.request;
    const longLayout = this.twoThreads ? { ...sheetLayout, rows: MIN_ROWS_FOR_HELPER } : sheetLayout;
    const file = new ProjectFile(this.request.file, 'write');
    try {
      file.begin();
      const changed = mappingChangeSince(file, this.request, new Edits(file));
      const summary = await check(file, { ...this.request, sheetLayout: longLayout }, this.context);
      return { changed: changed?.fields.size ?? null, summary };
    } finally {
      file.close();
      this.session = new CheckedListSession(this.reader, this.request, new RowBlocks(this.reader), quietContext);
    }
  }

  get source(): CheckRequest {
    return this.request;
  }

  stored(): StoredCheck {
    return storedCheck(this.reader);
  }

  /** The result of a full check with the edits so far. */
  async fullCheck(): Promise<{ readonly stored: StoredCheck; readonly summary: CheckSummary }> {
    const file = new ProjectFile({ path: join(this.folder, 'full.sqlite'), projectId: 'full', key: newKey() }, 'fresh');
    file.begin();
    for (const stream of ['rows', 'edits'] as const)
      for (const { place, bytes } of this.reader.chunks(stream)) file.write(stream, place, bytes);
    const pointer = this.reader.getValue('edits');
    if (pointer !== undefined) file.putValue('edits', pointer);
    const summary = await check(file, this.request, quietContext);
    const stored = storedCheck(file);
    file.discard();
    return { stored, summary };
  }

  close(): void {
    this.session.close();
    this.reader.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function store(file: ProjectFile, rows: readonly (readonly string[])[], perBlock: number): void {
  let seq = 0;
  for (let first = 0; first < rows.length; first += perBlock) {
    const builder = new RowBlockBuilder();
    for (const [at, cells] of rows.slice(first, first + perBlock).entries()) {
      builder.beginRow(first + at + 1);
      for (const [column, text] of cells.entries()) if (text !== '') builder.cellText(column, CellKind.Text, text);
      builder.endRow();
    }
    const block = builder.finish()!;
    const place = { seq, first, count: block.rowCount, low: first + 1, high: first + block.rowCount };
    file.write('rows', place, block.bytes);
    seq += 1;
  }
}
