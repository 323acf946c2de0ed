/**
 * How the results of a connection are looked at: titles, order and better ends of columns, segments, layouts. Kept with the
 * connection, so that the next screening over it looks the same. A condition may hold a name, so all of it is sealed.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../shared/base/errors.ts';
import { isShipped, Layout, layoutsWith } from '../../shared/results/layouts.ts';
import { ColumnArrangement, ColumnWish, type Conditions, Segment } from '../../shared/results/result-shapes.ts';
import { deriveKey, openJson, sealJson } from '../store/project-file/cipher.ts';
import type { History } from '../store/app-database/history.ts';

const Arrangement = ColumnArrangement.extend({
  segments: z.array(Segment).default([]),
  layouts: z.array(Layout).default([]),
});
export type Arrangement = z.infer<typeof Arrangement>;

const NOTHING: Arrangement = { shown: null, columns: [], segments: [], layouts: [] };
const MOST_SEGMENTS = 50;
const MOST_LAYOUTS = 50;

export class Arrangements {
  private readonly history: History;
  private readonly key: Buffer;

  constructor(history: History, dataKey: Buffer) {
    this.history = history;
    this.key = deriveKey(dataKey, 'arrangements');
  }

  /** What was arranged for a connection; nothing when it was sealed under another key or by a newer program. */
  of(connectionId: string): Arrangement {
    const kept = this.history.setting(nameOf(connectionId));
    if (kept === null) return NOTHING;
    try {
      return Arrangement.parse(openJson(this.key, nameOf(connectionId), Buffer.from(kept, 'base64')));
    } catch {
      return NOTHING;
    }
  }

  private keep(connectionId: string, arrangement: Arrangement): Arrangement {
    this.history.setSetting(nameOf(connectionId), sealJson(this.key, nameOf(connectionId), arrangement).toString('base64'));
    return arrangement;
  }

  /** Keeps order and wishes. Wishes about columns that this project does not have stay as they were. */
  arrange(connectionId: string, { shown, columns }: ColumnArrangement): Arrangement {
    const before = this.of(connectionId);
    const wishes = new Map<string, ColumnWish>(before.columns.map((wish) => [wish.key, wish]));
    for (const wish of columns) wishes.set(wish.key, wish);
    const kept = [...wishes.values()].filter(({ title, best }) => title !== null || best !== null);
    return this.keep(connectionId, { ...before, shown, columns: kept });
  }

  /** Keeps a segment under a name of its own. Ends in INPUT_INVALID or NOT_FOUND. */
  saveSegment(connectionId: string, segmentId: string | null, name: string, { filters, find }: Conditions): Arrangement {
    const before = this.of(connectionId);
    const others = before.segments.filter(({ id }) => id !== segmentId);
    if (segmentId !== null && others.length === before.segments.length)
      throw new AppError('NOT_FOUND', 'There is no such segment any more.');
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw new AppError('INPUT_INVALID', `There is a segment named “${name}” already. Choose another name.`);
    if (others.length >= MOST_SEGMENTS)
      throw new AppError('INPUT_INVALID', `There are ${MOST_SEGMENTS} segments already. Take one away that is not used any more.`);
    const segment: Segment = { id: segmentId ?? randomUUID(), name, filters, find };
    const segments = segmentId === null ? [...others, segment] : before.segments.map((other) => (other.id === segmentId ? segment : other));
    return this.keep(connectionId, { ...before, segments });
  }

  removeSegment(connectionId: string, segmentId: string): Arrangement {
    const before = this.of(connectionId);
    return this.keep(connectionId, { ...before, segments: before.segments.filter(({ id }) => id !== segmentId) });
  }

  layouts(connectionId: string): Layout[] {
    return layoutsWith(this.of(connectionId).layouts);
  }

  /** Ends in NOT_FOUND. */
  layout(connectionId: string, layoutId: string): Layout {
    const found = this.layouts(connectionId).find(({ id }) => id === layoutId);
    if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such layout.');
    return found;
  }

  /** Keeps a layout in place of the one with its id. Ends in INPUT_INVALID when there are too many. */
  saveLayout(connectionId: string, layout: Layout): Layout[] {
    const before = this.of(connectionId);
    const others = before.layouts.filter(({ id }) => id !== layout.id);
    if (others.length >= MOST_LAYOUTS) throw new AppError('INPUT_INVALID', `There are ${MOST_LAYOUTS} layouts already.`);
    const known = before.layouts.some(({ id }) => id === layout.id);
    const layouts = known ? before.layouts.map((other) => (other.id === layout.id ? layout : other)) : [...others, layout];
    return layoutsWith(this.keep(connectionId, { ...before, layouts }).layouts);
  }

  /** Takes a person's own layout away, or brings back the one that came with the product. Ends in NOT_FOUND. */
  removeLayout(connectionId: string, layoutId: string): Layout[] {
    const before = this.of(connectionId);
    const layouts = before.layouts.filter(({ id }) => id !== layoutId);
    if (layouts.length === before.layouts.length && !isShipped(layoutId)) throw new AppError('NOT_FOUND', 'There is no such layout.');
    return layoutsWith(this.keep(connectionId, { ...before, layouts }).layouts);
  }

  /** Forgets what was arranged for a connection that is removed. */
  forget(connectionId: string): void {
    this.history.removeSetting(nameOf(connectionId));
  }
}

const nameOf = (connectionId: string) => `arrangement/${connectionId}`;
