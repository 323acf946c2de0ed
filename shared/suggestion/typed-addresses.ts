/**
 * Handles addresses with a separate column for their type: "CnAdrAll_1_01_Type" and "CnAdrAll_1_01_City". The first address of a row can be
 * a workplace or a former address, and the second one the home.
 */
import { type Combination, columnLetters, normalizeHeader } from '../mapping/index.ts';
import { countText } from '../base/index.ts';
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { ADDRESS_USE, addressUse, isAddressType } from '../transforms/index.ts';
import type { Decision } from './candidates.ts';
import { addressPartOf } from './heading-parser.ts';
import { holdsTypes, TYPE_WORDS } from './type-columns.ts';

const OF_ADDRESS = /addr|adr|street|atyp/i;
/** True for the type of an address where the person lives for a part of the year: Seasonal, Winter, SEAS. */
const isSeasonalType = (type: string): boolean => /season|\bseas\b|vacation|summer|winter|snow ?bird/i.test(type);

/** Maximum number of columns in a combination. */
const MAX_COLUMNS = 8;

/** The number of examined rows with a type of one of these uses. */
const rowsWith = ({ profile }: Decision, ...uses: readonly number[]): number =>
  (profile.answers ?? []).reduce((sum, { value, rows }) => sum + (uses.includes(addressUse(value)) ? rows : 0), 0);

const numbersIn = (header: string): readonly string[] => header.match(/\d+/g) ?? [];

/** The address that the heading of a type column names, like `group` of `addressPartOf`. */
const groupOfType = ({ profile }: Decision): string =>
  addressPartOf(profile.header)
    .group.split(' ')
    .filter((word) => !TYPE_WORDS.has(word))
    .join(' ');

/** The type column of the address with the street. */
function typeOf(street: Decision, types: readonly Decision[]): Decision | undefined {
  const { group } = addressPartOf(street.profile.header);
  const numbers = numbersIn(street.profile.header);
  return types.find((one) => groupOfType(one) === group && numbersIn(one.profile.header).every((number, at) => number === numbers[at]));
}

const tokensOf = (header: string): readonly string[] => header.match(/\d+|\p{L}+/gu) ?? [];

/**
 * The heading of the same part in a later address, derived from the headings of the two type columns; null if it cannot be derived.
 * "Adr_01_City" becomes "Adr_02_City" for "Adr_01_Type" and "Adr_02_Type", and "City" becomes "City 2" for "Type" and "Type 2".
 */
function laterHeading(header: string, type: string, laterType: string): string | null {
  const [own, later, parts] = [tokensOf(type), tokensOf(laterType), tokensOf(header)];
  if (later.length === own.length + 1) {
    if (own.every((token, at) => token === later[at])) return [...parts, later.at(-1)!].join(' ');
    return own.every((token, at) => token === later[at + 1]) ? [later[0]!, ...parts].join(' ') : null;
  }
  if (later.length !== own.length) return headingBehind(parts, own, later);
  const at = own.findIndex((token, index) => token !== later[index]);
  const isAlone = later.length === own.length && own.every((token, index) => index === at || token === later[index]);
  if (at < 0 || !isAlone) return null;
  if (parts[at] === own[at]) return parts.with(at, later[at]!).join(' ');
  // "Street 1" for "Addr Type 1" has its number at another place.
  const number = parts.indexOf(own[at]!);
  return /^\d+$/.test(own[at]!) && number >= 0 && number === parts.lastIndexOf(own[at]!) ? parts.with(number, later[at]!).join(' ') : null;
}

const fieldIn = ({ to }: Decision): FieldKey | null => (to.kind === 'field' && fieldOf(to.field).group === 'address' ? to.field : null);

/** "CnAdrPrf_City" becomes "CnAdrAll_1_01_City" for the types "CnAdrPrf_Type" and "CnAdrAll_1_01_Type". */
function headingBehind(parts: readonly string[], own: readonly string[], later: readonly string[]): string | null {
  if (own.length < 2 || later.length < 2 || own.at(-1) !== later.at(-1)) return null;
  const [before, after] = [own.slice(0, -1), later.slice(0, -1)];
  return before.every((token, at) => token === parts[at]) ? [...after, ...parts.slice(before.length)].join(' ') : null;
}

