/** A CSV list for screenings: invented people with the service's headings, some of whom the service rejects. */
import { writeFileSync } from 'node:fs';
import { FIELD_KEYS, type ConstituentRecord } from '../../shared/fields/table.ts';
import { person } from './practice-client.ts';

/** A value as a cell of CSV. */
export const csvCell = (value: string | number | undefined): string => {
  const text = value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** People 0 to `count` - 1; the second, the last and every `refusedEvery`-th have an invalid email address. */
function screeningPeople(count: number, refusedEvery = 40): ConstituentRecord[] {
  return Array.from({ length: count }, (_, number) => {
    const one = person(number);
    const refused = number === 1 || number === count - 1 || number % refusedEvery === refusedEvery - 1;
    return refused ? { ...one, personalEmail: `nobody${number}@example.invalid` } : one;
  });
}

/** Writes the list; returns its row count and the number of rows that the service rejects. */
export function writeList(path: string, count: number, refusedEvery = 40): { readonly rows: number; readonly refused: number } {
  const people = screeningPeople(count, refusedEvery);
  const lines = people.map((one) => FIELD_KEYS.map((key) => csvCell(one[key])).join(','));
  writeFileSync(path, `${[FIELD_KEYS.join(','), ...lines].join('\r\n')}\r\n`);
  return { rows: count, refused: people.filter(({ personalEmail }) => personalEmail?.startsWith('nobody')).length };
}
