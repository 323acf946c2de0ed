/** The results of a list: profiles, scored while they are read, and invalid rows. Works in blocks, for lists of a million rows. */
import { recordOf } from './checks.ts';
import { DEFAULT_SETTINGS, settingsOf, type ScoreSettings } from './configuration.ts';
import type { ProfileAnswer } from './endpoint.ts';
import type { CallFaults } from './faults.ts';
import { scoreRecord } from './scoring.ts';
import type { Block, InvalidRow } from './list-store.ts';
import type { PracticeStore, StoredProject, StoredSingle } from './store.ts';

/** Characters of a UUID before its last part. */
const PREFIX = 23;

/** A profile's ID: the project's ID with its last part replaced by the row, so that it need not be stored. */
function profileId(project: StoredProject, row: number): string {
  return `${project.id.slice(0, PREFIX)}-${(row + 1).toString(16).padStart(12, '0')}`;
}

/** The row (from 0) and ID prefix in a profile's ID; null when the ID has another form. */
export function parseProfileId(id: string): { prefix: string; row: number } | null {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3})-([0-9a-f]{12})$/u.exec(id);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { prefix: match[1], row: Number.parseInt(match[2], 16) - 1 };
}

/** The profiles of a processed project. `skew` (ms) is added to the time of scoring. */
export class ProfileReader {
  private readonly store: PracticeStore;
  private readonly project: StoredProject;
  private readonly settings: ScoreSettings;
  private readonly dateScored: string;

  constructor(store: PracticeStore, project: StoredProject, skew: number) {
    this.store = store;
    this.project = project;
    this.settings = settingsOf(project.configuration);
    this.dateScored = new Date((project.finishedAt ?? 0) + skew).toISOString();
  }

  *all(): Generator<ProfileAnswer> {
    if (this.project.listId === null) return;
    for (const block of this.store.lists.blocks(this.project.listId)) {
      for (const row of validRows(block)) yield this.profile(block, row);
    }
  }

  /** All profiles, in a fixed shuffled order: blocks are shuffled, and the rows of each block. */
  *shuffled(): Generator<ProfileAnswer> {
    const { listId } = this.project;
    if (listId === null) return;
    const random = randomOf(this.project.number);
    const numbers = Array.from({ length: this.store.lists.blockCount(listId) }, (_, number) => number);
    for (const number of shuffle(numbers, random)) {
      const block = this.store.lists.block(listId, number);
      if (block !== null) for (const row of shuffle(validRows(block), random)) yield this.profile(block, row);
    }
  }

  /** Up to `count` profiles starting at `skip`, not counting invalid rows. */
  page(skip: number, count: number): ProfileAnswer[] {
    const { listId } = this.project;
    const start = listId === null ? null : this.store.lists.blockOfValid(listId, skip);
    if (listId === null || start === null) return [];
    const found: ProfileAnswer[] = [];
    let past = start.before;
    for (let { number } = start; found.length < count; number++) {
      const block = this.store.lists.block(listId, number);
      if (block === null) break;
      const first = Math.max(0, skip - past);
      const rows = validRows(block).slice(first, first + count - found.length);
      found.push(...rows.map((row) => this.profile(block, row)));
      past += block.validCount;
    }
    return found;
  }

  /** The profile of a row (from 0); null when the row is missing or invalid. */
  ofRow(row: number): ProfileAnswer | null {
    const { listId } = this.project;
    const number = listId === null ? null : this.store.lists.blockOfRow(listId, row);
    const block = listId === null || number === null ? null : this.store.lists.block(listId, number);
    return block !== null && validRows(block).includes(row) ? this.profile(block, row) : null;
  }

  private profile(block: Block, row: number): ProfileAnswer {
    const record = recordOf(block.records[row - block.firstRow] ?? []);
    return { id: profileId(this.project, row), row, record, score: scoreRecord(record, this.settings, this.dateScored) };
  }
}

/** The valid rows of a block (from 0 in the list). */
function validRows(block: Block): number[] {
  const rows: number[] = [];
  block.records.forEach((values, index) => {
    if (values !== null) rows.push(block.firstRow + index);
  });
  return rows;
}

/** The profile of a single screening, scored with the default settings. */
export function profileOfSingle(single: StoredSingle, skew: number): ProfileAnswer {
  const record = recordOf(single.values);
  const dateScored = new Date(single.createdAt + skew).toISOString();
  return { id: single.id, row: null, record, score: scoreRecord(record, DEFAULT_SETTINGS, dateScored) };
}

/** The invalid rows of a list, in order; skips blocks without any. */
export function* invalidRows(store: PracticeStore, listId: number): Generator<InvalidRow> {
  for (const number of store.lists.refusedBlocks(listId)) yield* store.lists.block(listId, number)?.refusals ?? [];
}

/** Number of profiles that a fault shuffles among each other. */
const SHUFFLED = 256;

/** Duplicates, omits or shuffles profiles, as the call's faults require. */
export function* applyProfileFaults(profiles: Iterable<ProfileAnswer>, faults: CallFaults): Generator<ProfileAnswer> {
  const duplicate = faults.of('duplicate-profiles')?.every ?? 0;
  const missing = faults.of('missing-profiles')?.every ?? 0;
  const random = faults.of('shuffled-profiles') === undefined ? null : randomOf(1);
  let position = 0;
  let held: ProfileAnswer[] = [];
  for (const profile of profiles) {
    position++;
    if (missing > 0 && position % missing === 0) continue;
    const repeated = duplicate > 0 && position % duplicate === 0 ? [profile, profile] : [profile];
    if (random === null) {
      yield* repeated;
      continue;
    }
    held.push(...repeated);
    if (held.length < SHUFFLED) continue;
    yield* shuffle(held, random);
    held = [];
  }
  if (random !== null) yield* shuffle(held, random);
}

/** Pseudorandom numbers from 0 to 1 (exclusive) from a seed: Marsaglia's xorshift, whose state must not be 0. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

/** Fisher-Yates shuffle, in place. */
function shuffle<T>(items: T[], random: () => number): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const item = items[last];
    const swapped = items[other];
    if (item === undefined || swapped === undefined) continue;
    items[last] = swapped;
    items[other] = item;
  }
  return items;
}
