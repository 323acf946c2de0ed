/**
 * Columns that hold one value together: a street in up to eight parts, the further lines of a street, and the last four
 * digits of a ZIP. One part alone would find no match.
 */
import type { FieldKey } from '../fields/index.ts';
import type { Decision } from './candidates.ts';
import type { ColumnProfile } from './column-profile.ts';
import { addressPartOf } from './heading-parser.ts';
import type { Combination } from '../mapping/index.ts';
import { isInnerParticle, isParticle } from '../transforms/index.ts';

/** Headings of the parts of a street, in the order of a written address. The name itself is mapped to the street. */
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
/** A street that already includes its number, before or after its name. */
const NUMBERED = /^\d|\d\s?\p{L}?$/u;
const ZIP_END = /^(?:(?:zip|postal)(?:[\s_-]*code)?[\s_+-]*(?:4|four|ext(?:ension)?|suffix)|plus[\s_-]*(?:4|four)|\+4)$/i;
const MOST = 0.8;
const FEW = 0.3;

function share({ aligned }: ColumnProfile, pattern: RegExp): number {
  const filled = aligned.map((value) => value.trim().split(/[\r\n]/)[0]!).filter((value) => value !== '');
  return filled.length === 0 ? 0 : filled.filter((value) => pattern.test(value)).length / filled.length;
}

const columnOf = (decisions: readonly Decision[], field: FieldKey) => decisions.find(({ to }) => to.kind === 'field' && to.field === field);

const isFree = ({ to, sensitive }: Decision): boolean => to.kind === 'none' && !sensitive;

/** Maps further columns to the field of the first one. Returns how they are joined. */
function join(field: FieldKey, ordered: readonly Decision[], first: Decision, separator: string, reason: string): Combination {
  for (const decision of ordered) {
    if (decision === first) continue;
    decision.to = { kind: 'field', field };
    decision.certainty = 'likely';
    decision.reason = reason;
  }
  return { field, columns: ordered.map(({ profile }) => profile.column), how: 'join', separator };
}

function joinStreet(decisions: readonly Decision[]): Combination | null {
  const street = columnOf(decisions, 'street');
  if (street === undefined || share(street.profile, NUMBERED) > FEW) return null;
  const named = (pattern: RegExp, can: (decision: Decision) => boolean) =>
    decisions.find((decision) => decision !== street && can(decision) && pattern.test(decision.profile.header.trim()));
  const [number, ...before] = BEFORE_NAME.map((pattern, at) =>
    named(pattern, (one) => isFree(one) && (at > 0 || share(one.profile, NUMBER) > MOST)),
  );
  const after = AFTER_NAME.map((pattern) =>
    named(pattern, (one) => isFree(one) || (APARTMENT.test(one.profile.header) && one.to.kind === 'field' && one.to.field === 'street2')),
  );
  const parts = [...before, ...after].filter((part) => part !== undefined);
  if (number === undefined) return null;
  const isApartmentOnly = parts.every(({ profile }) => APARTMENT.test(profile.header));
  if (isApartmentOnly) {
    const both = [street, number].toSorted((a, b) => a.profile.column - b.profile.column);
    return join('street', both, street, ' ', 'House numbers, joined with the street');
  }
  const ordered = [number, ...before, street, ...after].filter((part) => part !== undefined);
  return join('street', ordered, street, ' ', 'Part of the street, joined with the other parts');
}

/** The third and further lines of the street, joined with the second one. */
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

/** ZIP and ZIP+4 in two columns. A part that lost its zeros would make a wrong ZIP, so it is left out. */
function joinZip(decisions: readonly Decision[]): Combination | null {
  const zip = columnOf(decisions, 'postalCode');
  const end = decisions.find((one) => isFree(one) && ZIP_END.test(one.profile.header.trim()) && one.profile.filled > 0);
  if (zip === undefined || end === undefined || share(end.profile, /^\d{4}$/) < 1 || share(zip.profile, /^\d{5}$/) < 1) return null;
  return join('postalCode', [zip, end], zip, '-', 'The last four digits of the ZIP');
}

/** "van den" in a column before the last name. A column of titles or of anything else stays apart. */
const PARTICLE_HEADING =
  /^(?:(?:last|sur|family)[\s_.-]*name[\s_.-]*(?:prefix|infix|particle|preposition)|(?:prefix|infix|particle)(?:[\s_.-]*(?:of|to))?[\s_.-]*(?:last|sur|family)[\s_.-]*name|(?:sur|last)[\s_.-]*prefix|infix|tussenvoegsels?|voorvoegsels?|namenszusatz|vorsatzwort|name[\s_.-]*(?:infix|particle)|particule)$/i;

function joinLastName(decisions: readonly Decision[]): Combination | null {
  const last = columnOf(decisions, 'primaryLast');
  const particles = decisions.find(
    (one) => one !== last && isFree(one) && PARTICLE_HEADING.test(one.profile.header.trim()) && one.profile.filled > 0,
  );
  if (last === undefined || particles === undefined) return null;
  const filled = particles.profile.aligned.map((value) => value.trim()).filter((value) => value !== '');
  const fitting = filled.filter((value) => value.split(/\s+/).every((word) => isParticle(word) || isInnerParticle(word)));
  if (fitting.length < filled.length * MOST) return null;
  return join('primaryLast', [particles, last], last, ' ', 'Words before the last name, joined with it');
}

/** The columns that are joined, which it maps to the field of the first one. */
export function joinParts(decisions: readonly Decision[]): readonly Combination[] {
  return [joinLastName(decisions), joinStreet(decisions), joinLines(decisions), joinZip(decisions)].filter((joined) => joined !== null);
}
