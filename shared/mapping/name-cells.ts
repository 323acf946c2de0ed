/** Splits a cell with a whole name into fields, and marks what was left out or is unclear. */
import type { FieldKey } from '../fields/index.ts';
import {
  type NameEvidence,
  holdsScreeningBan,
  holdsUnusedMark,
  isDeceased,
  settleName,
  isNoSpouse,
  splitCoupleFirstNames,
  splitFullName,
  splitPeople,
  splitPerson,
  withoutDeath,
  withoutHtml,
  withoutJoint,
} from '../transforms/index.ts';
import { CHANGE } from './mapped-record.ts';

/** The bit of `CHANGE` for the request or mark that a name has. A request not to screen the person comes first. */
export const markIn = (name: string): number =>
  holdsScreeningBan(name) ? CHANGE.objected : holdsUnusedMark(name) ? CHANGE.unused : CHANGE.contactBan;

/** The parts of a cell. `change`: further bits of `CHANGE` for a part. */
export type Parts = readonly (readonly [field: FieldKey, text: string, change?: number])[];

/** The parts of a cell by field, and bits of `CHANGE` by field. */
export interface SplitName {
  readonly parts: Parts;
  readonly marks: readonly (readonly [FieldKey, number])[];
}

const NO_MARKS: SplitName['marks'] = [];

/**
 * `isLastFirst`: names without a comma begin with the last name. `evidence`: reads other cells of the row, for names with several readings.
 */
export function splitNameCell(text: string, isLastFirst: boolean, evidence: (() => NameEvidence) | null = null): SplitName {
  const split = splitFullName(text, isLastFirst);
  const name = evidence === null ? split : settleName(split, evidence);
  const parts: Parts = [
    ['primaryFirst', name.first],
    ['primaryMiddle', name.middle],
    ['primaryLast', name.last],
    ['primaryMaiden', name.maiden],
    ['spouseFirst', name.spouseFirst],
    ['spouseMiddle', name.spouseMiddle],
    ['spouseLast', name.spouseLast],
  ];
  if (name.doubt === '' && name.death === '' && name.maiden === '') return { parts, marks: NO_MARKS };
  const marks: [FieldKey, number][] = [];
  if (name.doubt !== '') marks.push(['primaryLast', CHANGE.nameUnclear]);
  if (name.maiden !== '') marks.push(['primaryMaiden', CHANGE.maiden]);
  if (name.death === 'person') marks.push(['primaryLast', CHANGE.deceased]);
  if (name.death === 'spouse') marks.push(['spouseFirst', CHANGE.spouseDead]);
  return { parts, marks };
}

export function splitSpouseCell(text: string): SplitName {
  if (isDeceased(text)) return { parts: [], marks: [['spouseFirst', CHANGE.spouseDead]] };
  if (isNoSpouse(text)) return { parts: [['spouseFirst', text]], marks: NO_MARKS };
  const name = splitPerson(withoutJoint(withoutHtml(text)));
  // A single word in a spouse column is a first name, or a last name if a title precedes it.
  if (name.first === '') return { parts: [[name.prefix === '' ? 'spouseFirst' : 'spouseLast', name.last]], marks: NO_MARKS };
  return {
    parts: [
      ['spouseFirst', name.first],
      ['spouseMiddle', name.middle],
      ['spouseLast', name.last],
    ],
    marks: name.doubt === '' ? NO_MARKS : [['spouseLast', CHANGE.nameUnclear]],
  };
}

/** Splits the first names of a couple. If one of the two has died, the other one is kept. */
export function splitFirstNamesCell(text: string): SplitName {
  if (!isDeceased(text)) {
    const { first, spouseFirst } = splitCoupleFirstNames(withoutHtml(text));
    return {
      parts: [
        ['primaryFirst', first],
        ['spouseFirst', spouseFirst],
      ],
      marks: NO_MARKS,
    };
  }
  const living = (splitPeople(text) ?? []).filter((one) => !isDeceased(one));
  if (living.length === 1) return { parts: [['primaryFirst', living[0]!]], marks: [['spouseFirst', CHANGE.spouseDead]] };
  return { parts: [['primaryFirst', withoutDeath(text)]], marks: [['primaryFirst', CHANGE.deceased]] };
}

/**
 * The first and middle name of one person: "Mary Louise". The first names of two people are split as those of a couple, and the middle names
 * of the first person stay with the first name.
 */
export function splitFirstMiddleCell(text: string): SplitName {
  const names = splitFirstNamesCell(text);
  const { primaryFirst = '', spouseFirst = '' } = Object.fromEntries(names.parts.map(([key, part]) => [key, part]));
  const space = primaryFirst.indexOf(' ');
  if (spouseFirst !== '' || space < 0) return names;
  const parts = [
    ['primaryFirst', primaryFirst.slice(0, space)],
    ['primaryMiddle', primaryFirst.slice(space + 1).trim()],
  ] as const;
  return { ...names, parts };
}
