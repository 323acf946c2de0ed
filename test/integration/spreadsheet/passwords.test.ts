/**
 * Workbooks with a password are opened with it, refused without it, and never reported as damaged.
 * @module-tag deep
 */
import { describe, expect, test } from 'vitest';
import { bySheetJs } from '../../kit/sheetjs-workbook.ts';
import { encryptAgile, encryptStandard, encryptXls } from '../../kit/sheet-encryption.ts';
import { LOCKED_BY_AES, LOCKED_BY_BLOWFISH, type LockedParts } from '../../fixtures/spreadsheet/libreoffice.ts';
import { lockWhole, lockedOds, ods, odsDocument } from '../../kit/sheet-ods.ts';
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

  test('is reported as damaged or not supported if its container is, whatever the password', async () => {
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

describe('an ODS file with a password', () => {
  const OTHER = 'Quarry-Otter-7731';
  const list = [
    ['ID', 'First Name', 'Last Name', 'Street', 'City', 'State', 'ZIP'],
    ['1', 'Ines', 'Marlowe', '3 Elm St', 'Keene', 'NH', '3431'],
    ['2', 'Otto', 'Brandvold', '5 Oak St', 'Keene', 'NH', '3431'],
  ];
  const cells = list.map(
    (row) =>
      `<table:table-row>${row.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`,
  );
  const plain = ods(odsDocument(`<table:table table:name="List">${cells.join('')}</table:table>`));

  test.each([
    ['AES-256 and PBKDF2, by LibreOffice 7.4', () => lockedOds(LOCKED_BY_AES)],
    ['Blowfish and SHA-1, by LibreOffice 7.4 as ODF 1.1', () => lockedOds(LOCKED_BY_BLOWFISH)],
    ['as a whole, AES-256-GCM and Argon2id', () => lockWhole(plain, OTHER)],
  ])('opens with it: %s', async (_, locked) => {
    const path = await folder.write('locked.ods', locked());
    const found = await read(path, { password: OTHER });
    expect(found.rows).toEqual(list);
    expect(found.facts.kind).toBe('ODS');
    const asked = { code: 'FILE_PASSWORD', message: expect.stringMatching(/^The file is protected with a password\./) as string };
    await expect(read(path)).rejects.toMatchObject(asked);
    for (const wrong of ['', OTHER.toLowerCase(), `${OTHER} `])
      await expect(read(path, { password: wrong })).rejects.toMatchObject({
        code: 'FILE_PASSWORD',
        message: expect.stringMatching(/^This is not the password of the file\./) as string,
      });
  });

  test('is refused with a message if its form is unknown or would keep the computer busy', async () => {
    const refused = { code: 'FILE_ENCRYPTED', message: expect.stringContaining('clear “Save with password”') as string };
    const changed = (parts: LockedParts, from: string, to: string) => lockedOds({ ...parts, manifest: parts.manifest.replace(from, to) });
    const files = [
      changed(LOCKED_BY_AES, 'aes256-cbc', 'twofish'),
      changed(LOCKED_BY_AES, 'iteration-count="100000"', 'iteration-count="9000000000"'),
      changed(LOCKED_BY_BLOWFISH, 'Blowfish CFB', 'CAST'),
      changed(LOCKED_BY_AES, 'initialisation-vector="', 'initialisation-vector="AAAA'),
      changed(LOCKED_BY_AES, 'key-derivation-name="PBKDF2" manifest:key-size="32"', 'key-derivation-name="PBKDF2" manifest:key-size="33"'),
      changed(LOCKED_BY_AES, 'full-path="content.xml"', 'full-path="other.xml"'),
    ];
    for (const file of files) await expect(read(await folder.write('odd.ods', file), { password: OTHER })).rejects.toMatchObject(refused);
  });

  test('is reported as damaged if its encrypted part is, without a crash', async () => {
    const bytes = Buffer.from(LOCKED_BY_AES.content, 'base64');
    // The checksum covers only the beginning.
    bytes.fill(7, 1100, 1500);
    const file = lockedOds({ ...LOCKED_BY_AES, content: bytes.toString('base64') });
    await expect(read(await folder.write('broken.ods', file), { password: OTHER })).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
    const cut = lockedOds({ ...LOCKED_BY_AES, content: bytes.subarray(0, 1104).toString('base64') });
    await expect(read(await folder.write('cut.ods', cut), { password: OTHER })).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });
});