interface LaterAddress {
  readonly type: Decision;
  /** By column position of the same part in the first address. */
  readonly columns: ReadonlyMap<number, Decision>;
}

function laterAddress(
  first: readonly Decision[],
  type: Decision,
  laterType: Decision,
  decisions: readonly Decision[],
): LaterAddress | null {
  const columns = new Map<number, Decision>();
  const fields = new Set<FieldKey>();
  for (const part of first) {
    const heading = laterHeading(part.profile.header, type.profile.header, laterType.profile.header);
    const key = heading === null ? '' : normalizeHeader(heading);
    const other = decisions.find(({ to, sensitive, profile }) => {
      return to.kind === 'none' && !sensitive && profile.filled > 0 && normalizeHeader(profile.header) === key;
    });
    if (key === '' || other === undefined) continue;
    columns.set(part.profile.column, other);
    fields.add(fieldIn(part)!);
  }
  return fields.has('street') && (fields.has('city') || fields.has('postalCode')) ? { type: laterType, columns } : null;
}

/**
 * Sets up type columns for addresses, so that the row mapper can choose the address to send. Returns the combinations, including the
 * columns of later addresses.
 */
export function suggestTypedAddresses(
  decisions: readonly Decision[],
  joined: readonly Combination[],
  within: string,
): readonly Combination[] {
  const street = decisions.find((decision) => fieldIn(decision) === 'street');
  const types = decisions.filter(
    ({ to, profile }) => to.kind === 'none' && OF_ADDRESS.test(profile.header) && holdsTypes(profile, isAddressType),
  );
  const type = street === undefined ? undefined : typeOf(street, types);
  if (street === undefined || type === undefined) return joined;
  const first = decisions.filter((decision) => fieldIn(decision) !== null);
  const isOpen = rowsWith(type, ADDRESS_USE.home) < street.profile.looked;
  const later = isOpen ? types.flatMap((one) => (one === type ? [] : (laterAddress(first, type, one, decisions) ?? []))) : [];
  const named = `${columnLetters(type.profile.column)} (${type.profile.header})`;
  if (later.length === 0) noteWorkplaces(street, type, named, within);
  if (later.length === 0 && rowsWith(type, ADDRESS_USE.none) === 0) return joined;
  type.certainty = 'sure';
  type.reason = later.length === 0 ? 'Says what each address is. Former ones are not sent' : 'Says what each address is. The home is sent';
  for (const part of first) part.typeColumn = type.profile.column;
  const combinations = new Map(joined.map((one) => [one.field, one]));
  for (const address of later) {
    address.type.certainty = 'sure';
    address.type.reason = type.reason;
    for (const part of first) {
      const other = address.columns.get(part.profile.column);
      const field = fieldIn(part)!;
      const before = combinations.get(field) ?? { field, columns: [part.profile.column], how: 'firstFilled', separator: ' ' };
      if (other === undefined || before.columns.length === MAX_COLUMNS) continue;
      other.to = { kind: 'field', field };
      other.typeColumn = address.type.profile.column;
      other.certainty = 'likely';
      other.reason = `Sent where ${named} says that the address before it is not the home`;
      combinations.set(field, { ...before, columns: [...before.columns, other.profile.column] });
    }
  }
  return [...combinations.values()];
}

function noteWorkplaces(street: Decision, type: Decision, named: string, within: string): void {
  const work = rowsWith(type, ADDRESS_USE.work);
  const seasonal = (type.profile.answers ?? []).reduce((sum, { value, rows }) => sum + (isSeasonalType(value) ? rows : 0), 0);
  const counts = [
    ...(work > 0 ? [`${countText(work, 'address', 'addresses')} of a workplace`] : []),
    ...(seasonal > 0 ? [`${countText(seasonal, 'address', 'addresses')} for a part of the year`] : []),
  ];
  if (counts.length > 0) street.remark ??= `${counts.join(' and ')}, by ${named}${within}: the service may not find people there`;
}
