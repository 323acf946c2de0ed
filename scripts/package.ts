/**
 * Builds the installers of this platform into `release/`, with checksums, a bill of materials and the third-party notices:
 * `npm run package [-- --dir]`. `--dir`: the unpacked program only. Signing: `scripts/package/signing.ts`, docs/RELEASING.md.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron, versionsOf } from './electron-program.ts';
import { makeNotices } from './make-notices.ts';
import { signingOf, withKeyFile } from './package/signing.ts';
import { ROOT } from './targets.mjs';

const SYSTEM = { darwin: '--mac', win32: '--win', linux: '--linux' } as const;
/** What people download; the folder also holds unpacked programs and the builder's own files. */
const INSTALLER = /\.(exe|dmg|zip|deb|rpm|tar\.gz)$/;

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}

const { values } = parseArgs({ options: { dir: { type: 'boolean', default: false } } });
const system = SYSTEM[process.platform as keyof typeof SYSTEM];
if (system === undefined) throw new Error(`there are no installers for ${process.platform}`);
const electron = findElectron();
if (electron === null) {
  console.error("The installers need Electron's program, which is not here. Get it once with: npx install-electron");
  process.exit(1);
}
const { options, says } = signingOf(process.platform, process.env);
const release = join(ROOT, 'release');
rmSync(release, { recursive: true, force: true });
mkdirSync(release);
execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { stdio: 'inherit' });
const { chrome, node } = versionsOf(electron);
makeNotices([
  { name: 'Chromium', version: chrome },
  { name: 'Node', version: node },
]);
const builder = join(ROOT, 'node_modules/electron-builder/cli.js');
const keys = mkdtempSync(join(tmpdir(), 'desk-signing-'));
try {
  execFileSync(process.execPath, [builder, system, ...(values.dir ? ['dir'] : []), '--publish', 'never', ...options], {
    cwd: ROOT,
    stdio: 'inherit',
    env: withKeyFile(process.env, keys),
  });
} finally {
  rmSync(keys, { recursive: true, force: true });
}
for (const name of ['third-party-notices.txt', 'sbom.cdx.json']) copyFileSync(join(ROOT, 'out/notices', name), join(release, name));
const files = readdirSync(release).filter((name) => INSTALLER.test(name));
const sums = await Promise.all(files.map(async (name) => `${await checksum(join(release, name))}  ${name}\n`));
if (files.length > 0) writeFileSync(join(release, `SHA256SUMS-${process.platform}`), sums.join(''));
for (const line of [...files.map((name) => `release/${name}`), ...says]) console.log(line);
