/**
 * Finds the score columns of profiles, whose content the interface does not show (its sections 2.4 and 2.5). Each leaf becomes a column
 * with a dotted path. Its values determine the type of the column. No scale or direction is assumed.
 */
import { isFieldKey } from '../fields/index.ts';
import { isObject, type JsonObject } from './json-values.ts';
import { type Json, WrittenNumber } from './json.ts';

/** A leaf of a profile. */
export type Leaf = string | number | boolean | WrittenNumber;

/** Longer arrays of objects become JSON text in one column. */
export const MAX_INDEXED = 20;
/** Levels of objects and arrays below a profile. Deeper ones become JSON text in one column. */
export const DEEPEST_VALUE = 12;

/** A value path in profiles. All profiles share one tree, so that each path is built only once for a million profiles. */
export class ValuePath {
  /** Dotted; empty for the profile itself. */
  readonly path: string;
  /** The column number that a walk assigns; -1 until then. */
  column = -1;
  /** True if the last key is an echo of the record. */
  readonly isEcho: boolean;
  private readonly key: string;
  private readonly inner = new Map<string, ValuePath>();
  private readonly byNumber: ValuePath[] = [];
  /** Children in the order in which their keys first appeared, and the index of the last one returned. */
  private readonly inOrder: ValuePath[] = [];
  private last = -1;

  constructor(path = '', key = '') {
    this.path = path;
    this.key = key;
    this.isEcho = isFieldKey(key);
  }

  under(key: string): ValuePath {
    // Profiles nearly always have their keys in the same order, so the next child is the likely one.
    const next = this.last + 1 < this.inOrder.length ? this.last + 1 : 0;
    const likely = this.inOrder[next];
    if (likely?.key === key) {
      this.last = next;
      return likely;
    }
    let valuePath = this.inner.get(key);
    if (valuePath === undefined) {
      this.inner.set(key, (valuePath = new ValuePath(this.path === '' ? key : `${this.path}.${key}`, key)));
      this.last = this.inOrder.push(valuePath) - 1;
    }
    return valuePath;
  }

  /** The child for an array element; `number` starts at 1. */
  element(number: number): ValuePath {
    return (this.byNumber[number] ??= this.under(String(number)));
  }
}

const NOW = 'mostRecentScore';
/** The key of a score that is being calculated. */
export const PENDING_SCORE = 'pendingScore';

const isFilled = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isFilled) : value !== undefined && value !== null && value !== '';

const SCORE_NAME = /score|rating|capacity/i;

/**
 * True for a score with values, false for a note that it is being calculated. A score has nested parts (section 2.4), or values with the
 * name of a score.
 */
const hasParts = (score: JsonObject): boolean =>
  Object.entries(score).some(([key, value]) => isFilled(value) && (isObject(value) || Array.isArray(value) || SCORE_NAME.test(key)));

/** True when the only score of a profile is pending. It has the same parts (section 2.4), so it is shown as the profile's score. */
function isPendingOnly(profile: Json): boolean {
  if (!isObject(profile)) return false;
  const pending = profile[PENDING_SCORE];
  if (pending !== undefined) return isObject(pending) && hasParts(pending) && !isFilled(profile[NOW]);
  if (profile[NOW] !== undefined) return false;
  // In a CSV answer, keys are dotted paths, and empty cells are missing.
  let isPending = false;
  for (const key in profile) {
    if (key.startsWith(`${NOW}.`)) return false;
    isPending ||= key.startsWith(`${PENDING_SCORE}.`) && SCORE_NAME.test(key.slice(PENDING_SCORE.length));
  }
  return isPending;
}

/** A column that is true for profiles with a pending score. No field of the interface has this name. */
export const PENDING_COLUMN = 'scorePending';

/** A copy of the profile with the pending score in the place of the most recent one, and `PENDING_COLUMN` set. */
function withPendingScore(profile: JsonObject): JsonObject {
  const shown: JsonObject = {};
  for (const [key, value] of Object.entries(profile)) {
    if (key === PENDING_SCORE || key.startsWith(`${PENDING_SCORE}.`)) {
      shown[PENDING_COLUMN] = true;
      shown[NOW + key.slice(PENDING_SCORE.length)] = value;
    } else if (key !== NOW) shown[key] = value;
  }
  return shown;
}

