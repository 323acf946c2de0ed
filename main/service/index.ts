/** The client of the wealth screening service. */
export { type AnswerStream, type RemoteProjects, ServiceClient, normalizeBaseUrl } from './client.ts';
export { withoutWords } from './error-messages.ts';
export { isMissingEndpoint } from './failures.ts';
export { readLaterPages } from './later-pages.ts';
export type { CallOutcome } from './service-requests.ts';
