/** The office's own words for the values of a score: bands with lower bounds, or a table of values. */
import { z } from 'zod';
import { ColumnKey } from '../results/index.ts';

/** Maximum number of bands or values in a rating. */
export const MAX_STEPS = 12;

const Words = {
  /** A short mark such as A; '' for none. */
  code: z.string().trim().max(8),
  label: z.string().trim().max(60),
};

/** A band has the values from its bound up to the bound of the previous band. The highest band comes first. */
const Band = z.strictObject({ ...Words, from: z.number() });
/** A value, compared as a text or as a number. */
const NamedValue = z.strictObject({ ...Words, value: z.string().trim().min(1).max(200) });

export const Rating = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('bands'),
    /** The score. */
    column: ColumnKey,
    title: z.string().trim().min(1).max(60),
    steps: z.array(Band).min(1).max(MAX_STEPS),
  }),
  z.strictObject({
    kind: z.literal('values'),
    column: ColumnKey,
    title: z.string().trim().min(1).max(60),
    steps: z.array(NamedValue).min(1).max(MAX_STEPS),
  }),
]);
export type Rating = z.infer<typeof Rating>;
export type RatingStep = Rating['steps'][number];

/** The label for people whose value is in no band and no row of the table. They are counted like all others. */
export const OUTSIDE = 'Outside the bands';

/** "A Principal": how cells, filters and files name a step. */
export const stepText = ({ code, label }: Pick<RatingStep, 'code' | 'label'>): string => `${code} ${label}`.trim();

/** Why a rating cannot be saved; null for one that can. */
export function ratingProblem(rating: Rating): string | null {
  const texts = rating.steps.map((step) => stepText(step).toLowerCase());
  const missing = texts.indexOf('');
  if (missing >= 0) return `Band ${missing + 1} has no code and no label. Give it one of them.`;
  if (new Set(texts).size < texts.length) return 'Two bands have the same code and label. Give each its own.';
  if (texts.includes(OUTSIDE.toLowerCase())) return `“${OUTSIDE}” is the word for values without a band. Choose another label.`;
  if (rating.kind === 'values') {
    const values = rating.steps.map(({ value }) => value.toLowerCase());
    return new Set(values).size < values.length ? 'A value is named twice. Each value has one row.' : null;
  }
  const unordered = rating.steps.findIndex(({ from }, at) => at > 0 && from >= rating.steps[at - 1]!.from);
  return unordered < 0 ? null : `Band ${unordered + 1} begins at or above band ${unordered}. The highest band comes first.`;
}

/** The position of the step of a value; -1 for a value outside all steps, null without a value. */
export function stepOf(rating: Rating, value: string): number | null {
  const text = value.trim();
  if (text === '') return null;
  if (rating.kind === 'values') {
    const wanted = text.toLowerCase();
    const number = Number(text);
    return rating.steps.findIndex((step) => step.value.toLowerCase() === wanted || Number(step.value) === number);
  }
  const number = Number(text);
  return Number.isNaN(number) ? -1 : rating.steps.findIndex(({ from }) => number >= from);
}

/** The label of a value in a rating; '' without a value. */
export function ratingText(rating: Rating, value: string): string {
  const at = stepOf(rating, value);
  if (at === null) return '';
  return at < 0 ? OUTSIDE : stepText(rating.steps[at]!);
}

/** A value is near another band if it is within this share of the bound between them. */
const NEAR = 0.02;

/** The code, or else the label, of the nearest other band if the bound between them is within 2 % of the value; otherwise null. */
export function nearText(rating: Rating, value: string): string | null {
  const at = stepOf(rating, value);
  if (rating.kind !== 'bands' || at === null) return null;
  const { steps } = rating;
  // A value outside of the bands is below the lowest one.
  const own = at < 0 ? steps.length : at;
  const bounds = [
    { from: steps[own - 1]?.from, other: steps[own - 1] },
    { from: steps[own]?.from, other: steps[own + 1] },
  ].flatMap(({ from, other }) =>
    from === undefined || other === undefined ? [] : [{ other, from, apart: Math.abs(Number(value) - from) }],
  );
  const near = bounds.filter(({ from, apart }) => apart <= Math.abs(from) * NEAR).toSorted((a, b) => a.apart - b.apart)[0];
  return near === undefined ? null : near.other.code || near.other.label;
}
