/**
 * Reads values of a parsed JSON answer. The interface leaves most response shapes "not shown" (its sections 2.5, 4, 7), so the readers of
 * this folder accept every reasonable shape and keep what they do not understand. A missing number is unknown, never 0.
 */
import { type Json, WrittenNumber } from './json.ts';

export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);
}

/** A number that a double cannot represent exactly counts as missing: no list has that many rows. */
export function readInteger(value: Json | undefined): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (value instanceof WrittenNumber) return Number.isSafeInteger(Number(value.text)) ? Number(value.text) : null;
  if (typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value)) return Number(value);
  return null;
}

const bounded = (value: number): number | null => (Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null);

/** Accepts numeric text such as "1,250.5". A number beyond 2^53 counts as missing. */
export function readNumber(value: Json | undefined): number | null {
  if (typeof value === 'number') return bounded(value);
  if (value instanceof WrittenNumber) return readNumber(Number(value.text));
  if (typeof value !== 'string') return null;
  const plain = value.trim().replace(/(?<=\d),(?=\d{3}\b)/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? bounded(Number(plain)) : null;
}

/** A number of rows: an integer, also as text such as "1,250" or "12.0". */
export function readCount(value: Json | undefined): number | null {
  const number = readNumber(value);
  return number !== null && Number.isInteger(number) ? number : null;
}

export function readText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' || value instanceof WrittenNumber ? String(value) : null;
}

/** Removes the token from a text of an answer. */
export type Clean = (text: string) => string;
export const AS_IT_IS: Clean = (text) => text;

/**
 * Like `readText`, but cut to at most `length` characters for storing. The token is removed first, because a part of it would no longer be
 * found.
 */
export function readShortText(value: Json | undefined, length: number, clean: Clean): string | null {
  const text = readText(value);
  return text === null ? null : clean(text).slice(0, length);
}

/** The form in which keys are compared: lower case, only letters and digits. */
export const bareKey = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
