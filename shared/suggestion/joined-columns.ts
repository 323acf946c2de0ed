/**
 * Joins columns that together are one value: a street in up to eight parts, further street lines, the last four digits of a ZIP, and the
 * area code of a phone. A single part would not be enough for a match.
 */
import { countText, numberText } from '../base/index.ts';
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { contradiction } from './contradictions.ts';
import type { Decision } from './candidates.ts';
import type { ColumnProfile } from './column-profile.ts';
import { addressPartOf } from './heading-parser.ts';
import { type Combination, type Target, columnLetters } from '../mapping/index.ts';

/** Headings of the parts of a street, in the order of a written address. The street name itself is mapped to the street. */
const BEFORE_NAME = [
  /^(?:(?:house|home|street|building|st|addr(?:ess)?)[\s_.-]*(?:number|num|no|nr|nbr|#)\.?|haus[\s_.-]*(?:nummer|nr)\.?|huis[\s_.-]*(?:nummer|nr)\.?|num[ée]ro (?:de )?(?:rue|voie))$/i,
  /^(?:street|house)[\s_.-]*(?:(?:no|number|num)[\s_.-]*)?(?:half|fraction)$|^house[\s_.-]*(?:number|num|no)[\s_.-]*suffix$/i,
  /^(?:street[\s_.-]*)?pre(?:fix)?[\s_.-]*dir(?:ection(?:al)?)?$|^street[\s_.-]*prefix$/i,
];
const AFTER_NAME = [
  /^street[\s_.-]*type$/i,
  /^(?:street[\s_.-]*)?post[\s_.-]*dir(?:ection(?:al)?)?$|^street[\s_.-]*suffix$/i,
  /^(?:apt|apartment|unit)[\s_.-]*type$/i,
  /^(?:apt|apartment|unit)[\s_.-]*(?:number|num|no|nbr|#)\.?$/i,
];
const APARTMENT = /^(?:apt|apartment|unit)/i;
const NUMBER = /^\d{1,6}\s?\p{L}?(?:\s?[-/]\s?\d{1,4}\s?\p{L}?)?$/u;
/** A street that already includes its number, before or after its name. "42nd" and "5th" are names. */
const NUMBERED = /^\d+(?!\d|st\b|nd\b|rd\b|th\b)|\d\s?\p{L}?$/iu;
/** Headings of a street name without house numbers: "StreetName" with "StreetNo". Its values can still contain numbers, as in "W 42". */
const NAME_ONLY = /name/i;
/** Headings of the last four digits of a ZIP. */
export const ZIP_END = /^(?:(?:zip|postal)(?:[\s_-]*code)?[\s_+-]*(?:4|four|ext(?:ension)?|suffix)|plus[\s_-]*(?:4|four)|\+4)$/i;
const MOST = 0.8;
const FEW = 0.3;

function share({ aligned }: ColumnProfile, pattern: RegExp): number {
  const filled = aligned.map((value) => value.trim().split(/[\r\n]/)[0]!).filter((value) => value !== '');
  return filled.length === 0 ? 0 : filled.filter((value) => pattern.test(value)).length / filled.length;
}

const columnOf = (decisions: readonly Decision[], field: FieldKey) => decisions.find(({ to }) => to.kind === 'field' && to.field === field);

const isFree = ({ to, sensitive }: Decision): boolean => to.kind === 'none' && !sensitive;

/** Maps further columns to the field of the first one, and returns the combination. */
function join(field: FieldKey, ordered: readonly Decision[], first: Decision, separator: string, reason: string): Combination {
  for (const decision of ordered) {
    if (decision === first) continue;
    decision.to = { kind: 'field', field };
    decision.certainty = 'likely';
    decision.reason = reason;
  }
  return { field, columns: ordered.map(({ profile }) => profile.column), how: 'join', separator };
}

/** True when the streets already include the house numbers of the other column. */
function includesNumbers(street: ColumnProfile, number: ColumnProfile): boolean {
  if (!NAME_ONLY.test(street.header)) return share(street, NUMBERED) > FEW;
  let compared = 0;
  let same = 0;
  for (const [row, cell] of number.aligned.entries()) {
    const own = cell.trim();
    const name = (street.aligned[row] ?? '').trim();
    if (own === '' || name === '') continue;
    compared++;
    if (name === own || name.startsWith(`${own} `) || name.endsWith(` ${own}`)) same++;
  }
  return same > compared * FEW;
}

function joinStreet(decisions: readonly Decision[]): Combination | null {
  const street = columnOf(decisions, 'street');
  if (street === undefined) return null;
  const named = (pattern: RegExp, can: (decision: Decision) => boolean) =>
    decisions.find((decision) => decision !== street && can(decision) && pattern.test(decision.profile.header.trim()));
  const [number, ...before] = BEFORE_NAME.map((pattern, at) =>
    named(pattern, (one) => isFree(one) && (at > 0 || share(one.profile, NUMBER) > MOST)),
  );
  const after = AFTER_NAME.map((pattern) =>
    named(pattern, (one) => isFree(one) || (APARTMENT.test(one.profile.header) && one.to.kind === 'field' && one.to.field === 'street2')),
  );
  const parts = [...before, ...after].filter((part) => part !== undefined);
  if (number === undefined || includesNumbers(street.profile, number.profile)) return null;
  const isApartmentOnly = parts.every(({ profile }) => APARTMENT.test(profile.header));
  if (isApartmentOnly) {
    const both = [street, number].toSorted((a, b) => a.profile.column - b.profile.column);
    return join('street', both, street, ' ', 'House numbers, joined with the street');
  }
  const ordered = [number, ...before, street, ...after].filter((part) => part !== undefined);
  return join('street', ordered, street, ' ', 'Part of the street, joined with the other parts');
}

/** Joins the third and further street lines with the second one. */
function joinLines(decisions: readonly Decision[]): Combination | null {
  const street = columnOf(decisions, 'street');
  if (street === undefined) return null;
  const own = addressPartOf(street.profile.header).group;
  const second = columnOf(decisions, 'street2');
  const further = decisions.filter((one) => {
    const { group, line } = addressPartOf(one.profile.header);
    const isLine = /street|addr|line/i.test(one.profile.header) && !/city|state|zip|post|country|mail\b/i.test(one.profile.header);
    return isFree(one) && !one.closed && isLine && line > 2 && group === own && one.profile.filled > 0;
  });
  const lines = [...(second === undefined ? [] : [second]), ...further];
  if (further.length === 0) return null;
  const joined = join('street2', lines, second ?? lines[0]!, ', ', 'Another line of the street');
  if (second === undefined)
    Object.assign(lines[0]!, { to: { kind: 'field', field: 'street2' }, certainty: 'likely', reason: 'Another line of the street' });
  return lines.length > 1 ? joined : null;
}

/** What stands before the word for the ZIP: "m" in "mZip5" and "mZip4", "Home" in "Home ZIP". */
const beforeZip = ({ profile }: Decision): string | null =>
  /^(.*?)[\s_.-]*(?:zip|postal)/i.exec(profile.header.trim())?.[1]!.toLowerCase() ?? null;

/** The column with the last four digits of this ZIP. Without a word for its address, it belongs to the ZIP without one, if there is one. */
function endOf(zip: Decision, decisions: readonly Decision[]): Decision | undefined {
  const own = beforeZip(zip);
  const ends = decisions.filter((one) => {
    const header = one.profile.header.trim();
    const prefix = beforeZip(one) ?? '';
    return isFree(one) && one.profile.filled > 0 && ZIP_END.test(header.slice(prefix.length).replace(/^[\s_.-]+/, ''));
  });
  const hasPlainZip = decisions.some((one) => one !== zip && !ends.includes(one) && beforeZip(one) === '');
  return (
    ends.find((one) => (beforeZip(one) ?? '') === own) ?? (hasPlainZip ? undefined : ends.find((one) => (beforeZip(one) ?? '') === ''))
  );
}

/** Joins ZIP and ZIP+4 from two columns. Not if a part has lost zeros, because that would make wrong ZIPs. */
function joinZip(decisions: readonly Decision[]): Combination | null {
  const zip = columnOf(decisions, 'postalCode');
  const end = zip === undefined ? undefined : endOf(zip, decisions);
  if (zip === undefined || end === undefined || share(end.profile, /^\d{4}$/) < 1 || share(zip.profile, /^\d{5}$/) < 1) return null;
  return join('postalCode', [zip, end], zip, '-', 'The last four digits of the ZIP');
}

/** Headings of the area code of a phone number. */
const AREA_CODE = /(?:^|[\s_.-])area[\s_.-]*(?:code|cd)$|(?:ph(?:one)?|tel(?:ephone)?|cell|mobile)[\s_.-]*area$|areacode$/i;
const THREE_DIGITS = /^\(?[2-9]\d{2}\)?$/;
const LOCAL_NUMBER = /^\d{3}[ .-]?\d{4}$/;
const KIND_OF_PHONE = /home|work|bus|office|cell|mobile/i;
const kindOfPhone = ({ header }: ColumnProfile) => KIND_OF_PHONE.exec(header)?.[0].toLowerCase() ?? null;

/** Why a column of area codes alone is not a field; null for other columns. */
export const areaCodeReason = (profile: ColumnProfile): string | null =>
  AREA_CODE.test(profile.header.trim()) && share(profile, THREE_DIGITS) > MOST ? 'Part of a phone number' : null;

/** Joins a column of area codes with the local numbers next to it or of the same kind. Not if the numbers already have area codes. */
function joinAreaCode(decisions: readonly Decision[], field: FieldKey): Combination | null {
  const phone = columnOf(decisions, field);
  if (phone === undefined || share(phone.profile, LOCAL_NUMBER) < 1) return null;
  const kind = kindOfPhone(phone.profile);
  const areas = decisions.filter(
    (one) => isFree(one) && AREA_CODE.test(one.profile.header.trim()) && share(one.profile, THREE_DIGITS) === 1,
  );
  const isNextTo = ({ profile }: Decision) => {
    const own = kindOfPhone(profile);
    return profile.column === phone.profile.column - 1 && (own === null || kind === null || own === kind);
  };
  const area = areas.find(isNextTo) ?? areas.find(({ profile }) => kindOfPhone(profile) === kind);
  return area === undefined ? null : join(field, [area, phone], phone, '-', 'The area code, joined with the number');
}

/** Headings of the words before a surname, such as "van den". */
const SURNAME_PREFIX =
  /^(?:(?:(?:last|family)[\s_]*name|surname|nobiliary)[\s_]*(?:prefix(?:es)?|particles?)|prefix(?:es)?[\s_]*(?:of[\s_]*)?(?:(?:last|family)[\s_]*name|surname)|tussenvoegsels?|voorvoegsels?|tv|namens(?:zusatz|vorsatz)|vorsatzwort|particule|infix)$/i;
/** Headings that can mean such words. */
const MAYBE_PREFIX = /^(?:(?:name[\s_]*)?prefix|particle|middle(?:[\s_]*name)?|insertion)$/i;
const PARTICLES =
  /^(?:(?:van|von|vom|zu|zum|zur|de|den|der|het|te|ten|ter|in|op|aan|bij|uit|voor|onder|over|tot|la|le|les|los|las|el|al|du|des|da|das|do|dos|di|del|della|dello|dei|af|av|ben|bin|ibn|st\.?|’t|'t|'s|d['’]|l['’])(?:[\s]+|$))+$/i;
const MOST_PARTICLES = 0.9;

/** Joins a column of words before a surname with the surname. */
function joinSurname(decisions: readonly Decision[]): Combination | null {
  const last = columnOf(decisions, 'primaryLast');
  if (last === undefined) return null;
  const isMiddle = ({ to }: Decision) => to.kind === 'field' && to.field === 'primaryMiddle';
  const prefix = decisions.find((one) => {
    const header = one.profile.header.trim();
    if (!isFree(one) && !isMiddle(one)) return false;
    if (SURNAME_PREFIX.test(header)) return share(one.profile, PARTICLES) > MOST / 2;
    return MAYBE_PREFIX.test(header) && one.profile.filled > 1 && share(one.profile, PARTICLES) > MOST_PARTICLES;
  });
  return prefix === undefined ? null : join('primaryLast', [prefix, last], last, ' ', 'Words before the last name, joined with it');
}

/** Fields that take values from further columns when the first column is empty. */
const FILLED_UP = ['personalPhone', 'personalEmail', 'businessPhone', 'businessEmail'] as const;

/** Uses further columns with phones or emails for rows in which the first one is empty. */
function fillGaps(decisions: readonly Decision[], joined: readonly Combination[], within: string): readonly Combination[] {
  return FILLED_UP.filter((field) => joined.every((one) => one.field !== field)).flatMap((field) => {
    const first = columnOf(decisions, field);
    if (first === undefined) return [];
    const further = decisions.filter(
      (one) =>
        isFree(one) &&
        one.alternatives.some((target) => target.kind === 'field' && target.field === field) &&
        contradiction(field, one.profile) === null &&
        one.profile.aligned.some((value, row) => value.trim() !== '' && (first.profile.aligned[row] ?? '').trim() === ''),
    );
    if (further.length === 0) return [];
    const label = fieldOf(field).label.toLowerCase();
    const reason = `Used where ${columnLetters(first.profile.column)} (${first.profile.header}) has no ${label}`;
    const columns = [first, ...further.slice(0, 3)];
    countFills(columns, label, within);
    return [{ ...join(field, columns, first, ' ', reason), how: 'firstFilled' as const }];
  });
}

/**
 * Uses a column of whole names for rows without first and last name, such as organizations and households. Otherwise the check could not
 * recognize them, and they would be sent as people without a name.
 */
function nameOthers(decisions: readonly Decision[], joined: readonly Combination[]): Combination | null {
  const [first, last] = [columnOf(decisions, 'primaryFirst'), columnOf(decisions, 'primaryLast')];
  if (first === undefined || last === undefined || joined.some(({ field }) => field === 'primaryLast')) return null;
  const fewest = Math.max(first.profile.filled, last.profile.filled);
  const [name] = decisions
    .filter((one) => isFree(one) && one.profile.filled > fewest && one.alternatives.some(isFullName))
    .toSorted((one, other) => other.profile.filled - one.profile.filled);
  if (name === undefined) return null;
  const reason = `Used where ${columnLetters(last.profile.column)} (${last.profile.header}) has no last name, as in rows of organizations`;
  return { ...join('primaryLast', [last, name], last, ' ', reason), how: 'firstFilled' };
}

const isFullName = (to: Target): boolean => to.kind === 'split' && to.splitter === 'fullName';

/** Notes for each further column how many rows it fills that the previous columns leave empty. */
function countFills([first, ...further]: readonly Decision[], label: string, within: string): void {
  const has = first?.profile.filledRows?.slice() ?? null;
  if (has === null) return;
  for (const decision of further) {
    const own = decision.profile.filledRows;
    if (own === null) continue;
    const empty = has.reduce((sum, filled) => sum + 1 - filled, 0);
    for (const [row, filled] of own.entries()) has[row] = Math.max(has[row]!, filled);
    const left = has.reduce((sum, filled) => sum + 1 - filled, 0);
    decision.fills = empty - left;
    decision.remark = `“${first!.profile.header}” is empty in ${countText(empty, 'row')}${within}. This fills ${numberText(empty - left)}; ${numberText(left)} ${left === 1 ? 'remains' : 'remain'} without ${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
  }
}

/**
 * Maps the columns that belong together to the field of the first one, and returns the combinations. `within`: the rows that counts are
 * about; '' for all.
 */
export function joinParts(decisions: readonly Decision[], within: string): readonly Combination[] {
  const joined = [
    joinStreet(decisions),
    joinLines(decisions),
    joinZip(decisions),
    joinAreaCode(decisions, 'personalPhone'),
    joinAreaCode(decisions, 'businessPhone'),
    joinSurname(decisions),
  ].filter((one) => one !== null);
  const names = nameOthers(decisions, joined);
  return [...joined, ...(names === null ? [] : [names]), ...fillGaps(decisions, joined, within)];
}
