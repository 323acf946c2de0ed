/** Shows the effect of an earlier list's recipe on a list, without storing it. */
import type { RecipeFix } from '../../../shared/contract/index.ts';
import { type FixSteps, fixKey } from '../../../shared/recipe/index.ts';
import { type OrganizationRules, severitiesOf } from '../../../shared/rules/index.ts';
import { sendsPseudonyms } from '../../../shared/mapping/index.ts';
import { checkCounts } from '../../../shared/rows/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { AnswerOf, AskOf, CheckRequest, Work } from '../../worker-protocol/index.ts';
import { type CheckDeps, CheckTarget } from '../check/check-target.ts';
import { runCheck } from '../check/engine.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { RowBlocks } from '../list/stored-rows.ts';
import type { CheckedList } from './checked-list.ts';
import { planFixes } from './plan-fixes.ts';
import { RowFixer } from './row-fixer.ts';

/** The fixes whose key is one of `keys`. */
export const chosenSteps = (steps: FixSteps, keys: readonly string[]): FixSteps =>
  steps.map((step) => step.filter((one) => keys.includes(fixKey(one)))).filter((step) => step.length > 0);

const withoutCode = ({ key, title, description, safe, cells, rows, examples }: RecipeFix): RecipeFix => ({
  key,
  title,
  description,
  safe,
  cells,
  rows,
  examples,
});

function checkedList(target: CheckTarget, blocks: RowBlocks, rules: OrganizationRules): CheckedList {
  const { file, request, edits, groups, counts } = target;
  const { plan, sheetLayout, today } = request;
  const records = new RecordReader(plan, edits);
  const fixer = new RowFixer(records, rules, today, sendsPseudonyms(plan, sheetLayout.headers));
  return { file, groups, blocks, counts, plan, edits, records, severities: severitiesOf(rules), fixer, appended: sheetLayout.appended };
}

/**
 * Checks the list under the mapping of a recipe, and applies its fixes, in a transaction that is rolled back.
 * @throws the reason of the signal
 */
export async function tryRecipe(
  { plan, steps, fixes: chosen }: AskOf<'query', 'tryRecipe'>,
  request: CheckRequest,
  blocks: RowBlocks,
  deps: CheckDeps,
  work: Work,
): Promise<AnswerOf<'query', 'tryRecipe'>> {
  const file = new ProjectFile(request.file, 'write');
  try {
    file.begin();
    const edits = new Edits(file);
    const target = new CheckTarget(file, { ...request, plan }, edits);
    target.counts = await runCheck(target, { kind: 'all' }, deps);
    const list = checkedList(target, blocks, request.inputs.rules);
    const { fixes } = planFixes(list, steps, () => '', work);
    const keys = chosen ?? fixes.flatMap(({ safe, key }) => (safe ? [key] : []));
    const { edit } = planFixes(list, chosenSteps(steps, keys), () => '', work);
    const counts = edit === null ? target.counts : await runCheck(target, { kind: 'rows', changed: edits.add(file, edit) }, deps);
    return { fixes: fixes.map(withoutCode), ready: checkCounts(counts.histogram()).ready };
  } finally {
    file.rollback();
    file.close();
  }
}
