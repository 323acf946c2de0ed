import { describe, expect, it } from 'vitest';
import { readErrorBody, readErrorTexts } from '../../../../shared/results/error-answer.ts';

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
    expect(readErrorBody(body, type)).toBe(words);
  });

  it('keeps only the first 300 characters', () => {
    expect(readErrorBody('x'.repeat(5000), 'text/plain')).toHaveLength(300);
  });

  it('keeps a message of 300 characters, and marks a longer one as cut', () => {
    expect(readErrorBody('x'.repeat(300), 'text/plain')).toBe('x'.repeat(300));
    expect(readErrorBody('x'.repeat(301), 'text/plain')).toBe(`${'x'.repeat(299)}…`);
  });

  it('reads messages up to 20 levels deep', () => {
    const nested = (depth: number): string => (depth === 0 ? '"m"' : `[${nested(depth - 1)}]`);
    expect([readErrorBody(nested(20), ''), readErrorBody(nested(22), '')]).toEqual(['m', null]);
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
    expect(readErrorTexts(body, type)).toEqual(texts);
  });

  it('are read up to 21 levels deep', () => {
    const nested = (depth: number): string => (depth === 0 ? '"m"' : `[${nested(depth - 1)}]`);
    expect([readErrorTexts(nested(21), ''), readErrorTexts(nested(22), '')]).toEqual([['m'], []]);
  });
});
