/** Parses the user guide. Supports only the Markdown that the guide uses: headings, paragraphs, lists, tables and commands. */

export type GuideBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph' | 'command'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** A part of a line with one style. */
export interface GuideText {
  readonly style: 'plain' | 'strong' | 'emphasis' | 'code';
  readonly text: string;
}

const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const cellsOf = (line: string): string[] =>
  line
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ');

function blockOf(lines: readonly string[]): GuideBlock {
  const [first = ''] = lines;
  const heading = /^(##|###) (.+)$/.exec(first);
  if (heading !== null) return { kind: 'heading', level: heading[1] === '##' ? 2 : 3, text: heading[2]!, id: idOf(heading[2]!) };
  if (first.startsWith('    ')) return { kind: 'command', text: lines.map((line) => line.slice(4)).join('\n') };
  if (first.startsWith('|')) return { kind: 'table', head: cellsOf(first), rows: lines.slice(2).map(cellsOf) };
  if (first.startsWith('- ')) {
    const items: string[][] = [];
    for (const line of lines) {
      if (line.startsWith('- ')) items.push([line.slice(2)]);
      else items.at(-1)?.push(line);
    }
    return { kind: 'list', items: items.map(joined) };
  }
  return { kind: 'paragraph', text: joined(lines) };
}

/** The blocks of the guide, without its title, and without its pictures because they show this same window. */
export function readGuide(markdown: string): GuideBlock[] {
  return markdown
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0 && !/^(?:# |!\[)/.test(lines[0]!))
    .map(blockOf);
}

const STYLED = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;

/** Splits a line into parts with one style each. */
export function textsOf(line: string): GuideText[] {
  const texts: GuideText[] = [];
  let at = 0;
  for (const match of line.matchAll(STYLED)) {
    if (match.index > at) texts.push({ style: 'plain', text: line.slice(at, match.index) });
    const [all, strong, emphasis, code] = match;
    texts.push(
      strong !== undefined
        ? { style: 'strong', text: strong }
        : emphasis !== undefined
          ? { style: 'emphasis', text: emphasis }
          : { style: 'code', text: code! },
    );
    at = match.index + all.length;
  }
  if (at < line.length) texts.push({ style: 'plain', text: line.slice(at) });
  return texts;
}
