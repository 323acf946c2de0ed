/** The secrets of an installation: its data key, the token of each connection, and passwords of proxies. */
export { KEYCHAIN_WAIT_MS, type SessionToken, createSecrets } from './secrets.ts';
export { environmentToken, plainToken, takeEnvironmentToken, tokenFrom } from './session-token.ts';
