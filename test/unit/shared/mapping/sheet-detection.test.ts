import { describe, expect, it } from 'vitest';
import {
  chooseSheet,
  columnLetters,
  findHeaderRow,
  findTotalsRows,
  nameColumns,
  type SampleRow,
} from '../../../../shared/mapping/sheet-detection.ts';
import { normalizeHeader } from '../../../../shared/mapping/heading-words.ts';

/** Rows by their numbers in the sheet, without rows that have no filled cell, as in a stored list. */
const sheet = (...rows: readonly string[][]): SampleRow[] =>
  rows.map((cells, index) => ({ rowNumber: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''));

describe('normalizeHeader', () => {
  it.each([
    ['First Name', 'firstname'],
    ['\uFEFFfirst_name ', 'firstname'],
    ['E-Mail', 'email'],
    ['# Gifts', 'numbergifts'],
    ['Last Gift $', 'lastgiftamount'],
    ['Née', 'nee'],
    ['Straße privat', 'strasseprivat'],
    ['ＺＩＰ', 'zip'],
    ['ZIP+4', 'zip4'],
    ['…', ''],
  ])('%s has the key %s', (heading, key) => {
    expect(normalizeHeader(heading)).toBe(key);
  });
});

describe('columnLetters', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('%i is %s', (column, letters) => {
    expect(columnLetters(column)).toBe(letters);
  });
});

