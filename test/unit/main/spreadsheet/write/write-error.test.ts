import { expect, test } from 'vitest';
import { WriteError, writeErrorOf } from '../../../../../main/spreadsheet/write/write-error.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: somewhere, write '/home/jane/gifts.xlsx'`), { code });

test.each([
  ['ENOSPC', 'DISK_FULL', /disk is full/],
  ['EDQUOT', 'DISK_FULL', /disk is full/],
  ['EFBIG', 'DISK_FULL', /size/],
  ['EACCES', 'TARGET_UNWRITABLE', /permission/],
  ['EROFS', 'TARGET_UNWRITABLE', /read-only/],
  ['EBUSY', 'TARGET_UNWRITABLE', /open in another program/],
  ['EISDIR', 'TARGET_UNWRITABLE', /folder with this name/],
  ['ENAMETOOLONG', 'TARGET_UNWRITABLE', /shorter/],
  ['ESTALE', 'TARGET_UNWRITABLE', /drive/],
  ['EIO', 'TARGET_UNWRITABLE', /could not be written/],
])('%s is reported as %s', (code, expected, sentence) => {
  const error = writeErrorOf(systemError(code), true);
  expect(error.code).toBe(expected);
  expect(error.message).toMatch(sentence);
  expect(error.message).not.toContain('jane');
});

test('a missing folder has another message after writing has started', () => {
  expect(writeErrorOf(systemError('ENOENT'), false).message).toContain('does not exist');
  expect(writeErrorOf(systemError('ENOENT'), true).message).toContain('disappeared');
});

test('a write error stays the same, and any other thrown value becomes one', () => {
  const refusal = new WriteError('DISK_FULL', 'full');
  expect(writeErrorOf(refusal, true)).toBe(refusal);
  expect(writeErrorOf('odd', true).code).toBe('TARGET_UNWRITABLE');
});
