/** The policy of an administrator: where it is read, and how it is enforced. */
export { ManagedPolicy } from './managed-policy.ts';
export { policyCertificates, policyDataFolder, policyProxies, readPolicy } from './read-policy.ts';