describe('findHeaderRow', () => {
  const people = [
    ['100001', 'Desmond', 'Whitlock', 'Marblehead', 'MA', '01945', '12/31/2024'],
    ['100002', 'Siobhan', "O'Brien", 'Chicago', 'IL', '60614', '2/29/2020'],
    ['100003', 'Ngozi', 'Adeyemi', 'Tucson', 'AZ', '85721', '10/30/2021'],
  ];
  const header = ['ID', 'First Name', 'Last Name', 'City', 'State', 'ZIP', 'Last Gift Date'];

  it('uses the first row when it names the columns', () => {
    expect(findHeaderRow(sheet(header, ...people))).toMatchObject({ index: 0, certainty: 'certain' });
  });

  it('skips titles, blank rows and category rows', () => {
    const rows = sheet(
      ['Board list - CONFIDENTIAL'],
      ['Run date:', '2025-01-31'],
      [''],
      ['Person', '', '', 'Home', '', '', 'Giving'],
      header,
      ...people,
    );
    expect(rows[findHeaderRow(rows).index!]!.rowNumber).toBe(5);
  });

  it('skips instructions and stops before a second line of technical names', () => {
    const programs = [
      'NPSP__ID__C',
      'NPSP__CONTACT1_FIRSTNAME__C',
      'NPSP__CONTACT1_LASTNAME__C',
      'NPSP__HOME_CITY__C',
      'NPSP__HOME_STATE__C',
      'NPSP__HOME_ZIP__C',
      'NPSP__DATE__C',
    ];
    const rows = sheet(['INSTRUCTIONS:'], ['', 'Make line 5, with field labels, your first line in the file.'], header, programs);
    expect(findHeaderRow(rows).index).toBe(2);
  });

  it('finds headings among hundreds of columns of the office', () => {
    const others = Array.from({ length: 292 }, (_, at) => `Attribute ${at}`);
    const names = ['ID', 'First Name', 'Last Name', 'Street', 'City', 'State', 'ZIP', 'Email'];
    const person = ['C1', 'Ada', 'Lee', '1 Elm St', 'Lowell', 'MA', '01850', 'ada@example.org'];
    const answers = others.map((_, at) => `answer ${at}`);
    expect(findHeaderRow(sheet([...names, ...others], [...person, ...answers])).index).toBe(0);
    const kinds = ['Home', 'Email', 'Phone', 'Spouse', 'Organization', 'Home'];
    expect(findHeaderRow(sheet([...kinds, ...answers.slice(0, 30)], [...kinds, ...answers.slice(0, 30)])).index).toBeNull();
  });

  it('finds none when the first row is a person', () => {
    expect(findHeaderRow(sheet(...people)).index).toBeNull();
    expect(findHeaderRow(sheet(['Desmond', 'Whitlock'], ['Siobhan', "O'Brien"])).index).toBeNull();
  });

  it('accepts unknown headings when the rows below have other types', () => {
    const rows = sheet(['Kennzeichen', 'Bezeichnung', 'Merkmal'], ['4711', 'x', '12,50'], ['4712', 'y', '13,50']);
    expect(findHeaderRow(rows)).toMatchObject({ index: 0, certainty: 'likely' });
  });

  it('accepts a single column', () => {
    expect(findHeaderRow(sheet(['Email'], ['jane@example.org'], ['john@example.org'])).index).toBe(0);
  });

  it('finds none in an empty sheet', () => {
    expect(findHeaderRow([])).toMatchObject({ index: null, certainty: 'none' });
  });

  it.each([
    ['a phone number', '(617) 555-0142'],
    ['an email address', 'ann@example.org'],
    ['a date', '1/31/2024'],
  ])('rules out a row with %s', (_, cell) => {
    expect(findHeaderRow(sheet(['Name', 'City', 'State', cell], ['Ada Lee', 'Lowell', 'MA', 'x'])).index).toBeNull();
    expect(findHeaderRow(sheet(['Name', 'City', 'State', cell], ['Name', 'City', 'State', 'Notes'], ['Ada', 'x', 'MA', 'y'])).index).toBe(
      1,
    );
  });

  it('reads the gifts under a heading of gifts', () => {
    const rows = sheet(
      ['', 'Home Address', '', '', '', 'Giving History', '', '', 'Notes'],
      ['Name', 'Street', 'City', 'State', 'Zip', 'Total', 'Last', 'Last Date', 'Email'],
      ['Philippa Cartwright', '3 Birch Rd', 'Tampa', 'FL', '33601', '1250', '50', '3/1/2024', 'p@example.org'],
      ['Desmond Whitlock', '9 Oak Ave', 'Tampa', 'FL', '33602', '700', '25', '3/2/2024', 'd@example.org'],
    );
    expect(findHeaderRow(rows).cells.slice(5)).toEqual(['Giving Total', 'Giving Last', 'Giving Last Date', 'Email']);
  });

  it('reads a header that spans two rows', () => {
    const rows = sheet(
      ['Donor', 'First', 'Last', 'Street', 'Zip'],
      ['ID', 'Name', 'Name', 'Address', 'Code'],
      ['1', 'Ada', 'Lee', '2 Elm St', '02108'],
    );
    expect(findHeaderRow(rows)).toMatchObject({
      index: 1,
      cells: ['Donor ID', 'First Name', 'Last Name', 'Street Address', 'Zip Code'],
      reason: 'Rows 1 and 2 look like the headings.',
    });
  });

  it('reads a header with groups over its columns', () => {
    const groups = ['', 'Donor', '', 'Spouse', '', 'Home', '', 'Work', ''];
    const names = ['ID', 'First Name', 'Last Name', 'First Name', 'Last Name', 'Street', 'City', 'Street', 'City'];
    expect(findHeaderRow(sheet(groups, names, ['1', 'Ada', 'Lee', 'Bo', 'Lee', '2 Elm', 'Ayer', '3 Oak', 'Lynn'])).cells).toEqual([
      'ID',
      'Donor First Name',
      'Donor Last Name',
      'Spouse First Name',
      'Spouse Last Name',
      'Home Street',
      'Home City',
      'Work Street',
      'Work City',
    ]);
  });

  it('reads headings of single columns in the row of the groups', () => {
    const rows = sheet(['ID', 'Name', '', 'Phone'], ['', 'First Name', 'Last Name', ''], ['1', 'Ada', 'Lee', '617-555-0142']);
    expect(findHeaderRow(rows)).toMatchObject({ index: 1, cells: ['ID', 'First Name', 'Last Name', 'Phone'] });
  });

  it('does not include a title or the first person in the headings', () => {
    expect(findHeaderRow(sheet(['Spring appeal'], header, ...people)).cells).toEqual(header);
    expect(findHeaderRow(sheet(header, ['1', 'Home', 'Street', 'City', 'MA', '01945', '12/31/2024'])).cells).toEqual(header);
    const rows = sheet(['First Name', 'Last Name', 'City'], ['Home', 'Street', 'Lowell'], ['Ada', 'Lee', 'Ayer']);
    expect(findHeaderRow(rows)).toMatchObject({ index: 0, cells: ['First Name', 'Last Name', 'City'] });
  });

  it('returns a reason', () => {
    expect(findHeaderRow(sheet(['My list'], header, ...people)).reason).toBe('Row 2 looks like the headings.');
  });
});

describe('nameColumns', () => {
  it('tidies headings, names empty ones by their letter and numbers repeated ones', () => {
    expect(nameColumns(['  First  Name', '', 'Email', 'email', 'EMAIL'], 6)).toEqual([
      'First Name',
      'Column B',
      'Email',
      'email (2)',
      'EMAIL (3)',
      'Column F',
    ]);
  });

  it('skips a number that another heading already has', () => {
    expect(nameColumns(['Email', 'Email (2)', 'Email'], 3)).toEqual(['Email', 'Email (2)', 'Email (3)']);
  });

  it('names a sheet without a header row', () => {
    expect(nameColumns([], 3)).toEqual(['Column A', 'Column B', 'Column C']);
  });
});

