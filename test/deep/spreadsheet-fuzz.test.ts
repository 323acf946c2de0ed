import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { SpreadsheetError } from '../../main/spreadsheet/core/errors.ts';
import { LISTS, ODS_PARTS, WORKBOOK_PARTS } from '../fixtures/spreadsheet/lists.ts';
import { read, temporaryFolder } from '../kit/sheet-files.ts';
import { Chance, damage, damagedArchive } from '../kit/sheet-fuzz.ts';

const folder = temporaryFolder();

/** The outcome of reading: 'read', the code of the refusal, or any other error. */
async function outcome(name: string, bytes: Uint8Array): Promise<string> {
  const path = await folder.write(name, bytes);
  try {
    const { sheets } = await read(path, { limits: { rows: 100_000 } });
    for (const sheet of sheets.slice(1)) await read(path, { sheet: sheet.name, limits: { rows: 100_000 } });
    return 'read';
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) return `not one of ours: ${error instanceof Error ? error.stack : String(error)}`;
    // The message must be a sentence for the user, without a stack trace or a message of the JavaScript engine.
    return /^[A-Z][^]{20,400}[.]$/.test(error.message) &&
      !/undefined|Cannot |is not (?:a function|a constructor|iterable|defined)|Error:/.test(error.message)
      ? error.code
      : `unclear: ${error.message}`;
  }
}

async function outcomes(name: string, make: (chance: Chance) => Uint8Array, runs: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let seed = 1; seed <= runs; seed++) {
    const result = await outcome(name, make(new Chance(seed)));
    const key = /^(?:read|[A-Z_]+)$/.test(result) ? result : `seed ${seed}: ${result}`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}

const unexpected = (found: ReadonlyMap<string, number>) => [...found.keys()].filter((key) => key.startsWith('seed'));

test.each(Object.keys(LISTS))('%s is read without damage', async (name) => {
  expect(await outcome(name, LISTS[name]!())).toBe('read');
});

describe('a damaged file is either read or refused', () => {
  test.each([
    ['list.xlsx', 400],
    ['list.ods', 250],
    ['list.fods', 250],
    ['list.csv', 500],
    ['unicode.txt', 250],
    ['latin.csv', 250],
    ['list.html', 300],
    ['list.xls', 150],
    ['list.xlsb', 80],
    ['list.xml', 100],
    ['list.slk', 100],
    ['list.dif', 100],
    ['list.dbf', 100],
    ['old.xls', 60],
    ['older.xls', 60],
  ])('%s', async (name, runs) => {
    const bytes = LISTS[name]!();
    const found = await outcomes(name, (chance) => damage(bytes, chance), runs);
    expect(unexpected(found)).toEqual([]);
  });

  test('list.xls, with damaged records in their container', async () => {
    const stream = XLSX.CFB.find(XLSX.CFB.read(LISTS['list.xls']!(), { type: 'buffer' }), '/Workbook')!.content as Uint8Array;
    const wrap = (content: Buffer) => {
      const container = XLSX.CFB.utils.cfb_new();
      XLSX.CFB.utils.cfb_add(container, '/Workbook', content);
      return Buffer.from(XLSX.CFB.write(container, { type: 'buffer' }) as Buffer);
    };
    const found = await outcomes('list.xls', (chance) => wrap(damage(stream, chance)), 600);
    expect(unexpected(found)).toEqual([]);
    expect(found.get('read')).toBeGreaterThan(30);
    expect(found.get('FILE_DAMAGED')).toBeGreaterThan(30);
  });

  test.each([
    ['list.xlsx', WORKBOOK_PARTS, 1200],
    ['list.ods', ODS_PARTS, 500],
  ] as const)('%s, with a part that was damaged before compression', async (name, parts, runs) => {
    const found = await outcomes(name, (chance) => damagedArchive(parts, chance), runs);
    expect(unexpected(found)).toEqual([]);
    // Both outcomes must occur, or the damage would not test anything.
    expect(found.get('read')).toBeGreaterThan(runs / 20);
    expect(found.get('FILE_DAMAGED')).toBeGreaterThan(runs / 20);
  });
});
