/** The choice of the people who are sent this time, as stored in the project's file: its outcome, and one byte per sheet row. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BestOutcome, withoutNamed } from '../../../shared/order/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { StoredBest } from '../../worker-protocol/index.ts';

const ROWS_PER_CHUNK = 65_536;
/**
 * Parts of a row's byte: its decile from 1 on (0 without deciles), and what the choice decided. The byte is 0 for a row that was not in the
 * order. `known`: for a pilot, the office knows the person.
 */
export const BEST = { decile: 0x0f, chosen: 0x10, sampled: 0x20, notChosen: 0x40, known: 0x80 } as const;

const Stored: z.ZodType<StoredBest> = z.strictObject({ ...BestOutcome.shape, basis: z.string(), rows: z.string(), isStale: z.boolean() });

type Reads = Pick<ProjectFile, 'read' | 'places' | 'getValue'>;

/** The outcome of the last choice; null when everyone is sent. */
export const storedBest = (file: Pick<Reads, 'getValue'>): StoredBest | null => Stored.safeParse(file.getValue('best')).data ?? null;

/** Must be called in the transaction of each change of rows, corrections or gifts, because these can change the order. */
export function markStale(file: Pick<ProjectFile, 'getValue' | 'putValue'>): void {
  const best = storedBest(file);
  if (best !== null && !best.isStale) file.putValue('best', { ...best, isStale: true } satisfies StoredBest);
}

/** Removes IDs from those that were named for a pilot. Must be called in the transaction that erases their people. */
export function forgetNamed(file: Pick<ProjectFile, 'getValue' | 'putValue'>, ids: readonly string[]): void {
  const best = storedBest(file);
  if (best !== null) file.putValue('best', { ...best, settings: withoutNamed(best.settings, ids) } satisfies StoredBest);
}

/** Stores a choice. `best`: null when everyone is sent. `rows`: the bytes by sheet row. */
export function storeBest(file: ProjectFile, best: Omit<StoredBest, 'rows'> | null, rows: Uint8Array): void {
  const digest = createHash('sha256').update(rows).digest('base64url');
  file.putValue('best', best === null ? null : ({ ...best, rows: digest } satisfies StoredBest));
  file.clear('order');
  for (let first = 0, seq = 0; first < rows.length; first += ROWS_PER_CHUNK, seq++) {
    const part = rows.slice(first, first + ROWS_PER_CHUNK);
    file.write('order', { seq, first, count: part.length, low: first, high: first + part.length - 1 }, part);
  }
}

/** Copies the choice of a list to a copy of the list. */
export function copyBest(from: Reads, to: ProjectFile): void {
  const best = storedBest(from);
  if (best !== null) storeBest(to, best, new BestRows(from).bytes);
}

/** The choice by sheet row. Reads the file on first use. */
export class BestRows {
  private readonly file: Reads | null;
  private read: Uint8Array | null = null;

  constructor(file: Reads | null) {
    this.file = file;
  }

  get bytes(): Uint8Array {
    return (this.read ??= this.load());
  }

  private load(): Uint8Array {
    const places = this.file?.places('order') ?? [];
    const last = places.at(-1);
    const bytes = new Uint8Array(last === undefined ? 0 : last.first + last.count);
    for (const { seq, first } of places) bytes.set(this.file!.read('order', seq) ?? [], first);
    return bytes;
  }

  /** Must be called after a choice was stored. */
  forget(): void {
    this.read = null;
  }

  isNotChosen(row: number): boolean {
    return ((this.bytes[row] ?? 0) & BEST.notChosen) !== 0;
  }

  /** The decile of a row from 1 on; 0 without one. */
  decile(row: number): number {
    return (this.bytes[row] ?? 0) & BEST.decile;
  }

  isChosen(row: number): boolean {
    return ((this.bytes[row] ?? 0) & BEST.chosen) !== 0;
  }

  /** True for a person of a pilot whom the office knows. */
  isKnown(row: number): boolean {
    return ((this.bytes[row] ?? 0) & BEST.known) !== 0;
  }
}
