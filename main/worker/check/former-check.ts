/**
 * Converts checks that earlier programs stored in the stream `findings`: 8 bits per row instead of 16, and rules that repeat a fact
 * stored as issues. Only lists that were sent are read this way; a draft is rechecked before use.
 */
import { RULE_INDEX, type RuleCode, type Severity } from '../../../shared/rules/index.ts';
import { FACT_BITS, FACT_MASK, NO_ROW } from '../../../shared/rows/row-facts.ts';
import { fieldOf, GroupBuilder, rowOf, ruleOf } from './check-group.ts';
import { issueBitsOf } from './group-assembler.ts';

const NO_PERSON = 255;
const SCREENED_BEFORE_BIT = 4;

/** Two bits of a state. 3: on the suppression list, readiness unknown. */
const READINESS = [FACT_BITS.readiness.ready, FACT_BITS.readiness.incomplete, FACT_BITS.readiness.invalid, FACT_BITS.suppressed.yes];
const SAME_ID_BIT = 32;
const EXCLUDED = [FACT_BITS.excluded.no, FACT_BITS.excluded.manual, FACT_BITS.excluded.household, FACT_BITS.excluded.manual];
/** Two bits of a state; an issue distinguishes 0 from `new`. */
const COMPARISON = [
  FACT_BITS.comparison.none,
  FACT_BITS.comparison.unchanged,
  FACT_BITS.comparison.changed,
  FACT_BITS.comparison.unchangedUnscored,
];

/** The bits of a facts code that a state gives. */
function factsOfState(state: number): number {
  const readiness = (state & 3) === 2 && (state & SAME_ID_BIT) !== 0 ? FACT_BITS.readiness.duplicateId : READINESS[state & 3]!;
  const recent = (state & SCREENED_BEFORE_BIT) === 0 ? FACT_BITS.recent.none : FACT_BITS.recent.screened;
  return readiness | EXCLUDED[(state >> 3) & 3]! | COMPARISON[state >> 6]! | recent;
}

/** By rule: the fact that its issue repeats. Only the issue distinguishes `inProgress` from `screened`. */
const REPEATED: ReadonlyMap<number, { readonly mask: number; readonly bits: number }> = new Map(
  (
    [
      ['NEW_SINCE', 'comparison', FACT_BITS.comparison.new],
      ['CHANGED_SINCE', 'comparison', FACT_BITS.comparison.changed],
      ['UNCHANGED_SINCE', 'comparison', FACT_BITS.comparison.unchanged],
      ['UNSCORED_SINCE', 'comparison', FACT_BITS.comparison.unchangedUnscored],
      ['SCREENED_BEFORE', 'recent', FACT_BITS.recent.screened],
      ['ON_ITS_WAY', 'recent', FACT_BITS.recent.inProgress],
      ['SCREENED_CHANGED', 'recent', FACT_BITS.recent.screenedOtherDetails],
    ] as const satisfies readonly (readonly [RuleCode, 'comparison' | 'recent', number])[]
  ).map(([code, fact, bits]) => [RULE_INDEX[code], { mask: FACT_MASK[fact], bits }]),
);

/** Converts a group to the present layout. `severities`: by rule index. */
export function upgradeGroup(source: Buffer, severities: readonly (Severity | null)[]): Buffer {
  const { buffer } = new Uint8Array(source);
  const [blocks, rows, issueCount, duplicateCount] = new Uint32Array(buffer, 0, 4) as unknown as [number, number, number, number];
  const starts = new Uint32Array(buffer, 16, blocks + 1);
  const states = new Uint8Array(buffer, 16 + (blocks + 1) * 4, rows);
  const issuesAt = (16 + (blocks + 1) * 4 + rows + 3) & ~3;
  const issues = new Uint32Array(buffer, issuesAt, issueCount);
  const duplicates = new Uint32Array(buffer, issuesAt + issueCount * 4, duplicateCount * 2);
  const builder = new GroupBuilder();
  let block = 0;
  let issue = 0;
  let duplicate = 0;
  for (const [row, state] of states.entries()) {
    for (; starts[block] === row && block < blocks; block++) builder.beginBlock();
    let code = state === NO_PERSON ? NO_ROW : factsOfState(state);
    const note = (rule: number) => {
      code |= issueBitsOf(severities[rule]);
    };
    for (; issue < issueCount && rowOf(issues[issue]!) === row; issue++) {
      const rule = ruleOf(issues[issue]!);
      const repeated = REPEATED.get(rule);
      if (repeated !== undefined) code = (code & ~repeated.mask) | repeated.bits;
      else {
        builder.add(fieldOf(issues[issue]!), rule);
        note(rule);
      }
    }
    for (; duplicate < duplicates.length && rowOf(duplicates[duplicate]!) === row; duplicate += 2) {
      builder.addDuplicate(fieldOf(duplicates[duplicate]!), ruleOf(duplicates[duplicate]!), duplicates[duplicate + 1]!);
      note(ruleOf(duplicates[duplicate]!));
    }
    builder.endRow(code);
  }
  for (; block < blocks; block++) builder.beginBlock();
  return builder.finish();
}
