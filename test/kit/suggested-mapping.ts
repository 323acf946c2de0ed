/** Suggested mappings of columns, by field key, and sample values. */
import { profileColumn } from '../../shared/suggestion/column-profile.ts';
import type { ColumnSuggestion, Target } from '../../shared/mapping/plan.ts';
import { suggestMapping } from '../../shared/suggestion/suggest.ts';

/** Suggestions for columns, given by heading and values. */
export const suggest = (columns: Readonly<Record<string, readonly string[]>>, rows?: number) =>
  suggestMapping(
    Object.entries(columns).map(([header, values], column) => profileColumn(header, values, column)),
    rows,
  );

export const nameOf = (to: Target): string => (to.kind === 'field' ? to.field : to.kind === 'split' ? to.splitter : 'none');
export const targets = (columns: Readonly<Record<string, readonly string[]>>) => suggest(columns).suggestions.map(({ to }) => nameOf(to));
export const only = (header: string, values: readonly string[] = []): ColumnSuggestion => suggest({ [header]: values }).suggestions[0]!;

export const FIRST = ['Desmond', 'Siobhan', 'Ngozi', 'Philippa'];
export const LAST = ['Whitlock', "O'Brien", 'Adeyemi', 'Cartwright'];
export const EMAILS = ['d@example.org', 's@example.net', 'n@example.edu', 'p@example.co.uk'];
export const PHONES = ['(781) 555-0142', '312-555-0117', '520.555.0175', '917 555 0131'];
