/** Settings of the window that are kept after it is closed: its bounds, the color scheme, and the last folder of a dialog. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const Settings = z.object({
  /** The bounds of the window. */
  place: z
    .object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1), maximized: z.boolean() })
    .nullable()
    .catch(null),
  appearance: z.enum(['light', 'dark', 'auto']).catch('auto'),
  folder: z.string().nullable().catch(null),
});
type Settings = z.infer<typeof Settings>;
export type WindowBounds = NonNullable<Settings['place']>;

const NONE: Settings = { place: null, appearance: 'auto', folder: null };

export interface SettingsFile {
  readonly current: Settings;
  change(changes: Partial<Settings>): void;
}

/** Reads the settings in `folder`. Never throws: unreadable settings are replaced with the defaults, and a failed write is ignored. */
export function openSettings(folder: string): SettingsFile {
  const path = join(folder, 'window.json');
  let current = NONE;
  try {
    current = Settings.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // This is the first start, or the file is damaged.
  }
  return {
    get current() {
      return current;
    },
    change(changes) {
      current = { ...current, ...changes };
      try {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(`${path}.new`, JSON.stringify(current));
        renameSync(`${path}.new`, path);
      } catch {
        // The next start will use the earlier settings.
      }
    },
  };
}

/** The saved bounds, if at least 100 × 100 pixels of them are on a screen; otherwise null. */
export function visibleBounds(bounds: WindowBounds | null, screens: readonly { readonly workArea: Rectangle }[]): WindowBounds | null {
  if (bounds === null) return null;
  const overlap = (start: number, length: number, otherStart: number, otherLength: number) =>
    Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
  const isVisible = screens.some(
    ({ workArea }) =>
      overlap(bounds.x, bounds.width, workArea.x, workArea.width) >= 100 &&
      overlap(bounds.y, bounds.height, workArea.y, workArea.height) >= 100,
  );
  return isVisible ? bounds : null;
}
