/**
 * `desk diagnostics`: prints or saves the diagnostics. It does not open the data folder, so it works even if the folder is damaged or in
 * use.
 */
import { resolve } from 'node:path';
import { AppError, EXIT } from '../../shared/base/index.ts';
import type { PolicyState } from '../../shared/policy/index.ts';
import { diagnosticsText } from '../diagnostics/index.ts';
import { environmentProxies, saveWhole, type SpawnWorker, systemClock } from '../platform/index.ts';
import { ManagedPolicy, policyProxies } from '../policy/index.ts';
import { existsSync } from 'node:fs';
import type { Call } from './arguments.ts';
import type { Output } from './output.ts';

/** @throws POLICY_INVALID; POLICY_REFUSED; TARGET_UNWRITABLE for an existing file without --force; DISK_FULL */
export async function diagnostics(call: Call, output: Output, spawn: SpawnWorker, dataDir: string, policy: PolicyState): Promise<number> {
  const { out } = call.values;
  const ways = () => policyProxies(policy, environmentProxies())('https://service.invalid');
  const text = await diagnosticsText({ host: 'cli', now: systemClock.now(), dataDir, policy, ways, secrets: null, spawn });
  if (out === undefined) {
    output.result({ ok: true, out: null, text }, text.trimEnd());
    return EXIT.done;
  }
  const path = await new ManagedPolicy(policy).exportPath(resolve(out));
  if (existsSync(path) && !call.flags.has('force')) throw new AppError('TARGET_UNWRITABLE', `“${out}” exists. Add --force to replace it.`);
  await saveWhole(path, text, 'text');
  output.result({ ok: true, out, text }, `${out}: read it before you send it.`);
  return EXIT.done;
}
