/**
 * Translates places in built files to places in the sources, for a log or a stack trace: `npm run trace [-- FILE …]`; without a file it
 * reads standard input. Prints the text with `worker/index.mjs:3:7` replaced by `main/worker/entry/index.ts:12:5`. Needs a build of the
 * same version.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { ROOT, TARGETS } from './targets.mjs';

const PLACE = new RegExp(
  `(?:[^\\s()"|]*[\\\\/])?(${Object.keys(TARGETS).join('|')})[\\\\/]((?:assets[\\\\/])?[\\w.-]+\\.[mc]?js):(\\d+):(\\d+)`,
  'g',
);
const maps = new Map<string, SourceMap | null>();

function mapOf(file: string): SourceMap | null {
  const path = `${file}.map`;
  const known = maps.get(path);
  if (known !== undefined) return known;
  const map = existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload) : null;
  maps.set(path, map);
  return map;
}

/** The place in the sources, or the unchanged text when the build has no such place. */
function traced(text: string, target: string, file: string, line: string, column: string): string {
  const built = join(ROOT, 'out', target, file);
  const entry = mapOf(built)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (entry === undefined || !('originalSource' in entry)) return text;
  const source = relative(ROOT, resolve(built, '..', entry.originalSource)).replaceAll('\\', '/');
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

const files = process.argv.slice(2);
for (const file of files.length > 0 ? files : [0]) process.stdout.write(readFileSync(file, 'utf8').replaceAll(PLACE, traced));
