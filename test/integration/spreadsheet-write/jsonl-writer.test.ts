import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonLinesWriter } from '../../../main/spreadsheet/write/jsonl-writer.ts';
import { CellKind } from '../../../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../../../main/spreadsheet/core/rowblock-builder.ts';
import { nastyText } from '../../kit/nasty-text.ts';
import { temporaryFolder, writeRow } from './written-files.ts';

const titled = (...titles: string[]) => ({ columns: titles.map((title) => ({ title })) });

describe('JSON lines', () => {
  test('have one object per row, with typed values and no key for an empty cell', async () => {
    const path = join(await temporaryFolder(), 'rows.jsonl');
    const writer = await JsonLinesWriter.create(path, titled('Name', 'Gift', 'Born', 'Member', 'Note', 'Account'));
    writer.beginRow();
    writer.text('Zoë "Z"\n');
    writer.number('0.10');
    writer.date('1962-04-30');
    writer.boolean(true);
    writer.empty();
    writer.number('1234567890123456789');
    writer.text('beyond');
    await writer.endRow();
    await writeRow(writer, ['']);
    writer.beginRow();
    writer.number(Number.NaN);
    writer.number(-1.5);
    writer.cell(CellKind.Boolean, 'FALSE');
    writer.cell(CellKind.Number, '007');
    writer.dateTime('2024-05-01T09:30');
    writer.error('#N/A');
    await writer.endRow();
    await writer.value({ profile: { score: 4 } });
    const report = await writer.finish();
    expect(await readFile(path, 'utf8')).toBe(
      '{"Name":"Zoë \\"Z\\"\\n","Gift":0.10,"Born":"1962-04-30","Member":true,"Account":"1234567890123456789","Column 7":"beyond"}\n' +
        '{}\n' +
        '{"Name":"#NUM!","Gift":-1.5,"Born":false,"Member":"007","Note":"2024-05-01T09:30","Account":"#N/A"}\n' +
        '{"profile":{"score":4}}\n',
    );
    expect(report.sheets).toEqual([{ name: '', rows: 4 }]);
    expect(report.bytes).toBe((await readFile(path)).length);
  });

  test('have unique keys, even for titles that are equal or empty', async () => {
    const path = join(await temporaryFolder(), 'keys.jsonl');
    const writer = await JsonLinesWriter.create(path, titled('a', 'a', '', 'a (2)', '__proto__'));
    await writeRow(writer, ['1', '2', '3', '4', '5']);
    await writer.finish();
    expect(await readFile(path, 'utf8')).toBe('{"a":"1","a (2)":"2","Column 3":"3","a (2) (2)":"4","__proto__":"5"}\n');
  });

  test('have any text on one line, also for readers with other line ends', async () => {
    const path = join(await temporaryFolder(), 'texts.jsonl');
    await fc.assert(
      fc.asyncProperty(fc.array(nastyText(), { minLength: 1, maxLength: 20 }), async (texts) => {
        const writer = await JsonLinesWriter.create(path, titled('text'));
        for (const text of texts) await writeRow(writer, [text]);
        await writer.finish();
        const lines = (await readFile(path, 'utf8')).split(/[\r\n\u0085\u2028\u2029]/u);
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => (JSON.parse(line) as { text?: string }).text ?? '')).toEqual(texts);
      }),
      { numRuns: 60 },
    );
  });

  test('copy a block', async () => {
    const path = join(await temporaryFolder(), 'block.jsonl');
    const builder = new RowBlockBuilder();
    builder.beginRow(1);
    builder.cellText(0, CellKind.Number, '12');
    builder.cellText(2, CellKind.Text, 'é');
    builder.endRow();
    const writer = await JsonLinesWriter.create(path, titled('a', 'b', 'c'));
    writer.beginRow();
    writer.cells(builder.finish()!, 0);
    await writer.endRow();
    await writer.finish();
    expect(await readFile(path, 'utf8')).toBe('{"a":12,"c":"é"}\n');
  });
});
