/** Prints the structure of the product as one JSON line: `npm run structure [-- FOLDER]`. FOLDER: another checkout. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cyclesIn, faceSizes, foldersOf, importGraph, type ImportGraph } from './import-graph.ts';
import { ROOT } from './targets.mjs';

const root = resolve(process.argv[2] ?? ROOT);
const graph = importGraph(root);

const largest = (circles: readonly string[][]) => Math.max(0, ...circles.map((circle) => circle.length));

/** The longest chain of imports. A cycle ends the chain. */
function longestChain(files: ImportGraph): string[] {
  const found = new Map<string, string[]>();
  const chainFrom = (file: string, above: ReadonlySet<string>): string[] => {
    const known = found.get(file);
    if (known !== undefined) return known;
    const chains = [...(files.get(file) ?? [])].filter((next) => !above.has(next)).map((next) => chainFrom(next, new Set(above).add(next)));
    const chain = [file, ...(chains.toSorted((a, b) => b.length - a.length)[0] ?? [])];
    found.set(file, chain);
    return chain;
  };
  return [...files.keys()].map((file) => chainFrom(file, new Set([file]))).toSorted((a, b) => b.length - a.length)[0] ?? [];
}

const importers = new Map<string, number>();
for (const targets of graph.values()) for (const target of targets) importers.set(target, (importers.get(target) ?? 0) + 1);

const lines: Record<string, number> = {};
for (const file of graph.keys()) {
  const text = readFileSync(join(root, file), 'utf8');
  const top = file.split('/')[0]!;
  lines[top] = (lines[top] ?? 0) + text.split('\n').length - 1;
}

console.log(
  JSON.stringify({
    files: graph.size,
    largestCircleOfFiles: largest(cyclesIn(graph)),
    largestCircleOfFolders: largest(cyclesIn(foldersOf(graph))),
    lines: { ...lines, all: Object.values(lines).reduce((sum, one) => sum + one, 0) },
    faces: Object.fromEntries(faceSizes(root)),
    longestChain: longestChain(graph),
    mostImported: Object.fromEntries([...importers].toSorted((a, b) => b[1] - a[1]).slice(0, 10)),
  }),
);
