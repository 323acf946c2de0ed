/** Every stored row mapped and checked anew; a person's change of the list is applied first. */
import { RULES, RULE_INDEX, isRuleCode } from '../../shared/checks.ts';
import { FIELD_INDEX, FIELD_KEYS, fieldOf, type FieldKey } from '../../shared/constituent.ts';
import type { CheckFilter } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { correctionsOf } from '../../shared/fixes.ts';
import { RowBlock } from '../spreadsheet/rowblock.ts';
import { ProjectFile } from '../store/projectfile.ts';
import { CheckPass } from './checkpass.ts';
import { type Edit, Edits } from './edits.ts';
import { Findings, NO_FIELD, NO_PERSON } from './findings.ts';
import { ListRows } from './list.ts';
import type { EditRequest, ListRecipe } from './messages.ts';
import { Records } from './records.ts';
import type { Task } from './task.ts';

const MOST_LABELLED = 60;
const count = (rows: number, what: string) => `${rows.toLocaleString('en-US')} ${what}${rows === 1 ? '' : 's'}`;

/** Calls `row` for every row of the list that the filter takes, by what was found in the last check. */
function eachRow(
  file: ProjectFile,
  edits: Edits,
  filter: CheckFilter,
  row: (block: RowBlock, row: number, field: FieldKey | null) => void,
): void {
  const wanted = filter.kind === 'rule' && isRuleCode(filter.code) ? RULE_INDEX[filter.code] : -1;
  const field = filter.kind === 'rule' && filter.field !== null ? FIELD_INDEX[filter.field] : NO_FIELD;
  for (const { place, bytes } of file.chunks('rows')) {
    const found = file.read('findings', place.seq);
    if (found === null) continue;
    const findings = new Findings(found);
    const hits = new Map<number, number>();
    for (let i = 0; i < findings.count; i++) {
      const hit = filter.kind === 'rule' ? findings.rule(i) === wanted && findings.field(i) === field : filter.kind === 'issues';
      if (hit) hits.set(findings.row(i), findings.field(i));
    }
    if (filter.kind !== 'rule' && filter.kind !== 'issues')
      for (let r = 0; r < findings.rows; r++) if (findings.readiness(r) !== NO_PERSON) hits.set(r, NO_FIELD);
    if (hits.size === 0) continue;
    const block = new RowBlock(bytes);
    for (const [r, at] of hits)
      if (filter.kind !== 'leftOut' || edits.leavesOut(block.rowNumber(r))) row(block, r, at === NO_FIELD ? null : FIELD_KEYS[at]!);
  }
}

/** The change as it is kept: rows and values written out. Null when it changes nothing. */
function editOf(
  request: Exclude<EditRequest, { kind: 'undo' | 'redo' }>,
  file: ProjectFile,
  edits: Edits,
  plan: ListRecipe['plan'],
): Edit | null {
  switch (request.kind) {
    case 'correct':
      return {
        kind: 'correct',
        label: `the change of ${fieldOf(request.field).label} in row ${request.row}`.slice(0, MOST_LABELLED),
        corrections: [[request.row, request.field, request.value]],
      };
    case 'leaveOut': {
      const rows: number[] = [];
      if (Array.isArray(request.rows)) rows.push(...(request.rows as number[]));
      else
        eachRow(file, edits, request.rows as CheckFilter, (block, row) => {
          rows.push(block.rowNumber(row));
        });
      const changed = rows.filter((row) => edits.leavesOut(row) !== request.leaveOut);
      if (changed.length === 0) return null;
      return {
        kind: 'leaveOut',
        label: `${request.leaveOut ? 'leaving out' : 'taking back'} ${count(changed.length, 'row')}`,
        rows: changed,
        leaveOut: request.leaveOut,
      };
    }
    case 'fix': {
      const rule = isRuleCode(request.code) ? RULES[RULE_INDEX[request.code]]! : null;
      if (rule === null || rule.fix === null) throw new AppError('INPUT_INVALID', 'There is no fix for this rule.');
      const { fix } = rule;
      const records = new Records(plan, edits);
      const corrections: [number, FieldKey, string][] = [];
      let rows = 0;
      eachRow(file, edits, { kind: 'rule', code: rule.code, field: request.field }, (block, row, field) => {
        const target = field ?? rule.fields[0];
        if (target === undefined) return;
        const changes = correctionsOf(fix, records.of(block, row), target);
        if (changes.length > 0) rows += 1;
        for (const change of changes) corrections.push([block.rowNumber(row), change.field, change.value]);
      });
      return corrections.length === 0 ? null : { kind: 'correct', label: `“${rule.title}” in ${count(rows, 'row')}`, corrections };
    }
  }
}

function applyEdit(request: EditRequest, file: ProjectFile, edits: Edits, plan: ListRecipe['plan']): void {
  if (request.kind === 'undo') edits.undo();
  else if (request.kind === 'redo') edits.redo();
  else {
    const edit = editOf(request, file, edits, plan);
    if (edit !== null) edits.add(edit);
  }
}

export const check: Task<'check'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'write');
  try {
    file.begin();
    const edits = new Edits(file);
    if (input.edit !== undefined) applyEdit(input.edit, file, edits, input.plan);
    const pass = new CheckPass(input, new ListRows(input.reading), edits);
    for (const { place, bytes } of file.chunks('rows')) {
      file.write('findings', place, pass.block(new RowBlock(bytes)));
      context.progress(place.first + place.count, input.reading.rows, 'rows');
    }
    file.commit();
    return await Promise.resolve(pass.summary());
  } finally {
    file.rollback();
    file.close();
  }
};