/**
 * Calls `leaf` for every leaf of a profile in order: nested objects have dotted paths, an array of plain values is joined by "; ", an array
 * of objects has its index in the path. Skips null and fields that echo the record. If the only score is pending, its values get the paths
 * of the most recent score, and `PENDING_COLUMN` is true.
 */
export function walkValues(profile: Json, root: ValuePath, leaf: (valuePath: ValuePath, value: Leaf) => void): void {
  if (!isObject(profile)) return;
  const shown = isPendingOnly(profile) ? withPendingScore(profile) : profile;
  for (const key in shown) {
    const valuePath = root.under(key);
    if (!valuePath.isEcho) walk(valuePath, shown[key]!, leaf, 1);
  }
}

/** Like `walkValues`, with the path of each leaf as text. */
export function eachValue(profile: Json, leaf: (path: string, value: Leaf) => void): void {
  walkValues(profile, new ValuePath(), ({ path }, value) => leaf(path, value));
}

const isPlain = (item: Json) => item === null || typeof item !== 'object' || item instanceof WrittenNumber;

function walk(valuePath: ValuePath, value: Json, leaf: (valuePath: ValuePath, value: Leaf) => void, depth: number): void {
  if (value === null) return;
  if (typeof value !== 'object' || value instanceof WrittenNumber) {
    leaf(valuePath, value);
  } else if (depth > DEEPEST_VALUE) {
    leaf(valuePath, JSON.stringify(value));
  } else if (!Array.isArray(value)) {
    for (const key in value) walk(valuePath.under(key), value[key]!, leaf, depth + 1);
  } else if (value.length > 0) {
    if (value.every(isPlain)) leaf(valuePath, value.filter((item) => item !== null).join('; '));
    else if (value.length > MAX_INDEXED) leaf(valuePath, JSON.stringify(value));
    else for (let i = 0; i < value.length; i++) walk(valuePath.element(i + 1), value[i]!, leaf, depth + 1);
  }
}

export function valueText(value: Leaf): string {
  if (typeof value === 'object') return value.text;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // Ratings are small whole numbers. -0 is not an index of the array, and its text is "0".
  return typeof value === 'number' ? (SMALL[value] ?? String(value)) : value;
}

const SMALL: readonly string[] = Array.from({ length: 1000 }, (_, number) => String(number));

/** The type of a column from its values so far; conflicting values make it text. */
export type ValueType = 'number' | 'date' | 'flag' | 'text';

const HYPHEN = 0x2d;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A quick test by length and fifth character (or ASCII byte), false for most texts that are not dates. */
export const canBeDate = (length: number, fifth: number | undefined): boolean => length >= 10 && length <= 35 && fifth === HYPHEN;

export function typeOfValue(value: Leaf): ValueType {
  if (typeof value === 'number' || typeof value === 'object') return 'number';
  if (typeof value === 'boolean') return 'flag';
  // Avoids the regular expression for most texts.
  return canBeDate(value.length, value.charCodeAt(4)) && ISO_DATE.test(value) ? 'date' : 'text';
}

const SPELLED: ReadonlyMap<string, string> = new Map([
  ['rfm', 'RFM'],
  ['id', 'ID'],
  ['url', 'URL'],
  ['usd', 'USD'],
]);

