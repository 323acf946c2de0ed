/** The scores of a person for one page: findings, ratings and interests. */
import type { PersonView, ScoreColumn } from '../../../../shared/contract/index.ts';
import { webAddress } from '../../../../shared/results/index.ts';
import { columnText, hasLength } from '../../../format/index.ts';
import type { Brief, Line } from './person-brief.ts';

type Entry = PersonView['values'][number];

export interface Rating {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

const own = ({ title }: Entry): string => {
  const last = title.split(', ').at(-1) ?? title;
  return last.charAt(0).toUpperCase() + last.slice(1);
};

const isOfNow = ({ key }: Entry): boolean => !key.startsWith('pendingScore');
const isLens = ({ key }: Entry): boolean => /multiLensScores\.\d+\./i.test(key);

/** Property and giving that the service found. */
export function foundOf(values: readonly Entry[], columns: readonly ScoreColumn[]): readonly Line[] {
  return values
    .filter((entry) => isOfNow(entry) && /(?:^|\.)analytics\./i.test(entry.key))
    .filter(
      ({ value }) =>
        value !== '' && value !== '0' && !/^false$/i.test(value) && webAddress(value, null, (text) => URL.parse(text)) === null,
    )
    .map((entry) => {
      const column = columns.find(({ key }) => key === entry.key);
      return {
        label: own(entry),
        text: column === undefined ? entry.value : columnText(entry.value, column),
      };
    });
}

/** Ratings on a short scale, without those in the headline. */
export function ratingsOf(values: readonly Entry[], columns: readonly ScoreColumn[], brief: Brief): readonly Rating[] {
  const inHeadline = new Set([brief.capacity, brief.propensity, brief.overall].map((figure) => figure?.column.key));
  return values.flatMap((entry) => {
    const column = columns.find(({ key }) => key === entry.key);
    const isRating = isOfNow(entry) && !isLens(entry) && !inHeadline.has(entry.key) && !/(?:^|\.)analytics\./i.test(entry.key);
    if (!isRating || column === undefined || entry.value === '' || !hasLength(column)) return [];
    return [ratingOf(column.title, entry.value, column)];
  });
}

const ratingOf = (label: string, value: string, column: ScoreColumn): Rating => ({
  label,
  text: columnText(value, column),
  value: Number(value),
  min: column.min ?? 0,
  max: column.max ?? 0,
});

/** The score for each cause, by its name. */
export function interestsOf(values: readonly Entry[], columns: readonly ScoreColumn[]): readonly Rating[] {
  const causes = Map.groupBy(
    values.filter((entry) => isOfNow(entry) && isLens(entry)),
    ({ key }) => key.replace(/\.[^.]+$/, ''),
  );
  return [...causes.values()].flatMap((entries) => {
    const of = (pattern: RegExp) => entries.find(({ key, value }) => pattern.test(key) && value !== '');
    const name = of(/\.description$/i) ?? of(/\.lens$/i);
    const score = of(/\.affinityRating$/i) ?? of(/\.overallScore$/i);
    const column = columns.find(({ key }) => key === score?.key);
    return name === undefined || score === undefined || column === undefined || !hasLength(column)
      ? []
      : [ratingOf(name.value, score.value, column)];
  });
}

export interface Address {
  readonly key: string;
  readonly label: string;
  readonly host: string;
  readonly href: string;
}

/** The web addresses in a profile. */
export const addressesOf = (values: readonly Entry[], ownHost: string | null): readonly Address[] =>
  values.flatMap((entry) => {
    const address = webAddress(entry.value, ownHost, (text) => URL.parse(text));
    return address === null
      ? []
      : [{ key: entry.key, label: own(entry).replace(/ (?:url|link|page)$/i, ''), host: address.host, href: entry.value }];
  });
