/** What a project's file says of its last check: by which mapping it was made and by what else, so that the next one does no more than it has to. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { FIELD_KEYS } from '../../../shared/fields/table.ts';
import { RULE_CODES } from '../../../shared/rules/index.ts';
import { changedFields } from '../../../shared/mapping/changes.ts';
import { MappingPlan } from '../../../shared/mapping/plan.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import type { CheckRequest } from '../../worker-protocol/check.ts';
import type { SheetLayout } from '../../worker-protocol/list.ts';
import type { Edits } from '../list/edits.ts';
import { looksForPeople } from './row-checker.ts';
import type { MappingChange } from './unchanged-rows.ts';

const NOTE = 'checked';
/** The 3 is raised when the same rules find something else than in an earlier program; a new rule or field raises the key by itself. */
const FINDINGS = `3.${RULE_CODES.length}.${FIELD_KEYS.length}`;
/** When more fields than this part of all may have changed, judging everything is quicker than putting two checks together. */
const MOST_OF_FIELDS = 1 / 2;

const Checked = z.object({ plan: MappingPlan, by: z.record(z.string(), z.unknown()) });

/** What of a check can be told before it. */
type Told = Pick<CheckRequest, 'plan' | 'today' | 'inputs'> & { readonly sheetLayout: Pick<SheetLayout, 'headerRow' | 'totalsRows'> };

/** Everything else than rows, edits and mapping that decides what is found. */
function checkedBy({ today, inputs, sheetLayout }: Told): Record<string, unknown> {
  const { rules, suppression, baseline } = inputs;
  const suppressed =
    suppression === null ? null : createHash('sha256').update(suppression.key).update(suppression.entries).digest('base64url');
  const { headerRow, totalsRows } = sheetLayout;
  return { findings: FINDINGS, today, rules, suppressed, headerRow, totalsRows, alone: !looksForPeople(inputs) && baseline === null };
}

/** Notes by what a check was made, within its transaction. */
export function storeCheckKey(file: Pick<ProjectFile, 'putValue'>, told: Told): void {
  file.putValue(NOTE, { plan: told.plan, by: checkedBy(told) } satisfies z.infer<typeof Checked>);
}

/**
 * What of the mapping is another one than at the last check, which is of use for all other fields; null when everything is to be
 * judged: it was checked by something else, or is compared with other lists, which takes whole records.
 */
export function mappingChangeSince(file: Pick<ProjectFile, 'getValue'>, request: CheckRequest, edits: Edits): MappingChange | null {
  const { inputs } = request;
  if (looksForPeople(inputs) || inputs.baseline !== null || !edits.serviceMessages.isEmpty) return null;
  const last = Checked.safeParse(file.getValue(NOTE));
  if (!last.success || !isDeepStrictEqual(last.data.by, checkedBy(request))) return null;
  const fields = changedFields(last.data.plan, request.plan);
  return fields.size > FIELD_KEYS.length * MOST_OF_FIELDS ? null : { fields, before: last.data.plan };
}
