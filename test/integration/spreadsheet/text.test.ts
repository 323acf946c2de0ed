/** Text files with different encodings, delimiters, marks and names. */
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
  ])('%s is read', async (name, content, rows, facts) => {
    const found = await read(await folder.write(name, content));
    expect(found.rows).toEqual(rows);
    expect(found.facts).toMatchObject(facts);
    expect(found.sheets).toEqual([{ name: name.replace(/\.\w+$/, ''), hidden: false, visibility: 'visible', rowsHint: null }]);
  });

  test('the user can choose the encoding and the delimiter', async () => {
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

  test('a text in a formula is read as that text, with its zeros', async () => {
    const lines = [
      'ID,Name,ZIP,Note',
      '="0017","=""Ann, Lee""","=""02108""",""',
      '="00""18",Lee,="02139",=1+1',
      '="",="a"&"b",="x,y",="open',
    ];
    expect((await read(await folder.write('formulas.csv', `${lines.join('\r\n')}\r\n`))).rows).toEqual([
      ['ID', 'Name', 'ZIP', 'Note'],
      ['0017', 'Ann, Lee', '02108'],
      ['00"18', 'Lee', '02139', '=1+1'],
      ['', '="a"&"b"', 'x,y', '="open'],
    ]);
  });

  test('a line in another encoding is decoded separately, even far down and across chunks', async () => {
    const usual = 'José Nuñez,Orléans\n';
    const count = 60_000;
    const other = Buffer.from('Zoë Müller,Besançon\n', 'latin1');
    const bytes = Buffer.concat([Buffer.from('Name,City\n'), Buffer.from(usual.repeat(count)), other, Buffer.from(usual), other]);
    const { rows, facts, notes } = await read(await folder.write('mixed.csv', bytes));
    expect(facts.encoding).toBe('utf-8');
    expect(rows.slice(-3)).toEqual([
      ['Zoë Müller', 'Besançon'],
      ['José Nuñez', 'Orléans'],
      ['Zoë Müller', 'Besançon'],
    ]);
    expect(rows.filter(([name]) => name === 'José Nuñez')).toHaveLength(count + 1);
    expect(notes[1]).toBe('2 lines are not in UTF-8. They were read as WINDOWS-1252: check their accents.');
  });

  test('a single line in another encoding does not affect the others', async () => {
    const bytes = Buffer.concat([Buffer.from('Name,City\nJosé,Lima\n'), Buffer.from('Zoë,Genève\n', 'latin1')]);
    const { rows, notes } = await read(await folder.write('one.csv', bytes));
    expect(rows).toEqual([
      ['Name', 'City'],
      ['José', 'Lima'],
      ['Zoë', 'Genève'],
    ]);
    expect(notes[1]).toBe('1 line is not in UTF-8. It was read as WINDOWS-1252: check its accents.');
  });

  test('a character that an export cut off does not count as another encoding', async () => {
    const bytes = Buffer.concat([Buffer.from('Name,City\nJosé,Lima\nJos'), Buffer.from([0xc3]), Buffer.from(',Nuñoa\n')]);
    const { rows, notes } = await read(await folder.write('cut.csv', bytes));
    expect(rows[2]).toEqual(['Jos\uFFFD', 'Nuñoa']);
    expect(notes).toHaveLength(1);
  });

  test('UTF-32 without a mark is read, and NUL characters are counted', async () => {
    const text = 'Name,City\nŁucja,Łódź\n';
    const wide = Buffer.alloc(Array.from(text).length * 4);
    for (const [i, character] of Array.from(text).entries()) wide.writeUInt32LE(character.codePointAt(0)!, i * 4);
    const swapped = Buffer.from(wide).swap32();
    for (const [bytes, name] of [
      [wide, 'utf-32le'],
      [swapped, 'utf-32be'],
    ] as const) {
      const found = await read(await folder.write('wide.csv', bytes));
      expect(found.rows[1]).toEqual(['Łucja', 'Łódź']);
      expect(found.facts.encoding).toBe(name);
      expect(found.notes).toEqual([`Read as ${name.toUpperCase()} text, cells separated by commas.`]);
    }
    const { notes } = await read(await folder.write('nul.csv', 'Name,City\nA\0da,Lon\0don\nGrace,New York\n'));
    expect(notes[1]).toBe('The text has 2 NUL characters, as after a damaged export: check the rows, or export the list again.');
  });

  test('many chunks in another encoding are read, with characters across their borders', async () => {
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

describe('lists that other programs damaged', () => {
  const header = ['ID', 'Name', 'Street', 'City'];
  const people = [
    ['1', 'Ines Marlowe', '3 Elm St', 'Keene'],
    ['2', 'Otto Brandvold', '5 Oak St', 'Barre'],
    ['3', 'Rhea Castellan', '7 Ash St', 'Keene'],
  ];
  const rowsOf = async (name: string, content: string | Buffer) => {
    const { rows, notes } = await read(await folder.write(name, content));
    return { rows: rows.map((cells) => cells.map((cell) => cell.trim().replaceAll(/\s+/g, ' '))), notes };
  };
  const lines = (cells: readonly (readonly string[])[], end: string, delimiter = ',') =>
    cells.map((row) => row.join(delimiter) + end).join('');

  test.each([
    ['a carriage return before a delimiter, in CRLF', 'Elm St,', 'Elm St\r,', '\r\n'],
    ['a carriage return inside a cell, in CRLF', 'Ines Marlowe', 'Ines\rMarlowe', '\r\n'],
    ['a carriage return inside a cell, in LF', 'Otto Brandvold', 'Otto\rBrandvold', '\n'],
    ['a carriage return behind a quoted cell, in CRLF', '3 Elm St', '"3 Elm St"\r', '\r\n'],
    ['a line feed inside a cell, in CRLF', 'Rhea Castellan', 'Rhea\nCastellan', '\r\n'],
  ])('%s', async (_, from, to, end) => {
    const { rows } = await rowsOf('stray.csv', lines([header, ...people], end).replace(from, to));
    expect(rows).toEqual([header, ...people]);
  });

  test('a stray carriage return far from the beginning is reported', async () => {
    const many = Array.from({ length: 12_000 }, (_, row) => [String(row), 'Ines Marlowe', '3 Elm St', 'Keene']);
    const { rows, notes } = await rowsOf('far.csv', lines([header, ...many], '\r\n').replace('11000,Ines ', '11000,Ines\r'));
    expect(rows).toHaveLength(12_001);
    expect(notes).toContain('A line break inside a row was read as part of a cell: check the rows.');
  });

  test('lines with both kinds of line end are separate lines', async () => {
    const mixed = `${lines([header, people[0]!], '\r\n')}${lines([people[1]!], '\n')}${lines([people[2]!], '\r')}`;
    expect((await rowsOf('mixed.csv', mixed)).rows).toEqual([header, ...people]);
    expect((await rowsOf('old.csv', lines([header, ...people], '\r'))).rows).toEqual([header, ...people]);
    expect((await rowsOf('single.csv', 'Name\r\nInes\rOtto\r\n')).rows).toEqual([['Name'], ['Ines'], ['Otto']]);
  });

  test('line ends that were translated twice', async () => {
    const { rows, notes } = await rowsOf('twice.csv', lines([header, ...people], '\r\r\n'));
    expect(rows).toEqual([header, ...people]);
    expect(notes).toEqual(['Read as UTF-8 text, cells separated by commas.']);
  });

  test('amounts after the other cells, with commas that should have been quoted', async () => {
    const amounts = ['$1,500.00', '250', '($1,250,000)'];
    const list = `Gifts, all years\n${header.join(',')},Total\n${people.map((row, at) => `${row.join(',')},${amounts[at]}\n`).join('')}`;
    const { rows, notes } = await rowsOf('amounts.csv', list);
    expect(rows.slice(2).map((row) => row.slice(4))).toEqual([['$1500.00'], ['250'], ['($1250000)']]);
    expect(notes[1]).toMatch(/^Commas inside 2 amounts, as in 1,500, were not in quotes\./);
  });

  test('dates between the other cells, with commas that should have been quoted', async () => {
    const list = (...dates: readonly (readonly [one: string, other: string])[]) =>
      ['Name,First Gift,Street,Last Gift\n', ...dates.map(([one, other]) => `Ines,${one},3 Elm St,${other}\n`)].join('');
    const read = async (...dates: readonly (readonly [one: string, other: string])[]) => {
      const { rows, notes } = await rowsOf('dates.csv', list(...dates));
      return { rows: rows.slice(1).map((row) => row.slice(1)), notes: notes.slice(1) };
    };
    expect(await read(['Jan 31, 2024', '"Feb 2, 2025"'], ['May 1 2023', 'December 25, 2024 9:15 AM'], ['1/2/2024', '3/4/2024'])).toEqual({
      rows: [
        ['Jan 31 2024', '3 Elm St', 'Feb 2, 2025'],
        ['May 1 2023', '3 Elm St', 'December 25 2024 9:15 AM'],
        ['1/2/2024', '3 Elm St', '3/4/2024'],
      ],
      notes: ['Commas inside 2 dates, as in Jan 31, 2024, were not in quotes. They were not read as the end of a cell: check the rows.'],
    });
    // In every line, and twice in a line.
    expect((await read(['Jan 31, 2024', 'Feb 2, 2025'], ['Jan 1, 2023', 'Sept. 9, 2024'])).rows).toEqual([
      ['Jan 31 2024', '3 Elm St', 'Feb 2 2025'],
      ['Jan 1 2023', '3 Elm St', 'Sept. 9 2024'],
    ]);
    // Another comma is in the row, too, so the dates do not explain it.
    expect((await read(['Jan 31, 2024', '500, in cash'], ['1/2/2024', '3/4/2024'], ['1/2/2024', '3/4/2024'])).rows[0]).toEqual([
      'Jan 31',
      '2024',
      '3 Elm St',
      '500',
      'in cash',
    ]);
  });

  test('rows with more cells than the headings, as after a comma without quotes, are named', async () => {
    const list = (delimiter: string, long: readonly number[], count = 9) =>
      [
        header,
        ...Array.from({ length: count }, (_, at) => [
          `${at}`,
          'Ines Marlowe',
          '3 Elm St',
          ...(long.includes(at) ? ['Apt 4'] : []),
          'Keene',
        ]),
      ]
        .map((row) => `${row.join(delimiter)}\n`)
        .join('');
    const [, one] = (await rowsOf('one.csv', list(',', [3]))).notes;
    expect(one).toBe('Row 5 has more cells than the heading row, as when a value has commas and is not in quotes: check that the values are under their headings.'); // prettier-ignore
    expect((await rowsOf('some.txt', list(';', [1, 2, 4, 5], 12))).notes[1]).toMatch(
      /^Rows 3, 4, 6, and 1 more have more cells than the heading row, as when a value has semicolons/,
    );
    // The heading row lacks a cell.
    expect((await rowsOf('short.csv', list(',', [0, 1, 2, 3, 4, 5, 6, 7]))).notes).toHaveLength(1);
    expect((await rowsOf('even.csv', list(',', []))).notes).toHaveLength(1);
  });

  test('files that were appended to another one, with the mark of each', async () => {
    const one = lines([header, ...people], '\r\n');
    const quoted = `"${header.join('","')}"\r\n`;
    const { rows } = await rowsOf('appended.csv', `\uFEFF${one}\uFEFF${quoted}\uFEFF\r\n\uFEFF`);
    expect(rows).toEqual([header, ...people, header]);
  });

  test('amounts with commas in every line, where a dollar sign shows them', async () => {
    const list = (sign: string) =>
      `${header.join(',')},Total\n${people.map((row, at) => `${row.join(',')},${sign}${at + 1},000\n`).join('')}`;
    const totals = async (sign: string) => (await rowsOf('all.csv', list(sign))).rows.slice(1).map((row) => row.slice(4));
    expect(await totals('$')).toEqual([['$1000'], ['$2000'], ['$3000']]);
    expect(await totals('')).toEqual([
      ['1', '000'],
      ['2', '000'],
      ['3', '000'],
    ]);
  });

  test('cells after the headings that do not continue an amount are separate cells', async () => {
    const behind = people.map((row, at) => `${row.join(',')}${['', ',12,call', ',7,"500"'][at]}\n`).join('');
    const { rows } = await rowsOf('behind.csv', `${header.join(',')}\n${behind}`);
    expect(rows.slice(2).map((row) => row.slice(4))).toEqual([
      ['12', 'call'],
      ['7', '500'],
    ]);
    // Only a comma can be the mark of thousands.
    const semicolons = people.map((row, at) => `${row.join(';')};$1${at === 1 ? ';500' : ''}\n`).join('');
    expect((await rowsOf('semicolons.txt', `${header.join(';')};Total\n${semicolons}`)).rows.slice(1).map((row) => row.slice(4))).toEqual([
      ['$1'],
      ['$1', '500'],
      ['$1'],
    ]);
  });

  test('for a list lined up with spaces, the page says how to divide it; not for a column of names', async () => {
    const padded = [header, ...people].map((row) => `${row.map((cell) => cell.padEnd(18)).join('')}\n`).join('');
    expect((await rowsOf('padded.txt', padded)).notes[1]).toMatch(/^The cells seem to be lined up with spaces.*Text to Columns/);
    const names = 'Name\nInes  Marlowe\nOtto Brandvold\nRhea Castellan\n';
    expect((await rowsOf('names.txt', names)).notes).toHaveLength(1);
  });

  const quoted = (text: string) => text.replaceAll(/^.+$/gm, (line) => `"${line.replaceAll('"', '""')}"`);
  test.each([',', ';', '\t'])('lines that are one quoted cell, with “%s”', async (delimiter) => {
    const { rows, notes } = await rowsOf('quoted.csv', quoted(lines([header, ...people], '\n', delimiter)));
    expect(rows).toEqual([header, ...people]);
    expect(notes).toContain('Whole lines are in quotes. The cells inside were read.');
  });

  test('quotes behind blanks, as in lists that scripts or people write', async () => {
    const spaced = people.map(([id, name, street, city]) => `${id}, "${name}", "${street}, Apt 2" ,  "${city}"\n`).join('');
    const { rows } = await rowsOf('spaced.csv', `${header.join(', ')}\n${spaced}`);
    expect(rows.slice(1)).toEqual(people.map(([id, name, street, city]) => [id, name, `${street}, Apt 2`, city]));
  });

  test('quoted cells inside quoted lines, next to lines without quotes', async () => {
    const inner = lines(people, '\n').replaceAll(/\d (?:Elm|Oak|Ash) St/g, (street) => `"${street}, Apt 2"`);
    const { rows } = await rowsOf('nested.csv', `${header.join(',')}\n${quoted(inner)}`);
    expect(rows).toEqual([header, ...people.map(([id, name, street, city]) => [id, name, `${street}, Apt 2`, city])]);
  });

  test('a list of quoted names or addresses stays a single column', async () => {
    const cells = ['Name', 'Marlowe, Ines, Dr.', 'Brandvold, Otto, Jr.', 'Castellan, Rhea, RN'];
    expect((await rowsOf('column.csv', cells.map((cell) => `"${cell}"\n`).join(''))).rows).toEqual(cells.map((cell) => [cell]));
  });

  test.each([';', '\t', '|'])('a header with too few “%s”', async (delimiter) => {
    const short = lines(
      [['ID', 'Name', 'Address'], ...people.map(([id, name, street]) => [id!, name!.replace(' ', ', '), `${street}, Keene, NH 03431`, ''])],
      '\n',
      delimiter,
    );
    const { rows } = await rowsOf('short.csv', short);
    expect(rows.map((row) => row.slice(0, 2))).toEqual([
      ['ID', 'Name'],
      ['1', 'Ines, Marlowe'],
      ['2', 'Otto, Brandvold'],
      ['3', 'Rhea, Castellan'],
    ]);
  });

  test.each(['utf-16le', 'utf-16be'])('%s without a mark in another script', async (encoding) => {
    const cyrillic = [
      ['Имя', 'Город'],
      ['Ирина', 'Саратов'],
      ['Олег', 'Тверь'],
      ['Анна', 'Пермь'],
    ];
    const bytes = Buffer.from(lines(cyrillic, '\r\n'), 'utf16le');
    expect((await rowsOf('script.csv', encoding === 'utf-16be' ? bytes.swap16() : bytes)).rows).toEqual(cyrillic);
  });
});
