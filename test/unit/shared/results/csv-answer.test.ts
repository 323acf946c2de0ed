/** Lists in CSV that break the rules of CSV: a line that cannot be read affects only itself, and takes no more time than any other. */
import { expect, it } from 'vitest';
import { CsvEntries, readCsvAnswer } from '../../../../shared/results/csv-answer.ts';

function read(text: string) {
  const [rows, lines]: [object[], string[]] = [[], []];
  const entries = new CsvEntries(
    (entry) => rows.push({ ...entry }),
    (line) => lines.push(line),
  );
  entries.push(text);
  entries.end();
  return { rows, lines };
}

it('leaves out a line with a quote that nothing closes, and reads the lines after it', () => {
  const { rows, lines } = read('id,name\n1,"a\n2,b\n3,"c ""d""\n4,"e"\n5,f\n');
  expect(rows).toEqual([
    { id: '2', name: 'b' },
    { id: '4', name: 'e' },
    { id: '5', name: 'f' },
  ]);
  expect(lines).toEqual(['1,"a', '3,"c ""d""']);
});

it('takes no more time for each of many lines with an open quote', { timeout: 15_000 }, () => {
  const { rows, lines } = read(`id,name\n${'"a\n'.repeat(100_000)}`);
  expect([rows.length, lines.length]).toEqual([0, 100_000]);
});

it('takes no more time for each character behind a long quoted cell', { timeout: 15_000 }, () => {
  const [inside, behind] = ['y'.repeat(800_000), 'x'.repeat(800_000)];
  expect(read(`id,name\n1,"${inside}"${behind}\n`).rows).toEqual([{ id: '1', name: inside + behind }]);
});

it('keeps a column with the name of a property of every object', () => {
  const [row] = readCsvAnswer('id,__proto__,constructor\n1,2,3\n');
  expect(JSON.stringify(row)).toBe('{"id":"1","__proto__":"2","constructor":"3"}');
});

const pushed = (piece: string, count: number) => {
  const entries = new CsvEntries(() => undefined);
  for (let at = 0; at < count; at++) entries.push(piece);
};

it.each([
  ['a cell', 'x'],
  ['cells', ','],
])('a line with %s without end is refused before it fills the memory', (_what, sign) => {
  expect(() => {
    pushed(sign.repeat(1 << 20), 20);
  }).toThrow('a line that does not end');
});

it('a long text with line ends is read', () => {
  expect(() => {
    pushed(`${'x'.repeat(1 << 20)}\n`, 40);
  }).not.toThrow();
});
