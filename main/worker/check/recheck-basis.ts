/** What the last check in the project file depended on. A partial recheck is possible when only the mapping has changed. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { FIELD_KEYS } from '../../../shared/fields/index.ts';
import { MappingPlan, changedFields } from '../../../shared/mapping/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { BUILD_ID, type CheckRequest } from '../../worker-protocol/index.ts';
import type { Edits } from '../list/edits.ts';
import type { ListedRows } from '../list/stored-rows.ts';
import { looksForPeople } from './row-checker.ts';
import type { MappingChange } from './unchanged-rows.ts';

const KEY = 'checked';
/** Above this part of all fields a check of everything is quicker than a partial recheck. */
const MAX_CHANGED_FIELDS = FIELD_KEYS.length / 2;

const RecheckBasis = z.object({ plan: MappingPlan, by: z.record(z.string(), z.unknown()) });

type CheckedList = Pick<CheckRequest, 'plan' | 'today' | 'inputs'> & {
  readonly sheetLayout: ListedRows;
};

/** Everything except rows, edits and mapping that decides what a check finds. Another program may find something else. */
function decidedBy({ today, inputs, sheetLayout }: CheckedList): Record<string, unknown> {
  const { rules, suppression, baseline, sendAnyway } = inputs;
  const suppressed =
    suppression === null ? null : createHash('sha256').update(suppression.key).update(suppression.entries).digest('base64url');
  const { headerRow, totalsRows, leaveOut = null } = sheetLayout;
  const alone = !looksForPeople(inputs) && baseline === null;
  return { build: BUILD_ID, today, rules, suppressed, headerRow, totalsRows, leaveOut, alone, sendAnyway };
}

/** Stores what a check depended on, in the transaction of the check. */
export function storeRecheckBasis(file: Pick<ProjectFile, 'putValue'>, list: CheckedList): void {
  file.putValue(KEY, { plan: list.plan, by: decidedBy(list) } satisfies z.infer<typeof RecheckBasis>);
}

/** Makes the next check read every row, in the transaction that changes the stored rows. */
export function forgetRecheckBasis(file: Pick<ProjectFile, 'putValue'>): void {
  file.putValue(KEY, null);
}

/**
 * What has changed in the mapping since the last check. Null when the stored check is no help: something else has changed too, or
 * whole records are compared with other lists.
 */
export function mappingChangeSince(file: Pick<ProjectFile, 'getValue'>, request: CheckRequest, edits: Edits): MappingChange | null {
  const { inputs } = request;
  if (looksForPeople(inputs) || inputs.baseline !== null || !edits.serviceMessages.isEmpty) return null;
  const last = RecheckBasis.safeParse(file.getValue(KEY));
  if (!last.success || !isDeepStrictEqual(last.data.by, decidedBy(request))) return null;
  const fields = changedFields(last.data.plan, request.plan);
  return fields.size > MAX_CHANGED_FIELDS ? null : { fields, before: last.data.plan };
}
