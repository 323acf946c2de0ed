/**
 * How the user wants to see results: titles, order and better ends of columns, segments, layouts. Stored per connection, so that its next
 * screening looks the same. Encrypted, because a condition can contain a person's name.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../shared/base/index.ts';
import {
  ColumnArrangement,
  type Conditions,
  Layout,
  ResultColumnSettings,
  Segment,
  isBuiltInLayout,
  layoutProblem,
  layoutsWith,
} from '../../shared/results/index.ts';
import { Rating } from '../../shared/ratings/index.ts';
import { decryptJson, deriveKey, encryptJson } from '../store/project-file/index.ts';
import type { Settings } from '../store/app-database/index.ts';

const Preferences = ColumnArrangement.extend({
  segments: z.array(Segment),
  layouts: z.array(Layout),
  /** The match number from which profiles are accepted without a review; null if there is none. */
  acceptAt: z.number().nullable().default(null),
  /** One for each score that has a rating. */
  ratings: z.array(Rating).default([]),
  /** The heading of the column that names the officer; null if the user has not chosen it. */
  officerHeading: z.string().nullable().default(null),
  /** The layout that was last used for writing back. */
  layoutId: z.string().nullable().default(null),
});
export type Preferences = z.infer<typeof Preferences>;

const NONE: Preferences = {
  shown: null,
  columns: [],
  segments: [],
  layouts: [],
  acceptAt: null,
  ratings: [],
  officerHeading: null,
  layoutId: null,
};
const MAX_SEGMENTS = 50;
const MAX_LAYOUTS = 50;
const MAX_RATINGS = 20;

export class ResultPreferences {
  private readonly settings: Settings;
  private readonly key: Buffer;

  /** Any change throws DATABASE_DAMAGED if the stored preferences are damaged, and stores nothing. */
  constructor(settings: Settings, dataKey: Buffer) {
    this.settings = settings;
    this.key = deriveKey(dataKey, 'arrangements');
  }

  /** Null if they are damaged. */
  private stored(connectionId: string): Preferences | null {
    const stored = this.settings.get(settingOf(connectionId));
    if (stored === null) return NONE;
    try {
      return Preferences.parse(decryptJson(this.key, settingOf(connectionId), Buffer.from(stored, 'base64')));
    } catch {
      return null;
    }
  }

  /** The preferences of a connection; the defaults if they are damaged, so that results can still be shown and saved. */
  of(connectionId: string): Preferences {
    return this.stored(connectionId) ?? NONE;
  }

  /** Whether the saved preferences of a connection are damaged. A notice says so, and lets the user start over. */
  isDamaged(connectionId: string): boolean {
    return this.stored(connectionId) === null;
  }

  /**
   * Stores changed preferences.
   * @throws DATABASE_DAMAGED if the stored ones are damaged; what `by` throws.
   */
  private change(connectionId: string, by: (before: Preferences) => Preferences): Preferences {
    const name = settingOf(connectionId);
    return this.settings.atomically(() => {
      const before = this.stored(connectionId);
      if (before === null)
        throw new AppError(
          'DATABASE_DAMAGED',
          'The columns, segments, ratings and layouts that you saved for this connection are damaged, so this was not saved. Restore the data folder from a backup, or dismiss the notice about it to start over.',
        );
      const after = by(before);
      this.settings.set(name, encryptJson(this.key, name, after).toString('base64'));
      return after;
    });
  }

  /** Stores the order and the columns of one project. Preferences of columns that the project does not have are kept. */
  arrange(connectionId: string, { shown, columns }: ColumnArrangement): Preferences {
    return this.change(connectionId, (before) => {
      const wishes = new Map<string, ResultColumnSettings>(before.columns.map((wish) => [wish.key, wish]));
      for (const wish of columns) wishes.set(wish.key, wish);
      const kept = [...wishes.values()].filter(({ title, best }) => title !== null || best !== null);
      return { ...before, shown, columns: kept };
    });
  }

  /**
   * Stores a segment. `segmentId` null: adds one.
   * @throws INPUT_INVALID when the name is taken or there are too many; NOT_FOUND.
   */
  saveSegment(connectionId: string, segmentId: string | null, name: string, { filters, find }: Conditions): Preferences {
    return this.change(connectionId, (before) => {
      const others = before.segments.filter(({ id }) => id !== segmentId);
      if (segmentId !== null && others.length === before.segments.length) throw new AppError('NOT_FOUND', 'This segment no longer exists.');
      if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
        throw new AppError('INPUT_INVALID', `A segment named “${name}” already exists. Choose another name.`);
      if (others.length >= MAX_SEGMENTS)
        throw new AppError('INPUT_INVALID', `There are already ${MAX_SEGMENTS} segments. Remove one that you no longer use.`);
      const segment: Segment = { id: segmentId ?? randomUUID(), name, filters, find };
      const changed = before.segments.map((other) => (other.id === segmentId ? segment : other));
      return { ...before, segments: segmentId === null ? [...others, segment] : changed };
    });
  }

