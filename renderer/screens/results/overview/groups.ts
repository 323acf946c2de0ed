/** The filters and the texts of the pictures in the overview. */
import type { CapacityGroups } from '../../../../shared/contract/index.ts';
import { MATCH_STEPS, type ResultFilter } from '../../../../shared/results/index.ts';
import { bandName } from '../../../../shared/report/index.ts';
import { compactBounds, compactMoney, count, isSameFilter, number } from '../../../format/index.ts';

export type Groups = NonNullable<CapacityGroups>;
type Band = Groups['bands'][number];

export const bandFilter = ({ column }: Groups, { min, max }: Band): ResultFilter => ({ kind: 'range', column, min, max });

/** Selects the top group. */
export const topFilter = ({ column, least }: Groups): ResultFilter => ({ kind: 'range', column, min: least, max: null });

/** Selects people whose match is not strong. */
export const toCheckFilter = (column: string): ResultFilter => ({ kind: 'range', column, min: null, max: MATCH_STEPS[1].max });

/** The service's label for a group, else its amounts. */
export const bandLabel = (groups: Groups, band: Band): string => bandName(groups, band, compactBounds);

/** Describes a group, with its numbers. */
export function bandSentence(groups: Groups, band: Band): string {
  const kind =
    groups.by === 'equal'
      ? 'one of five groups of about equal size'
      : band.label === null
        ? 'the lower ranges of the service together'
        : 'a range of the service';
  return `Capacity ${bandLabel(groups, band)}: ${count(band.rows, 'person', 'people')}, ${compactMoney(band.sum)} together; ${kind}`;
}

/** The headline: the people in the top group, and how many of them have no officer or a match to check. */
export function headline({ by, top }: Groups): string {
  const where = by === 'ranges' ? 'at the top of the scale' : 'in the highest tenth';
  const people = `${count(top.rows, 'person', 'people')} ${where}`;
  const withAll = (what: string) => `${people}, ${top.rows === 1 ? '' : 'all '}with ${what}.`;
  if (top.withoutOfficer === 0) return withAll('an officer');
  if (top.withoutOfficer !== null) return `${people}, ${top.rows === 1 ? '' : `${number(top.withoutOfficer)} `}without an officer.`;
  if (top.toCheck === null) return `${people}.`;
  return top.toCheck === 0 ? withAll('a strong match') : `${people}, ${count(top.toCheck, 'match', 'matches')} to check.`;
}

export const totalOf = ({ bands }: Groups): number => bands.reduce((sum, band) => sum + band.sum, 0);

/** Adds the wanted filters, or removes them if they are set. Removes all other filters of the same columns. */
export function toggled(filters: readonly ResultFilter[], wanted: readonly ResultFilter[]): readonly ResultFilter[] {
  const columns = new Set(wanted.map(({ column }) => column));
  const others = filters.filter(({ column }) => !columns.has(column));
  return areSet(filters, wanted) ? others : [...others, ...wanted];
}

export const areSet = (filters: readonly ResultFilter[], wanted: readonly ResultFilter[]): boolean =>
  wanted.every((one) => filters.some((filter) => isSameFilter(filter, one)));
