/** Summarizes what a recipe applies, for the page and the terminal. */
import { countText, numberText } from '../base/index.ts';
import { fieldOf } from '../fields/index.ts';
import type { ColumnPlan, MappingPlan } from '../mapping/index.ts';
import { type OrderSettings, FACTORS, FACTOR_TEXTS, sampleText } from '../order/index.ts';
import { type FittedRecipe, dateOrderText, decimalText } from './fit.ts';
import type { ListRead } from './list.ts';
import type { Recipe, RecipeLine } from './recipe.ts';

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "month first in 3 columns, day first in 1 column", for the columns with a field of this type. */
function readings(plan: MappingPlan, type: 'date' | 'amount', textOf: (column: ColumnPlan) => string | null): string {
  const counts = new Map<string, number>();
  for (const column of plan.columns) {
    const text = column.to.kind === 'field' && fieldOf(column.to.field).type === type ? textOf(column) : null;
    if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return sentence([...counts].map(([text, columns]) => `${text} in ${countText(columns, 'column')}`).join(', '));
}

function bestText({ by, cut, sample, seed }: OrderSettings, heading: string | null): string {
  const people =
    cut.kind === 'people'
      ? `The first ${cut.people === 1 ? 'person' : countText(cut.people, 'person', 'people')}`
      : cut.kind === 'decile'
        ? `The people down to decile ${cut.last}`
        : `As many people as leave ${countText(cut.keep, 'credit')}`;
  const order =
    by.kind === 'weights'
      ? FACTORS.filter((factor) => by.weights[factor] > 0)
          .map((factor) => `${FACTOR_TEXTS[factor].toLowerCase()} × ${by.weights[factor]}`)
          .join(', ')
      : `the column “${heading ?? ''}”${by.kind === 'column' && by.smallestFirst ? ', smallest first' : ''}`;
  const drawn = sample === 0 ? '' : `, and ${sampleText(sample)} of those below, drawn with seed ${seed}`;
  return `${people}, ordered by ${order}${drawn}. Proposed on Cost; nothing is sent`;
}

/** Says how many columns are missing, and how many of those were used if not all were. */
function missingText({ found, of, missing }: FittedRecipe['columns']): string[] {
  if (found === of) return [];
  const used = missing === of - found ? '' : missing === 0 ? ' and not used last time' : `, ${numberText(missing)} of them used last time`;
  return [`${numberText(of - found)} missing${used}`];
}

/** `best` null: everyone is sent. */
export function recipeLines(
  recipe: Recipe,
  { headerRow, sheetName, sheets }: ListRead,
  { plan, best, columns }: FittedRecipe,
): RecipeLine[] {
  const dates = readings(plan, 'date', ({ dateOrder }) => (dateOrder === null ? null : dateOrderText(dateOrder)));
  const amounts = readings(plan, 'amount', ({ decimal }) => (decimal === null ? null : decimalText(decimal)));
  const cleaning = Object.values(plan.cleaning);
  const read = [
    ...(sheets.length > 1 ? [`sheet “${sheetName}”`] : []),
    headerRow === null ? 'no headings' : `headings in row ${numberText(headerRow)}`,
  ];
  const found = [
    `${numberText(columns.found)} of ${countText(columns.of, 'column')} found`,
    ...(columns.added === 0 ? [] : [`${numberText(columns.added)} new`]),
    ...missingText(columns),
  ];
  return [
    { label: 'Reading', text: sentence(read.join(', ')) },
    { label: 'Columns', text: found.join(', ') },
    ...(dates === '' ? [] : [{ label: 'Dates', text: dates }]),
    ...(amounts === '' ? [] : [{ label: 'Amounts', text: amounts }]),
    { label: 'Cleaning', text: `${numberText(cleaning.filter(Boolean).length)} of ${numberText(cleaning.length)} on` },
    { label: 'Rules', text: 'Those of your organization, as they are today' },
    { label: 'Who to send', text: best === null ? 'Everyone' : bestText(best, recipe.bestHeading) },
  ];
}
