/**
 * Removes people from the list state of a project, which contains some of the rows: the first ones, samples of columns, examples of issues,
 * and who was named for a pilot.
 */
import { isKnownHeading } from '../../shared/mapping/index.ts';
import { withoutNamed } from '../../shared/order/index.ts';
import { searchForm } from '../../shared/transforms/index.ts';
import type { StoredList } from '../store/app-database/index.ts';

/** Shorter words are part of too many others. */
const SHORTEST_WORD = 3;

const wordsOf = (text: string): string[] =>
  searchForm(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST_WORD);

/** True if the row of the headings is one of these rows, and contains values instead of headings. */
const hasValuesAsHeadings = ({ headerRow, headers }: StoredList['layout'], rows: ReadonlySet<number>): boolean =>
  headerRow !== null && rows.has(headerRow) && !headers.some(isKnownHeading);

/**
 * The list state without these rows, and without samples and examples that share a word with one of the texts, because a sample can be part
 * of a cell. `ids`: the IDs of the rows.
 */
export function withoutPeople(
  state: StoredList,
  rows: ReadonlySet<number>,
  { texts, ids }: { readonly texts: readonly string[]; readonly ids: readonly string[] },
): StoredList {
  const words = new Set(texts.flatMap(wordsOf));
  const isFree = (text: string | null) => text === null || !(ids.includes(text.trim()) || wordsOf(text).some((word) => words.has(word)));
  const isFreeOfTexts = (text: string | null) => text === null || !texts.some((one) => text.includes(one));
  const firstOf = (all: StoredList['sheet']['firstRows']) => all.map((one) => (rows.has(one.row) ? { ...one, cells: [] } : one));
  const { sheet, layout, suggestions, check, gifts, recipe } = state;
  const hasNoHeadings = hasValuesAsHeadings(layout, rows);
  return {
    ...state,
    sheet: { ...sheet, firstRows: firstOf(sheet.firstRows), lastRows: firstOf(sheet.lastRows), notes: sheet.notes.filter(isFreeOfTexts) },
    layout: {
      ...layout,
      ...(hasNoHeadings && { headers: layout.headers.map(() => '') }),
      ...(hasNoHeadings && layout.leaveOut !== undefined && { leaveOut: { ...layout.leaveOut, headings: [] } }),
      ...(layout.rowCounts !== undefined && {
        rowCounts: {
          ...layout.rowCounts,
          subtotalRows: layout.rowCounts.subtotalRows.map((one) => (rows.has(one.row) ? { ...one, label: '' } : one)),
        },
      }),
    },
    // Undoing the recipe would choose the same people again.
    ...(recipe?.before.best != null && {
      recipe: { ...recipe, before: { ...recipe.before, best: withoutNamed(recipe.before.best, ids) } },
    }),
    ...(gifts !== undefined && {
      gifts: {
        ...gifts,
        view: {
          ...gifts.view,
          headings: gifts.view.headings.map((one) => ({ ...one, first: one.first.filter(isFree) })),
          nothingJoins: gifts.view.nothingJoins && {
            ...gifts.view.nothingJoins,
            ofList: gifts.view.nothingJoins.ofList.filter(isFree),
            ofGifts: gifts.view.nothingJoins.ofGifts.filter(isFree),
          },
          examples: gifts.view.examples.filter(({ row }) => !rows.has(row)),
        },
      },
    }),
    suggestions: suggestions.map(({ samples, unclear, answers, eitherWay, ...suggestion }) => ({
      ...suggestion,
      ...(hasNoHeadings && { header: '' }),
      samples: samples.filter(isFree),
      remark: isFreeOfTexts(suggestion.remark) ? suggestion.remark : null,
      ...(unclear !== undefined && { unclear: unclear.filter(({ value }) => isFree(value)) }),
      ...(answers !== undefined && { answers: answers.filter(({ value }) => isFree(value)) }),
      ...(eitherWay !== undefined && { eitherWay: eitherWay.filter(isFree) }),
    })),
    check: check && {
      ...check,
      undo: isFreeOfTexts(check.undo) ? check.undo : null,
      redo: isFreeOfTexts(check.redo) ? check.redo : null,
      best: check.best && { ...check.best, settings: withoutNamed(check.best.settings, ids) },
      rules: check.rules.map((rule) => ({
        ...rule,
        example: rule.example !== null && isFree(rule.example.before) && isFree(rule.example.after) ? rule.example : null,
        fix: rule.fix !== null && isFreeOfTexts(rule.fix.label) ? rule.fix : null,
      })),
    },
  };
}
