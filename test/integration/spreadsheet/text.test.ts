/** Text files as they come: encodings, delimiters, marks and names. */
import { describe, expect, test } from 'vitest';
import { openSpreadsheet } from '../../../main/spreadsheet/open.ts';
import { read, temporaryFolder } from '../../kit/sheet-files.ts';

const folder = temporaryFolder();

describe('text', () => {
  test.each<[string, string | Buffer, string[][], object]>([
    [
      'commas.csv',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      { encoding: 'utf-8', delimiter: ',', byteOrderMark: false },
    ],
    [
      'semicolons.csv',
      Buffer.from('Name;Betrag\r\n\xc4nne;1.234,56\r\n', 'latin1'),
      [
        ['Name', 'Betrag'],
        ['Änne', '1.234,56'],
      ],
      { encoding: 'windows-1252', delimiter: ';' },
    ],
    [
      'unicode.txt',
      Buffer.from('\uFEFFName\tCity\r\nŁucja\tŁódź\r\n', 'utf16le'),
      [
        ['Name', 'City'],
        ['Łucja', 'Łódź'],
      ],
      { encoding: 'utf-16le', delimiter: '\t', byteOrderMark: true },
    ],
    [
      'marked.csv',
      '\uFEFFID,Name\n1,x\n',
      [
        ['ID', 'Name'],
        ['1', 'x'],
      ],
      { byteOrderMark: true },
    ],
    ['separator.csv', 'sep=|\r\na|b\r\n', [['a', 'b']], { delimiter: '|' }],
    [
      'dos.csv',
      'a,b\r\n1,2\r\n\x1a',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      {},
    ],
    [
      'ids.csv',
      "id,code\n00012345678901234567,1E5\n'00123,=1+1\n",
      [
        ['id', 'code'],
        ['00012345678901234567', '1E5'],
        ["'00123", '=1+1'],
      ],
      {},
    ],
    [
      'named.xls',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      { extensionMisleads: true, kind: 'CSV' },
    ],
    ['single.tsv', 'Name\nAda, Countess\nGrace\n', [['Name'], ['Ada, Countess'], ['Grace']], { delimiter: '\t' }],
  ])('%s', async (name, content, rows, facts) => {
    const found = await read(await folder.write(name, content));
    expect(found.rows).toEqual(rows);
    expect(found.facts).toMatchObject(facts);
    expect(found.sheets).toEqual([{ name: name.replace(/\.\w+$/, ''), hidden: false, visibility: 'visible', rowsHint: null }]);
  });

  test('encoding and delimiter may be chosen by hand', async () => {
    const path = await folder.write('choice.csv', Buffer.from('a,b;c\nJos\x8e,x;y\n', 'latin1'));
    expect((await read(path, { encoding: 'macintosh', delimiter: ';' })).rows).toEqual([
      ['a,b', 'c'],
      ['José,x', 'y'],
    ]);
    expect((await read(path, { encoding: 'utf-8' })).rows[1]![0]).toBe('Jos\uFFFD');
    await expect(openSpreadsheet(path, { encoding: 'klingon' })).rejects.toMatchObject({ code: 'FILE_UNSUPPORTED' });
    await expect(openSpreadsheet(path, { delimiter: '"' })).rejects.toMatchObject({ code: 'FILE_UNSUPPORTED' });
    await expect(openSpreadsheet(path, { delimiter: ', ' })).rejects.toMatchObject({ code: 'FILE_UNSUPPORTED' });
  });

  test('of many chunks in another encoding, with characters across their borders', async () => {
    const line = 'Łucja;東京;😀 Zoë\r\n';
    const count = 60_000;
    const path = await folder.write('large.csv', Buffer.from(`\uFEFF${line.repeat(count)}`, 'utf16le'));
    const { rows } = await read(path);
    expect(rows).toHaveLength(count);
    expect(rows.every((row) => row.join(';') === 'Łucja;東京;😀 Zoë')).toBe(true);
  });

  test('the name of a copy is the name that the user knows', async () => {
    const path = await folder.write('spool-7f3a', 'a\tb\n1\t2\n');
    const { sheets, facts } = await read(path, { name: 'Spring appeal.tsv' });
    expect(sheets[0]!.name).toBe('Spring appeal');
    expect(facts.extensionMisleads).toBe(false);
  });
});
