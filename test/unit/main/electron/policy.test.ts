/** Each risky name is allowed only in the file that guards it. The test searches the text, because code could bypass a linter. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as electron from '../../../fakes/electron.ts';

const root = join(import.meta.dirname, '../../../..');
const sources = globSync('{main,preload,renderer,shared,practice}/**/*.{ts,tsx,html}', { cwd: root }).map((path) =>
  path.replaceAll('\\', '/'),
);

/** The code without comments, which can mention forbidden names. */
const codeOf = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '');

const guarded: readonly (readonly [string, RegExp, readonly string[]])[] = [
  ['opening an address outside', /\bopenExternal\b/, ['main/electron/host.ts']],
  ['opening a file by its path', /\bshell\.openPath\b/, []],
  ['the channels of the main process', /\bipcMain\b/, ['main/electron/program.ts']],
  ['the channels of the page', /\bipcRenderer\b/, ['preload/index.ts']],
  ['the bridge', /\bcontextBridge\b/, ['preload/index.ts']],
  ['the path of a file', /\bgetPathForFile\b/, ['preload/index.ts']],
  [
    'electron',
    /from 'electron'|import\('electron'\)|require\('electron'\)/,
    [
      'main/electron/host.ts',
      'main/electron/index.ts',
      'main/electron/page-channel.ts',
      'main/electron/menu.ts',
      'main/electron/terminal.ts',
      'main/electron/program.ts',
      'main/electron/protocol.ts',
      'main/electron/start-files.ts',
      'main/electron/window-settings.ts',
      'main/electron/window.ts',
      'preload/index.ts',
    ],
  ],
  ['keytar', /'keytar'/, ['main/secrets/keychain.ts']],
];

const banned: readonly (readonly [string, RegExp])[] = [
  [
    'weaker web security',
    /\bwebSecurity\b|allowRunningInsecureContent|bypassCSP|ignore-certificate-errors|certificate-error|setCertificateVerifyProc/,
  ],
  ['ignored TLS errors', /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/],
  ['experimental features', /\bexperimentalFeatures\b|\benableBlinkFeatures\b/],
  ['scripts built from text', /\bexecuteJavaScript\b|\bnew Function\(|\beval\(/],
  ['markup built from text', /dangerouslySetInnerHTML|\.innerHTML\b|\bouterHTML\s*=|insertAdjacentHTML/],
  [
    'a page with access to Node',
    /nodeIntegration(InWorker|InSubFrames)?:\s*true|contextIsolation:\s*false|(?<!\w)sandbox:\s*false|webviewTag:\s*true/,
  ],
  ['@electron/remote', /@electron\/remote/],
  ['a URL scheme registered for other programs', /setAsDefaultProtocolClient/],
  // A memory dump contains constituents and tokens.
  ['crash reports', /\bcrashReporter\b/],
];

describe('the source code', () => {
  it('has files to examine', () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  it.each(guarded)('uses %s only where it is guarded', (_name, pattern, allowed) => {
    expect(sources.filter((path) => pattern.test(codeOf(path))).filter((path) => !allowed.includes(path))).toEqual([]);
    expect(allowed.filter((path) => !pattern.test(codeOf(path)))).toEqual([]);
  });

  it.each(banned)('never contains %s', (_name, pattern) => {
    expect(sources.filter((path) => pattern.test(codeOf(path)))).toEqual([]);
  });
});

it('the fake Electron, type-checked against the real one, has every member that the program uses', () => {
  const parts = electron as unknown as Record<string, Record<string, unknown> | undefined>;
  const missing = sources
    .filter((path) => path.startsWith('main/electron/') || path.startsWith('preload/'))
    .flatMap((path) => {
      const code = codeOf(path);
      const [, imported = ''] = /import \{([^}]+)\} from 'electron'/.exec(code) ?? [];
      const names = imported.split(',').flatMap((name) => (/^\s*(type\s|$)/.test(name) ? [] : [name.trim()]));
      return names.flatMap((name) =>
        [...code.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))].flatMap(([use, member = '']) =>
          parts[name] !== undefined && member in parts[name] ? [] : [`${path}: ${use}`],
        ),
      );
    });
  expect(missing).toEqual([]);
});
