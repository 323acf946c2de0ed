import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../../main/cli/arguments.ts';
import { type GuideBlock, readGuide, textsOf } from '../../../../../renderer/screens/settings/guide.ts';

const guide = readFileSync(new URL('../../../../../docs/USER_GUIDE.md', import.meta.url), 'utf8');

const linesOf = (block: GuideBlock): readonly string[] => {
  if (block.kind === 'list') return block.items;
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [block.text];
};

describe('the user guide', () => {
  it('is read as headings, paragraphs, lists, tables, and commands', () => {
    const text =
      '# Title\n\n![A window](pictures/a.png)\n\n## A *b*\n\ntwo\nlines\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n    npm start\n';
    expect(readGuide(text)).toEqual([
      { kind: 'heading', level: 2, text: 'A *b*', id: 'a-b' },
      { kind: 'paragraph', text: 'two lines' },
      { kind: 'list', items: ['one more', 'two'] },
      { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
      { kind: 'command', text: 'npm start' },
    ]);
  });

  it('has pieces of text with a style', () => {
    expect(textsOf('a **b** *c* `d`.')).toEqual([
      { style: 'plain', text: 'a ' },
      { style: 'strong', text: 'b' },
      { style: 'plain', text: ' ' },
      { style: 'emphasis', text: 'c' },
      { style: 'plain', text: ' ' },
      { style: 'code', text: 'd' },
      { style: 'plain', text: '.' },
    ]);
  });

  it('names every command of the terminal', () => {
    const table = readGuide(guide).find((block) => block.kind === 'table' && block.head[0] === 'commands')!;
    const named = linesOf(table).flatMap((line) => textsOf(line).flatMap(({ style, text }) => (style === 'code' ? [text] : [])));
    expect(named.toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  });

  it('has no markup that is shown as plain text, and no heading twice', () => {
    const blocks = readGuide(guide);
    const shown = blocks
      .filter(({ kind }) => kind !== 'command')
      .flatMap((block) => linesOf(block).flatMap(textsOf))
      .filter(({ style }) => style !== 'code')
      .map(({ text }) => text);
    expect(shown.filter((text) => /[*`|#]|\]\(/.test(text))).toEqual([]);
    // A list within a list would be shown as one line with hyphens.
    expect(guide.match(/^ +- .*$/gm) ?? []).toEqual([]);
    const ids = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    expect(blocks.filter(({ kind }) => kind === 'table')).toHaveLength(guide.match(/^\|---/gm)!.length);
  });
});
