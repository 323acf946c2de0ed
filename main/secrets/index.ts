/** The secrets of an installation: its data key and the token of each connection. */
export { KEYCHAIN_WAIT_MS, type SessionToken, createSecrets } from './secrets.ts';
export { environmentToken, plainToken, takeEnvironmentToken, tokenFrom } from './session-token.ts';
