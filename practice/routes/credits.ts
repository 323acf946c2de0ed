/** The balance (#10). */
import type { Endpoint } from '../endpoint.ts';
import { Credits } from '../schemas.ts';

export const creditEndpoints: readonly Endpoint[] = [
  {
    number: 10,
    step: 'credits',
    method: 'GET',
    path: '/credits',
    summary: 'The remaining screening credits',
    body: 'none',
    success: 200,
    answer: Credits,
    errorStatuses: [],
    handle: ({ service }) => ({ kind: 'credits', remaining: service.store.ledger.account().remaining, organization: service.organization }),
  },
];
