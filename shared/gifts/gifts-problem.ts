/** Why a gift file cannot be used for a list. */
import { countText, numberText } from '../base/index.ts';
import { bothWaysText } from '../suggestion/index.ts';
import { amountReadings, toIsoDate } from '../numbers/index.ts';
import { type GiftRole, ROLE_NAMES } from './gift-columns.ts';
import type { GiftsView } from './shapes.ts';

const NEEDED = ['id', 'date', 'amount'] as const satisfies readonly GiftRole[];
/** The most headings that a message names. */
const MAX_NAMED = 12;

/** The required columns that the file does not have. */
export const missingColumns = ({ columns }: Pick<GiftsView, 'columns'>): readonly (typeof NEEDED)[number][] =>
  NEEDED.filter((role) => columns[role] === undefined);

/** Says how many dates of a gift file can be read both ways; '' when the date order is known. */
export function unclearDatesText({ unclearDates }: Pick<GiftsView, 'unclearDates'>): string {
  if (unclearDates === null) return '';
  const { gifts, monthFirst, dayFirst } = unclearDates;
  return bothWaysText({ ambiguous: gifts, mdy: monthFirst, dmy: dayFirst });
}

/** Says how many amounts of a gift file can be read in two ways, with an example; '' when the decimal sign is known. */
export function unclearAmountsText({ unclearAmounts }: Pick<GiftsView, 'unclearAmounts'>): string {
  if (unclearAmounts === null) return '';
  const { gifts, example } = unclearAmounts;
  const readings = amountReadings(example);
  const both =
    readings === null ? '' : `: ${example} is ${numberText(Number(readings.asDecimals))} or ${numberText(Number(readings.asWhole))}`;
  return `${countText(gifts, 'amount')} can be read in two ways${both}`;
}

type NothingJoins = NonNullable<GiftsView['nothingJoins']>;

/** Says which file seems to have lost the leading zeros of its IDs, judging by its first IDs, and what to do; null for neither. */
export function lostZerosText({ ofList, ofGifts }: Pick<NothingJoins, 'ofList' | 'ofGifts'>): string | null {
  const begins = (ids: readonly string[]) => ids.some((id) => /^0+[1-9]/.test(id));
  const isPlain = (ids: readonly string[]) => ids.length > 0 && ids.every((id) => /^[1-9]\d*$/.test(id));
  const lost = begins(ofList) && isPlain(ofGifts) ? 'gift file' : begins(ofGifts) && isPlain(ofList) ? 'list' : null;
  return lost === null
    ? null
    : `The IDs of the ${lost} seem to have lost their leading zeros. Write that file again with the IDs as text, and choose it here.`;
}

/** What to do when no gift joins the list; null when nothing is known. */
export function joinRemedy(nothingJoins: Pick<NothingJoins, 'ofList' | 'ofGifts'>): string | null {
  if (nothingJoins.ofList.length === 0) return 'Your list has no IDs. Choose the column of your list that has the constituent IDs.';
  return lostZerosText(nothingJoins);
}

/** What prevents the use of the gifts, with what to do; null for nothing. */
export function giftsProblem(
  view: Pick<GiftsView, 'nothingJoins' | 'columns' | 'file' | 'headings' | 'unclearDates' | 'unclearAmounts'>,
): string | null {
  const { nothingJoins, columns, file, headings, unclearDates, unclearAmounts } = view;
  const missing = missingColumns(view).map((role) => ROLE_NAMES[role]);
  if (missing.length > 0) {
    const has = headings.slice(0, MAX_NAMED).map(({ heading }) => `“${heading}”`);
    const needs =
      columns.id === undefined ? ' Gifts are joined by constituent ID: two people can have the same name or email address.' : '';
    return `“${file}” has no column for ${missing.join(' and ')}. It has ${has.join(', ')}.${needs}`;
  }
  if (nothingJoins === null) {
    if (unclearDates === null) {
      if (unclearAmounts === null) return null;
      return `In column “${columns.amount ?? ''}” of “${file}”, ${unclearAmountsText(view)}. Choose the decimal sign, a point or a comma.`;
    }
    const { example } = unclearDates;
    return `In column “${columns.date ?? ''}” of “${file}”, ${unclearDatesText(view)}: ${example} is ${toIsoDate(example, 'mdy') ?? ''} or ${toIsoDate(example, 'dmy') ?? ''}. Choose the order of day and month.`;
  }
  const { ids, ofList, ofGifts } = nothingJoins;
  const none = ids === 1 ? 'The only ID' : `None of the ${numberText(ids)} IDs`;
  return `${none} in column “${columns.id ?? ''}” of “${file}” is ${ids === 1 ? 'not ' : ''}on your list. The IDs of the list begin with ${ofList.join(', ') || 'none'}; the IDs of the gifts with ${ofGifts.join(', ')}. ${joinRemedy(nothingJoins) ?? 'Choose the column of IDs.'}`;
}
