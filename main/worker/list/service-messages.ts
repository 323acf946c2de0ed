/** The service's messages about refused rows, stored with the list that corrects them. They apply until the text that was sent changes. */
import { z } from 'zod';
import { CHANGE, type MappedRecord, addChange } from '../../../shared/mapping/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';

/** A message about a refused row. Stored. */
const ServiceMessage = z.object({
  /** Sheet row. */
  row: z.int(),
  /** Index of the field; -1 for the whole row. */
  field: z.int(),
  words: z.string(),
  /** The text of the field, or of the whole row, as it was sent. */
  sent: z.string(),
});
export type ServiceMessage = z.infer<typeof ServiceMessage>;

const CHUNK = 4_096;

/** The whole record as one text. */
export const rowText = ({ values }: Pick<MappedRecord, 'values'>): string => values.join('\u0000');

/** Stores messages, which must be in row order. */
export function writeServiceMessages(file: ProjectFile, messages: readonly ServiceMessage[]): void {
  file.clear('said');
  for (let first = 0, seq = 0; first < messages.length; first += CHUNK, seq++) {
    const part = messages.slice(first, first + CHUNK);
    const place = { seq, first, count: part.length, low: part[0]!.row, high: part.at(-1)!.row };
    file.write('said', place, Buffer.from(JSON.stringify(part), 'utf8'));
  }
}

export class ServiceMessages {
  private readonly byRow = new Map<number, ServiceMessage[]>();

  /** The messages in a project's file; none without a file. */
  constructor(file: ProjectFile | null) {
    if (file === null) return;
    for (const { bytes } of file.chunks('said'))
      for (const message of z.array(ServiceMessage).parse(JSON.parse(bytes.toString('utf8')))) {
        const list = this.byRow.get(message.row);
        if (list === undefined) this.byRow.set(message.row, [message]);
        else list.push(message);
      }
  }

  /** Every message, in row order. */
  all(): ServiceMessage[] {
    return [...this.byRow.values()].flat();
  }

  get isEmpty(): boolean {
    return this.byRow.size === 0;
  }

  /** The messages about a row that still apply, each with the index of the field to show it on. `fields`: indexes of the list's fields. */
  private *applying(
    row: number,
    record: MappedRecord,
    fields: readonly number[],
  ): Generator<{ readonly at: number; readonly words: string }> {
    for (const { field, words, sent } of this.byRow.get(row) ?? []) {
      const isShown = field >= 0 && fields.includes(field);
      if ((isShown ? record.values[field] : rowText(record)) === sent) yield { at: isShown ? field : (fields[0] ?? 0), words };
    }
  }

  /** Marks the fields of a row with messages that still apply. */
  mark(row: number, record: MappedRecord, fields: readonly number[]): void {
    if (this.byRow.size === 0) return;
    for (const { at } of this.applying(row, record, fields)) addChange(record, at, CHANGE.refused);
  }

  /** The messages about a field of a row that still apply, as one text; null for none. */
  on(row: number, field: number, record: MappedRecord, fields: readonly number[]): string | null {
    if (this.byRow.size === 0) return null;
    const words = [...this.applying(row, record, fields)].filter(({ at }) => at === field).map((message) => message.words);
    return words.length === 0 ? null : [...new Set(words)].join(' ');
  }
}
