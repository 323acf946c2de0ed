/** Workbooks with a password: opened with it, refused without it, and never taken for damaged ones. */
import { describe, expect, test } from 'vitest';
import { bySheetJs } from '../../kit/sheetjs-workbook.ts';
import { encryptAgile, encryptStandard, encryptXls } from '../../kit/sheet-encryption.ts';
import { read, temporaryFolder } from '../../kit/sheet-files.ts';

const folder = temporaryFolder();
const TABLE = [['Name', 'City'], ['Ines Marlowe', 'Barre'], ...Array.from({ length: 2000 }, (_, row) => [`Otto ${row}`, 'Keene'])];
const workbook = bySheetJs('xlsx', TABLE);
const PASSWORD = 'Größe 12 & «ß»';

describe('a workbook with a password', () => {
  test.each([
    ['agile, SHA-512 and AES-256', () => encryptAgile(workbook, PASSWORD)],
    ['agile, SHA-1 and AES-128', () => encryptAgile(workbook, PASSWORD, { hash: 'SHA1', bits: 128 })],
    ['agile, SHA-384 and AES-192', () => encryptAgile(workbook, PASSWORD, { hash: 'SHA384', bits: 192 })],
    ['standard, AES-128', () => encryptStandard(workbook, PASSWORD)],
    ['standard, AES-256', () => encryptStandard(workbook, PASSWORD, 256)],
  ])('opens with it: %s', async (_, encrypt) => {
    const path = await folder.write('locked.xlsx', encrypt());
    const found = await read(path, { password: PASSWORD });
    expect(found.rows).toEqual(TABLE);
    expect(found.facts.kind).toBe('XLSX');
    await expect(read(path)).rejects.toMatchObject({
      code: 'FILE_PASSWORD',
      message: expect.stringMatching(/^The file is protected with a password\./) as string,
    });
    for (const wrong of ['', PASSWORD.toLowerCase(), `${PASSWORD} `])
      await expect(read(path, { password: wrong })).rejects.toMatchObject({
        code: 'FILE_PASSWORD',
        message: expect.stringMatching(/^This is not the password of the file\./) as string,
      });
  });

  test.each([
    ['xlsx', encryptAgile],
    ['xlsb', encryptAgile],
    ['xlsx', encryptStandard],
  ] as const)('opens without asking when it has only the password of Excel itself: %s', async (type, encrypt) => {
    const found = await read(await folder.write(`default.${type}`, encrypt(bySheetJs(type, TABLE), 'VelvetSweatshop')));
    expect(found.rows).toEqual(TABLE);
  });

  test.each(['office97', 'cryptoApi40', 'cryptoApi128'] as const)('opens with it: XLS, %s', async (form) => {
    const table = TABLE.slice(0, 40);
    const plain = bySheetJs('biff8', table);
    const path = await folder.write('locked.xls', encryptXls(plain, PASSWORD, form));
    expect((await read(path, { password: PASSWORD })).rows).toEqual(table);
    await expect(read(path)).rejects.toMatchObject({ code: 'FILE_PASSWORD' });
    await expect(read(path, { password: 'quarry' })).rejects.toMatchObject({ code: 'FILE_PASSWORD' });
    const byExcel = await folder.write('default.xls', encryptXls(plain, 'VelvetSweatshop', form));
    expect((await read(byExcel)).rows).toEqual(table);
  });

  test('is damaged or not supported where its container is, whatever the password', async () => {
    const locked = encryptAgile(workbook, PASSWORD);
    const codeOf = async (bytes: Buffer) =>
      await read(await folder.write('broken.xlsx', bytes), { password: PASSWORD }).then(
        () => 'read',
        (error: { code: string }) => error.code,
      );
    const changed = (from: string, to: string) => Buffer.from(locked.toString('latin1').replaceAll(from, to), 'latin1');
    expect(await codeOf(changed('"AES"', '"DES"'))).toBe('FILE_ENCRYPTED');
    expect(await codeOf(changed('spinCount="1000"', 'spinCount="9e99"'))).toBe('FILE_ENCRYPTED');
    expect(await codeOf(locked.subarray(0, locked.length - 20_000))).toBe('FILE_DAMAGED');
  });
});
