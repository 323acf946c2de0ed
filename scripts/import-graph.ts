/** The import graph of the product's files, including type imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { faceOf, LAYERS, PARTS } from './layers.ts';
import { ROOT } from './targets.mjs';

const PRODUCT = ['shared', 'main', 'preload', 'renderer', 'practice'] as const;

const SPECIFIERS = [
  /(?:^|\n)(?:import|export)\b[^'";]*?\bfrom\s+'(\.[^']+)'/g,
  /(?:^|\n)import\s+'(\.[^']+)'/g,
  /\bimport\(\s*'(\.[^']+)'\s*\)/g,
  /\bnew URL\(\s*'(\.[^']+)'/g,
];

const LIBRARY = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)'((?:@[^'/]+\/)?[^'./][^'/]*)[^']*'/g;

/** The libraries that each file imports; `node` stands for all Node modules. */
export function librariesOf(root: string = ROOT): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    productFiles(root).map((file) => {
      const names = [...readFileSync(join(root, file), 'utf8').matchAll(LIBRARY)].map(([, name = '']) => name);
      return [file, new Set(names.map((name) => (name.startsWith('node:') ? 'node' : name)))];
    }),
  );
}

/** The files that each file imports; paths are relative to the root, with `/`. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

function productFiles(root: string): string[] {
  return PRODUCT.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}

/** Reads the sources in `root`. */
export function importGraph(root: string = ROOT): ImportGraph {
  const files = productFiles(root);
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const targets = SPECIFIERS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, path = '']) => posix.join(dirname(file), path)));
      return [file, new Set(targets.filter((target) => known.has(target)))];
    }),
  );
}

/** The imports between folders; imports inside a folder are omitted. */
export function foldersOf(graph: ImportGraph): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const own = posix.dirname(file);
    const others = found.get(own) ?? new Set();
    for (const target of targets) if (posix.dirname(target) !== own) others.add(posix.dirname(target));
    found.set(own, others);
  }
  return found;
}

/** The layer of a file: the longest matching folder of the table, or null. */
export function layerOf(file: string): string | null {
  const holding = LAYERS.filter(({ folder }) => file.startsWith(`${folder}/`)).toSorted((a, b) => b.folder.length - a.folder.length);
  return holding[0]?.folder ?? null;
}

/** The part of a file: the longest matching folder of `PARTS`, or null. */
export function partOf(file: string): string | null {
  const holding = PARTS.filter((part) => file.startsWith(`${part}/`)).toSorted((a, b) => b.length - a.length);
  return holding[0] ?? null;
}

/** The imports from outside a part that bypass its face. A part inside another part may import all files of the outer one. */
export function importsPastFaces(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, targets]) => {
    const own = partOf(file);
    return [...targets].flatMap((target) => {
      const part = partOf(target);
      const isOutside = part !== null && own !== part && own?.startsWith(`${part}/`) !== true;
      return isOutside && target !== faceOf(part) ? [`${file} imports ${target}`] : [];
    });
  });
}

/** The number of names that the face of each part exports. */
export function faceSizes(root: string = ROOT): ReadonlyMap<string, number> {
  return new Map(
    PARTS.map((part) => {
      const text = readFileSync(join(root, faceOf(part)), 'utf8');
      const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
        names.split(',').filter((name) => name.trim() !== ''),
      );
      const own = [...text.matchAll(/^export (?:declare )?(?:const|function|class|interface|type) \w/gm)];
      return [part, lists.length + own.length];
    }),
  );
}

/**
 * The layers that each layer can import in addition to itself.
 * @throws RangeError when the table names an unknown folder or is out of order
 */
export function allowedImports(): ReadonlyMap<string, ReadonlySet<string>> {
  const allowed = new Map<string, Set<string>>();
  for (const { folder, after } of LAYERS) {
    const all = new Set<string>();
    for (const before of after) {
      const known = allowed.get(before);
      if (known === undefined) throw new RangeError(`${folder} comes after ${before}, which is not in the table before it`);
      all.add(before);
      for (const one of known) all.add(one);
    }
    allowed.set(folder, all);
  }
  return allowed;
}

/** The cycles of a graph, each with its nodes in order; a single node is not a cycle. */
export function cyclesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.lastIndexOf(node));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}
