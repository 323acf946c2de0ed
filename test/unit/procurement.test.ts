/** docs/ACR.md has each criterion of WCAG 2.2 A and AA once, and everything that it and docs/HECVAT.md refer to exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/targets.mjs';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const ACR = read('docs/ACR.md');
const HECVAT = read('docs/HECVAT.md');

/** WCAG 2.2 (W3C Recommendation), without 4.1.1, which it removed. */
const LEVELS = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
};

/** The cells of each row of the tables. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter(
      (line) => line.startsWith('| ') && !line.startsWith('| criterion') && !line.startsWith('| chapter') && !line.startsWith('| area'),
    )
    .map((line) => line.slice(2, -2).split(' | '));

describe('the accessibility report', () => {
  it.each(Object.entries(LEVELS))('has each criterion of level %s once', (level, numbers) => {
    const given = rowsOf(ACR).flatMap(([name = '']) => new RegExp(`^(\\d\\.\\d\\.\\d+) .*\\(Level ${level}\\)$`).exec(name)?.[1] ?? []);
    expect(given).toEqual(numbers.split(' '));
  });

  it('has one of the four terms for each criterion and chapter, and a test or a plain sentence', () => {
    const wrong = rowsOf(ACR).filter(([, term = '', , shown = '']) => {
      const isTest = shown.startsWith('`test/');
      if (term === 'Not applicable') return !isTest && shown !== '—';
      return !/^(Supports|Partially supports|Does not support)$/.test(term) || (!isTest && shown !== 'not shown by a test');
    });
    expect(wrong).toEqual([]);
  });

  it('names only tests that exist, by file and title', () => {
    const named = [...ACR.matchAll(/`(test\/[^`]+)` “([^”]+)”/g)];
    expect(named.length).toBeGreaterThan(25);
    // The formatter puts a long title on its own line.
    const isTitle = (line: string, title: string) => /^\s*(?:(?:it|test|fakeTest)\(|['`])/.test(line) && line.includes(title);
    const missing = named.filter(
      ([, path = '', title = '']) =>
        !read(path)
          .split('\n')
          .some((line) => isTitle(line, title)),
    );
    expect(missing).toEqual([]);
  });
});

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (path: string) =>
  new Set(
    [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

describe('the answers for a HECVAT', () => {
  it('link only to sections and name only tests that exist', () => {
    const links = [...HECVAT.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)];
    expect(links.length).toBeGreaterThan(25);
    const broken = links.filter(([, target = '', anchor]) => {
      const path = join('docs', target);
      return !existsSync(join(ROOT, path)) || (anchor !== undefined && !anchorsOf(path).has(anchor));
    });
    expect(broken).toEqual([]);
    const tests = [...HECVAT.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
    expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('each claim has what shows it, or says that nothing does', () => {
    const unsaid = rowsOf(HECVAT).filter(([, answer = '', shown]) => shown === '—' && !/\*\*Not (shown|applicable):\*\*/.test(answer));
    expect(unsaid).toEqual([]);
  });
});
