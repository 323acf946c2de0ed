/** What a script imports as `screening-desk/client`, for calls to the service without the application: docs/CLIENT.md. */
export { AppError } from '../../shared/base/index.ts';
export { parseJson, readList, readProfileKeys, readRowErrors } from '../../shared/results/index.ts';
export { createNetwork, environmentProxies, systemClock } from '../platform/index.ts';
export { type AnswerStream, ServiceClient } from './client.ts';
export type { CallOutcome } from './service-requests.ts';
