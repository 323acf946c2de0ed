/** Reads a file, or rows that are already stored, as the list of a project. Returns what must be stored. */
import { AppError, numberText } from '../../shared/base/index.ts';
import { MAX_RECORDS } from '../../shared/fields/index.ts';
import { type ImportOptions, MappingPlan, type Template, templateOf } from '../../shared/mapping/index.ts';
import type { JournalEventOf } from '../../shared/project/index.ts';
import { type CheckInputSource, type DigestedInputs, type EarlierSettings, type SettingsFrom, checkKey } from '../checking/index.ts';
import { type NewFile, type OfferedFile, type ProjectFileQueue, type ProjectStore, readinessOf } from '../projects/index.ts';
import { type ProjectChange, type ProjectRow, StoredList } from '../store/app-database/index.ts';
import { type ImportResult, NO_INPUTS } from '../worker-protocol/index.ts';
import { withPseudonymChoice } from './pseudonym-choice.ts';

/** A list above the service's limit is sent in parts. No file of constituents has more rows than this. */
const MAX_ROWS = 10 * MAX_RECORDS;

export interface ListReaderDeps {
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly inputs: CheckInputSource;
  readonly earlier: EarlierSettings;
}

/** What must be stored for the list of an adopted project. */
interface AdoptedList {
  readonly change: ProjectChange;
  readonly detail: Omit<JournalEventOf<'read'>, 'type'>;
}

/** A list that was read from a file, with what must be stored for it. */
export interface ReadList extends AdoptedList {
  readonly list: StoredList;
}

interface ReadChoices {
  /** The file in which to store the list; null: the project's current file. */
  readonly into?: NewFile | null;
  /** The SHA-256 that the file must have; null: any. */
  readonly expected?: string | null;
  readonly adopting?: { readonly template: Template | null } | null;
  /** The list as it was read before, with different options. */
  readonly before?: StoredList | null;
  /** Whether the columns keep the mapping of `before`. */
  readonly keepsMapping?: boolean;
  /** Where the list takes its mapping and settings from. */
  readonly settingsFrom?: SettingsFrom | null;
}

/** Call every method within the queue of the project's file, because each runs a task on that file. */
export class ListReader {
  private readonly deps: ListReaderDeps;

  constructor(deps: ListReaderDeps) {
    this.deps = deps;
  }

  /**
   * Reads a file.
   * @throws what the task `load` throws; NO_ROWS; FILE_TOO_MANY_ROWS.
   */
  async read(
    id: string,
    file: OfferedFile,
    asked: ImportOptions,
    { into = null, expected = null, adopting = null, before = null, keepsMapping = false, settingsFrom = null }: ReadChoices = {},
  ): Promise<ReadList> {
    const { store, queue, earlier } = this.deps;
    const project = store.get(id);
    const today = store.today();
    const { inputs, digest } = adopting === null ? await this.inputsOf(project) : this.inputsOfAdopted(project);
    const kept = keepsMapping && before !== null ? templateOf('', before.layout.headers, before.mapping) : null;
    const template = adopting?.template ?? kept;
    const answer = await queue.runTask(id, 'load', {
      path: file.path,
      name: file.name,
      options: asked,
      ...(file.password === undefined ? {} : { password: file.password }),
      file: into === null ? store.fileRef(project) : into.ref,
      today,
      inputs,
      ...(expected === null ? {} : { expectedSha256: expected }),
      ...(template === null ? {} : { template }),
    });
    const { sheetLayout, check, sha256 } = answer;
    assertRows(sheetLayout.rows);
    const { sheet: _, headerRow: __, ...lasting } = asked;
    const newList = listOf(answer, answer.import, lasting, today, digest);
    const read =
      before === null
        ? newList
        : withGiftFile(before, withPseudonymChoice(before, keepsMapping ? { ...newList, template: before.template } : newList));
    const { list, options } = settingsFrom === null ? { list: read, options: {} } : earlier.applyTo(read, settingsFrom);
    return {
      list,
      detail: { rows: sheetLayout.rows, sheet: sheetLayout.sheetName, format: answer.import.format },
      change: {
        fileSha256: sha256,
        encryptedList: store.encrypt(project, list),
        source: { sheetName: sheetLayout.sheetName, rows: sheetLayout.rows, readiness: list.check === null ? null : readinessOf(check) },
        options,
      },
    };
  }

  /**
   * Reads a file as the list of an adopted project, without changing its state.
   * @throws as `read`.
   */
  async readAdopted(id: string, file: OfferedFile, asked: ImportOptions, template: Template | null): Promise<AdoptedList> {
    const { change, detail } = await this.read(id, file, asked, { adopting: { template } });
    return { change, detail };
  }

