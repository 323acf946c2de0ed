/** A data folder for the secrets of a test, with a keychain in memory. It is removed after each test. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createSecrets, type SecretsOptions } from '../../main/secrets/secrets.ts';
import { FakeKeytar } from '../fakes/keytar.ts';

class SecretsFolder {
  parent = '';
  dataDir = '';
  keytar = new FakeKeytar();
  /** Identifies the current boot of the computer, as the program sees it; null: every keychain survives a restart. */
  start: string | null = null;

  prepare(): void {
    this.parent = mkdtempSync(join(tmpdir(), 'desk-secrets-'));
    this.dataDir = join(this.parent, 'data');
    this.keytar = new FakeKeytar();
    this.start = 'first start';
  }

  readonly open = (options: Partial<SecretsOptions> = {}) => {
    const { dataDir, keytar } = this;
    return createSecrets({ dataDir, loadKeytar: keytar.load, timeoutMs: 50, computerStart: () => this.start, ...options });
  };

  readonly openKey = async (options: Partial<SecretsOptions> = {}) => (await (await this.open(options)).dataKey()).toString('hex');

  readonly keyFile = () => join(this.dataDir, 'data.key');

  readonly everythingOnDisk = () =>
    readdirSync(this.dataDir)
      .map((name) => readFileSync(join(this.dataDir, name), 'utf8'))
      .join('\n');
}

/** Call it once in a test file. */
export function setupSecrets(): SecretsFolder {
  const folder = new SecretsFolder();
  beforeEach(() => {
    folder.prepare();
  });
  afterEach(() => {
    rmSync(folder.parent, { recursive: true, force: true });
  });
  return folder;
}
