/** The items of docs/INTERFACE.md: the code, a change that breaks it, and the test that must then fail. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { ROOT } from '../../scripts/targets.mjs';

export interface InterfaceItem {
  readonly item: string;
  readonly path: string;
  /** Occurs once in the file. */
  readonly text: string;
  /** The text that replaces `text` to break the item. */
  readonly broken: string;
  readonly test: string;
  /** The title in the source of the test, with placeholders. */
  readonly title: string;
}

const plain = (cell: string): string => cell.trim().replace(/^`+|`+$/g, '');
/** A cell with code, which may itself contain backquotes. */
const code = (cell: string): string => cell.trim().slice(1, -1);

export const interfaceItems = (): InterfaceItem[] =>
  readFileSync(join(ROOT, 'docs/INTERFACE.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!item )/.test(line))
    .map((line) => {
      const [item = '', path = '', text = '', broken = '', test = '', title = ''] = line.slice(2, -2).split(' | ');
      return { item, path: plain(path), text: code(text), broken: code(broken), test: plain(test), title };
    });

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The name `it` in `it.each<T>([…])(…)`, `it.skipIf(…)(…)` and `it(…)`. */
function rootOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee['name']);
  return rootOf(callee.type === 'MemberExpression' ? callee['object'] : callee['callee']);
}

function* titlesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* titlesOf(one);
  if (!isNode(value)) return;
  if (value.type === 'CallExpression' && ['it', 'test'].includes(rootOf(value['callee']))) {
    const [first] = value['arguments'] as readonly unknown[];
    if (isNode(first) && first.type === 'Literal') yield String(first['value']);
  }
  for (const child of Object.values(value)) if (typeof child === 'object') yield* titlesOf(child);
}

/** The titles of the tests in a file, with placeholders. */
export const titlesIn = (path: string): ReadonlySet<string> =>
  new Set(titlesOf(parseAst(readFileSync(join(ROOT, path), 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' })));
