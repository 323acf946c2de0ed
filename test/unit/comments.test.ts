/** The comments of the product name failures in one way: `@throws` on its own line, with codes that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importGraph } from '../../scripts/import-graph.ts';
import { ROOT } from '../../scripts/targets.mjs';
import { isErrorCode } from '../../shared/base/errors.ts';

/** A code or an error class, the failures of something else, or the reason of an aborted signal. */
const FAILURES = /^(?:[A-Z][A-Z_]+\b|[A-Z]\w+\b|(?:what|as|one of) \S|the (?:failure|reason|signal's reason)\b|a system error\b)/;
/** Names in capitals that are not codes. */
const isOther = (name: string, source: string) => name.startsWith('DESK_') || source.includes(`const ${name} `);

/** The problems with the `@throws` of a source, one text for each. */
function wrongThrows(source: string): string[] {
  return [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(([comment]) => {
    const inline = comment
      .split('\n')
      .filter((line) => /[^\s*/]/.test(line.slice(0, Math.max(0, line.lastIndexOf('@throws')))))
      .map((line) => `in the midst of a line: ${line.trim()}`);
    const tags = [...comment.matchAll(/@throws([\s\S]*?)(?=\n\s*\*\s*(?:@|\n|\/)|\*\/|$)/g)].map(([, text = '']) =>
      text.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim(),
    );
    const vague = tags.filter((text) => !FAILURES.test(text)).map((text) => `names no failure: ${text}`);
    const unknown = tags
      .flatMap((text) => text.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [])
      .filter((name) => !isErrorCode(name) && !isOther(name, source))
      .map((name) => `no code: ${name}`);
    return [...inline, ...vague, ...unknown];
  });
}

it('a @throws is on a line of its own and names codes of the error table', () => {
  const wrong = [...importGraph().keys()].flatMap((file) =>
    wrongThrows(readFileSync(join(ROOT, file), 'utf8')).map((found) => `${file}: ${found}`),
  );
  expect(wrong).toEqual([]);
});

it.each([
  ['/** Reads it. @throws NOT_FOUND */', ['in the midst of a line: /** Reads it. @throws NOT_FOUND */']],
  ['/**\n * Reads it. @throws NOT_FOUND;\n * NOT_NOW.\n */', ['in the midst of a line: * Reads it. @throws NOT_FOUND;']],
  ['/**\n * @throws when there is none.\n */', ['names no failure: when there is none.']],
  ['/**\n * @throws NOT_FOUND;\n * NOT_THERE when it is gone.\n */', ['no code: NOT_THERE']],
  ['/** @throws what `read` throws. */\n/**\n * Reads it.\n * @throws NOT_FOUND; NotNow.\n * @returns more\n */', []],
])('%j', (source, wrong) => {
  expect(wrongThrows(source)).toEqual(wrong);
});
