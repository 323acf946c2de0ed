/** The policy in words, for the page and the terminal. */
import { countText } from '../base/index.ts';
import { fieldOf } from '../fields/index.ts';
import { type Policy, type PolicyKey, POLICY_KEYS, policyKeys } from './policy.ts';

/** The text next to a locked setting. */
export const SET_BY_ORGANIZATION = 'Set by your organization';

const PRACTICE_TEXTS = { only: 'Only practice; nothing is sent to a service', hidden: 'Turned off' } as const;

function valueText(policy: Policy, key: PolicyKey): string {
  switch (key) {
    case 'allowedAddresses':
    case 'exportFolders':
      return (policy[key] ?? []).join(', ');
    case 'connections':
      return (policy.connections ?? []).map(({ name, baseUrl }) => `${name} (${baseUrl})`).join(', ');
    case 'organizationRules': {
      const { required = [], severities = {}, neverObjected } = policy.organizationRules ?? {};
      const changed = Object.keys(severities).length;
      const never = neverObjected === true ? ', nobody who asked not to be screened is sent' : '';
      return `${countText(required.length, 'required field')}, ${countText(changed, 'changed rule')}${never}`;
    }
    case 'neverSent':
      return (policy.neverSent ?? []).map((field) => fieldOf(field).label).join(', ');
    case 'mostRows':
      return countText(policy.mostRows ?? 0, 'row');
    case 'retention':
      return countText(policy.retention ?? 0, 'month');
    case 'practice':
      return policy.practice === undefined ? '' : PRACTICE_TEXTS[policy.practice];
    case 'dataFolder':
    case 'proxy':
      return policy[key] ?? '';
    case 'certificateAuthorities':
      return countText(policy.certificateAuthorities?.length ?? 0, 'certificate');
  }
}

/** The settings of the policy in the order of its table, each with its label and its value in words. */
export const policyLines = (policy: Policy): { readonly key: PolicyKey; readonly label: string; readonly text: string }[] =>
  policyKeys
    .filter((key) => policy[key] !== undefined)
    .map((key) => ({ key, label: POLICY_KEYS[key].label, text: valueText(policy, key) }));

/** Why nothing is sent or saved. */
export const invalidPolicyText = (source: string, problem: string): string =>
  `The policy of your organization is not valid, so nothing is sent and no file is saved. ${problem} Ask your administrator to correct it (${source}), then start Screening Desk again.`;