/** "capacityRating" → "Capacity rating", "rfmScore" → "RFM score". */
function words(segment: string): string {
  const parts = segment
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((part) => part !== '')
    .map((part) => SPELLED.get(part.toLowerCase()) ?? (/^[A-Z]{2,}$/.test(part) ? part : part.toLowerCase()));
  const text = parts.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Capacity rating" → "capacity rating"; abbreviations such as RFM stay as they are. */
const inSentence = (text: string): string => text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

/** Names that are meaningless without the preceding name, such as score and segment of planned giving. */
const VAGUE = /^(?:score|segment|type|value|count|date|status|id)$/i;

/** "plannedGivingDetails" becomes "plannedGiving". */
const withoutDetails = (name: string): string => (/.Details$/.test(name) ? name.slice(0, -'Details'.length) : name);

/** The last `depth` names of a path as a title; an array index includes the name of its array. */
function titleAt(path: string, depth: number): string {
  if (path === 'id') return 'Profile ID';
  const all = path.split('.');
  if (depth === 1 && all.length > 2 && VAGUE.test(all.at(-1)!)) return titleAt(path, 2);
  const names = all.map((name, at) => (at === all.length - 1 ? name : withoutDetails(name)));
  const tail = names.slice(-depth);
  if (/^\d+$/.test(tail[0] ?? '') && names.length > depth) tail.unshift(names[names.length - depth - 1]!);
  let title = '';
  for (const [index, name] of tail.entries()) {
    if (/^\d+$/.test(name)) title += ` ${name}`;
    else title += index === 0 ? words(name) : `, ${inSentence(words(name))}`;
  }
  return title;
}

/**
 * A distinct title for each dotted path: its last name, with as many preceding names as needed to be distinct. If several share a last
 * name, the one in the score details gets it without preceding names.
 */
export function titlesOf(paths: readonly string[]): Map<string, string> {
  const sharing = Map.groupBy(paths, (path) => titleAt(path, 1));
  const titles = new Map<string, string>();
  const taken = new Set<string>();
  const give = (path: string, title: string) => {
    titles.set(path, title);
    taken.add(title);
  };
  for (const [title, group] of sharing) {
    const plain =
      group.length === 1
        ? group[0]
        : group.find((path) => path.startsWith('mostRecentScore.scoreDetails.') || path.split('.').length === 2);
    if (plain !== undefined) give(plain, title);
  }
  for (const path of paths) {
    if (titles.has(path)) continue;
    const depths = path.split('.').length;
    let title = path;
    for (let number = 2; taken.has(title); number++) title = `${path} (${number})`;
    for (let depth = 2; depth <= depths; depth++) {
      const longer = titleAt(path, depth);
      if (taken.has(longer)) continue;
      title = longer;
      break;
    }
    give(path, title);
  }
  return titles;
}

const MONEY =
  /(?:capacity|monetary|gift|giving|donations?|propert(?:y|ies)|realEstate|home|assets?|market)Value$|(?:amount|worth|income)$/i;

/** True when the column's name says that its numbers are US dollars, the only currency of the service's records. */
export const isMoney = (path: string): boolean => MONEY.test(path.split('.').at(-1) ?? path);

/** The amount by which people are sorted first; null when no column is the capacity in dollars. */
export const capacityColumn = (paths: readonly string[]): string | null =>
  paths.find((path) => isOfNow(path) && /(?:^|\.)(?:\w*capacityValue|givingCapacity|capacityAmount)$/i.test(path)) ?? null;

/** The column with how likely a person is to give; null for none. */
export const propensityColumn = (paths: readonly string[]): string | null =>
  paths.find((path) => isOfNow(path) && /(?:^|\.)propensityRating$/i.test(path)) ?? null;

/** The column with the overall score; null for none. */
export const overallColumn = (paths: readonly string[]): string | null =>
  paths.find((path) => isOfNow(path) && /overallscore$/i.test(path)) ?? null;

/** The column with the service's names for ranges of the capacity; null for none. */
export const capacityRangeColumn = (paths: readonly string[]): string | null =>
  paths.find((path) => isOfNow(path) && /(?:^|\.)capacityRange$/i.test(path)) ?? null;

const SHOWN_FIRST = [
  /scoreDetails\.capacityValue$/i,
  /overallscore$/i,
  /^scorePending$/,
  /scoreDetails\.propensityRating$/i,
  /scoreDetails\.affinityRating$/i,
  /scoreDetails\.capacityRating$/i,
  /scoreDetails\.capacityRange$/i,
  /rfmDetails\.rfmScore$/i,
  /plannedGivingDetails\.(score|bequest)$/i,
  /confidenceOfMatch$/i,
  /estimatedNetWorth$/i,
];

const isOfNow = (path: string) => !/^pendingScore|\.\d+\./.test(path);

/** True when the column's name makes it a candidate for the default columns. */
export const isShownFirst = (path: string): boolean => isOfNow(path) && SHOWN_FIRST.some((pattern) => pattern.test(path));

/** The default columns: the service's ratings and values, without links, IDs and lens details. At most twelve. */
export function columnsShownFirst(paths: readonly string[]): string[] {
  const shown = SHOWN_FIRST.flatMap((pattern) => paths.filter((path) => pattern.test(path) && isOfNow(path)).slice(0, 1));
  return shown.length >= 3 ? shown : paths.filter((path) => !/(^|\.)(_?id|profileId|.*url)$/i.test(path)).slice(0, 12);
}