  /** As `readAdopted`, but for rows that are already in the project's file, with headings in row 1. `firstRows`: for the preview. */
  async readStoredRows(id: string, sheetName: string, firstRows: readonly { row: number; cells: string[] }[]): Promise<AdoptedList> {
    const { store, queue } = this.deps;
    const project = store.get(id);
    const today = store.today();
    const { inputs, digest } = this.inputsOfAdopted(project);
    // Every row is a person, even if the name looks like a total.
    const lasting = { totalsRows: [], subtotals: 'keep' } as const;
    const answer = await queue.runTask(id, 'reread', {
      file: store.fileRef(project),
      sheet: 0,
      sheetName,
      headerRow: 1,
      ...lasting,
      today,
      inputs,
    });
    const { rows } = answer.sheetLayout;
    const sheet: StoredList['sheet'] = {
      format: 'service',
      sheets: [{ name: sheetName, hidden: false, rows }],
      firstRows: [...firstRows],
      lastRows: [],
      text: null,
      notes: [],
      hiddenColumns: [],
      formulasWithoutValue: 0,
    };
    const state = listOf(answer, sheet, { ...lasting, totalsRows: [] }, today, digest);
    return {
      detail: { rows, sheet: sheetName },
      change: { encryptedList: store.encrypt(project, state), source: { sheetName, rows, readiness: readinessOf(answer.check) } },
    };
  }

  /**
   * Reads the stored rows again into a new file, with a different header row, or different totals rows, subtotals or hidden rows.
   * @throws what the task `reread` throws.
   */
  async rereadStored(project: ProjectRow, state: StoredList, asked: ImportOptions, into: NewFile): Promise<Omit<ReadList, 'detail'>> {
    const { store, queue } = this.deps;
    const { layout, importOptions } = state;
    const headerRow = asked.headerRow === undefined ? layout.headerRow : asked.headerRow;
    const { totalsRows = asked.subtotals === undefined ? importOptions.totalsRows : undefined } = asked;
    const { subtotals = importOptions.subtotals, hiddenRows = importOptions.hiddenRows } = asked;
    const lasting = {
      ...importOptions,
      // `undefined`: the totals at the end are detected again. Keeping subtotals also keeps those totals.
      totalsRows: asked.subtotals === 'keep' ? [] : totalsRows,
      subtotals,
      hiddenRows,
    };
    const today = store.today();
    const { inputs, digest } = await this.inputsOf(project);
    const answer = await queue.runTask(project.id, 'reread', {
      from: store.fileRef(project),
      file: into.ref,
      sheet: layout.sheet,
      sheetName: layout.sheetName,
      headerRow,
      ...(lasting.totalsRows !== undefined && { totalsRows: lasting.totalsRows }),
      ...(lasting.subtotals !== undefined && { subtotals: lasting.subtotals }),
      ...(lasting.hiddenRows !== undefined && { hiddenRows: lasting.hiddenRows }),
      ...(lasting.system !== undefined && { system: lasting.system }),
      ...(state.mapping.gifts !== undefined && { giftsFrom: state.mapping.gifts.first }),
      ...(layout.appended !== undefined && { appended: layout.appended }),
      today,
      inputs,
    });
    const list = withGiftFile(state, withPseudonymChoice(state, listOf(answer, state.sheet, lasting, today, digest)));
    const readiness = list.check === null ? null : readinessOf(answer.check);
    return { list, change: { encryptedList: store.encrypt(project, list), source: { rows: answer.sheetLayout.rows, readiness } } };
  }

  /** Does not include other lists, because a list that was already sent leaves out nobody. */
  private inputsOfAdopted(project: ProjectRow): DigestedInputs {
    const { rules } = this.deps.inputs.duringImport(project).inputs;
    return { inputs: { ...NO_INPUTS, rules, sendAnyway: project.options.sendAnyway }, digest: '' };
  }

  private async inputsOf(project: ProjectRow): Promise<DigestedInputs> {
    const { inputs } = this.deps;
    await inputs.indexRecent(project);
    return inputs.duringImport(project);
  }
}

/** Keeps the gift file of a list that was read again. Its gifts are not used until the user says so. */
const withGiftFile = ({ gifts }: Pick<StoredList, 'gifts'>, list: StoredList): StoredList =>
  gifts === undefined ? list : { ...list, gifts: { ...gifts, written: null, removed: gifts.removed === null ? null : { source: null } } };

function assertRows(rows: number): void {
  if (rows === 0) throw new AppError('NO_ROWS', 'The sheet has headings but no rows below them.');
  if (rows > MAX_ROWS)
    throw new AppError(
      'FILE_TOO_MANY_ROWS',
      `The list has ${numberText(rows)} rows, and a list can have at most ${numberText(MAX_ROWS)}. Split the file and import the parts.`,
    );
}

/**
 * The list state after a sheet was read and checked. `day`: YYYY-MM-DD. `inputs`: digest of the inputs of the check.
 */
function listOf(
  answer: Omit<ImportResult, 'import' | 'sha256'>,
  sheet: StoredList['sheet'] | ImportResult['import'],
  importOptions: StoredList['importOptions'],
  day: string,
  inputs: string,
): StoredList {
  const { sheetLayout: layout, plan, suggestions, system, check } = answer;
  const mapping = MappingPlan.parse(plan);
  const key = checkKey(mapping, day, inputs);
  return StoredList.parse({ sheet, layout, importOptions, mapping, suggestions, system, template: null, check: { ...check, key } });
}
