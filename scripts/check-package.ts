/** Packages the program for each system with a stub instead of Electron and checks the results: `npm run test:package`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractFile, getRawHeader, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { programPaths } from '../main/platform/program-paths.ts';
import { checkBuilderConfig } from './package/builder-config.ts';
import { makeStubElectron } from './package/stub-electron.ts';
import { hasEntry, ROOT, type TargetName } from './targets.mjs';

/** The packed targets; the other hosts run from a checkout. */
const PACKED: readonly TargetName[] = ['electron', 'preload', 'worker', 'practice', 'renderer'];

/** Everything that may be in the archive: the built program, samples, notices, and what the two native modules need at run time. */
const ALLOWED = [
  /^package\.json$/,
  /^out(\/(electron|preload|worker|practice|renderer)(\/assets)?(\/[\w.-]+\.(mjs|cjs|js|css|html|woff2|svg|png))?)?$/,
  /^out\/notices(\/third-party-notices\.txt)?$/,
  /^assets(\/samples(\/[\w-]+\.(xlsx|csv))?|\/icons(\/linux(\/256x256\.png)?)?)?$/,
  /^node_modules(\/(better-sqlite3|keytar)(\/(package\.json|LICENSE(\.md)?|README\.md|lib(\/[\w/-]+(\.js)?)?|prebuilds(\/[\w./-]+)?))?)?$/,
] as const;
/** Maximum installed size of our files in bytes, without Electron. */
const MAX_BYTES = 30e6;

/** The entry of the program in the archive. */
const PROGRAM = 'out/electron/index.mjs';

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

/** One system as the packager sees it. */
interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64';
  readonly options: readonly string[];
  /** Folders below the output folder: the program for its fuses, and its resources. */
  readonly program: string;
  readonly resources: string;
}

const SYSTEMS: readonly Target[] = [
  {
    platform: 'linux',
    arch: 'x64',
    options: ['--linux', 'deb', 'rpm', '--x64'],
    program: 'linux-unpacked/screening-desk',
    resources: 'linux-unpacked/resources',
  },
  {
    platform: 'win32',
    arch: 'x64',
    options: ['--win', 'dir', '--x64'],
    program: 'win-unpacked/Screening Desk.exe',
    resources: 'win-unpacked/resources',
  },
  {
    platform: 'darwin',
    arch: 'arm64',
    options: ['--mac', 'dir', '--arm64'],
    program: 'mac-arm64/Screening Desk.app',
    resources: 'mac-arm64/Screening Desk.app/Contents/Resources',
  },
];

/** Packages the program with a stub in which every fuse is inverted, to detect fuses that nothing sets. Returns the output folder. */
function pack({ platform, options }: Target, folder: string): string {
  const stub = join(folder, `electron-${platform}`);
  const wrong = Object.entries(FUSES).toSorted(([a], [b]) => FuseV1Options[a as FuseName] - FuseV1Options[b as FuseName]);
  makeStubElectron(stub, platform, wrong.map(([, on]) => (on ? '0' : '1')).join(''));
  const tools = join(folder, 'tools');
  mkdirSync(tools, { recursive: true });
  if (!existsSync(join(tools, 'codesign'))) symlinkSync(join(ROOT, 'scripts/package/record-codesign.mjs'), join(tools, 'codesign'));
  const output = join(folder, `release-${platform}`);
  const builder = join(ROOT, 'node_modules/electron-builder/cli.js');
  execFileSync(
    process.execPath,
    [builder, ...options, `-c.electronDist=${stub}`, `-c.directories.output=${output}`, '--publish', 'never'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PATH: `${tools}${delimiter}${process.env['PATH'] ?? ''}`,
        CUSTOM_FPM_PATH: join(ROOT, 'scripts/package/record-fpm.mjs'),
        RECORD: join(folder, 'codesign.jsonl'),
      },
    },
  );
  return output;
}

