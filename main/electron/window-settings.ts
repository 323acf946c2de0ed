/** The window's settings between starts: position, colors, last folder. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const Settings = z.object({
  place: z
    .object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1), maximized: z.boolean() })
    .nullable()
    .catch(null),
  appearance: z.enum(['light', 'dark', 'auto']).catch('auto'),
  folder: z.string().nullable().catch(null),
});
type Settings = z.infer<typeof Settings>;
export type WindowPlace = NonNullable<Settings['place']>;

const NONE: Settings = { place: null, appearance: 'auto', folder: null };

export interface SettingsFile {
  readonly current: Settings;
  change(changes: Partial<Settings>): void;
}

/** Reads the settings from `folder`. Errors are ignored: unreadable settings are defaults, and failed writes are lost. */
export function openSettings(folder: string): SettingsFile {
  const path = join(folder, 'window.json');
  let current = NONE;
  try {
    current = Settings.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // the first start, or a damaged file
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
        // the next start uses the defaults
      }
    },
  };
}

/** The saved position if at least 100 × 100 pixels of it are on a screen; otherwise null. */
export function visiblePlace(place: WindowPlace | null, screens: readonly { readonly workArea: Rectangle }[]): WindowPlace | null {
  if (place === null) return null;
  const overlap = (start: number, length: number, otherStart: number, otherLength: number) =>
    Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
  const isVisible = screens.some(
    ({ workArea }) =>
      overlap(place.x, place.width, workArea.x, workArea.width) >= 100 &&
      overlap(place.y, place.height, workArea.y, workArea.height) >= 100,
  );
  return isVisible ? place : null;
}
