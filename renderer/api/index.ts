/** Calls of the page to the application. */
export { ClientProvider, asAppError, createClient, useClient } from './client.ts';
export type { MenuCommand, OfferedFile, StartState } from './host-events.ts';
export { contractQuery, createQueryClient, useCommand, useContractQuery } from './queries.ts';
export { applyEvent } from './query-cache.ts';
export { type Transport, chooseTransport } from './transport.ts';
export { useIsReading, useUnreadQueries } from './unread-queries.ts';
export { useAction } from './useAction.ts';
export { useConnection } from './useConnection.ts';
export { type Work, useWork } from './useWork.ts';
