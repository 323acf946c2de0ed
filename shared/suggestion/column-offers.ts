/** Finds columns for an unmapped field by their values alone. */
import type { FieldKey } from '../fields/index.ts';
import type { Target } from '../mapping/index.ts';
import { isGivenName } from '../transforms/index.ts';
import { type ColumnProfile, profileColumn } from './column-profile.ts';

/** An offer needs at least this share of values that look right. */
const LEAST = 0.5;
const COUPLES = 0.05;

export interface ColumnOffer {
  readonly column: number;
  readonly header: string;
  /** The field itself, or a split that fills it. */
  readonly to: Target;
  /** The first values. */
  readonly samples: string[];
  /** Whether the values look right. The user can also choose other columns. */
  readonly isLikely: boolean;
}

const share = (values: readonly string[], test: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

/** The target that makes a column fill a field, and how well its values fit, from 0 to 1. */
function fitOf(field: FieldKey, { shares, aligned, distinct, filled }: ColumnProfile): { readonly to: Target; readonly fit: number } {
  const own: Target = { kind: 'field', field };
  const values = aligned.map((value) => value.trim()).filter((value) => value !== '');
  const given = share(values, (value) => isGivenName(value.split(/[\s/,&+]+/)[0]!));
  // A column with few different values is a category, not people.
  const isVaried = distinct > 3 && distinct > filled * 0.1;
  switch (field) {
    case 'primaryFirst': {
      if (shares.inverted > LEAST) return { to: { kind: 'split', splitter: 'lastFirst' }, fit: shares.inverted };
      const isWhole = shares.fullName > LEAST && shares.people < LEAST && shares.word < LEAST;
      if (isWhole) return { to: { kind: 'split', splitter: 'fullName' }, fit: isVaried ? given * 0.9 : 0 };
      const to: Target = shares.people > COUPLES ? { kind: 'split', splitter: 'coupleFirstNames' } : own;
      return { to, fit: isVaried && shares.organization < 0.2 ? given : 0 };
    }
    case 'primaryLast': {
      if (shares.inverted > LEAST) return { to: { kind: 'split', splitter: 'lastFirst' }, fit: shares.inverted };
      if (shares.fullName > LEAST) return { to: { kind: 'split', splitter: 'fullName' }, fit: isVaried ? given : 0 };
      return { to: own, fit: isVaried && given < 0.3 && shares.word > 0.8 ? 0.4 : 0 };
    }
    case 'street':
      return shares.wholeAddress > LEAST
        ? { to: { kind: 'split', splitter: 'addressLines' }, fit: shares.wholeAddress }
        : { to: own, fit: shares.street };
    case 'city':
    case 'state':
    case 'postalCode': {
      if (shares.wholeAddress > LEAST) return { to: { kind: 'split', splitter: 'addressLines' }, fit: shares.wholeAddress };
      if (shares.cityStateZip > LEAST) return { to: { kind: 'split', splitter: 'cityStateZip' }, fit: shares.cityStateZip };
      return { to: own, fit: field === 'state' ? shares.state : field === 'postalCode' ? shares.zip : 0 };
    }
    default:
      return { to: own, fit: 0 };
  }
}

/** The free columns of a sheet for a field, best first. `free`: positions of unmapped columns. `rows`: the first rows as texts. */
export function columnOffers(
  field: FieldKey,
  {
    headers,
    free,
    rows,
  }: { readonly headers: readonly string[]; readonly free: readonly number[]; readonly rows: readonly (readonly string[])[] },
): ColumnOffer[] {
  return free
    .map((column) => {
      const profile = profileColumn(
        headers[column] ?? '',
        rows.map((cells) => cells[column] ?? ''),
        column,
      );
      const { to, fit } = fitOf(field, profile);
      return { column, header: profile.header, to, samples: profile.samples.slice(0, 3), fit, filled: profile.filled };
    })
    .filter(({ filled }) => filled > 0)
    .toSorted((a, b) => b.fit - a.fit || b.filled - a.filled || a.column - b.column)
    .map(({ column, header, to, samples, fit }) => ({ column, header, to, samples, isLikely: fit >= LEAST }));
}
