/**
 * Writes the licenses of everything in the installed program to `out/notices/` after a build: as text for people and as a bill of materials
 * (CycloneDX). Each bundled target lists its packages in `licenses.json`; this script adds the native modules and Electron.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ROOT, type TargetName } from './targets.mjs';

/** The targets of the installed program that bundle packages. */
const INSTALLED: readonly TargetName[] = ['electron', 'worker', 'practice', 'renderer'];
/** Packages that are shipped as they are, without bundling. */
const UNBUNDLED = ['better-sqlite3', 'keytar', 'electron'];

/** Licenses that let a proprietary program contain the package when it shows their text. */
const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1']);

interface Package {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier. */
  readonly identifier: string;
  /** The license text, when the package has one. */
  readonly text?: string;
  /** SHA-512 of the package as the registry has it, in hexadecimal. */
  readonly sha512?: string;
}

/** A program inside a package: SQLite in better-sqlite3; Chromium and Node in Electron. */
export interface Contained {
  readonly name: string;
  readonly version: string;
}

/** True when every installed target was built, so that the list is complete. */
export const canMakeNotices = (): boolean => INSTALLED.every((target) => existsSync(join(ROOT, 'out', target, 'licenses.json')));

function unbundled(folder: string): Package {
  const path = join(ROOT, 'node_modules', folder);
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, string>;
  const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
  if (name === undefined || version === undefined || license === undefined) throw new Error(`${folder} names no license`);
  return { name, version, identifier: license, ...(file === undefined ? {} : { text: readFileSync(join(path, file), 'utf8') }) };
}

/** The checksums of the lock file, in hexadecimal, by `name@version`. */
function lockedChecksums(): Map<string, string> {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly name?: string; readonly version?: string; readonly integrity?: string }>>;
  };
  return new Map(
    // The entry of a package that is installed under an alias has its real name.
    Object.entries(lock.packages).flatMap(([path, { name = path.split('node_modules/').at(-1), version, integrity }]) =>
      integrity?.startsWith('sha512-') === true
        ? [[`${name}@${version}`, Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')]]
        : [],
    ),
  );
}

/**
 * Every package of the installed program once, by name and version.
 * @throws Error for a package without a checksum in the lock file, because its content cannot be verified.
 */
export function installedPackages(): Package[] {
  const bundled = INSTALLED.flatMap((target) => JSON.parse(readFileSync(join(ROOT, 'out', target, 'licenses.json'), 'utf8')) as Package[]);
  const checksums = lockedChecksums();
  const byId = new Map(
    [...bundled, ...UNBUNDLED.map(unbundled)].map((one) => {
      const id = `${one.name}@${one.version}`;
      const sha512 = checksums.get(id);
      if (sha512 === undefined) throw new Error(`the lock file has no checksum of ${id}`);
      return [id, { ...one, sha512 }];
    }),
  );
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** @throws Error when a package has a license that is not on the list. */
export function requirePermissive(packages: readonly Package[]): void {
  const others = packages.filter(({ identifier }) => !PERMISSIVE.has(identifier)).map(({ name, identifier }) => `${name} (${identifier})`);
  if (others.length > 0) throw new Error(`the program must not contain a package with another license: ${others.join(', ')}`);
}

/** The notices as one text. Packages with the same license text share it. */
export function noticesText(packages: readonly Package[]): string {
  const byText = Map.groupBy(
    packages,
    ({ identifier, text }) => text?.trim() || `The package names the ${identifier} license and has no text of it.`,
  );
  const sections = [...byText].map(([text, same]) => {
    const names = same.map(({ name, version, identifier }) => `${name} ${version} (${identifier})`);
    return `${names.join('\n')}\n\n${text}\n`;
  });
  const head = [
    'Screening Desk contains the following software. Chromium, which Electron contains, has its licenses in LICENSES.chromium.html in the folder of the program.',
    'SQLite, which better-sqlite3 contains, is in the public domain.',
  ];
  return [...head.map((line) => `${line}\n`), ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}

/** A CycloneDX 1.6 bill of materials. */
export function billOfMaterials(packages: readonly Package[], version: string, contained: readonly Contained[]): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'screening-desk', version } },
    components: [
      ...packages.map(({ name, version: of, identifier, sha512 }) => ({
        type: 'library',
        name,
        version: of,
        purl: `pkg:npm/${name.replace('@', '%40')}@${of}`,
        licenses: [/[ ()]/.test(identifier) ? { expression: identifier } : { license: { id: identifier } }],
        ...(sha512 === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
      })),
      ...contained.map(({ name, version: of }) => ({
        type: 'library',
        name,
        version: of,
        purl: `pkg:generic/${name.toLowerCase()}@${of}`,
      })),
    ],
  };
}

function containedSqlite(): Contained {
  const database = new Database(':memory:');
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get());
  database.close();
  return { name: 'SQLite', version };
}

/** Writes both files. `contained`: the programs in Electron's binary; empty when it is not installed. */
export function makeNotices(contained: readonly Contained[] = []): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const packages = installedPackages();
  requirePermissive(packages);
  const folder = join(ROOT, 'out/notices');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'third-party-notices.txt'), noticesText(packages));
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials(packages, version, [containedSqlite(), ...contained]), null, 2)}\n`,
  );
}