function checkContents({ platform, arch }: Target, resources: string): number {
  const archive = join(resources, 'app.asar');
  const names = listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/').replace(/^\//, ''));
  const has = new Set(names);
  // Every file of each built target, including chunks that are loaded later; no source maps.
  for (const target of PACKED)
    for (const entry of readdirSync(join(ROOT, 'out', target), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && entry.name !== 'licenses.json' && !entry.name.endsWith('.map')) {
        const path = join(entry.parentPath, entry.name).slice(ROOT.length).replaceAll('\\', '/');
        assert(has.has(path), `${platform}: ${path} is missing`);
      }
  const samples = globSync('assets/samples/*.{xlsx,csv}', { cwd: ROOT }).map((name) => name.replaceAll('\\', '/'));
  for (const name of ['package.json', 'assets/icons/linux/256x256.png', 'out/notices/third-party-notices.txt', ...samples])
    assert(has.has(name), `${platform}: ${name} is missing`);
  assert.deepEqual(
    names.filter((name) => !ALLOWED.some((pattern) => pattern.test(name))),
    [],
    `${platform}: these do not belong into the package`,
  );

  const unpacked = join(resources, 'app.asar.unpacked');
  const natives = globSync('**/*.node', { cwd: unpacked }).toSorted((a, b) => a.localeCompare(b));
  assert.deepEqual(natives, [
    `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
    `node_modules/keytar/prebuilds/${platform}-${arch}/keytar.node`,
  ]);
  for (const name of [...natives, ...samples]) assert('unpacked' in statFile(archive, name), `${name} is not unpacked`);

  const notices = relative(archive, programPaths(pathToFileURL(join(archive, PROGRAM)).href).notices);
  assert.match(extractFile(archive, notices).toString(), /^better-sqlite3 [\d.]+ \(MIT\)$/m, `${platform}: the program finds no notices`);

  const description = JSON.parse(extractFile(archive, 'package.json').toString()) as { main: string; type: string };
  assert.equal(description.main, PROGRAM);
  assert.equal(description.type, 'module', 'the worker threads are modules');
  const bytes = [archive, ...globSync(`${unpacked}/**/*`)].reduce((sum, path) => sum + statSync(path).size, 0);
  assert(bytes < MAX_BYTES, `${platform}: ${bytes} bytes of ours are installed`);
  return bytes;
}

async function checkFuses({ platform }: Target, program: string): Promise<void> {
  const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  assert.deepEqual(Object.keys(FUSES).toSorted(), known.toSorted(), 'Electron has a fuse that nobody has decided on');
  const wire = await getCurrentFuseWire(program);
  for (const [name, on] of Object.entries(FUSES)) {
    const state = wire[FuseV1Options[name as FuseName]];
    assert.equal(String.fromCharCode(Number(state)), on ? '1' : '0', `${platform}: the fuse ${name} is not ${on ? 'on' : 'off'}`);
  }
}

/** macOS: the app is signed once, after its last change, and declares files that it can open without becoming their default program. */
function checkMac(folder: string, resources: string): void {
  const signed = readFileSync(join(folder, 'codesign.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly fuses: string });
  const order = Object.entries(FUSES).toSorted(([a], [b]) => FuseV1Options[a as FuseName] - FuseV1Options[b as FuseName]);
  assert.deepEqual(
    signed.map(({ fuses }) => fuses),
    [order.map(([, on]) => (on ? '1' : '0')).join('')],
    'the signature is not renewed once, after the last fuse',
  );
  const information = readFileSync(join(resources, '../Info.plist'), 'utf8');
  const integrity = createHash('sha256')
    .update(getRawHeader(join(resources, 'app.asar')).headerString)
    .digest('hex');
  assert(information.includes(`<string>${integrity}</string>`), 'the integrity of the archive is not that of its header');
  assert.match(information, /<key>LSHandlerRank<\/key>\s*<string>Alternate<\/string>/);
  assert.match(
    information,
    /org\.openxmlformats\.spreadsheetml\.sheet[\s\S]*com\.microsoft\.excel\.xls[\s\S]*public\.comma-separated-values-text/,
  );
}

/** Linux: the metadata of the packages, and the desktop entry. */
function checkLinux(output: string): void {
  for (const [extension, needs] of [
    ['deb', 'libc6 (>= 2.34)'],
    ['rpm', 'glibc >= 2.34'],
  ] as const) {
    const [record] = globSync(`*.${extension}.json`, { cwd: output });
    assert(record !== undefined, `no ${extension} is built`);
    const given = JSON.parse(readFileSync(join(output, record), 'utf8')) as string[];
    assert(given.includes(needs), `the ${extension} does not need ${needs}`);
    assert(existsSync(join(output, 'linux-unpacked/resources/apparmor-profile')), 'the AppArmor profile is missing');
    const entry = readFileSync(join(output, record.replace(/json$/, 'desktop')), 'utf8');
    assert.match(entry, /^Exec="\/opt\/Screening Desk\/screening-desk" %U$/m, 'the launcher starts the program in another way');
    assert.match(entry, /^StartupWMClass=screening-desk$/m);
    assert.match(entry, /^MimeType=.*spreadsheetml\.sheet;application\/vnd\.ms-excel;text\/csv;$/m);
    for (const size of [16, 32, 48, 64, 128, 256, 512])
      assert(
        given.some((arg) => arg.includes(`hicolor/${size}x${size}/apps/screening-desk.png`)),
        `no icon of ${size} pixels`,
      );
  }
}

/** Runs the packaged program with a fake Electron; returns its standard output. */
function runPacked(folder: string, resources: string, ...args: string[]): string {
  const script = (name: string) => join(ROOT, 'scripts/package', name);
  return execFileSync(
    process.execPath,
    [
      '--disable-warning=DEP0180', // the fake creates fs.Stats objects as Electron does
      `--import=${pathToFileURL(script('archive-hooks.ts')).href}`,
      script('run-in-archive.ts'),
      join(resources, 'app.asar'),
      join(folder, 'user-data'),
      ...args,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DESK_KEYCHAIN: 'none' }, timeout: 120_000 },
  );
}

/** The program can read each kind of file in its package, in the window and in the terminal. */
function checkProgram(folder: string, resources: string): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  assert.deepEqual(JSON.parse(runPacked(folder, resources)), {
    samples: { clean: { at: 'draft', rows: 200 }, messy: { at: 'draft', rows: 2500 } },
    page: true,
    notices: true,
    files: 2,
  });
  const list = join(ROOT, 'assets/samples/sample-clean.xlsx');
  const check = JSON.parse(runPacked(folder, resources, 'desk', 'check', list, '--json', '--data', join(folder, 'terminal'))) as {
    readonly rows?: number;
  };
  assert.equal(check.rows, 200, 'the terminal of the installed program does not check a list');
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

/** The bill of materials has a checksum for every package, and lists SQLite, which is not an npm package. */
function checkMaterials(): void {
  const { components } = JSON.parse(readFileSync(join(ROOT, 'out/notices/sbom.cdx.json'), 'utf8')) as {
    readonly components: readonly { readonly name: string; readonly purl: string; readonly hashes?: readonly object[] }[];
  };
  const packages = components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
  assert(packages.length > 0);
  assert.deepEqual(
    packages.filter(({ hashes }) => hashes === undefined).map(({ name }) => name),
    [],
    'packages without a checksum',
  );
  assert(
    components.some(({ purl }) => /^pkg:generic\/sqlite@\d/.test(purl)),
    'the bill of materials does not name SQLite',
  );
}

const folder = mkdtempSync(join(tmpdir(), 'desk-package-'));
try {
  await checkBuilderConfig('electron-builder.yml');
  const unwritten = PACKED.filter((name) => !hasEntry(name));
  assert.deepEqual(unwritten, [], 'these parts of the program have no entry file');
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--if-stale', ...PACKED], { stdio: 'inherit' });
  checkMaterials();
  for (const target of SYSTEMS) {
    const output = pack(target, folder);
    const resources = join(output, target.resources);
    const bytes = checkContents(target, resources);
    await checkFuses(target, join(output, target.program));
    if (target.platform === 'darwin') checkMac(folder, resources);
    if (target.platform === 'linux') {
      checkLinux(output);
      await checkNatives(resources);
      checkProgram(folder, resources);
    }
    console.log(
      `${target.platform}-${target.arch}: the package holds what it should, ${(bytes / 1e6).toFixed(1)} MB of ours, ${Object.keys(FUSES).length} fuses`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
