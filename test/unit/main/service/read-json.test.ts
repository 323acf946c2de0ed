/** An answer of the service as JSON, and what is reported if it is not JSON. */
import { describe, expect, it } from 'vitest';
import { ignoreBody, readJson, SaysFailed, withoutWebPage } from '../../../../main/service/answer-bodies.ts';
import type { Answered } from '../../../../main/service/http.ts';
import { AppError } from '../../../../shared/base/errors.ts';

const answered = (text: string, contentType = 'application/json'): Answered => {
  async function* body() {
    await Promise.resolve();
    yield Buffer.from(text);
  }
  return {
    status: 200,
    contentType,
    requestId: null,
    retryAfter: null,
    date: null,
    pageHeaders: {},
    contentLength: null,
    body: Object.assign(body(), { destroy: () => undefined }),
  };
};

const failureOf = async (answer: Answered): Promise<AppError> => {
  try {
    await readJson(answer);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('The answer was read.');
};

describe('an answer', () => {
  it.each([
    ['of JSON', '{"id":1}', 'application/json', { id: 1 }],
    ['of JSON after a byte order mark', '\uFEFF{"id":1}', 'application/json', { id: 1 }],
    ['of JSON with a word that is none', '{"id":1,"n":NaN}', 'application/json', { id: 1, n: 'NaN' }],
    ['of lines with a bad one', '{"id":1}\n{"id":\n{"id":3}', 'application/jsonl', [{ id: 1 }, '{"id":', { id: 3 }]],
    ['of JSON under another content type', ' [1]', 'text/plain', [1]],
    ['of JSON under the content type of a web page', '[1]', 'text/html', [1]],
    ['that is empty', '', 'application/json', null],
    ['of blanks', ' \r\n', 'application/json', null],
    ['of lines of JSON', '{"id":1}\n\n  \n{"id":2}\n', 'application/x-ndjson', [{ id: 1 }, { id: 2 }]],
    ['of one line of JSON', '{"id":1}', 'application/jsonl', [{ id: 1 }]],
    ['of CSV', 'id,score\nA1,7\n', 'text/csv; charset=utf-8', [{ id: 'A1', score: '7' }]],
  ])('%s is read', async (_what, text, contentType, value) => {
    expect(await readJson(answered(text, contentType))).toEqual(value);
  });

  it.each([
    ['a cut-off object', '{"id":', 'application/json', 'ANSWER_TRUNCATED'],
    ['a cut-off array after blanks', ' \n [1, 2', 'text/plain', 'ANSWER_TRUNCATED'],
    ['a cut-off line', '{"id":1}\n{"id"', 'application/x-ndjson', 'ANSWER_TRUNCATED'],
    ['a word', 'busy [1]', 'text/plain', 'SERVICE_NONSENSE'],
    ['a web page', '<html>', 'application/json', 'SERVICE_NONSENSE'],
    ['a web page after blanks', ' \n <html>[', 'application/json', 'SERVICE_NONSENSE'],
    ['a cut-off object under the content type of a web page', '{"id":', 'text/html', 'SERVICE_NONSENSE'],
  ])('of %s is refused: %s as %s', async (_what, text, contentType, code) => {
    expect((await failureOf(answered(text, contentType))).code).toBe(code);
  });

  it.each([
    ['<html>', 'text/plain', true],
    [' \n<html>', 'text/plain', true],
    ['Log in', 'text/html', true],
    ['x <b>', 'text/plain', false],
    ['Log in', 'text/plain', false],
  ])('%j with the content type %s is called a web page: %s', async (text, contentType, isPage) => {
    expect((await failureOf(answered(text, contentType))).message.startsWith('A web page answered')).toBe(isPage);
  });

  it('that is nested too deeply is refused', async () => {
    const failure = await failureOf(answered('['.repeat(100_000)));
    expect([failure.code, failure.details['path']]).toEqual(['RESPONSE_UNEXPECTED', '[][]']);
  });

  it('that is far larger than expected is refused', async () => {
    const part = Buffer.alloc(1024 * 1024, ' ');
    async function* body() {
      for (let parts = 0; parts < 40; parts++) {
        await Promise.resolve();
        yield part;
      }
    }
    const failure = await failureOf({ ...answered(''), body: Object.assign(body(), { destroy: () => undefined }) });
    expect([failure.code, failure.message]).toEqual(['SERVICE_NONSENSE', 'The answer of the service is far larger than expected.']);
  });

  it('that cannot be read shows at most 80 characters of its content type', async () => {
    const failure = await failureOf(answered('Log in', 'x'.repeat(200)));
    expect(failure.details['contentType']).toBe('x'.repeat(80));
  });
});

describe('an answer whose body is not needed', () => {
  it.each([
    ['<!doctype html><title>Log in</title>', 'text/html'],
    ['\uFEFF \n<html>', 'application/json'],
    ['<html>', ''],
    ['Log in', 'text/html; charset=utf-8'],
    ['Log in first [1]', 'text/html'],
  ])('is not a success if it is a web page: %j as %s', async (text, contentType) => {
    await expect(ignoreBody(answered(text, contentType))).rejects.toThrow('A web page answered');
  });

  it.each([
    ['', 'text/html'],
    ['OK', 'text/plain'],
    ['{"id":1}', 'text/html'],
    ['true', 'text/html'],
  ])('is a success otherwise: %j as %s', async (text, contentType) => {
    expect(await ignoreBody(answered(text, contentType))).toBeNull();
  });
});

it.each(['<html>', ' \n\n<html>', '\uFEFF<html>'])('a stream that is a web page is refused before any of it: %j', async (text) => {
  async function* body() {
    await Promise.resolve();
    for (const character of text) yield Buffer.from(character);
  }
  const passed: string[] = [];
  const read = async () => {
    const stream = withoutWebPage({ ...answered(''), body: Object.assign(body(), { destroy: () => undefined }) });
    for await (const chunk of stream) passed.push(chunk.toString().trim());
  };
  await expect(read()).rejects.toThrow('A web page answered');
  expect(passed.join('')).toBe('');
});

it('a stream is passed on unchanged if a later part begins like a web page', async () => {
  const parts = ['  ', '[{"note":"', '<b>bold</b>"}]'];
  async function* body() {
    await Promise.resolve();
    for (const part of parts) yield Buffer.from(part);
  }
  const passed: string[] = [];
  const stream = withoutWebPage({ ...answered(''), body: Object.assign(body(), { destroy: () => undefined }) });
  for await (const chunk of stream) passed.push(chunk.toString());
  expect(passed).toEqual(parts);
});

it('a stream that is given up closes its connection', () => {
  let isClosed = false;
  const destroy = () => {
    isClosed = true;
  };
  withoutWebPage({ ...answered(''), body: Object.assign(answered('[]').body, { destroy }) }).destroy();
  expect(isClosed).toBe(true);
});

describe('an answer whose body is not needed, and is incomplete', () => {
  const incomplete = (contentType: string): Answered => {
    async function* body() {
      await Promise.resolve();
      yield Buffer.from('{');
      throw new Error('lost');
    }
    return { ...answered('', contentType), body: Object.assign(body(), { destroy: () => undefined }) };
  };

  it('is not a failure', async () => {
    expect(await ignoreBody(incomplete('application/json'))).toBeNull();
  });

  it('is no success under the content type of a web page', async () => {
    await expect(ignoreBody(incomplete('text/html'))).rejects.toThrow('A web page answered');
  });
});

it.each([
  ['a flag', '{"success":false}', true],
  ['an error', '\uFEFF {"error":"The archive is locked"}', true],
  ['errors of rows', '{"errors":[{"row":3}]}', false],
  ['a flag in a report that is longer than any message', JSON.stringify({ success: false, report: 'x'.repeat(70_000) }), false],
  ['a flag in an answer that is cut off', '{"success":false', false],
])('an answer whose body is not needed, with %s', async (_what, text, fails) => {
  const read = await ignoreBody(answered(text)).catch((error: unknown) => error);
  expect([read instanceof SaysFailed, read === null]).toEqual([fails, !fails]);
});
