import { describe, expect, test } from 'vitest';
import { AppError, ERROR_CODES, recoveryOf, toErrorCode } from '../../../../shared/base/errors.ts';
import { expectedError } from '../../../../shared/base/disk-failures.ts';
import { FailureShape } from '../../../../shared/contract/index.ts';

describe('failures', () => {
  test('keep code, message and details across threads and hosts', () => {
    const sent = new AppError('SERVICE_BUSY', 'The service is busy (429).', { status: 429, requestId: null, waitMs: 5000 });
    const received = AppError.from(FailureShape.parse(JSON.parse(JSON.stringify(sent.toFailure()))));
    expect(received).toMatchObject({
      code: 'SERVICE_BUSY',
      message: sent.message,
      details: { status: 429, requestId: null, waitMs: 5000 },
    });
    expect([received.retry, received.recovery]).toEqual(['safe', 'wait']);
  });

  test('never have a detail that this version does not know', () => {
    const failure = { ...new AppError('NOT_NOW', 'Not now.').toFailure(), details: { status: 409, row: 'Ada Lovelace' } };
    expect(FailureShape.parse(failure).details).toEqual({ status: 409 });
  });

  test('that are safe to retry always have a recovery', () => {
    const stuck = Object.entries(ERROR_CODES).filter(([, { retry, recovery }]) => retry === 'safe' && recovery === 'stop');
    expect(stuck).toEqual([]);
  });

  test.each([
    ['SHEET_EMPTY', 'chooseSheet'],
    ['DISK_FULL', 'freeDisk'],
    ['TOKEN_REFUSED', 'needsToken'],
    ['A_CODE_OF_ANOTHER_VERSION', 'stop'],
  ])('%s from disk has the recovery %s', (code, recovery) => {
    expect(recoveryOf(code)).toBe(recovery);
  });

  test('with an unknown code use the code that the caller chooses', () => {
    expect(toErrorCode('SENT_BEFORE', 'NOT_NOW')).toBe('SENT_BEFORE');
    expect(toErrorCode('toString', 'NOT_NOW')).toBe('NOT_NOW');
    expect(toErrorCode(undefined, 'NOT_NOW')).toBe('NOT_NOW');
  });
});

test.each([
  ['ENOSPC', 'write', 'DISK_FULL', 'The disk with the data folder is full'],
  ['EIO', 'fsync', 'DISK_FULL', 'The disk with the data folder is full or cannot be written'],
  // A backup that an administrator has restored: the folder looks writable, but its files are not.
  ['EPERM', 'chmod', 'DATA_FOLDER', 'files in it that belong to another user'],
  ['EPERM', 'fchmod', 'DATA_FOLDER', 'files in it that belong to another user'],
  ['EMFILE', 'open', 'READ_FAILED', 'cannot be read right now (EMFILE)'],
])('a system call that fails with %s in %s is %s', (code, syscall, expected, words) => {
  const error = expectedError(Object.assign(new Error(code), { code, syscall }));
  expect(error?.code).toBe(expected);
  expect(error?.message).toContain(words);
});
