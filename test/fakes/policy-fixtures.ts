/** The policy of an administrator, in two scenarios. */
import type { AppView } from '../../shared/contract/index.ts';
import { invalidPolicyText } from '../../shared/policy/index.ts';
import type { OrganizationRules } from '../../shared/rules/index.ts';
import type { Scenario } from './scenarios.ts';

const SOURCE = '/etc/screening-desk/policy.json';
export const POLICY_RULES: OrganizationRules = { required: ['constituentId'], severities: {}, neverObjected: true };

export function policyOf(scenario: Scenario): AppView['policy'] {
  if (scenario === 'policy-invalid')
    return { source: SOURCE, problem: invalidPolicyText(SOURCE, '“mostRow” is not a key of the policy.'), values: null };
  if (scenario !== 'policy') return null;
  return {
    source: SOURCE,
    problem: null,
    values: {
      version: 1,
      allowedAddresses: ['https://api.screening.example'],
      connections: [{ name: 'Fernhollow account', baseUrl: 'https://api.screening.example' }],
      organizationRules: POLICY_RULES,
      mostRows: 5000,
      practice: 'hidden',
      dataFolder: '~/Screening Desk',
      exportFolders: ['~/Screening results'],
    },
  };
}
