/** What an administrator sets for all users of a computer. */
export { isAllowedAddress } from './addresses.ts';
export {
  NO_POLICY,
  NeverSent,
  POLICY_KEYS,
  POLICY_VERSION,
  Policy,
  type PolicyKey,
  type PolicyState,
  RetentionMonths,
  invalidPolicy,
  parsePolicy,
  policyKeys,
} from './policy.ts';
export { SET_BY_ORGANIZATION, invalidPolicyText, policyLines } from './texts.ts';
