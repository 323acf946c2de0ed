/** The bytes of a body equal the texts of its records, whatever the cells contain. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIELDS } from '../../../../../shared/fields/table.ts';
import { recordCsv, recordJson } from '../../../../../shared/mapping/mapped-record.ts';
import { RecordBytes } from '../../../../../main/worker/submit/record-bytes.ts';
import { field, mapRow, planOf } from '../../../../kit/mapped-rows.ts';

const cell = fc.oneof(
  fc.constantFrom(
    '',
    'Jane',
    'a lot',
    '1250.5',
    '27',
    '2020-02-29',
    '"quoted", and more',
    'two\nlines',
    'back\\slash',
    'Zoë',
    'x\uD800y',
    '\u{1F600}',
    '日本',
  ),
  fc.string({ maxLength: 30 }),
  fc.string({ maxLength: 12, unit: 'binary' }),
);
const everything = planOf(FIELDS.map(({ key }) => field(key)));
/** Longer than the initial memory of the bytes. */
const LONG = 'long '.repeat(60_000);
const rows = fc.array(fc.array(cell, { minLength: 29, maxLength: 29 }), { minLength: 1, maxLength: 4 });

it.each([
  ['JSON', (bytes: RecordBytes, draft: Parameters<RecordBytes['json']>[0]) => bytes.json(draft), recordJson],
  ['CSV', (bytes: RecordBytes, draft: Parameters<RecordBytes['csv']>[0]) => bytes.csv(draft), recordCsv],
])('the bytes in %s equal the texts of the records', (_name, write, textOf) => {
  fc.assert(
    fc.property(rows, (cells) => {
      const bytes = new RecordBytes();
      let text = '';
      for (const row of cells) {
        const draft = mapRow(everything, row);
        write(bytes, draft);
        text += textOf(draft);
      }
      expect(bytes.length).toBe(bytes.written.length);
      expect(bytes.take().equals(Buffer.from(text, 'utf8'))).toBe(true);
      expect(bytes.length).toBe(0);
    }),
    { numRuns: 60 },
  );
  const long = mapRow(everything, [LONG, 'Zoë', ...FIELDS.slice(2).map(() => LONG)]);
  const bytes = new RecordBytes();
  write(bytes, long);
  expect(bytes.take().equals(Buffer.from(textOf(long), 'utf8'))).toBe(true);
});
