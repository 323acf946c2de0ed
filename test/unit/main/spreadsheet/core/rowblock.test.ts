import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CellKind, RowBlock } from '../../../../../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../../../../../main/spreadsheet/core/rowblock-builder.ts';

type Cells = readonly (readonly [column: number, text: string])[];

function build(rows: readonly Cells[], hidden: (row: number) => boolean = () => false): RowBlock[] {
  const builder = new RowBlockBuilder();
  const blocks: RowBlock[] = [];
  for (const [index, cells] of rows.entries()) {
    builder.beginRow(index + 1, hidden(index));
    for (const [column, text] of cells) builder.cellText(column, CellKind.Text, text);
    if (builder.endRow()) blocks.push(builder.finish()!);
  }
  const rest = builder.finish();
  if (rest) blocks.push(rest);
  return blocks;
}

/** The expected rows: a later cell replaces an earlier one unless it is empty. */
function expected(rows: readonly Cells[]): { number: number; texts: string[] }[] {
  return rows
    .map((cells, index) => {
      const texts: string[] = [];
      for (const [column, text] of cells) {
        if (text === '') continue;
        while (texts.length <= column) texts.push('');
        texts[column] = text;
      }
      return { number: index + 1, texts };
    })
    .filter(({ texts }) => texts.length > 0);
}

function contentOf(blocks: readonly RowBlock[]): { number: number; texts: string[] }[] {
  return blocks.flatMap((block) =>
    Array.from({ length: block.rowCount }, (_, row) => {
      const texts = block.rowTexts(row);
      while (texts.at(-1) === '') texts.pop();
      return { number: block.rowNumber(row), texts };
    }),
  );
}

const wellFormed = fc.string({ unit: 'grapheme', maxLength: 12 });

test('cells written in any order are read back', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(fc.nat(9), wellFormed), { maxLength: 12 }), { maxLength: 30 }), (rows) => {
      expect(contentOf(build(rows))).toEqual(expected(rows));
    }),
  );
});

test('the first cells of a row of another block are copied as they are, with cells behind them', () => {
  const kinds = fc.constantFrom(CellKind.Text, CellKind.Number, CellKind.Date);
  const rowsOf = fc.array(fc.array(fc.tuple(wellFormed, kinds), { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(rowsOf, fc.nat(8), (rows, most) => {
      const write = (upTo: number, behind: boolean) => {
        const builder = new RowBlockBuilder();
        for (const [index, cells] of rows.entries()) {
          builder.beginRow(index + 1);
          for (const [column, [text, kind]] of cells.slice(0, upTo).entries()) builder.cellText(column, kind, text);
          if (behind) builder.cellText(most, CellKind.Text, 'behind');
          builder.endRow();
        }
        return builder.finish();
      };
      const whole = write(Infinity, false);
      fc.pre(whole !== null && whole.rowCount === rows.length);
      const builder = new RowBlockBuilder();
      for (let row = 0; row < rows.length; row++) {
        builder.beginRow(whole.rowNumber(row));
        builder.cellsOf(whole, row, most);
        builder.cellText(most, CellKind.Text, 'behind');
        builder.endRow();
      }
      expect(builder.finish()!.bytes).toEqual(write(most, true)!.bytes);
    }),
  );
});

test('bytes and texts produce the same block', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(fc.nat(6), wellFormed), { maxLength: 8 }), { maxLength: 8 }), (rows) => {
      const builder = new RowBlockBuilder();
      for (const [index, cells] of rows.entries()) {
        builder.beginRow(index + 1);
        for (const [column, text] of cells) {
          const bytes = Buffer.from(`<${text}>`);
          builder.cellBytes(column, CellKind.Text, bytes, 1, bytes.length - 1);
        }
        builder.endRow();
      }
      const block = builder.finish();
      expect(contentOf(block ? [block] : [])).toEqual(expected(rows));
    }),
  );
});

test('the filled cells of a row are counted up to a number', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(fc.nat(9), wellFormed), { maxLength: 12 }), { maxLength: 30 }), fc.nat(10), (rows, most) => {
      for (const block of build(rows))
        for (let row = 0; row < block.rowCount; row++)
          expect(block.hasMoreCells(row, most)).toBe(block.rowTexts(row).filter((text) => text !== '').length > most);
    }),
  );
});

test('a block can be rebuilt from its bytes', () => {
  const [block] = build([
    [
      [0, 'Ada'],
      [2, 'Łódź'],
    ],
  ]);
  const copy = new RowBlock(Uint8Array.from(block!.bytes));
  expect(copy.rowTexts(0)).toEqual(['Ada', '', 'Łódź']);
  expect(copy.cellBytes(0, 2).toString()).toBe('Łódź');
  expect(copy.kind(0, 1)).toBe(CellKind.Empty);
  expect(copy.text(0, 99)).toBe('');
  expect(copy.cellBytes(0, 99)).toHaveLength(0);
  // A view from a pool may not start at a multiple of four.
  const shifted = Buffer.concat([Buffer.from('x'), block!.bytes]).subarray(1);
  expect(new RowBlock(shifted).text(0, 0)).toBe('Ada');
});

