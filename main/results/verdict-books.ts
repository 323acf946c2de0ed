/** The verdicts of each project according to its journal: the newest verdict on each pair, and every step. */
import { AppError } from '../../shared/base/index.ts';
import { type ReviewStep, type Verdict, type VerdictChange, VerdictKind } from '../../shared/review/index.ts';
import type { ProjectRow, ReviewTable, StoredStep } from '../store/app-database/index.ts';
import { PAIR_BYTES, type PackedVerdicts } from '../worker-protocol/index.ts';
import type { ResultPreferences } from './result-preferences.ts';

/** The newest change of a pair. */
export interface PairState extends VerdictChange {
  /** The number of its step. */
  readonly number: number;
  readonly who: string;
  readonly at: number;
  /** How many transactions the project's file had when the pair was read. */
  readonly changes: number;
}

/** The newest change of a pair that has a verdict. */
export type JudgedPair = PairState & { readonly after: Verdict };

export class VerdictBook {
  private readonly id: string;
  private readonly table: ReviewTable;
  private readonly list: StoredStep[] = [];
  private readonly byPair = new Map<string, PairState>();
  private readonly undone = new Set<number>();
  private packing: PackedVerdicts | null = null;

  constructor(id: string, table: ReviewTable) {
    this.id = id;
    this.table = table;
  }

  /** The number of the last step. */
  private get last(): number {
    return this.list.at(-1)?.number ?? 0;
  }

  /** Reads the steps that this or another program has added. */
  read(): this {
    for (const stored of this.table.after(this.id, this.last)) {
      const { number, at, step } = stored;
      this.list.push(stored);
      if (step.undoes !== null) this.undone.add(step.undoes);
      for (const change of step.verdicts) {
        const { who, at: decidedAt } = change.first ?? { who: step.who, at };
        this.byPair.set(change.pair, { ...change, number, who, at: decidedAt, changes: step.changes });
      }
      this.packing = null;
    }
    return this;
  }

  get steps(): readonly StoredStep[] {
    return this.list;
  }

  /** Undefined for a pair that was never judged. */
  of(pair: string): PairState | undefined {
    return this.byPair.get(pair);
  }

  /** The newest states of pairs that have a verdict. */
  *judged(): Generator<JudgedPair> {
    for (const state of this.byPair.values()) if (state.after !== null) yield { ...state, after: state.after };
  }

  /** The user's last step that was not taken back yet. */
  get undoable(): StoredStep | undefined {
    return this.list.findLast(({ number, step }) => (step.kind === 'set' || step.kind === 'imported') && !this.undone.has(number));
  }

  /**
   * Adds the step that `make` creates from the current verdicts, or nothing if it returns null. Calls `make` again if another program has
   * added a step. `at`: milliseconds since 1970.
   */
  add(at: number, make: () => ReviewStep | null): ReviewStep | null {
    for (;;) {
      const step = make();
      if (step === null) return null;
      const isAdded = this.table.append(this.id, at, this.last, step);
      this.read();
      if (isAdded) return step;
    }
  }

  packed(acceptAt: number | null): PackedVerdicts {
    this.packing ??= this.pack();
    return this.packing.acceptAt === acceptAt ? this.packing : (this.packing = { ...this.packing, acceptAt });
  }

  private pack(): PackedVerdicts {
    const states = [...this.judged()];
    const pairs = new Uint8Array(states.length * PAIR_BYTES);
    for (const [at, { pair }] of states.entries()) pairs.set(Buffer.from(pair, 'base64url'), at * PAIR_BYTES);
    return {
      version: this.last,
      acceptAt: null,
      canUndo: this.undoable !== undefined,
      rows: Uint32Array.from(states, ({ row }) => row),
      kinds: Uint8Array.from(states, ({ after }) => VerdictKind.options.indexOf(after.is)),
      pairs,
      changes: Uint32Array.from(states, ({ changes }) => Math.max(0, changes)),
    };
  }
}

/** The most books in memory: the one under review, and those from which verdicts are carried. */
const MAX_BOOKS = 60;

export class VerdictBooks {
  private readonly table: ReviewTable;
  private readonly preferences: ResultPreferences;
  private readonly books = new Map<string, VerdictBook>();

  constructor(table: ReviewTable, preferences: ResultPreferences) {
    this.table = table;
    this.preferences = preferences;
  }

  /** @throws DATABASE_DAMAGED when a step cannot be read. */
  of(id: string): VerdictBook {
    const book = this.books.get(id) ?? new VerdictBook(id, this.table);
    if (this.books.size >= MAX_BOOKS && !this.books.has(id)) this.books.delete(this.books.keys().next().value!);
    this.books.set(id, book);
    return book.read();
  }

  /**
   * The verdicts of a project for the worker.
   * @throws DATABASE_DAMAGED when a step cannot be read.
   */
  packed({ id, connectionId }: Pick<ProjectRow, 'id' | 'connectionId'>): PackedVerdicts {
    return this.of(id).packed(this.preferences.of(connectionId).acceptAt);
  }

  forget(id: string): void {
    this.books.delete(id);
  }
}

/** The rows of a step, without duplicates. */
export const rowsOf = (step: ReviewStep | null): number[] => [...new Set(step?.verdicts.map(({ row }) => row) ?? [])];

export const nothingToUndo = (): AppError => new AppError('NOT_NOW', 'There is no verdict to undo.');
