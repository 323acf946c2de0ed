/** What the service said of rows that it refused, kept with the list in which they are mended: it holds while what it refused is unchanged. */
import { z } from 'zod';
import { addChange, CHANGE, type MappedRecord } from '../../../shared/mapping/mapping.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';

/** One thing that the service refused a row for. */
const ServiceMessage = z.object({
  /** Sheet row. */
  row: z.int(),
  /** Index of the field, -1 where it is the row as a whole. */
  field: z.int(),
  words: z.string(),
  /** The text that was sent: of the field, or of the whole row. */
  sent: z.string(),
});
export type ServiceMessage = z.infer<typeof ServiceMessage>;

const CHUNK = 4_096;

/** The whole row as one text, to tell whether anything of it was changed. */
export const rowText = ({ values }: Pick<MappedRecord, 'values'>): string => values.join('\u0000');

/** Keeps what was said, in the order of rows. */
export function writeServiceMessages(file: ProjectFile, said: readonly ServiceMessage[]): void {
  file.clear('said');
  for (let first = 0, seq = 0; first < said.length; first += CHUNK, seq++) {
    const part = said.slice(first, first + CHUNK);
    const place = { seq, first, count: part.length, low: part[0]!.row, high: part.at(-1)!.row };
    file.write('said', place, Buffer.from(JSON.stringify(part), 'utf8'));
  }
}

export class ServiceMessages {
  private readonly byRow = new Map<number, ServiceMessage[]>();

  /** What a project's file holds; without a file there is nothing. */
  constructor(file: ProjectFile | null) {
    if (file === null) return;
    for (const { bytes } of file.chunks('said'))
      for (const one of z.array(ServiceMessage).parse(JSON.parse(bytes.toString('utf8')))) {
        const list = this.byRow.get(one.row);
        if (list === undefined) this.byRow.set(one.row, [one]);
        else list.push(one);
      }
  }

  /** True when the service has said nothing of any row. */
  get isEmpty(): boolean {
    return this.byRow.size === 0;
  }

  /** What still holds of a row, by the field that shows it; `fields` are those of the list. */
  private *holding(
    row: number,
    draft: MappedRecord,
    fields: readonly number[],
  ): Generator<{ readonly at: number; readonly words: string }> {
    for (const { field, words, sent } of this.byRow.get(row) ?? []) {
      const known = field >= 0 && fields.includes(field);
      if ((known ? draft.values[field] : rowText(draft)) === sent) yield { at: known ? field : (fields[0] ?? 0), words };
    }
  }

  /** Marks what the service refused of a row and what was not changed since. */
  mark(row: number, draft: MappedRecord, fields: readonly number[]): void {
    if (this.byRow.size === 0) return;
    for (const { at } of this.holding(row, draft, fields)) addChange(draft, at, CHANGE.refused);
  }

  /** The service's words on a field of a row, or null. */
  on(row: number, field: number, draft: MappedRecord, fields: readonly number[]): string | null {
    if (this.byRow.size === 0) return null;
    const words = [...this.holding(row, draft, fields)].filter(({ at }) => at === field).map((one) => one.words);
    return words.length === 0 ? null : [...new Set(words)].join(' ');
  }
}
