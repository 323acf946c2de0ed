/**
 * Values of a parsed JSON answer. The interface leaves most response shapes "not shown" (its sections 2.5, 4, 7), so the readers of this
 * folder accept every reasonable shape and keep what they do not understand. A missing number is unknown, never 0.
 */
import { type Json, WrittenNumber } from './json.ts';

export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);
}

export function readInteger(value: Json | undefined): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  if (value instanceof WrittenNumber) return Number.isSafeInteger(Number(value.text)) ? Number(value.text) : null;
  if (typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value)) return Number(value);
  return null;
}

/** Accepts numeric text such as "1,250.5". */
export function readNumber(value: Json | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof WrittenNumber) return readNumber(Number(value.text));
  if (typeof value !== 'string') return null;
  const plain = value.trim().replace(/(?<=\d),(?=\d{3}\b)/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

export function readText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' || value instanceof WrittenNumber ? String(value) : null;
}

/** Keys compare without case and without anything but letters and digits. */
export const bareKey = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
