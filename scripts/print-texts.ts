/**
 * Prints the texts of the program by file, for proofreading: texts of the page, messages of errors, of the terminal and of workbooks. A
 * text is a string with a space between words, so single words are missing and some lines are not visible texts.
 * npm run texts [FOLDER…]
 */
import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';

const FOLDERS = ['shared', 'renderer', 'main'];
const isText = (text: string): boolean =>
  /[\p{L}’]{2,},? [“‘(\p{L}\d…]/u.test(text) && !/^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|<\?xml)\b/.test(text);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The text of a string, a template with … for each value, or the text between two tags; null for any other node. */
function textOf(node: Node): string | null {
  if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return null;
  return (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

function* textsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  if (!isNode(value)) return;
  const text = textOf(value)?.replaceAll(/\s+/g, ' ').trim();
  if (text !== undefined && isText(text)) yield text;
  for (const child of Object.values(value)) if (typeof child === 'object') yield* textsIn(child);
}

const roots = process.argv.length > 2 ? process.argv.slice(2) : FOLDERS;
for (const path of roots.flatMap((root) => globSync(`${root}/**/*.{ts,tsx}`)).toSorted()) {
  const texts = new Set(textsIn(parseAst(readFileSync(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' })));
  if (texts.size > 0) console.log(`\n${path}\n${Array.from(texts, (text) => `  ${text}`).join('\n')}`);
}