test('bytes that are not a block are refused', () => {
  const [block] = build([[[0, 'Ada']]]);
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(64), block!.bytes.subarray(0, -1), Buffer.concat([block!.bytes, Buffer.alloc(4)])]) {
    expect(() => new RowBlock(bytes)).toThrow(RangeError);
  }
});

test('hidden rows are marked and keep their numbers', () => {
  const [block] = build([[[0, 'a']], [[0, 'b']], [[0, 'c']]], (row) => row === 1);
  expect([0, 1, 2].map((row) => [block!.rowNumber(row), block!.rowHidden(row)])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
  const builder = new RowBlockBuilder();
  builder.beginRow(0x7fff_ffff, true);
  builder.cellText(0, CellKind.Text, 'last');
  builder.endRow();
  const far = builder.finish()!;
  expect([far.rowNumber(0), far.rowHidden(0)]).toEqual([0x7fff_ffff, true]);
});

test('rows longer than 64 kB fit', () => {
  const long = 'ä'.repeat(50_000);
  const blocks = build([
    [
      [0, 'short'],
      [1, long],
      [3, 'end'],
    ],
    [[0, 'next']],
  ]);
  expect(contentOf(blocks)).toEqual([
    { number: 1, texts: ['short', long, '', 'end'] },
    { number: 2, texts: ['next'] },
  ]);
});

test('blocks are split by rows, text, and cells, and no content is lost', () => {
  const many: Cells[] = Array.from({ length: 2000 }, (_, i) => [[i % 3, `row ${i}`]]);
  expect(contentOf(build(many))).toEqual(expected(many));
  expect(build(many).length).toBeGreaterThan(2);
  const large: Cells[] = Array.from({ length: 20 }, (_, i) => [[0, 'x'.repeat(50_000 + i)]]);
  expect(build(large).length).toBeGreaterThan(3);
  expect(contentOf(build(large))).toEqual(expected(large));
  const wide: Cells[] = Array.from({ length: 20 }, (_, i) => [[16_383, String(i)]]);
  expect(build(wide).length).toBeGreaterThan(1);
  expect(contentOf(build(wide))).toEqual(expected(wide));
});

describe('the builder', () => {
  test('drops a row that was started but not ended', () => {
    const builder = new RowBlockBuilder();
    builder.beginRow(1);
    builder.cellText(0, CellKind.Text, 'dropped');
    builder.beginRow(2);
    builder.cellText(1, CellKind.Text, 'kept');
    builder.endRow();
    builder.beginRow(3);
    builder.cellText(0, CellKind.Text, 'dropped too');
    const block = builder.finish()!;
    expect(contentOf([block])).toEqual([{ number: 2, texts: ['', 'kept'] }]);
    expect(builder.finish()).toBeNull();
  });

  test('accepts cells that were written directly into its memory', () => {
    const builder = new RowBlockBuilder();
    builder.beginRow(1);
    const memory = builder.reserve(10);
    let end = builder.textLength + memory.write('é', builder.textLength);
    builder.commit(1, CellKind.Text, end, false);
    builder.commit(2, CellKind.Text, end, true);
    end += builder.reserve(3).write('abc', end);
    builder.commit(3, CellKind.Number, end, true);
    builder.endRow();
    const block = builder.finish()!;
    expect(block.rowTexts(0)).toEqual(['', 'é', '', 'abc']);
    expect(block.kind(0, 3)).toBe(CellKind.Number);
  });

  test('leaves the cells after a row’s last one empty in memory that held another block', () => {
    const builder = new RowBlockBuilder((bytes) => new Uint8Array(bytes).fill(CellKind.Number));
    builder.beginRow(1);
    builder.cellText(2, CellKind.Text, 'wide');
    builder.endRow();
    builder.beginRow(2);
    builder.cellText(0, CellKind.Text, 'short');
    builder.endRow();
    const block = builder.finish()!;
    expect([0, 1, 2].map((column) => block.kind(1, column))).toEqual([CellKind.Text, CellKind.Empty, CellKind.Empty]);
  });

  test('refuses a row that repeats a long text until it would fill the memory, with the number of the row', () => {
    const builder = new RowBlockBuilder();
    const text = 'x'.repeat(1024 ** 2);
    const fill = (row: number, hidden: boolean) => {
      builder.beginRow(row, hidden);
      for (let column = 0; column < 200; column++) builder.cellText(column, CellKind.Text, text);
    };
    expect(() => fill(7, true)).toThrow(expect.objectContaining({ code: 'FILE_TOO_LARGE', message: expect.stringContaining('Row 7 ') }));
  });

  test('replaces broken characters', () => {
    const builder = new RowBlockBuilder();
    builder.beginRow(1);
    builder.cellText(0, CellKind.Text, 'a\uD800b');
    builder.endRow();
    expect(builder.finish()!.text(0, 0)).toBe('a\uFFFDb');
  });
});
