/** Hidden rows, missing values and rows without people: the page and the terminal report them, and the user decides. */
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/index.ts';
import { noticeTexts } from '../../../shared/view-texts/sheet-notices.ts';
import { setupApplication } from '../../kit/setup-application.ts';
import { xlsx } from '../../kit/sheet-xlsx.ts';
import { desk as terminal, start } from '../../kit/terminal.ts';

const app = setupApplication();
const { call } = app;

async function importList(path: string, importOptions: Input<'projects.create'>['importOptions'] = {}): Promise<string> {
  return await app.createDraft({ file: await app.offerPath(path, 'list'), importOptions });
}

const textsOf = async (id: string) => noticeTexts((await call('import.get', { id })).notices);

/** The last names of the list, and what the check counts. */
async function peopleOf(id: string): Promise<{ names: string[]; rows: number; invalid: number }> {
  const { fields, rows } = await call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 200 });
  const { rows: count, invalid } = await call('check.get', { id });
  return { names: rows.map(({ values }) => values[fields.indexOf('primaryLast')] ?? ''), rows: count, invalid };
}

/** A sheet of texts. `hidden` has row numbers. A cell that starts with `=` is a formula without a value. */
function sheet(rows: readonly (readonly string[])[], hidden: readonly number[] = [], hiddenColumn?: number): Buffer {
  const cell = (text: string) =>
    text.startsWith('=') ? `<c><f>${text.slice(1)}</f></c>` : `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  const xml = rows.map((cells, i) => `<row r="${i + 1}"${hidden.includes(i + 1) ? ' hidden="1"' : ''}>${cells.map(cell).join('')}</row>`);
  const before =
    hiddenColumn === undefined
      ? ''
      : `<cols><col min="${hiddenColumn}" max="${hiddenColumn}" hidden="1"/><col min="9" max="16384" hidden="1"/></cols>`;
  return xlsx({ sheets: [{ name: 'List', rows: xml.join(''), before }] });
}

const HEADINGS = ['Constituent ID', 'Last Name', 'City', 'Total Given'];

describe('hidden rows', () => {
  const rows = [HEADINGS, ['1', 'Ashdown', 'Lowell', '=1+1'], ['2', 'Brink', 'Nashua', '20'], ['3', 'Carrow', 'Ayer', '30']];

  it('are kept until the user leaves them out, and the choice stays after a change of the header row', async () => {
    const id = await importList(app.write('hidden.xlsx', sheet(rows, [3], 3)));
    expect((await peopleOf(id)).names).toEqual(['Ashdown', 'Brink', 'Carrow']);
    expect(await textsOf(id)).toEqual([
      '1 row is hidden in the workbook. It is read like the others.',
      '1 column is hidden in the workbook: “City”. It is read like the others.',
      '1 formula has no saved value: open the file in Excel and save it.',
    ]);
    expect(await call('import.change', { id, hiddenRows: 'leave-out' })).toMatchObject({
      rows: 2,
      notices: { hiddenRowsAre: 'leave-out' },
    });
    expect((await peopleOf(id)).names).toEqual(['Ashdown', 'Carrow']);
    await call('import.change', { id, headerRow: 1 });
    expect((await peopleOf(id)).names).toEqual(['Ashdown', 'Carrow']);
    expect((await textsOf(id))[0]).toBe('1 row is hidden in the workbook. It is left out.');
    await call('import.change', { id, hiddenRows: 'keep' });
    expect((await peopleOf(id)).names).toEqual(['Ashdown', 'Brink', 'Carrow']);
  });

  it('are reported in a terminal, and can be left out', async () => {
    const path = app.write('hidden.xlsx', sheet(rows, [3], 3));
    const kept = (await terminal(['check', path, '--json'])).lines[0]!;
    expect(kept).toMatchObject({ rows: 3 });
    expect(kept['notes']).toContain('1 row is hidden in the workbook. It is read like the others.');
    expect((await terminal(['check', path, '--json', '--hidden-rows', 'leave-out'])).lines[0]).toMatchObject({ rows: 2 });
    expect((await terminal(['inspect', path])).out).toContain('1 formula has no saved value: open the file in Excel and save it.');
    expect((await terminal(['check', path, '--hidden-rows', 'maybe'])).err).toContain('--hidden-rows must be keep or leave-out');
  });
});

describe('rows without a person', () => {
  const blank = ['  ,,,', '104,,,', ',,,0.00', '105, ,,$0', ',,FALSE,-'];
  const list = ['Constituent ID,Last Name,City,Total Given', '1,Ashdown,Lowell,10', ...blank, '2,Brink,Nashua,20', ...blank].join('\n');

  it('are counted once and are neither people nor errors', async () => {
    const id = await importList(app.write('blank.csv', list));
    expect(await peopleOf(id)).toEqual({ names: ['Ashdown', 'Brink'], rows: 2, invalid: 0 });
    expect(await textsOf(id)).toEqual(['10 rows have no person in them. Skipped.']);
  });

  it('are also left out in a long list that two threads check', async () => {
    const people = Array.from(
      { length: 30_000 },
      (_, i) => `${i},Ashdown${i},Lowell,10${i % 100 === 0 ? `\n${blank[i % blank.length]!}` : ''}`,
    );
    const id = await importList(app.write('long.csv', ['Constituent ID,Last Name,City,Total Given', ...people].join('\n')));
    expect((await call('import.get', { id })).notices.blankRows).toBe(300);
    expect(await call('check.get', { id })).toMatchObject({ rows: 30_000 });
  });

  it('are not values of their columns, and are not counted among their rows', async () => {
    const ending = ['Total,,,"$1,560.00"', 'Exported 11/20/2026,,,'];
    const id = await importList(app.write('ending.csv', [list, '3,Carrow,Ayer,30', ...ending].join('\n')));
    const given = async () => {
      const { suggestions } = await call('columns.get', { id });
      return suggestions.map(({ header, looked, filled, samples }) => ({ header, looked, filled, samples }))[3];
    };
    const counted = { header: 'Total Given', looked: 3, filled: 3, samples: ['10', '20', '30'] };
    expect((await call('import.get', { id })).rows).toBe(3);
    expect(await given()).toEqual(counted);
    await call('columns.system', { id, system: null });
    expect(await given()).toEqual(counted);
    // A row at the end counts once the user says that it belongs to the list.
    expect((await call('import.change', { id, totalsRows: [] })).rows).toBe(5);
    expect(await given()).toMatchObject({ looked: 5, samples: ['10', '20', '30', '$1,560.00'] });
  });

  it('do not make a list of bare IDs empty', async () => {
    const id = await importList(app.write('ids.csv', 'Constituent ID,Last Name\n1,\n2,\n'));
    expect((await call('import.get', { id })).rows).toBe(2);
  });
});

describe('headings that a report repeats on each page', () => {
  const HEADINGS = 'Constituent ID,First Name,Last Name,Address (home),City';
  const list = [
    'Spring report,,,,',
    HEADINGS,
    '1,Ann,Poe,1 Elm St,Tampa',
    '2,City,Hall,2 Elm St,City',
    HEADINGS,
    '3,Bea,Ray,3 Elm St,Tampa',
    'Constituent ID,First Name,Last Name,Address (home),',
    HEADINGS,
    '4,Cal,Fox,4 Elm St,Tampa',
  ];

  it('are no people, and are counted', async () => {
    const id = await importList(app.write('pages.csv', list.join('\n')));
    // A row that differs in one cell is kept.
    expect(await peopleOf(id)).toMatchObject({ names: ['Poe', 'Hall', 'Ray', 'Last Name', 'Fox'], rows: 5 });
    expect(await textsOf(id)).toEqual(['2 rows repeat the headings. They are left out.']);
    const { headers, suggestions } = await call('columns.get', { id });
    expect(headers[4]).toBe('City');
    expect(suggestions[4]).toMatchObject({ looked: 5, samples: ['Tampa', 'City', 'Tampa', 'Tampa'] });
  });

  it('are not people at the end of the list, nor after another choice of rows', async () => {
    const id = await importList(app.write('end.csv', [...list.slice(1), HEADINGS].join('\n')));
    expect((await peopleOf(id)).rows).toBe(5);
    expect(await call('import.change', { id, subtotals: 'keep' })).toMatchObject({ rows: 5 });
    expect(await textsOf(id)).toEqual(['3 rows repeat the headings. They are left out.']);
    expect((await call('check.get', { id })).rows).toBe(5);
  });

  it('are people if there is only one column', async () => {
    const id = await importList(app.write('one.csv', ['Last Name', 'Poe', 'Last Name', 'Fox'].join('\n')), { headerRow: 1 });
    expect((await peopleOf(id)).rows).toBe(3);
  });
});

describe('subtotals between people', () => {
  const people = (from: number, count: number) => Array.from({ length: count }, (_, i) => `Name${from + i},First${from + i},Lowell,10`);
  const list = [
    'Last Name,First Name,City,Total Given',
    'Total,Anna,Lowell,10',
    ...people(0, 60),
    'MA Total,,,600',
    ...people(60, 60),
    ',,Subtotal,"1,200.00"',
    'Count,Basie,,70',
    ...people(120, 60),
    'Grand Total,,,1800',
  ].join('\n');

  it('are left out with the totals at the end and counted, and count as people if the user keeps them', async () => {
    const id = await importList(app.write('sums.csv', list));
    const { names, rows } = await peopleOf(id);
    expect(rows).toBe(182);
    expect(names).toContain('Total');
    expect(names).toContain('Count');
    expect(names).not.toContain('MA Total');
    expect(await textsOf(id)).toEqual([
      '3 rows look like totals or remarks: row 63 (“MA Total”), row 124 (“Subtotal”), and row 186 (“Grand Total”). They are left out.',
    ]);
    expect(await call('import.change', { id, subtotals: 'keep' })).toMatchObject({ rows: 185, totalsRows: [] });
    expect(await textsOf(id)).toEqual([
      '3 rows look like totals or remarks: row 63 (“MA Total”), row 124 (“Subtotal”), and row 186 (“Grand Total”). They are read like the others.',
    ]);
    expect(await call('import.change', { id, subtotals: 'leave-out' })).toMatchObject({ rows: 182, totalsRows: [186] });
  });

  it('are left out without figures when the label can be nothing else', async () => {
    const lines = [
      'ID,Last Name,First Name,City',
      '1,Ashdown,Ada,Lowell',
      ',Subtotal,,',
      '2,Total,Anna,Lowell',
      ',Page total:,,',
      ',Total,,',
    ];
    const { names, rows } = await peopleOf(await importList(app.write('labels.csv', [...lines, '3,Brink,Bo,Nashua'].join('\n'))));
    expect({ names, rows }).toEqual({ names: ['Ashdown', 'Total', 'Total', 'Brink'], rows: 4 });
  });

  it('are left out with the group before, behind or in the label, and the trailer of a file too', async () => {
    const labels = [
      'Subtotal: New Hampshire (1 record),,,500',
      'New Hampshire Subtotal,,,500',
      'Total for New Hampshire,,,500',
      'Total - NH,,,$500.00',
      'New Hampshire Total (1),,,500',
      'TRAILER,2,,',
    ];
    const lines = ['Last Name,First Name,City,Total Given', 'Ashdown,Ada,Dover,500'];
    // People whose names begin or end like labels.
    const others = ['Total,Anna,Lowell,10', 'Totalia-Brink,Bo,Nashua,10', 'Trailer,Cal,Nashua,10', 'Fox,Total,Nashua,10'];
    const rows = labels.flatMap((label, at) => [label, others[at % others.length]!]);
    const { names } = await peopleOf(await importList(app.write('labels.csv', [...lines, ...rows, 'Brink,Bo,Nashua,1'].join('\n'))));
    expect(names).toEqual(['Ashdown', 'Total', 'Totalia-Brink', 'Trailer', 'Fox', 'Total', 'Totalia-Brink', 'Brink']);
  });

  it('are named up to five, and the others are counted', async () => {
    const states = ['AL', 'CA', 'FL', 'GA', 'MA', 'NH', 'NY', 'TX'].flatMap((state, at) => [
      ...people(at * 20, 20),
      `${state} Total,,,200`,
    ]);
    const id = await importList(
      app.write('states.csv', ['Last Name,First Name,City,Total Given', ...states, 'Last,Person,Lowell,1'].join('\n')),
    );
    expect(await textsOf(id)).toEqual([
      '8 rows look like totals or remarks: row 22 (“AL Total”), row 43 (“CA Total”), row 64 (“FL Total”), row 85 (“GA Total”), row 106 (“MA Total”), and 3 more. They are left out.',
    ]);
  });

  it('near the end are among the rows that the user can clear', async () => {
    const id = await importList(
      app.write('short.csv', ['Last Name,City,Total Given', 'Ashdown,Lowell,1', 'MA Total,,1', 'Brink,Nashua,2'].join('\n')),
    );
    expect(await call('import.get', { id })).toMatchObject({ totalsRows: [3], rows: 2 });
    expect(await call('import.change', { id, totalsRows: [] })).toMatchObject({ totalsRows: [], rows: 3 });
  });

  it('are kept in a terminal with --keep-totals', async () => {
    const path = app.write('sums.csv', list);
    expect((await terminal(['check', path, '--json'])).lines[0]).toMatchObject({ rows: 182 });
    expect((await terminal(['check', path, '--json', '--keep-totals'])).lines[0]).toMatchObject({ rows: 185 });
  });
});

describe('rows that name nobody', () => {
  const headings = 'Seat,First Name,Last Name,Street,City,State,ZIP,Email';
  const person = (seat: string, last: string) => `${seat},Ines,${last},3 Elm St,Keene,NH,03431,`;
  const list = [
    headings,
    'Required,Text,Required,Max. 60 characters,optional,Two-letter code,5 digits,e.g. a@example.org',
    person('1', 'Marlowe'),
    '2,,VACANT,,,,,',
    ',Please add your guests below.,,,,,,',
    person('3', 'Vacantini'),
    '4,To be named,,,,,,',
    person('5', 'Required'),
    '* deceased since the last report,,,,,,,',
    'Generated on 3/4/2026 by the office,,,,,,,',
    'Ask the office for the addresses of former members.,,,,,,,',
  ].join('\n');

  it('are left out and named, and can be kept', async () => {
    const path = app.write('board.csv', list);
    const id = await importList(path);
    expect((await peopleOf(id)).names).toEqual(['Marlowe', 'Vacantini', 'Required']);
    const [text] = (await textsOf(id)).filter((one) => one.includes('remarks'));
    expect(text).toBe(
      '7 rows look like totals or remarks: row 2 (“Required”), row 4 (“VACANT”), row 5 (“Please add your guests below.”), row 7 (“To be named”), row 9 (“* deceased since the last report”), and 2 more. They are left out.',
    );
    expect(await call('import.change', { id, subtotals: 'keep' })).toMatchObject({ rows: 10 });
    expect((await terminal(['check', path, '--json'])).lines[0]).toMatchObject({ rows: 3 });
  });

  it('are not people with few details, or organizations', async () => {
    const rows = [
      'Vernon',
      'Open Door Mission',
      'See',
      'Page',
      'Key West Society',
      'Contact Foundation',
      'The Friends of the Keene Public Library, Inc.',
    ];
    const id = await importList(app.write('few.csv', [headings, ...rows.map((last, at) => `${at},,"${last}",,,,,`)].join('\n')));
    expect((await peopleOf(id)).names).toEqual(rows);
  });
});

it('lines in another encoding are reported on the File screen, by inspect and by check', async () => {
  const path = app.write('mixed.csv', Buffer.concat([Buffer.from('Last Name,City\nJosé,Lima\n'), Buffer.from('Zoë,Genève\n', 'latin1')]));
  const note = '1 line is not in UTF-8. It was read as WINDOWS-1252: check its accents.';
  expect((await call('import.get', { id: await importList(path) })).notes).toContain(note);
  expect((await terminal(['inspect', path])).out).toContain(note);
  expect((await terminal(['check', path])).out).toContain(note);
});

it('a header in two rows names the columns of the list', async () => {
  const path = app.write('two.csv', 'First,Last,Home\nName,Name,City\nAda,Lee,Lowell\nBo,Lee,Ayer\n');
  const id = await importList(path);
  expect((await call('columns.get', { id })).headers).toEqual(['First Name', 'Last Name', 'Home City']);
  expect(await call('import.change', { id, totalsRows: [] })).toMatchObject({ headerRow: 2, rows: 2 });
  expect((await call('columns.get', { id })).headers).toEqual(['First Name', 'Last Name', 'Home City']);
});

it.each(['rows', 'inspect', 'check'])('%s ends without an error when nothing reads its output anymore', async (command) => {
  const lines = Array.from({ length: 60_000 }, (_, i) => `${i},Ashdown${i},Lowell`);
  const path = app.write('long.csv', ['ID,Last Name,City', ...lines].join('\n'));
  const { child, ended } = start([command, path]);
  child.stdout.once('data', () => child.stdout.destroy());
  if (command !== 'rows') child.stdout.destroy();
  const { exit, err } = await ended;
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
});
