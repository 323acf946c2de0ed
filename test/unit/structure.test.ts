/** The order of the folders: every import of the product goes along the table in scripts/layers.ts. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LAYERS } from '../../scripts/layers.ts';
import { allowedImports, circlesIn, importGraph, layerOf, librariesOf } from '../../scripts/import-graph.ts';

const graph = importGraph();

/** The graph of the folders that hold the files. */
function folders(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));
  for (const [file, targets] of graph) {
    const own = folderOf(file);
    const others = found.get(own) ?? new Set();
    for (const target of targets) if (folderOf(target) !== own) others.add(folderOf(target));
    found.set(own, others);
  }
  return found;
}

describe('the sources', () => {
  it('are read with their imports', () => {
    expect(graph.size).toBeGreaterThan(400);
    expect(graph.get('main/app.ts')?.has('main/dispatch.ts')).toBe(true);
  });

  it('lie in folders of the table', () => {
    expect([...graph.keys()].filter((file) => layerOf(file) === null)).toEqual([]);
  });

  it('import what their folder comes after, and nothing else', () => {
    const allowed = allowedImports();
    const against = [...graph].flatMap(([file, targets]) =>
      [...targets].flatMap((target) => {
        const [from, to] = [layerOf(file)!, layerOf(target)!];
        return from === to || allowed.get(from)!.has(to) ? [] : [`${file} imports ${target}`];
      }),
    );
    expect(against).toEqual([]);
  });

  it('use the libraries of their folder, and no other', () => {
    const uses = new Map(LAYERS.map(({ folder, uses: libraries }) => [folder, libraries]));
    const others = [...librariesOf()].flatMap(([file, libraries]) =>
      [...libraries].flatMap((library) => (uses.get(layerOf(file)!)!.includes(library) ? [] : [`${file} uses ${library}`])),
    );
    expect(others).toEqual([]);
  });

  it('import each other in no circle, by file or by folder', () => {
    expect(circlesIn(graph)).toEqual([]);
    expect(circlesIn(folders())).toEqual([]);
  });
});

describe('the use cases', () => {
  const USE_CASES = ['connections', 'projects', 'checking', 'importing', 'runner', 'submission', 'results'];

  it('are constructed in the order of their folders, so that none is called back', () => {
    const source = readFileSync('main/app.ts', 'utf8');
    const folderOf = new Map(
      [...source.matchAll(/^import \{ (\w+) \} from '\.\/(\w+)\//gm)].map(([, name, folder]) => [name, USE_CASES.indexOf(folder!)]),
    );
    const constructed = [...source.matchAll(/^ {2}const \w+ = new (\w+)\(/gm)].flatMap(([, name]) => {
      const place = folderOf.get(name) ?? -1;
      return place < 0 ? [] : [place];
    });
    expect(constructed.length).toBeGreaterThan(30);
    expect(constructed).toEqual(constructed.toSorted((a, b) => a - b));
  });
});

it('a circle is found', () => {
  const circle = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['a'])],
    ['d', new Set<string>()],
  ]);
  expect(circlesIn(circle)).toEqual([['a', 'b', 'c']]);
});
