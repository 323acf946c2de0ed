import { describe, expect, it } from 'vitest';
import { readErrorBody, readErrorTexts, withoutToken } from '../../../../shared/results/error-answer.ts';

const TOKEN = 'tok/7f3a+Zq==';

describe('error bodies', () => {
  it.each([
    ['{"type":"about:blank","title":"Bad","detail":"too many"}', 'application/problem+json', 'too many'],
    ['{"message":"no"}', 'application/json', 'no'],
    ['{"error":"nope"}', 'application/json', 'nope'],
    ['{"error":{"message":"deep","code":"X"}}', 'application/json', 'deep'],
    ['{"errors":[{"message":"a"},{"message":"b"}]}', 'application/json', 'a; b'],
    ['just words\n here', 'text/plain', 'just words here'],
    ['<html><head><title>502 Bad Gateway</title></head><body>long</body></html>', 'text/html', '502 Bad Gateway'],
    ['<!doctype html><body>no title</body>', 'text/html', null],
    ['', 'application/json', null],
    ['{"x":1}', 'application/json', null],
    ['  \n', 'text/plain', null],
    ['{"error":"invalid_token","error_description":"The access token expired"}', 'application/json', 'The access token expired'],
    ['{"Message":"no"}', 'application/json', 'no'],
    ['{"Error":{"Message":"deep","Code":"X"}}', 'application/json', 'deep'],
    ['{"Errors":["a"]}', 'application/json', 'a'],
    ['{"code":7,"msg":"no"}', 'application/json', 'no'],
    ['{"detail":[{"loc":["body","street"],"msg":"is required"}]}', 'application/json', 'is required'],
    ['{"message":"  spaces  "}', 'application/json', 'spaces'],
    ['{"message":" ","detail":"said here"}', 'application/json', 'said here'],
    ['{"errors":[null,"",{"message":"a"},"b"]}', 'application/json', 'a; b'],
    ['{"errors":[]}', 'application/json', null],
    ['["1","2","3","4","5","6"]', 'application/json', '1; 2; 3; 4; 5'],
    ['{"errors":{"message":"in an object"}}', 'application/json', 'in an object'],
    ['<html><title lang="en"> Maintenance </title></html>', '', 'Maintenance'],
    ['<title>Down</title>', 'text/html; charset=utf-8', 'Down'],
    ['the tag <html> is not allowed', 'text/plain', 'the tag <html> is not allowed'],
  ])('%s', (body, type, words) => {
    expect(readErrorBody(body, type, TOKEN)).toBe(words);
  });

  it('keeps only the first 300 characters', () => {
    expect(readErrorBody('x'.repeat(5000), 'text/plain', TOKEN)).toHaveLength(300);
  });

  it('keeps a message of 300 characters, and marks a longer one as cut', () => {
    expect(readErrorBody('x'.repeat(300), 'text/plain', TOKEN)).toBe('x'.repeat(300));
    expect(readErrorBody('x'.repeat(301), 'text/plain', TOKEN)).toBe(`${'x'.repeat(299)}…`);
  });

  it('reads messages up to 20 levels deep', () => {
    const nested = (depth: number): string => (depth === 0 ? '"m"' : `[${nested(depth - 1)}]`);
    expect([readErrorBody(nested(20), '', TOKEN), readErrorBody(nested(22), '', TOKEN)]).toEqual(['m', null]);
  });
});

describe('the texts of an error body', () => {
  it.each<[string, string, string[]]>([
    ['{"message":"unknown column\\nAmount","fields":["a","b"],"count":5}', 'application/json', ['unknown column', 'Amount', 'a', 'b']],
    ['{"deep":{"er":[{"text":"here"}],"none":null,"is":true}}', 'application/json', ['here']],
    ['"bare"', 'application/json', ['bare']],
    ['line 1\nline 2', 'text/plain', ['line 1', 'line 2']],
    ['', 'text/plain', ['']],
    ['<p>page</p>', 'text/plain', []],
    ['  <p>page</p>', 'text/plain', []],
    ['page', 'text/html', []],
  ])('%s, as %s', (body, type, texts) => {
    expect(readErrorTexts(body, type, TOKEN)).toEqual(texts);
  });

  it('are read up to 21 levels deep', () => {
    const nested = (depth: number): string => (depth === 0 ? '"m"' : `[${nested(depth - 1)}]`);
    expect([readErrorTexts(nested(21), '', TOKEN), readErrorTexts(nested(22), '', TOKEN)]).toEqual([['m'], []]);
  });
});

describe('the token', () => {
  it.each([
    [`Unknown credentials: Bearer ${TOKEN}`, 'Unknown credentials: Bearer (token removed)'],
    [`The key ${TOKEN}, sent at ?key=${encodeURIComponent(TOKEN)}`, 'The key (token removed), sent at ?key=(token removed)'],
    // A token of another program, or a token that is cut off.
    ['Unknown: "bearer abc.def.123"; log in', 'Unknown: "bearer (token removed)"; log in'],
    ['Bearer eyJhbGciOiJIUzI1NiIsInR', 'Bearer (token removed)'],
    ['The Bearer token expired. Use another Bearer token.', 'The Bearer token expired. Use another Bearer token.'],
    ['A bearer', 'A bearer'],
  ])('is not kept in “%s”', (text, kept) => {
    expect(withoutToken(text, TOKEN)).toBe(kept);
  });

  const LONG = 'Zm9v/YmFy+cXV4=key-of-the-office_0123456789';
  it.each([
    ['in another case', LONG.toUpperCase(), '(token removed)'],
    ['in an address with small letters', encodeURIComponent(LONG).toLowerCase(), '(token removed)'],
    ['in JSON that is not well formed', LONG.replaceAll('/', String.raw`\/`), '(token removed)'],
    ['in base64', btoa(LONG), '(token removed)OQ=='],
    ['in base64 behind a name', btoa(`user:${LONG}`), 'dXNlcjpa(token removed)Nzg5'],
    ['cut off', `Unknown: ${LONG.slice(0, 30)}…`, 'Unknown: (token removed)…'],
    ['in two pieces', `${LONG.slice(0, 20)}; ${LONG.slice(20)}`, '(token removed); (token removed)'],
    ['behind a letter that gets longer in lower case', `İ${LONG}`, 'İ(token removed)'],
    ['twice', `${LONG}${LONG}`, '(token removed)(token removed)'],
    ['not at all', 'The key of the office expired.', 'The key of the office expired.'],
  ])('is not kept %s', (_how, text, kept) => {
    expect(withoutToken(text, LONG)).toBe(kept);
  });

  it('leaves a text as it is when there is none', () => {
    expect(withoutToken('no token', '')).toBe('no token');
  });

  it('is not kept in a message or a text of an error body, and not where the message is cut off', () => {
    const escaped = JSON.stringify({ message: `No: ${TOKEN}` }).replaceAll('/', String.raw`\/`);
    expect(readErrorBody(escaped, 'application/json', TOKEN)).toBe('No: (token removed)');
    expect(readErrorTexts(escaped, 'application/json', TOKEN)).toEqual(['No: (token removed)']);
    expect(readErrorTexts(`No: ${TOKEN}`, 'text/plain', TOKEN)).toEqual(['No: (token removed)']);
    expect(readErrorBody(`${'x'.repeat(295)} ${TOKEN}`, 'text/plain', TOKEN)).toBe(`${'x'.repeat(295)} (to…`);
  });
});
