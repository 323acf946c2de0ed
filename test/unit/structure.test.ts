/** The order of the folders: every import of the product goes along the table in scripts/layers.ts. */
import { describe, expect, it } from 'vitest';
import { LAYERS } from '../../scripts/layers.ts';
import { allowedImports, circlesIn, foldersOf, importGraph, layerOf, librariesOf } from '../../scripts/import-graph.ts';

const graph = importGraph();

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
    expect(circlesIn(foldersOf(graph))).toEqual([]);
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
