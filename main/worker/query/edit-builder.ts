/** Builds the edit to store for an edit request, with its rows and values. */
import { AppError, countText, rowName } from '../../../shared/base/index.ts';
import { RULES, RULE_INDEX, isRuleCode, replacer } from '../../../shared/rules/index.ts';
import { FIELD_INDEX, fieldOf } from '../../../shared/fields/index.ts';
import type { CheckFilter, ReplacePreview, Replacement } from '../../../shared/contract/index.ts';
import { RECIPE_LABEL } from '../../../shared/recipe/index.ts';
import { searchWords } from '../../../shared/transforms/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { groupOfRef, rowOfRef, rowRef } from '../list/row-groups.ts';
import { type Correction, type Edit, REPEATS_SENT } from '../list/stored-edits.ts';
import { BaselineCorrections } from '../prior/baseline-corrections.ts';
import type { EditRequest, Work } from '../../worker-protocol/index.ts';
import type { CheckedList } from './checked-list.ts';
import { leaveOutEdit, objectedEdit } from './leave-out-edit.ts';
import { repeatsEdit } from './send-repeats.ts';
import { mergeEdit, planCarriedLeftOut, planCarriedMerges } from './merge-rows.ts';
import { eachMatchingGroup, foundRows } from './row-listings.ts';
import { settleRepeats } from './settle-repeats.ts';
import { planFixes } from './plan-fixes.ts';
import { chosenSteps } from './recipe-trial.ts';
import { planSafeFixes } from './safe-fixes.ts';

const MAX_LABELLED = 60;
/** Maximum number of changes in the preview of a replacement. */
const MAX_EXAMPLES = 8;

type RequestOf<K extends EditRequest['kind']> = Extract<EditRequest, { kind: K }>;

/** Receives the corrections of an edit, one group of rows at a time. */
export type OnCorrections = (corrections: readonly Correction[]) => void;

/**
 * Calls back for every row that matches a filter, and after each group.
 * @throws the reason of the signal when the work is canceled
 */
function eachRow(
  list: CheckedList,
  filter: CheckFilter,
  work: Work,
  onRow: (block: RowBlock, row: number, ref: number) => void,
  onGroup: () => void = () => undefined,
): void {
  eachMatchingGroup(list, filter, work, (at, rows, reader) => {
    const group = reader.group(at)!;
    const { blocks } = list.groups.group(at);
    for (const row of rows) {
      const block = group.blockOf(row);
      onRow(blocks[block]!, row - group.start(block), rowRef(at, row));
    }
    onGroup();
  });
}

/** Returns a function that passes on the corrections added since its last call. */
function passing(corrections: readonly Correction[], on: OnCorrections): () => void {
  let passed = 0;
  return () => {
    if (passed < corrections.length) on(corrections.slice(passed));
    passed = corrections.length;
  };
}

function correctionEdit({ row, field, value }: RequestOf<'correct'>, { appended }: CheckedList): Edit {
  return {
    kind: 'correct',
    label: `the change of ${fieldOf(field).label} in row ${rowName(row, appended)}`.slice(0, MAX_LABELLED),
    corrections: [[row, field, value]],
  };
}

function cellsEdit({ cells, anyway }: RequestOf<'correctCells'>, list: CheckedList): Edit {
  const [one] = cells;
  if (cells.length === 1 && one !== undefined && anyway !== true) return correctionEdit({ kind: 'correct', ...one }, list);
  const rows = new Set(cells.map(({ row }) => row)).size;
  return {
    kind: 'correct',
    label: `the change of ${countText(cells.length, 'cell')} in ${countText(rows, 'row')}`,
    corrections: cells.map(({ row, field, value }) => [row, field, value]),
    ...(anyway === true && { anyway: [...new Set(cells.map(({ row }) => row))] }),
  };
}

function fixEdit(request: RequestOf<'fix'>, list: CheckedList, work: Work, on: OnCorrections): Edit | null {
  const rule = isRuleCode(request.code) ? RULES[RULE_INDEX[request.code]]! : null;
  if (rule === null || rule.fix === null) throw new AppError('INPUT_INVALID', 'There is no fix for this rule.');
  const field = request.field === null ? null : FIELD_INDEX[request.field];
  const index = RULE_INDEX[rule.code];
  const corrections: Correction[] = [];
  let rows = 0;
  const { listed } = request;
  const asked = listed === undefined ? null : { ...listed, words: searchWords(listed.find), column: listed.column ?? null };
  const only = asked === null ? null : new Set(foundRows(list, asked, work));
  const fixRow = (block: RowBlock, row: number, ref: number) => {
    if (only !== null && !only.has(ref)) return;
    const isChosen = (issue: { readonly rule: number; readonly field: number }) =>
      issue.rule === index && (field === null || issue.field === field);
    const fixed = list.fixer.fix(block, row, isChosen, request.reading ?? null);
    if (fixed === null) return;
    rows += 1;
    for (const [key, value] of fixed.corrections) corrections.push([block.rowNumber(row), key, value]);
  };
  eachRow(list, { kind: 'rule', code: rule.code, field: request.field }, work, fixRow, passing(corrections, on));
  if (corrections.length === 0) return null;
  // A fix of listed rows is a decision about these rows only, so it is not stored as a step for later lists.
  const fixes = listed === undefined ? { fixes: [[{ code: rule.code, field: request.field, reading: request.reading ?? null }]] } : {};
  return { kind: 'correct', label: `“${rule.title}” in ${countText(rows, 'row')}`, corrections, ...fixes };
}

