/** Previews of a column's values before and after mapping and cleaning. */
import { FIELD_INDEX, fieldOf } from '../../../shared/fields/index.ts';
import {
  type ColumnSuggestion,
  type Combination,
  type MappingPlan,
  compileMapping,
  createMappedRecord,
  previewCell,
} from '../../../shared/mapping/index.ts';
import { dayText } from '../../format/index.ts';

/** Two numbers that could both be the month. */
const TWO_WAY = /^\s*(\d{1,2})[/.-]\s?(\d{1,2})[/.-]\s?\d{2,4}\b/;

/** The first value in which day and month could be swapped, or null. */
export function twoWaySample(samples: readonly string[]): string | null {
  const found = samples.find((sample) => {
    const [, first, second] = TWO_WAY.exec(sample) ?? [];
    return first !== undefined && first !== second && Number(first) <= 12 && Number(second) <= 12;
  });
  return found ?? null;
}

/** A value of the whole column in which day and month could be swapped, or null. */
export const eitherWayOf = ({ samples, eitherWay = [] }: Pick<ColumnSuggestion, 'samples' | 'eitherWay'>): string | null =>
  eitherWay[0] ?? twoWaySample(samples);

const hasContent = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** The first value that the column's plan changes, with its result; null when all stay the same. */
export function previewText(plan: MappingPlan, suggestion: Pick<ColumnSuggestion, 'column' | 'samples'>): string | null {
  for (const sample of suggestion.samples) {
    if (!hasContent(sample)) continue;
    const parts = previewCell(plan, suggestion.column, sample, createMappedRecord());
    const after = parts.map(({ value }) => value).join(' · ');
    if (after === '' || after === sample.trim()) continue;
    const spoken = parts.map(({ field, value }) => (fieldOf(field).type === 'date' ? dayText(value) : value)).join(' · ');
    return `${sample.replaceAll(/\s*[\r\n]+\s*/g, ' ⏎ ')} → ${spoken}`;
  }
  return null;
}

/** The result of a combination for the first row that fills most of its columns; null when none is filled. */
export function combinationPreview(plan: MappingPlan, combination: Combination, rows: readonly (readonly string[])[]): string | null {
  const mapper = compileMapping({ ...plan, columns: [], constants: [], combinations: [combination] });
  const filled = (row: readonly string[]) => combination.columns.filter((column) => (row[column] ?? '').trim() !== '');
  const row = rows.reduce<readonly string[] | null>(
    (best, candidate) => (filled(candidate).length > (best === null ? 0 : filled(best).length) ? candidate : best),
    null,
  );
  if (row === null) return null;
  const draft = createMappedRecord();
  mapper.map((column) => row[column] ?? '', draft);
  const before = filled(row).map((column) => row[column]!.trim());
  return `${before.join(' + ')} → ${draft.values[FIELD_INDEX[combination.field]] ?? ''}`;
}
