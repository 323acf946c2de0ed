/**
 * Who was assigned to which officer, as a journal: each entry says who assigned which sheet rows, and when. Entries are never changed,
 * except to erase a person; an undo is an entry, too. Rows of a sheet keep their numbers whatever happens to the results, so an assignment
 * stays with its person. Everything is encrypted with the project's key.
 */
import { z } from 'zod';
import { countText } from '../../shared/base/index.ts';
import { type Clock, userName } from '../platform/index.ts';
import type { ProjectStore } from '../projects/index.ts';
import { decryptJson, deriveKey, encryptJson } from '../store/project-file/index.ts';
import { parsedRow, type Settings } from '../store/app-database/index.ts';

const Entry = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('assign'),
    at: z.number(),
    by: z.string(),
    /** Empty for nobody. */
    officer: z.string(),
    /** For each run of consecutive rows: the first row, and the number of rows. */
    runs: z.array(z.int()),
  }),
  /** Takes back the last assignment that was not taken back yet. */
  z.strictObject({ kind: z.literal('undo'), at: z.number(), by: z.string() }),
]);
type Entry = z.infer<typeof Entry>;
type Assignment = Extract<Entry, { readonly kind: 'assign' }>;

const prefixOf = (id: string) => `officers/${id}`;

/** The assignments of a project after all entries. */
export interface Assigned {
  /** Number of entries. */
  readonly entries: number;
  /** For each sheet row: 0, or the number of the name in `names`, from 1. */
  readonly rows: Uint32Array;
  readonly names: readonly string[];
  /** The last assignment in words; null if there is none. */
  readonly undo: string | null;
  /** Number of people in the last assignment; 0 if there is none. */
  readonly undoPeople: number;
}

const NOTHING: Assigned = { entries: 0, rows: new Uint32Array(0), names: [], undo: null, undoPeople: 0 };

/** The runs of consecutive rows. `rows`: in ascending order. */
function runsOf(rows: Uint32Array): number[] {
  const runs: number[] = [];
  let last = -1;
  for (const row of rows) {
    if (row === last + 1 && runs.length > 0) runs[runs.length - 1]! += 1;
    else runs.push(row, 1);
    last = row;
  }
  return runs;
}

function* rowsOf({ runs }: Assignment): Generator<number> {
  for (let at = 0; at < runs.length; at += 2) for (let row = runs[at]!; row < runs[at]! + runs[at + 1]!; row++) yield row;
}

const peopleOf = ({ runs }: Assignment): number => runs.reduce((sum, part, at) => (at % 2 === 1 ? sum + part : sum), 0);

function lastRowOf({ runs }: Assignment): number {
  let last = 0;
  for (let at = 0; at < runs.length; at += 2) last = Math.max(last, runs[at]! + runs[at + 1]! - 1);
  return last;
}

/** The current assignments, after all entries. */
function fold(entries: readonly Entry[]): Assigned {
  const held: Assignment[] = [];
  for (const entry of entries) {
    if (entry.kind === 'assign') held.push(entry);
    else held.pop();
  }
  const length = held.reduce((most, entry) => Math.max(most, lastRowOf(entry)), 0) + 1;
  // Shared memory, because each query of a page sends the rows to a thread, and this is not copied.
  const rows = new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
  const names: string[] = [];
  for (const entry of held) {
    let number = names.indexOf(entry.officer) + 1;
    if (number === 0) number = names.push(entry.officer);
    for (const row of rowsOf(entry)) rows[row] = number;
  }
  const last = held.at(-1);
  return {
    entries: entries.length,
    rows,
    names,
    undo:
      last === undefined ? null : `${countText(peopleOf(last), 'person', 'people')} to ${last.officer === '' ? 'nobody' : last.officer}`,
    undoPeople: last === undefined ? 0 : peopleOf(last),
  };
}

export class OfficerJournal {
  private readonly settings: Settings;
  private readonly store: Pick<ProjectStore, 'get' | 'fileRef'>;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly known = new Map<string, Assigned>();

  constructor(settings: Settings, store: Pick<ProjectStore, 'get' | 'fileRef'>, clock: Pick<Clock, 'now'>) {
    this.settings = settings;
    this.store = store;
    this.clock = clock;
  }

  private keyOf(id: string): Buffer {
    return deriveKey(Buffer.from(this.store.fileRef(this.store.get(id)).key), 'officers');
  }

  private countOf(id: string): number {
    return Number(this.settings.get(prefixOf(id)) ?? 0);
  }

  /** @throws NOT_FOUND; DATABASE_DAMAGED for an entry that cannot be read. */
  of(id: string): Assigned {
    const count = this.countOf(id);
    if (count === 0) return NOTHING;
    const known = this.known.get(id);
    // Another program may have added entries.
    if (known?.entries === count) return known;
    const assigned = fold(this.entries(id, count).map(({ entry }) => entry));
    this.known.set(id, assigned);
    return assigned;
  }

  private entries(id: string, count = this.countOf(id)): { readonly name: string; readonly entry: Entry }[] {
    const key = this.keyOf(id);
    return Array.from({ length: count }, (_, at) => {
      const name = `${prefixOf(id)}/${at + 1}`;
      const stored = Buffer.from(this.settings.get(name) ?? '', 'base64');
      return { name, entry: parsedRow('gift officer', () => Entry.parse(decryptJson(key, name, stored))) };
    });
  }

  /** Every officer name that was ever assigned, even if that was taken back. */
  namesEver(id: string): string[] {
    return [...new Set(this.entries(id).flatMap(({ entry }) => (entry.kind === 'assign' ? [entry.officer] : [])))];
  }

  /** Changes names in all entries, to erase a person at their request. Nothing else ever changes an entry. */
  changeNames(id: string, by: (officer: string) => string): void {
    const key = this.keyOf(id);
    this.settings.atomically(() => {
      for (const { name, entry } of this.entries(id)) {
        const officer = entry.kind === 'assign' ? by(entry.officer) : '';
        if (entry.kind === 'assign' && officer !== entry.officer)
          this.settings.set(name, encryptJson(key, name, { ...entry, officer }).toString('base64'));
      }
    });
    this.known.delete(id);
  }

  private add(id: string, entry: Entry): void {
    const key = this.keyOf(id);
    this.settings.append(prefixOf(id), (name) => encryptJson(key, name, entry).toString('base64'));
  }

  /** `rows`: rows of the sheet, in ascending order. */
  assign(id: string, officer: string, rows: Uint32Array): void {
    this.add(id, { kind: 'assign', at: this.clock.now(), by: userName(), officer, runs: runsOf(rows) });
  }

  /** Takes back the last assignment. Returns its number of people; 0 where there is none. */
  undo(id: string): number {
    const { undoPeople } = this.of(id);
    if (undoPeople > 0) this.add(id, { kind: 'undo', at: this.clock.now(), by: userName() });
    return undoPeople;
  }

  /** Call it for a removed project. */
  removeAll(id: string): void {
    this.known.delete(id);
    this.settings.remove(prefixOf(id));
    for (const name of this.settings.withPrefix(`${prefixOf(id)}/`).keys()) this.settings.remove(name);
  }
}
