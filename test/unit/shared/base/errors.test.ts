/** Failures on their way between programs and versions, and what ends them. */
import { describe, expect, test } from 'vitest';
import { AppError, ERROR_CODES, recoveryOf, toErrorCode } from '../../../../shared/base/errors.ts';
import { FailureShape } from '../../../../shared/contract/index.ts';

describe('failures', () => {
  test('keep code, sentence and details on their way to another thread or host', () => {
    const sent = new AppError('SERVICE_BUSY', 'The service asks to wait (429).', { status: 429, requestId: null, waitMs: 5000 });
    const received = AppError.from(FailureShape.parse(JSON.parse(JSON.stringify(sent.toFailure()))));
    expect(received).toMatchObject({
      code: 'SERVICE_BUSY',
      message: sent.message,
      details: { status: 429, requestId: null, waitMs: 5000 },
    });
    expect([received.retry, received.recovery]).toEqual(['safe', 'wait']);
  });

  test('never carry a detail that this version does not know', () => {
    const failure = { ...new AppError('NOT_NOW', 'Not now.').toFailure(), details: { status: 409, row: 'Ada Lovelace' } };
    expect(FailureShape.parse(failure).details).toEqual({ status: 409 });
  });

  test('that may simply be tried again are never ended by nothing at all', () => {
    const stuck = Object.entries(ERROR_CODES).filter(([, { retry, recovery }]) => retry === 'safe' && recovery === 'stop');
    expect(stuck).toEqual([]);
  });

  test.each([
    ['SHEET_EMPTY', 'chooseSheet'],
    ['DISK_FULL', 'freeDisk'],
    ['TOKEN_REFUSED', 'needsToken'],
    ['A_CODE_OF_ANOTHER_VERSION', 'stop'],
  ])('%s, read from the disk, is ended by %s', (code, recovery) => {
    expect(recoveryOf(code)).toBe(recovery);
  });

  test('of a code that is not known are named by the one that the reader chooses', () => {
    expect(toErrorCode('SENT_BEFORE', 'NOT_NOW')).toBe('SENT_BEFORE');
    expect(toErrorCode('toString', 'NOT_NOW')).toBe('NOT_NOW');
    expect(toErrorCode(undefined, 'NOT_NOW')).toBe('NOT_NOW');
  });
});
