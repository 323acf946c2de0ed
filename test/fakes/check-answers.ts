/** The answers of the fake desk about the check of a list. */
import type { CheckRow } from '../../shared/contract/index.ts';
import type { Answers } from './answers.ts';
import { check, CHECK_FIELDS, checkRow, duplicates, CARRIED_CORRECTIONS, safeFixes } from './check-fixtures.ts';
import type { Scenario } from './scenarios.ts';

const CHECK_ROWS = Array.from({ length: 10_240 }, (_, index) => checkRow(index));

export function checkAnswers(scenario: Scenario): Answers {
  const rows = scenario === 'million' ? 1_000_000 : 10_240;
  const isCompared = scenario === 'cost-since';
  const view = { ...check(rows), alreadyScreened: isCompared ? 8726 : 0 };
  const edited = { ...view, undo: 'the change of row 4' };
  return {
    'check.get': view,
    'check.page': ({ filter, offset, limit }) => {
      const matching = CHECK_ROWS.filter(({ issues, readiness }) => {
        if (filter.kind === 'rule') return issues.some(({ code }) => code === filter.code);
        if (filter.kind === 'readiness') return readiness === filter.readiness;
        return filter.kind === 'all' || issues.some(({ severity }) => severity !== 'note');
      });
      const page = matching.slice(offset, offset + limit);
      const isUnchanged = ({ row, readiness }: CheckRow) => isCompared && readiness !== 'invalid' && row % 8 !== 6;
      return {
        total: filter.kind === 'all' ? rows : matching.length,
        fields: [...CHECK_FIELDS],
        rows: page.map((row) => (isUnchanged(row) ? { ...row, notSent: 'unchanged' } : row)),
      };
    },
    'check.edit': edited,
    'check.editCells': edited,
    'check.emptyFields': ['businessTitle', 'businessName'],
    'check.causes': { invalid: 2, fixed: 0, blanked: 0, fields: [] },
    'check.values': [],
    'check.nextIssue': { index: null },
    'check.columnOffers': [],
    'check.tryColumns': { ready: 0, one: 0, two: 0 },
    'check.duplicates': duplicates,
    'check.safeFixes': ({ codes }) => safeFixes(rows, codes),
    'check.fixSafe': { ...view, rules: view.rules.filter(({ fix }) => fix?.safe !== true), undo: '2 safe fixes in 1,024 rows' },
    'check.leaveOut': edited,
    'check.merge': edited,
    'check.fix': { ...view, rules: view.rules.filter(({ code }) => code !== 'ZIP_FOUR_DIGITS'), undo: '“ZIP has 4 digits”' },
    'check.undo': view,
    'check.redo': edited,
    'check.takeBack': edited,
    'check.keepRepeats': view,
    'check.settle': edited,
    'check.settling': { groups: 0, left: 0, rows: 0, examples: [] },
    'check.replacing': {
      rows: 29,
      examples: [6, 9, 13].map((row) => ({ row, before: 'Nashua', after: 'Nashua City' })),
    },
    'check.replace': edited,
    'check.carriedCorrections': scenario === 'check-again' ? CARRIED_CORRECTIONS : null,
    'check.applyCarriedCorrections': { ...view, undo: 'the carried corrections in 25 rows' },
  };
}
