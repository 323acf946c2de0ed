/** The order of the folders: every import of the product follows the table in scripts/layers.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faceOf, LAYERS, PARTS } from '../../scripts/layers.ts';
import {
  allowedImports,
  cyclesIn,
  faceSizes,
  foldersOf,
  importGraph,
  importsPastFaces,
  layerOf,
  librariesOf,
} from '../../scripts/import-graph.ts';
import { ROOT } from '../../scripts/targets.mjs';
import { FIELD_KEYS } from '../../shared/fields/table.ts';

const graph = importGraph();

describe('the sources', () => {
  it('have readable imports', () => {
    expect(graph.size).toBeGreaterThan(400);
    expect(graph.get('main/create-application.ts')?.has('main/dispatch.ts')).toBe(true);
  });

  it('are in folders of the table', () => {
    expect([...graph.keys()].filter((file) => layerOf(file) === null)).toEqual([]);
  });

  it('import only from folders that precede their own', () => {
    const allowed = allowedImports();
    const against = [...graph].flatMap(([file, targets]) =>
      [...targets].flatMap((target) => {
        const [from, to] = [layerOf(file)!, layerOf(target)!];
        return from === to || allowed.get(from)!.has(to) ? [] : [`${file} imports ${target}`];
      }),
    );
    expect(against).toEqual([]);
  });

  it('import another part only by its face', () => {
    expect(importsPastFaces(graph)).toEqual([]);
    const [file, face] = ['main/create-application.ts', faceOf('main/results')];
    expect(graph.get(file)?.has(face)).toBe(true);
    expect(importsPastFaces(new Map([[file, new Set([face, 'main/results/exports.ts'])]]))).toEqual([
      `${file} imports main/results/exports.ts`,
    ]);
  });

  it('have faces that others use, with a bounded number of names', () => {
    expect(PARTS.length).toBeGreaterThan(40);
    expect(
      PARTS.filter((part) => ![...graph].some(([file, targets]) => !file.startsWith(`${part}/`) && targets.has(faceOf(part)))),
    ).toEqual([]);
    expect([...faceSizes()].filter(([, names]) => names === 0 || names > 120)).toEqual([]);
  });

  it('use only the libraries of their folder', () => {
    const uses = new Map(LAYERS.map(({ folder, uses: libraries }) => [folder, libraries]));
    const others = [...librariesOf()].flatMap(([file, libraries]) =>
      [...libraries].flatMap((library) => (uses.get(layerOf(file)!)!.includes(library) ? [] : [`${file} uses ${library}`])),
    );
    expect(others).toEqual([]);
  });

  it('have no circular imports, by file or by folder', () => {
    expect(cyclesIn(graph)).toEqual([]);
    expect(cyclesIn(foldersOf(graph))).toEqual([]);
  });
});

describe('the compiler projects', () => {
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(ROOT, folder, 'tsconfig.json'), 'utf8')) as {
      readonly files?: readonly string[];
      readonly include?: readonly string[];
      readonly references?: readonly { readonly path: string }[];
      readonly compilerOptions?: { readonly types?: readonly string[] };
    };
  const root = read('.');
  const projects = (root.references ?? []).map(({ path }) => posix.normalize(path)).filter((folder) => folder !== 'test');

  it('are all checked, and the root itself has no sources', () => {
    expect(root.files).toEqual([]);
    expect(projects).toEqual(['shared', 'main/spreadsheet', 'main/worker', 'main', 'preload', 'renderer', 'practice']);
  });

  it('see only what their folders may import: an import of a use case in the worker does not compile', () => {
    const allowed = allowedImports();
    const within = (folder: string, parent: string) => folder === parent || folder.startsWith(`${parent}/`);
    const others = projects.flatMap((project) => {
      const importable = new Set([...allowed].flatMap(([folder, targets]) => (within(folder, project) ? [folder, ...targets] : [])));
      const included = (read(project).include ?? []).map((path) => posix.join(project, path));
      return [...allowed.keys()]
        .filter((folder) => included.some((path) => within(folder, path)) && !importable.has(folder))
        .map((folder) => `${project} sees ${folder}`);
    });
    expect(others).toEqual([]);
  });

  it('have the types of Node only if they run in Node', () => {
    expect(projects.filter((project) => !(read(project).compilerOptions?.types ?? ['node']).includes('node'))).toEqual([
      'shared',
      'renderer',
    ]);
  });
});

describe('the use cases', () => {
  const USE_CASES = ['connections', 'projects', 'checking', 'importing', 'runner', 'submission', 'single-calls', 'results', 'adoption'];

  it('are constructed in the order of their folders, without callbacks', () => {
    const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
    const results = '  const resultUseCases = createResults(';
    const parts = read('main/create-application.ts').split(results);
    expect(parts).toHaveLength(2);
    const source = parts.join(read('main/create-results.ts'));
    const folderOf = new Map(
      [...source.matchAll(/^import (?:type )?\{([^}]*)\} from '\.\/([\w-]+)\/index\.ts'/gm)].flatMap(([, names = '', folder]) =>
        names.split(',').map((name) => [name.trim(), USE_CASES.indexOf(folder!)] as const),
      ),
    );
    const constructed = [...source.matchAll(/^ {2}const \w+ = new (\w+)\(/gm)].flatMap(([, name]) => {
      const place = folderOf.get(name ?? '') ?? -1;
      return place < 0 ? [] : [place];
    });
    expect(constructed.length).toBeGreaterThan(30);
    expect(constructed).toEqual(constructed.toSorted((a, b) => a - b));
  });
});

it('a cycle is found', () => {
  const circle = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['a'])],
    ['d', new Set<string>()],
  ]);
  expect(cyclesIn(circle)).toEqual([['a', 'b', 'c']]);
});

/** Where a source examines the spelling of a field key: a prefix or suffix of some keys, or a regex tested on a key. */
function spellingsAsked(source: string): string[] {
  const ends = [...source.matchAll(/\.(startsWith|endsWith)\('(\w{2,})'\)/g)].filter(([, how, text]) =>
    FIELD_KEYS.some((key) => (how === 'startsWith' ? key.startsWith(text!) : key.endsWith(text!))),
  );
  const tested = source.matchAll(/\/\.(?:test|exec)\((?:\w+\.)?(?:key|field)\)|\b(?:key|field)\.(?:match|search)\(/g);
  return [...ends, ...tested].map(([found]) => found);
}

it('no source examines the spelling of a field key, because the field table describes the field', () => {
  const users = [...graph].filter(([file, targets]) => targets.has(faceOf('shared/fields')) || layerOf(file) === 'shared/fields');
  expect(users.length).toBeGreaterThan(50);
  const asked = users.flatMap(([file]) => spellingsAsked(readFileSync(join(ROOT, file), 'utf8')).map((found) => `${file}: ${found}`));
  expect(asked).toEqual([]);
  expect(
    spellingsAsked("key.startsWith('rfm') || field.endsWith('Date') || /(?:First|Last)$/.test(field.key) || text.endsWith('xyz')"),
  ).toEqual([".startsWith('rfm')", ".endsWith('Date')", '/.test(field.key)']);
});

/** Paths of files that comments name, from the root or next to the file. */
function filesNamed(source: string): string[] {
  const comments = source.matchAll(/^\s*(?:\/\*\*?|\*|\/\/)(.*)$/gm);
  return [...comments].flatMap(([, text = '']) =>
    [...text.matchAll(/(?<![\w./-])((?:shared|main|renderer|practice|preload|scripts|test|bench|docs)\/[\w/.-]+\.(?:tsx?|mjs|md))\b/g)].map(
      ([, path = '']) => path,
    ),
  );
}

it('comments name files that exist', () => {
  const missing = [...graph.keys()].flatMap((file) =>
    filesNamed(readFileSync(join(ROOT, file), 'utf8'))
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${file} names ${path}`),
  );
  expect(missing).toEqual([]);
  expect(filesNamed(' * See `main/create-application.ts` and docs/adr/README.md.')).toEqual([
    'main/create-application.ts',
    'docs/adr/README.md',
  ]);
});
