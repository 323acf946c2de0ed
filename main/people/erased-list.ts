/** What the list state of a project keeps of its rows: the first ones, samples of columns, and examples of issues. */
import type { StoredList } from '../store/app-database/index.ts';

/** The list state without these rows, and without samples and examples that hold one of the texts. */
export function withoutPeople(state: StoredList, rows: ReadonlySet<number>, texts: readonly string[]): StoredList {
  const isFree = (text: string | null) => text === null || !texts.some((one) => text.includes(one));
  const firstOf = (all: StoredList['sheet']['firstRows']) => all.map((one) => (rows.has(one.row) ? { ...one, cells: [] } : one));
  const { sheet, suggestions, check } = state;
  return {
    ...state,
    sheet: { ...sheet, firstRows: firstOf(sheet.firstRows), lastRows: firstOf(sheet.lastRows), notes: sheet.notes.filter(isFree) },
    suggestions: suggestions.map(({ samples, unclear, answers, eitherWay, ...suggestion }) => ({
      ...suggestion,
      samples: samples.filter(isFree),
      remark: isFree(suggestion.remark) ? suggestion.remark : null,
      ...(unclear !== undefined && { unclear: unclear.filter(({ value }) => isFree(value)) }),
      ...(answers !== undefined && { answers: answers.filter(({ value }) => isFree(value)) }),
      ...(eitherWay !== undefined && { eitherWay: eitherWay.filter(isFree) }),
    })),
    check: check && {
      ...check,
      undo: isFree(check.undo) ? check.undo : null,
      redo: isFree(check.redo) ? check.redo : null,
      rules: check.rules.map((rule) => ({
        ...rule,
        example: rule.example !== null && isFree(rule.example.before) && isFree(rule.example.after) ? rule.example : null,
        fix: rule.fix !== null && isFree(rule.fix.label) ? rule.fix : null,
      })),
    },
  };
}
