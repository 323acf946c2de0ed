/** Check keys: what a check depends on. If the key has changed, a stored check is stale. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MappingPlan } from '../../shared/mapping/index.ts';
import type { CheckKey, StoredCheck } from '../store/app-database/index.ts';
import { BUILD_ID } from '../worker-protocol/index.ts';

export type CheckStatus = 'none' | 'stale' | 'current';

/** `mapping`: must be parsed, so that the order of its properties is fixed. `day`: YYYY-MM-DD. `inputs`: digest of the other inputs. */
export function checkKey(mapping: MappingPlan, day: string, inputs: string): CheckKey {
  return { day, mapping: createHash('sha256').update(JSON.stringify(mapping)).digest('base64url'), inputs, build: BUILD_ID };
}

export function checkStatus(stored: Pick<StoredCheck, 'key'> | null, now: CheckKey): CheckStatus {
  if (stored === null) return 'none';
  return isDeepStrictEqual(stored.key, now) ? 'current' : 'stale';
}
