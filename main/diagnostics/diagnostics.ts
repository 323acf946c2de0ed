/** The diagnostics of the open application. */
import type { Input, Output } from '../../shared/contract/index.ts';
import { type Ports, saveWhole } from '../platform/index.ts';
import { diagnosticsText } from './diagnostics-text.ts';

/** No proxy knows this address, so the answer applies to any service. */
const ANY_SERVICE = 'https://service.invalid';

type DiagnosticsDeps = Pick<Ports, 'host' | 'clock' | 'dataDir' | 'policy' | 'network' | 'secrets' | 'spawnWorker'>;

export class Diagnostics {
  private readonly deps: DiagnosticsDeps;

  constructor(deps: DiagnosticsDeps) {
    this.deps = deps;
  }

  async get(): Promise<Output<'app.diagnostics'>> {
    const { host, clock, dataDir, policy, network, secrets, spawnWorker } = this.deps;
    const ways = async () => (await network.connect(ANY_SERVICE)).proxies;
    const text = await diagnosticsText({
      host: host.kind,
      now: clock.now(),
      dataDir,
      policy,
      ways,
      secrets: secrets.kind,
      spawn: spawnWorker,
    });
    return { text };
  }

  /**
   * Saves the text that the user has read; null when the user cancels.
   * @throws POLICY_INVALID; POLICY_REFUSED; TARGET_UNWRITABLE; DISK_FULL.
   */
  async save({ text }: Input<'app.saveDiagnostics'>): Promise<Output<'app.saveDiagnostics'>> {
    const target = await this.deps.host.saveTarget('Screening Desk diagnostics.txt');
    if (target === null) return null;
    await saveWhole(target.path, text, 'text');
    return { shown: target.shown, download: target.download };
  }
}
