/** Packs the program with a stub instead of Electron and checks the result: `npm run test:package`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { checkBuilderConfig } from './check-builder-config.ts';
import { makeStubElectron } from './make-stub-electron.ts';
import { hasEntry, ROOT, TARGETS, type TargetName } from './targets.mjs';

/** The packed targets; the other hosts run from a checkout. */
const PACKED: readonly TargetName[] = ['electron', 'preload', 'worker', 'practice', 'renderer'];

/** Files that must not be in the archive: sources, tests, other hosts, configuration, the Node for scripts. */
const INTRUDER =
  /^(main|shared|renderer|preload|practice|scripts|test|bench|docs|release|artifacts|out\/(cli|loopback|build\.json)|node_modules\/(node-(linux|win)|electron|vite|react))([/.-]|$)|\.(ts|tsx|map|cc|cpp|gyp)$|(^|\/)\.[^/]+$/;

type FuseName = keyof typeof FuseV1Options;

/** The expected value of every fuse. */
const FUSES: Readonly<Record<FuseName, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
};

/** Packs for Linux, which needs no tools of other systems, and returns the result's folder. */
function pack(folder: string): string {
  const stub = join(folder, 'electron');
  // start with every fuse inverted, so that a fuse that nothing sets is detected
  const wrong = Object.entries(FUSES).toSorted(([a], [b]) => FuseV1Options[a as FuseName] - FuseV1Options[b as FuseName]);
  makeStubElectron(stub, wrong.map(([, on]) => (on ? '0' : '1')).join(''));
  const builder = join(ROOT, 'node_modules/electron-builder/cli.js');
  const options = [`-c.electronDist=${stub}`, `-c.directories.output=${join(folder, 'release')}`, '--publish', 'never'];
  execFileSync(process.execPath, [builder, '--linux', 'dir', '--x64', ...options], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, 'release/linux-unpacked');
}

function checkContents(resources: string): number {
  const archive = join(resources, 'app.asar');
  const names = listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/').replace(/^\//, ''));
  const has = new Set(names);

  for (const target of PACKED) assert(has.has(`out/${target}/${TARGETS[target].file}`), `out/${target}/${TARGETS[target].file} is missing`);
  // expect all files of each built target, including lazily loaded chunks
  for (const target of PACKED)
    for (const name of readdirSync(join(ROOT, 'out', target), { recursive: true, withFileTypes: true }))
      if (name.isFile()) {
        const path = join(name.parentPath, name.name).slice(ROOT.length).replaceAll('\\', '/');
        assert(has.has(path), `${path} is missing`);
      }
  const samples = globSync('assets/samples/*.{xlsx,csv}', { cwd: ROOT }).map((name) => name.replaceAll('\\', '/'));
  for (const name of ['package.json', 'assets/icons/linux/256x256.png', ...samples]) assert(has.has(name), `${name} is missing`);
  assert.deepEqual(
    names.filter((name) => INTRUDER.test(name)),
    [],
    'these do not belong into the package',
  );

  const unpacked = join(resources, 'app.asar.unpacked');
  const natives = globSync('**/*.node', { cwd: unpacked }).toSorted((a, b) => a.localeCompare(b));
  assert.deepEqual(natives, [
    'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    'node_modules/keytar/prebuilds/linux-x64/keytar.node',
  ]);
  for (const name of [...natives, ...samples]) assert('unpacked' in statFile(archive, name), `${name} is not unpacked`);

  const description = JSON.parse(extractFile(archive, 'package.json').toString()) as { main: string; type: string };
  assert.equal(description.main, 'out/electron/index.mjs');
  assert.equal(description.type, 'module', 'the worker threads are modules');
  return names.length;
}

/**
 * Checks the configuration of the other systems, which cannot be packed here, for two traps: without its own inclusion a section packs the
 * whole project, and `${platform}` is the packing system.
 */
function checkOtherSystems(config: Record<string, unknown>): void {
  for (const [section, system] of [
    ['linux', 'linux'],
    ['win', 'win32'],
    ['mac', 'darwin'],
  ] as const) {
    const { files } = config[section] as { files: readonly string[] };
    assert.equal(files[0], 'package.json', `${section}.files begins without an inclusion`);
    const natives = files.slice(1);
    assert.equal(natives.length, 2, `${section}.files picks the binaries of two modules`);
    for (const pattern of natives)
      assert(pattern.includes(`!(${system}-\${arch})`), `${section}.files picks other binaries than its own: ${pattern}`);
  }
}

async function checkFuses(program: string): Promise<void> {
  const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  assert.deepEqual(Object.keys(FUSES).toSorted(), known.toSorted(), 'Electron has a fuse that nobody has decided on');
  const wire = await getCurrentFuseWire(program);
  for (const [name, on] of Object.entries(FUSES)) {
    const state = wire[FuseV1Options[name as FuseName]];
    assert.equal(String.fromCharCode(Number(state)), on ? '1' : '0', `the fuse ${name} is not ${on ? 'on' : 'off'}`);
  }
}

async function checkNatives(resources: string): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  const modules = join(resources, 'app.asar.unpacked/node_modules');
  const { default: Database } = (await import(pathToFileURL(join(modules, 'better-sqlite3/lib/index.js')).href)) as {
    default: new (path: string) => { prepare(sql: string): { pluck(): { get(): unknown } }; close(): void };
  };
  const database = new Database(':memory:');
  assert.equal(database.prepare('SELECT 6 * 7').pluck().get(), 42);
  database.close();
  assert(existsSync(join(modules, 'keytar/lib/keytar.js')), 'keytar is not unpacked as a whole');
}

const folder = mkdtempSync(join(tmpdir(), 'desk-package-'));
try {
  checkOtherSystems(await checkBuilderConfig('electron-builder.yml'));
  const unwritten = PACKED.filter((name) => !hasEntry(name));
  assert.deepEqual(unwritten, [], 'these parts of the program have no entry file');
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--if-stale', ...PACKED], { stdio: 'inherit' });
  const packed = pack(folder);
  const entries = checkContents(join(packed, 'resources'));
  await checkFuses(join(packed, 'screening-desk'));
  await checkNatives(join(packed, 'resources'));
  console.log(`the package holds what it should: ${entries} entries, ${Object.keys(FUSES).length} fuses`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
