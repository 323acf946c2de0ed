import type { Endpoint } from '../endpoint.ts';
import { creditEndpoints } from './credits.ts';
import { listEndpoints } from './lists.ts';
import { projectEndpoints } from './projects.ts';
import { resultEndpoints } from './results.ts';
import { singleEndpoints } from './singles.ts';

/** The endpoints of section 4, and GET profile/:id. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...singleEndpoints,
  ...projectEndpoints,
  ...listEndpoints,
  ...resultEndpoints,
  ...creditEndpoints,
];