it('names thousands of columns with the same heading in time', () => {
  const header = Array.from({ length: 16_000 }, () => 'Column');
  const { user } = process.cpuUsage();
  const names = nameColumns(header, header.length);
  // Counting all previous names again for each column would take about a minute.
  expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(5_000);
  expect(new Set(names).size).toBe(16_000);
  expect(names.slice(0, 3)).toEqual(['Column', 'Column (2)', 'Column (3)']);
  expect(names.at(-1)).toBe('Column (16000)');
});

describe('findTotalsRows', () => {
  const person = (number: number): SampleRow => ({
    rowNumber: number,
    cells: [String(number), 'Desmond', 'Whitlock', '14 Harbor View Rd', '27', '$41,325.50'],
  });
  const row = (rowNumber: number, ...cells: string[]): SampleRow => ({ rowNumber, cells });

  it.each<[string, SampleRow]>([
    ['a total', row(9, 'Total', '', '', '', '581', '$5,088,720.88')],
    ['a grand total', row(9, 'Grand Total:', '', '', '', '', '$5,088,720.88')],
    ['a word in another column', row(9, '', '', 'Totals', '', '581', '12')],
    ['a record count', row(9, 'Record count: 512')],
    ['a number of records', row(9, '512 records')],
    ['Salesforce’s totals', row(9, 'Grand Totals (10 records)')],
    ['totals that could be days', row(9, 'Grand Totals (3 records)', '', '', '', '17', '12800')],
    ['totals in a currency', row(9, 'Total', '', '', '', '17', 'USD 45,000.00')],
    ['a copyright', row(9, 'Copyright (c) 2000-2025 salesforce.com, inc. All rights reserved.')],
    ['a run date', row(9, 'Run date', '1/31/2025')],
    ['a sum', row(9, 'Sum', '', '', '', '', '12')],
  ])('finds %s', (_, last) => {
    expect(findTotalsRows([person(6), person(7), person(8), last])).toEqual([9]);
  });

  it('finds only the last lines', () => {
    const rows = [
      person(6),
      row(8, 'Grand Totals (10 records)'),
      row(9, 'Confidential Information - Do Not Distribute'),
      row(10, 'Copyright (c) 2025'),
    ];
    expect(findTotalsRows(rows)).toEqual([8, 9, 10]);
  });

  it.each<[string, SampleRow]>([
    ['a person with that name', row(9, '100', 'Total', 'Smith', '14 Harbor View Rd', '', '')],
    ['a person with few values', row(9, '100', '', 'Smith', '', '', '')],
    ['a lone last name', row(9, 'Counts')],
    ['a company', row(9, '77', '', 'Total Wine Supply', '1 Main St', '2', '$5.00')],
  ])('ignores %s', (_, last) => {
    expect(findTotalsRows([person(6), person(7), last])).toEqual([]);
  });

  it('ignores a total in the middle', () => {
    expect(findTotalsRows([person(6), row(7, 'Total', '', '', '', '', '12'), person(8)])).toEqual([]);
  });
});

describe('chooseSheet', () => {
  const list = sheet(
    ['First Name', 'Last Name', 'City', 'State', 'ZIP'],
    ['Jane', 'Doe', 'Nashua', 'NH', '03060'],
    ['John', 'Doe', 'Nashua', 'NH', '03060'],
  );
  const codes = sheet(['Code', 'Meaning'], ['A', 'Active'], ['I', 'Inactive']);

  it('chooses the sheet whose header names the most fields', () => {
    const chosen = chooseSheet([
      { name: 'Codes', hidden: false, rows: codes },
      { name: 'Query 14', hidden: false, rows: list },
    ]);
    expect(chosen.index).toBe(1);
  });

  it('prefers a visible sheet to a hidden one', () => {
    const chosen = chooseSheet([
      { name: 'Old', hidden: true, rows: list },
      { name: 'New', hidden: false, rows: list },
    ]);
    expect(chosen.index).toBe(1);
  });

  it('skips an empty sheet and one with only a header', () => {
    const chosen = chooseSheet([
      { name: 'Empty', hidden: false, rows: [] },
      { name: 'Template', hidden: false, rows: list.slice(0, 1) },
      { name: 'List', hidden: false, rows: list },
    ]);
    expect(chosen.index).toBe(2);
  });

  it('returns null for a workbook without filled rows', () => {
    expect(chooseSheet([{ name: 'Empty', hidden: false, rows: [] }]).index).toBeNull();
  });
});
