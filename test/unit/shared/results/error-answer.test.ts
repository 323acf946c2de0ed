import { describe, expect, it } from 'vitest';
import { readErrorBody } from '../../../../shared/results/error-answer.ts';

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
  ])('%s', (body, type, words) => {
    expect(readErrorBody(body, type)).toBe(words);
  });

  it('keeps only the first 300 characters', () => {
    expect(readErrorBody('x'.repeat(5000), 'text/plain')).toHaveLength(300);
  });
});