function fixAsEdit({ steps, fixes }: RequestOf<'fixAs'>, list: CheckedList, work: Work, on: OnCorrections): Edit | null {
  const keys = fixes ?? planFixes(list, steps, () => '', work).fixes.flatMap(({ safe, key }) => (safe ? [key] : []));
  return planFixes(list, chosenSteps(steps, keys), () => RECIPE_LABEL, work, on).edit;
}

/** Calls back for each row in which a replacement changes the value. */
function eachReplaced(
  request: Replacement,
  list: CheckedList,
  work: Work,
  onRow: (sheetRow: number, before: string, after: string) => void,
  onGroup?: () => void,
): void {
  const field = FIELD_INDEX[request.field];
  const replace = replacer(request);
  const replaceIn = (block: RowBlock, at: number) => {
    const before = list.records.of(block, at).values[field]!;
    const after = replace(before);
    if (after !== before) onRow(block.rowNumber(at), before, after);
  };
  eachRow(list, { kind: 'all' }, work, replaceIn, onGroup);
}

function replacementEdit(request: RequestOf<'replace'>, list: CheckedList, work: Work, on: OnCorrections): Edit | null {
  const corrections: Correction[] = [];
  eachReplaced(request, list, work, (row, _, after) => corrections.push([row, request.field, after]), passing(corrections, on));
  if (corrections.length === 0) return null;
  return { kind: 'correct', label: `the replacement in ${countText(corrections.length, 'row')}`, corrections };
}

function carriedCorrectionsEdit({ earlier }: RequestOf<'applyCarriedCorrections'>, list: CheckedList): Edit | null {
  const carried = new BaselineCorrections(earlier).in(list);
  const corrections = carried.corrections(list.edits);
  const merges = planCarriedMerges(list, carried);
  const leaveOut = planCarriedLeftOut(list, carried);
  const rows = new Set([...corrections.map(([row]) => row), ...merges.map(({ row }) => row), ...leaveOut]).size;
  if (rows === 0) return null;
  const label =
    leaveOut.length === rows ? `leaving out ${countText(rows, 'row')} again` : `the carried corrections in ${countText(rows, 'row')}`;
  return { kind: 'correct', label, corrections, merges, leaveOut };
}

/** Restores the value before the correction. A cell without an earlier correction gets the text from the file. */
function takeBackEdit(label: string, list: CheckedList, every = false): Edit | null {
  const cells = list.edits.correctedBy(list.file, label, every);
  const rows = new Set(cells.map(({ row }) => row));
  if (cells.length === 0) return null;
  const original = new RecordReader(list.plan, new Edits(null));
  const texts = new Map<number, readonly string[]>();
  for (const ref of list.groups.refsOf(rows)) {
    const { block, row } = list.groups.rowAt(groupOfRef(ref), rowOfRef(ref));
    texts.set(block.rowNumber(row), [...original.of(block, row).values]);
  }
  return {
    kind: 'correct',
    label: `undoing ${label}`.slice(0, MAX_LABELLED + 20),
    corrections: cells.map(({ row, field, before }) => [row, field, before ?? texts.get(row)![FIELD_INDEX[field]]!]),
  };
}

export type NewEdit = Exclude<EditRequest, { kind: 'undo' | 'redo' | 'keepRepeats' }>;

/**
 * The edit for a request; null when it changes nothing. `on`: called during edits of many rows; the edit consists of the corrections that
 * it receives.
 * @throws INPUT_INVALID when a rule has no fix, or rows cannot be merged; the reason of the signal; what opening the file of an earlier
 * list throws.
 */
export function editOf(request: NewEdit, list: CheckedList, work: Work, on: OnCorrections): Edit | null {
  switch (request.kind) {
    case 'correct':
      return correctionEdit(request, list);
    case 'correctCells':
      return cellsEdit(request, list);
    case 'leaveOut':
      return leaveOutEdit(request, list, work);
    case 'sendObjected':
      return objectedEdit(request.reason, list, work);
    case 'sendRepeats':
      return request.send ? repeatsEdit(list, work) : takeBackEdit(REPEATS_SENT, list, true);
    case 'fix':
      return fixEdit(request, list, work, on);
    case 'fixSafe':
      return planSafeFixes(list, request.codes, work, on).edit;
    case 'fixAs':
      return fixAsEdit(request, list, work, on);
    case 'merge':
      return mergeEdit(list, request.rows);
    case 'replace':
      return replacementEdit(request, list, work, on);
    case 'settle':
      return settleRepeats(list, request.code, request.how).edit;
    case 'takeBack':
      return takeBackEdit(request.label, list);
    case 'applyCarriedCorrections':
      return carriedCorrectionsEdit(request, list);
  }
}

export function previewOf(request: Replacement, list: CheckedList, work: Work): ReplacePreview {
  let rows = 0;
  const examples: ReplacePreview['examples'] = [];
  eachReplaced(request, list, work, (row, before, after) => {
    rows += 1;
    if (examples.length < MAX_EXAMPLES) examples.push({ row, before, after });
  });
  return { rows, examples };
}
