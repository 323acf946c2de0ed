/**
 * The folders of the product in their order. A folder can import itself, the folders in `after` and what those can
 * import; type imports count. `uses` lists its libraries, `node` for Node modules. `test/unit/structure.test.ts` checks
 * the sources against this table.
 */

/** A folder, including its subfolders without their own entry. */
export interface Layer {
  readonly folder: string;
  readonly after: readonly string[];
  readonly uses: readonly string[];
}

interface Imports {
  readonly after?: readonly string[];
  readonly uses?: readonly string[];
}

const layer = (folder: string, { after = [], uses = [] }: Imports): Layer => ({ folder, after, uses });

/** Libraries of the page. */
const PAGE = ['react', '@mantine/core', '@mantine/hooks', '@tabler/icons-react', '@tanstack/react-query'] as const;

const SCREENS = ['check', 'columns', 'connections', 'cost', 'file', 'person', 'profile', 'progress', 'projects', 'results', 'settings'].map(
  (screen) => `renderer/screens/${screen}`,
);

export const LAYERS: readonly Layer[] = [
  // Shared by application, page and practice service.
  layer('shared/base', { uses: ['zod'] }),
  layer('shared/fields', { after: ['shared/base'] }),
  layer('shared/numbers', { uses: ['zod'] }),
  layer('shared/transforms', { after: ['shared/fields', 'shared/numbers'] }),
  layer('shared/mapping', { after: ['shared/transforms'], uses: ['zod'] }),
  layer('shared/suggestion', { after: ['shared/mapping'] }),
  layer('shared/gifts', { after: ['shared/suggestion'], uses: ['zod'] }),
  layer('shared/rows', { after: ['shared/base'] }),
  layer('shared/project', { after: ['shared/base'], uses: ['zod'] }),
  layer('shared/record', { after: ['shared/fields', 'shared/project', 'shared/rows'], uses: ['zod'] }),
  layer('shared/rules', { after: ['shared/mapping', 'shared/record'], uses: ['zod'] }),
  layer('shared/policy', { after: ['shared/rules'], uses: ['zod'] }),
  layer('shared/order', { after: ['shared/base'], uses: ['zod'] }),
  layer('shared/recipe', { after: ['shared/mapping', 'shared/order'], uses: ['zod'] }),
  layer('shared/plan', { after: ['shared/rows'], uses: ['zod'] }),
  layer('shared/results', { after: ['shared/mapping', 'shared/project'], uses: ['zod'] }),
  layer('shared/write-back', { after: ['shared/results'], uses: ['zod'] }),
  layer('shared/review', { after: ['shared/results'], uses: ['zod'] }),
  layer('shared/ratings', { after: ['shared/results'], uses: ['zod'] }),
  layer('shared/contract', {
    after: [
      'shared/gifts',
      'shared/order',
      'shared/plan',
      'shared/recipe',
      'shared/write-back',
      'shared/review',
      'shared/policy',
      'shared/ratings',
      'shared/rows',
      'shared/suggestion',
    ],
    uses: ['zod'],
  }),
  layer('shared/view-texts', { after: ['shared/contract'] }),
  layer('shared/report', { after: ['shared/view-texts'] }),

  // Shared by the application's threads.
  layer('main/worker-protocol', { after: ['shared/report'] }),
  layer('main/platform', { after: ['main/worker-protocol'], uses: ['node', 'undici', 'better-sqlite3'] }),
  layer('main/policy', { after: ['main/platform'], uses: ['node'] }),
  layer('main/diagnostics', { after: ['main/policy'], uses: ['node'] }),
  layer('main/matching', { after: ['main/worker-protocol'], uses: ['node'] }),

  // Reading and writing spreadsheets.
  layer('main/spreadsheet/core', { uses: ['node'] }),
  layer('main/spreadsheet/zip', { after: ['main/spreadsheet/core'], uses: ['node'] }),
  layer('main/spreadsheet/csv', { after: ['main/spreadsheet/core'], uses: ['node', 'chardet'] }),
  layer('main/spreadsheet/markup', { after: ['main/spreadsheet/zip'], uses: ['node'] }),
  layer('main/spreadsheet/excel', { after: ['main/spreadsheet/markup'], uses: ['node', 'xlsx'] }),
  layer('main/spreadsheet/write', { after: ['main/spreadsheet/zip', 'shared/base'], uses: ['node'] }),
  layer('main/spreadsheet', { after: ['main/spreadsheet/csv', 'main/spreadsheet/excel'], uses: ['node'] }),

  // Storage and external services.
  layer('main/locks', { after: ['main/platform'], uses: ['node', 'better-sqlite3'] }),
  layer('main/store/project-file', { after: ['main/platform'], uses: ['node', 'zod', 'better-sqlite3'] }),
  layer('main/store/app-database', { after: ['main/store/project-file', 'main/locks'], uses: ['node', 'zod', 'better-sqlite3'] }),
  layer('main/service', { after: ['main/platform'], uses: ['node', 'undici'] }),
  layer('main/secrets', { after: ['main/platform', 'main/locks'], uses: ['node', 'zod', 'keytar'] }),

  // Worker threads, for everything that takes time or memory.
  layer('main/worker/threads', { after: ['main/worker-protocol'] }),
  layer('main/worker/diagnose', { after: ['main/worker/threads', 'main/platform'], uses: ['node', 'better-sqlite3'] }),
  layer('main/worker/list', {
    after: ['main/matching', 'main/worker/threads', 'main/store/project-file', 'main/spreadsheet'],
    uses: ['node', 'zod'],
  }),
  layer('main/worker/check', { after: ['main/worker/list'], uses: ['node', 'zod'] }),
  layer('main/worker/submit', { after: ['main/worker/check'], uses: ['node', 'zod'] }),
  layer('main/worker/result-file', { after: ['main/worker/submit'], uses: ['node', 'zod'] }),
  layer('main/worker/collect', { after: ['main/worker/result-file'], uses: ['node', 'zod'] }),
  layer('main/worker/results', { after: ['main/worker/result-file'], uses: ['node', 'zod'] }),
  layer('main/worker/review', { after: ['main/worker/results'], uses: ['node'] }),
  layer('main/worker/prior', { after: ['main/worker/review', 'main/worker/collect'] }),
  layer('main/worker/plan', { after: ['main/worker/prior'] }),
  layer('main/worker/import', { after: ['main/worker/prior'], uses: ['node'] }),
  layer('main/worker/export', { after: ['main/worker/prior', 'main/worker/review', 'main/spreadsheet/write'] }),
  layer('main/worker/write-back', { after: ['main/worker/import', 'main/worker/export'], uses: ['node', 'zod'] }),
  layer('main/worker/gifts', { after: ['main/worker/import'], uses: ['node'] }),
  layer('main/worker/query', { after: ['main/worker/prior', 'main/worker/review', 'main/worker/gifts'] }),
  layer('main/worker/people', { after: ['main/worker/query', 'main/worker/write-back'] }),
  layer('main/worker/tasks', {
    after: [
      'main/worker/import',
      'main/worker/plan',
      'main/worker/gifts',
      'main/worker/export',
      'main/worker/write-back',
      'main/worker/people',
      'main/worker/diagnose',
    ],
    uses: ['node'],
  }),
  layer('main/worker/entry', { after: ['main/worker/tasks', 'main/platform'], uses: ['node'] }),
  layer('main/worker', { after: ['main/worker/entry'] }),

  // Use cases, and `main`, through which hosts call them.
  layer('main/events', { after: ['main/platform'] }),
  layer('main/connections', {
    after: ['main/events', 'main/policy', 'main/store/app-database', 'main/service', 'main/secrets'],
    uses: ['node'],
  }),
  layer('main/records', { after: ['main/connections'], uses: ['node'] }),
  layer('main/projects', { after: ['main/records'], uses: ['node', 'zod'] }),
  layer('main/checking', { after: ['main/projects', 'main/matching'], uses: ['node'] }),
  layer('main/importing', { after: ['main/checking'], uses: ['node'] }),
  layer('main/runner', { after: ['main/projects'], uses: ['node'] }),
  layer('main/submission', { after: ['main/importing', 'main/runner'], uses: ['node'] }),
  layer('main/single-calls', { after: ['main/importing'], uses: ['node'] }),
  layer('main/results', { after: ['main/submission', 'main/single-calls', 'main/spreadsheet/write'], uses: ['node', 'zod'] }),
  layer('main/ratings', { after: ['main/results'], uses: ['node', 'zod'] }),
  layer('main/bundles', { after: ['main/results'], uses: ['node', 'zod'] }),
  layer('main/retention', { after: ['main/results'], uses: ['zod'] }),
  layer('main/recipes', { after: ['main/results'], uses: ['node'] }),
  layer('main/plan', { after: ['main/results'], uses: ['node', 'zod'] }),
  layer('main/adoption', { after: ['main/ratings'], uses: ['node'] }),
  layer('main/people', { after: ['main/retention', 'main/ratings'], uses: ['node', 'zod'] }),
  layer('main', {
    after: ['main/adoption', 'main/bundles', 'main/diagnostics', 'main/people', 'main/plan', 'main/recipes', 'main/retention'],
    uses: ['node', 'zod'],
  }),

  // The practice service.
  layer('practice', { after: ['shared/fields'], uses: ['node', 'zod', 'better-sqlite3', 'fastify'] }),
  layer('practice/routes', { after: ['practice'], uses: ['zod'] }),
  layer('practice/server', { after: ['practice/routes'], uses: ['node', 'zod', 'fastify'] }),

  // Hosts.
  layer('main/loopback', { after: ['main', 'main/worker', 'practice/server'], uses: ['node', 'fastify', 'zod'] }),
  layer('main/cli', { after: ['main', 'main/worker', 'practice/server'], uses: ['node', 'zod', 'fast-string-truncated-width'] }),
  layer('main/electron', { after: ['main/cli'], uses: ['node', 'zod', 'electron'] }),
  layer('preload', { after: ['shared/report'], uses: ['electron'] }),

  // The page.
  layer('renderer/navigation', { after: ['shared/report'], uses: ['react'] }),
  layer('renderer/format', { after: ['renderer/navigation'] }),
  layer('renderer/api', { after: ['renderer/navigation'], uses: ['react', '@tanstack/react-query'] }),
  layer('renderer/kit', { after: ['renderer/api', 'renderer/format'], uses: PAGE }),
  layer('renderer/components', { after: ['renderer/kit'], uses: PAGE }),
  ...SCREENS.map((screen) => layer(screen, { after: ['renderer/components'], uses: [...PAGE, 'zod'] })),
  layer('renderer/screens/write-back', { after: ['renderer/screens/results'], uses: PAGE }),
  layer('renderer/screens/report', { after: ['renderer/screens/results'], uses: PAGE }),
  layer('renderer/screens/record', { after: ['renderer/screens/results'], uses: PAGE }),
  layer('renderer/app', {
    after: [...SCREENS, 'renderer/screens/write-back', 'renderer/screens/report', 'renderer/screens/record'],
    uses: [...PAGE, 'react-dom', 'zod', '@fontsource-variable/inter'],
  }),
];

/** Layers without a face: only files of their own part, or entry files of a program, import them. */
const WITHOUT_FACE =
  /^(?:main|main\/spreadsheet\/(?!write$).*|main\/worker\/.*|practice\/.*|main\/(?:cli|loopback|electron)|preload|renderer\/app)$/;

/** The folders that other folders import only through their face. */
export const PARTS: readonly string[] = LAYERS.map(({ folder }) => folder).filter((folder) => !WITHOUT_FACE.test(folder));

/** The only file of a part that other parts may import. */
export const faceOf = (part: string): string => (part === 'practice' ? 'practice/server/index.ts' : `${part}/index.ts`);
