import type { z } from 'zod';
import type { AppDatabase } from './app-database.ts';

/** A setting stored as JSON. Null when it is missing or does not have this shape: its owner must be able to do without it. */
export function jsonSetting<T>(database: Pick<AppDatabase, 'setting'>, name: string, shape: z.ZodType<T>): T | null {
  const stored = database.setting(name);
  if (stored === null) return null;
  try {
    return shape.parse(JSON.parse(stored));
  } catch {
    return null;
  }
}
