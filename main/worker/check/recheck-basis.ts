/** What the last check in the project file depended on. A partial recheck is possible if only the mapping has changed. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { FIELD_INDEX, FIELD_KEYS } from '../../../shared/fields/index.ts';
import { MappingPlan, changedFields } from '../../../shared/mapping/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { BUILD_ID, type CheckRequest } from '../../worker-protocol/index.ts';
import type { Edits } from '../list/edits.ts';
import type { ListedRows } from '../list/stored-rows.ts';
import { looksForPeople } from './row-checker.ts';
import type { MappingChange } from './unchanged-rows.ts';

const KEY = 'checked';
/** If more fields than this have changed, checking everything is faster than a partial recheck. */
const MAX_CHANGED_FIELDS = FIELD_KEYS.length / 2;

/** `onlyKeys`: the rows have changed since then, but their match keys have not. */
const RecheckBasis = z.object({ plan: MappingPlan, by: z.record(z.string(), z.unknown()), onlyKeys: z.boolean().optional() });

type CheckedList = Pick<CheckRequest, 'plan' | 'today' | 'inputs'> & {
  readonly sheetLayout: ListedRows;
};

/** What determines which rows belong to the list, and how their keys are hashed. */
const rowsDecidedBy = ({ headerRow, totalsRows, leaveOut }: ListedRows) => ({
  build: BUILD_ID,
  headerRow,
  totalsRows,
  leaveOut: leaveOut ?? null,
});

/** Everything except rows, edits and mapping that affects what a check finds, including the build of the program. */
function decidedBy({ today, inputs, sheetLayout }: CheckedList): Record<string, unknown> {
  const { rules, suppression, baseline, sendAnyway } = inputs;
  const suppressed =
    suppression === null ? null : createHash('sha256').update(suppression.key).update(suppression.entries).digest('base64url');
  const alone = !looksForPeople(inputs) && baseline === null;
  return { ...rowsDecidedBy(sheetLayout), today, rules, suppressed, alone, sendAnyway };
}

/** Stores what a check depended on. Must be called in the transaction of the check. */
export function storeRecheckBasis(file: Pick<ProjectFile, 'putValue'>, list: CheckedList): void {
  file.putValue(KEY, { plan: list.plan, by: decidedBy(list) } satisfies z.infer<typeof RecheckBasis>);
}

/** Makes the next check read every row. Must be called in the transaction that changes the stored rows. */
export function forgetRecheckBasis(file: Pick<ProjectFile, 'putValue'>): void {
  file.putValue(KEY, null);
}

/** Same as `forgetRecheckBasis`, for a change that does not affect the match keys of the rows. */
export function keepOnlyKeys(file: Pick<ProjectFile, 'getValue' | 'putValue'>): void {
  const last = RecheckBasis.safeParse(file.getValue(KEY));
  file.putValue(KEY, last.success ? ({ ...last.data, onlyKeys: true } satisfies z.infer<typeof RecheckBasis>) : null);
}

/** Whether the stored match keys have the IDs of these rows under this plan. They are current, because edits always update the keys. */
export function areIdsStored(
  file: Pick<ProjectFile, 'getValue'>,
  { plan, sheetLayout }: Pick<CheckedList, 'plan' | 'sheetLayout'>,
): boolean {
  const last = RecheckBasis.safeParse(file.getValue(KEY));
  if (!last.success) return false;
  const rows = rowsDecidedBy(sheetLayout);
  const before = Object.fromEntries(Object.keys(rows).map((name) => [name, last.data.by[name]]));
  return isDeepStrictEqual(before, rows) && !changedFields(last.data.plan, plan).has(FIELD_INDEX.constituentId);
}

/**
 * What has changed in the mapping since the last check. Null if the stored check cannot be reused, because something else has changed too,
 * or because whole records are compared with other lists.
 */
export function mappingChangeSince(file: Pick<ProjectFile, 'getValue'>, request: CheckRequest, edits: Edits): MappingChange | null {
  const { inputs } = request;
  if (looksForPeople(inputs) || inputs.baseline !== null || !edits.serviceMessages.isEmpty) return null;
  const last = RecheckBasis.safeParse(file.getValue(KEY));
  if (!last.success || last.data.onlyKeys === true || !isDeepStrictEqual(last.data.by, decidedBy(request))) return null;
  const fields = changedFields(last.data.plan, request.plan);
  return fields.size > MAX_CHANGED_FIELDS ? null : { fields, before: last.data.plan };
}
