/** `desk policy show`: the administrator's policy. Does not need a data folder. */
import { AppError, EXIT } from '../../shared/base/index.ts';
import { POLICY_KEYS, type PolicyState, invalidPolicyText, policyLines } from '../../shared/policy/index.ts';
import { type Call, usageError } from './arguments.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';

/** @throws USAGE; POLICY_INVALID when there is a policy that is not valid */
export function policy(call: Call, output: Output, state: PolicyState): number {
  if (call.words[0] !== 'show') throw usageError(call);
  if (state.kind === 'invalid') throw new AppError('POLICY_INVALID', invalidPolicyText(state.source, state.problem));
  if (state.kind === 'none') {
    output.result({ ok: true, source: null, policy: null }, 'Your organization has set no policy on this computer.');
    return EXIT.done;
  }
  const lines = policyLines(state.policy).map(({ key, label, text }) => [label, text, POLICY_KEYS[key].locks ?? '']);
  const shown =
    lines.length === 0 ? 'It sets nothing.' : table(['Setting', 'Set by your organization', 'Locks'], lines, output.widths.result);
  output.result({ ok: true, source: state.source, policy: state.policy }, `The policy is in ${state.source}.\n\n${shown}`);
  return EXIT.done;
}
