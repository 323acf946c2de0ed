/** The options of a command that reads a gift file, and the text about what the file contains. */
import { AppError, countText, numberText } from '../../shared/base/index.ts';
import {
  GIFT_ROLES,
  GiftChoices,
  type GiftRole,
  giftsProblem,
  type GiftsView,
  lostZerosText,
  missingColumns,
  moneyText,
  partsText,
  refundedText,
  STANDARD_GIFT_CHOICES,
} from '../../shared/gifts/index.ts';
import { ImportOptions } from '../../shared/mapping/index.ts';
import { DateOrder } from '../../shared/numbers/index.ts';
import type { Call } from './arguments.ts';
import { table } from './table.ts';

/** The words of --gift-column. “status” is accepted for `state`, because most files use that word. */
const ROLE_WORDS: Readonly<Record<string, GiftRole>> = { ...Object.fromEntries(GIFT_ROLES.map((role) => [role, role])), status: 'state' };

function columnsOf(words: readonly string[]): GiftChoices['columns'] {
  const chosen: Partial<Record<GiftRole, string>> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    const role = at < 0 ? undefined : ROLE_WORDS[word.slice(0, at).trim().toLowerCase()];
    if (role === undefined)
      throw new AppError(
        'USAGE',
        `--gift-column “${word}” must be one of id, date, amount, refunded, type, status and currency, then = and a heading.`,
      );
    const heading = word.slice(at + 1).trim();
    chosen[role] = heading.toLowerCase() === 'none' ? '' : heading;
  }
  return chosen;
}

/**
 * The key of a line of the gift summary for a word of --count-gifts or --leave-out-gifts: a type, “below zero” or “with a decimal comma”.
 */
function lineKey(word: string): string {
  const text = word.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (/^(?:amounts )?below[ -]zero$/.test(text)) return 'below-zero';
  return /^with a decimal (?:comma|point)$/.test(text) ? 'other-sign' : `type:${text}`;
}

/**
 * The options --gift-column, --gift-dates, --gift-decimal, --count-gifts, --leave-out-gifts and --list-wins.
 * @throws USAGE.
 */
export function giftChoicesOf({ lists, values, flags }: Pick<Call, 'lists' | 'values' | 'flags'>): GiftChoices {
  const order = values['gift-dates'];
  const dateOrder = order === undefined ? null : DateOrder.safeParse(order.toLowerCase());
  if (dateOrder?.success === false) throw new AppError('USAGE', '--gift-dates must be mdy, dmy or ymd.');
  const sign = values['gift-decimal'];
  const decimal = sign === undefined ? null : GiftChoices.shape.decimal.safeParse(sign.toLowerCase());
  if (decimal?.success === false) throw new AppError('USAGE', '--gift-decimal must be point or comma.');
  return {
    ...STANDARD_GIFT_CHOICES,
    columns: columnsOf(lists['gift-column'] ?? []),
    dateOrder: dateOrder?.data ?? null,
    decimal: decimal?.data ?? null,
    lines: Object.fromEntries([
      ...(lists['count-gifts'] ?? []).map((word) => [lineKey(word), true] as const),
      ...(lists['leave-out-gifts'] ?? []).map((word) => [lineKey(word), false] as const),
    ]),
    wins: flags.has('list-wins') ? 'list' : 'gifts',
  };
}

/** How to read the gift file, with the sheet from --gift-sheet. */
export const giftReadingOf = ({ values }: Pick<Call, 'values'>): ImportOptions =>
  ImportOptions.parse(values['gift-sheet'] === undefined ? {} : { sheet: values['gift-sheet'] });

/** @throws INPUT_INVALID for gifts that cannot be used, with the option that may help. */
export function assertUsable(view: GiftsView): void {
  const problem = giftsProblem(view);
  if (problem === null) return;
  const [missing] = missingColumns(view);
  const { nothingJoins } = view;
  if (missing === undefined && nothingJoins !== null && lostZerosText(nothingJoins) !== null) throw new AppError('INPUT_INVALID', problem);
  const option =
    missing === undefined && nothingJoins === null
      ? view.unclearDates === null
        ? '--gift-decimal point or --gift-decimal comma'
        : '--gift-dates mdy for month first, or --gift-dates dmy for day first'
      : `--gift-column ${missing ?? 'id'}=HEADING`;
  throw new AppError('INPUT_INVALID', `${problem} Use ${option}.`);
}

/** @throws USAGE for a type that the options name but the file does not have. */
export function assertLinesKnown(choices: GiftChoices, { lines, file }: GiftsView): void {
  const unknown = Object.keys(choices.lines).find((key) => !lines.some((line) => line.key === key && line.canCount));
  if (unknown === undefined) return;
  const types = lines.filter(({ canCount }) => canCount).map(({ label }) => `“${label}”`);
  throw new AppError('USAGE', `“${file}” has no gifts of type “${unknown.replace(/^type:/, '')}”. It has ${types.join(', ')}.`);
}

/** The text about what a gift file contains, and what it changes. */
export function giftsText(view: GiftsView, width: number): string {
  const { lines, counted, onList, notOnList, withoutGifts, examples, currency } = view;
  const rows = lines.map(({ key, label, gifts, sum, counted: counts, why, rows }) => [
    counts ? 'counts' : 'left out',
    label,
    numberText(gifts),
    sum === null ? '' : moneyText(sum, key.startsWith('currency:') ? key.slice('currency:'.length) : currency),
    counts ? '' : `${why ?? 'you left it out'}${rows.length === 0 ? '' : `: row ${rows.join(', ')}`}`,
  ]);
  const money = (sum: string) => moneyText(sum, currency);
  const change = (before: string, after: string, of = (text: string) => text) =>
    before === after
      ? before === ''
        ? ''
        : of(before)
      : `${before === '' ? '(empty)' : of(before)} → ${after === '' ? '(empty)' : of(after)}`;
  const people = examples.map(({ name, row, before, after }) => [
    name === '' ? `row ${row}` : name,
    change(before.latestDate, after.latestDate),
    change(before.total, after.total, money),
    after.count,
  ]);
  const days = counted.firstDay === null ? '' : `, from ${counted.firstDay} to ${counted.lastDay ?? ''}`;
  const nobody =
    notOnList.firstIds.length === 0 ? '' : ` (${notOnList.firstIds.slice(0, 3).join(', ')}${notOnList.people > 3 ? ', …' : ''})`;
  return [
    table(['', 'Gift type', 'Gifts', 'Sum', 'Why'], rows, width),
    '',
    `Counted: ${countText(counted.gifts, 'gift')}, ${money(counted.sum)}${days}. Compare it with your own report.`,
    ...(partsText(view) === '' ? [] : [`These gifts are ${partsText(view)}.`]),
    ...(view.refunded === undefined ? [] : [`Refunded in part: ${refundedText(view)}`]),
    `On your list, with gifts: ${countText(onList.people, 'person', 'people')}, ${countText(onList.gifts, 'gift')}`,
    `On your list, no gift here: ${countText(withoutGifts, 'person', 'people')}; the values of the list are kept`,
    `Not on your list: ${countText(notOnList.people, 'person', 'people')}, ${countText(notOnList.gifts, 'gift')}, not used${nobody}`,
    ...(people.length === 0 ? [] : ['', table(['Name', 'Latest gift', 'Total given', 'Gifts'], people, width)]),
  ].join('\n');
}