  removeSegment(connectionId: string, segmentId: string): Preferences {
    return this.change(connectionId, (before) => ({ ...before, segments: before.segments.filter(({ id }) => id !== segmentId) }));
  }

  layouts(connectionId: string): Layout[] {
    return layoutsWith(this.of(connectionId).layouts);
  }

  /** @throws NOT_FOUND. */
  layout(connectionId: string, layoutId: string): Layout {
    const found = this.layouts(connectionId).find(({ id }) => id === layoutId);
    if (found === undefined) throw new AppError('NOT_FOUND', 'This layout does not exist.');
    return found;
  }

  /**
   * Stores a layout, and replaces the one with its ID.
   * @throws INPUT_INVALID when there are too many, or for what `layoutProblem` finds.
   */
  saveLayout(connectionId: string, layout: Layout): Layout[] {
    const problem = layoutProblem(layout);
    if (problem !== null) throw new AppError('INPUT_INVALID', problem);
    const { layouts } = this.change(connectionId, (before) => {
      const others = before.layouts.filter(({ id }) => id !== layout.id);
      if (others.length >= MAX_LAYOUTS) throw new AppError('INPUT_INVALID', `There are already ${MAX_LAYOUTS} layouts.`);
      const isKnown = others.length < before.layouts.length;
      const changed = before.layouts.map((other) => (other.id === layout.id ? layout : other));
      return { ...before, layouts: isKnown ? changed : [...others, layout] };
    });
    return layoutsWith(layouts);
  }

  /**
   * Removes a layout of the user, or restores a built-in one.
   * @throws NOT_FOUND.
   */
  removeLayout(connectionId: string, layoutId: string): Layout[] {
    const { layouts } = this.change(connectionId, (before) => {
      const others = before.layouts.filter(({ id }) => id !== layoutId);
      if (others.length === before.layouts.length && !isBuiltInLayout(layoutId))
        throw new AppError('NOT_FOUND', 'This layout does not exist.');
      return { ...before, layouts: others };
    });
    return layoutsWith(layouts);
  }

  /** Remembers the layout. Does nothing if the preferences are damaged, because the file can be written without them. */
  useLayout(connectionId: string, layoutId: string): void {
    const before = this.stored(connectionId);
    if (before !== null && before.layoutId !== layoutId) this.change(connectionId, (now) => ({ ...now, layoutId }));
  }

  accept(connectionId: string, acceptAt: number | null): void {
    this.change(connectionId, (before) => ({ ...before, acceptAt }));
  }

  /**
   * Stores the rating of a score, and replaces the score's earlier rating. `key`: the rating's column, which is shown from now on.
   * @throws INPUT_INVALID when there are too many.
   */
  saveRating(connectionId: string, rating: Rating, key: string): void {
    this.change(connectionId, (before) => {
      const isKnown = before.ratings.some(({ column }) => column === rating.column);
      if (!isKnown && before.ratings.length >= MAX_RATINGS)
        throw new AppError('INPUT_INVALID', `There are already ${MAX_RATINGS} ratings. Remove one that you no longer use.`);
      const ratings = isKnown
        ? before.ratings.map((other) => (other.column === rating.column ? rating : other))
        : [...before.ratings, rating];
      const shown = before.shown === null || before.shown.includes(key) ? before.shown : [...before.shown, key];
      return { ...before, ratings, shown };
    });
  }

  removeRating(connectionId: string, column: string, key: string): void {
    this.change(connectionId, (before) => ({
      ...before,
      ratings: before.ratings.filter((rating) => rating.column !== column),
      shown: before.shown?.filter((one) => one !== key) ?? null,
    }));
  }

  chooseOfficer(connectionId: string, officerHeading: string | null): void {
    this.change(connectionId, (before) => ({ ...before, officerHeading }));
  }

  /** Changes texts of the preferences, to erase a person from them. */
  changeTexts(connectionId: string, by: (preferences: Preferences) => Preferences): void {
    this.change(connectionId, (before) => Preferences.parse(by(before)));
  }

  remove(connectionId: string): void {
    this.settings.remove(settingOf(connectionId));
  }
}

const settingOf = (connectionId: string) => `arrangement/${connectionId}`;
