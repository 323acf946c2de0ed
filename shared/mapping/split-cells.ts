/** Splits one cell into the parts of several fields. */
import type { FieldKey } from '../fields/index.ts';
import { CHANGE } from './mapped-record.ts';
import {
  markIn,
  splitFirstMiddleCell,
  splitFirstNamesCell,
  splitNameCell,
  splitSpouseCell,
  type Parts,
  type SplitName,
} from './name-cells.ts';
import type { Cleaning, Splitter } from './plan.ts';
import {
  LONGEST_READ,
  type NameEvidence,
  contactUse,
  countryAtEnd,
  holdsMark,
  isMissing,
  isPlaceholder,
  isStatus,
  restoredText,
  splitAddress,
  splitCityStateZip,
  tidySpaces,
  withoutApostrophe,
  withoutMark,
} from '../transforms/index.ts';

/** Cleans the text of a cell before it is split. */
export function tidySplit(text: string, splitter: Splitter, cleaning: Cleaning): string {
  // Restored first, because some misread characters look like a blank.
  const plain = text.length > LONGEST_READ ? text : restoredText(text);
  const tidyText = tidySpaces(withoutApostrophe(tidySpaces(plain, true)), true);
  const isName = splitter === 'firstOrOrganization' || splitter === 'coupleFirstNames' || splitter === 'firstAndMiddle';
  if (cleaning.placeholders && (isName ? isPlaceholder(tidyText) : isMissing(tidyText))) return '';
  // Two blanks can separate the parts of an address.
  return splitter === 'addressLines' ? withoutApostrophe(plain.trim()) : tidyText;
}

/** `related`: another cell of the row that the split depends on (the last name, or the type of a phone or email); empty for none. */
const SPLIT: Readonly<Record<Splitter, (text: string, related: string) => Parts>> = {
  fullName: (text) => splitNameCell(text, false).parts,
  lastFirst: (text) => splitNameCell(text, true).parts,
  spouseName: (text) => splitSpouseCell(text).parts,
  coupleFirstNames: (text) => splitFirstNamesCell(text).parts,
  firstAndMiddle: (text) => splitFirstMiddleCell(text).parts,
  // An organization goes to the last name, as when whole names are split.
  firstOrOrganization: (text, last) => [[last === '' ? 'primaryLast' : 'primaryFirst', text]],
  cityStateZip: (text) => {
    const place = splitCityStateZip(text);
    return [
      // The country comes first because parsing of state and ZIP depends on it.
      ['country', countryAtEnd(text)],
      ['city', place.city],
      ['state', place.state],
      ['postalCode', place.postalCode],
    ];
  },
  addressLines: (text) => {
    const address = splitAddress(text);
    return [
      ['country', countryAtEnd(text)],
      ['street2', address.street2],
      ['street', address.street],
      ['city', address.city, address.guessed === true ? CHANGE.cityGuessed : 0],
      ['state', address.state],
      ['postalCode', address.postalCode],
    ];
  },
  // The value itself shows whether it is an email or a phone, because the type can be outdated. The type only decides between personal and
  // business.
  contact: (text, type) => {
    const use = contactUse(type);
    return use === 'none' ? [] : [[`${use}${text.includes('@') ? 'Email' : 'Phone'}`, text]];
  },
};

/** The field for a text that is too long to split. */
const WHOLE: Readonly<Record<Splitter, FieldKey>> = {
  fullName: 'primaryLast',
  lastFirst: 'primaryLast',
  spouseName: 'spouseFirst',
  coupleFirstNames: 'primaryFirst',
  firstAndMiddle: 'primaryFirst',
  firstOrOrganization: 'primaryFirst',
  cityStateZip: 'city',
  addressLines: 'street',
  contact: 'personalPhone',
};

/** Splits a cell of names; null for other splitters and for texts that are too long. */
export function splitNames(splitter: Splitter, text: string, evidence: () => NameEvidence): SplitName | null {
  if (text.length > LONGEST_READ) return null;
  if (holdsMark(text)) {
    const bare = withoutMark(text);
    // A word alone, such as "Inactive", is reported as no person.
    const rest = bare === '' && isStatus(text) ? null : splitNames(splitter, bare, evidence);
    return rest === null ? null : { ...rest, marks: [...rest.marks, [WHOLE[splitter], markIn(text)]] };
  }
  if (splitter === 'fullName' || splitter === 'lastFirst') return splitNameCell(text, splitter === 'lastFirst', evidence);
  if (splitter === 'spouseName') return splitSpouseCell(text);
  if (splitter === 'firstAndMiddle') return splitFirstMiddleCell(text);
  return splitter === 'coupleFirstNames' ? splitFirstNamesCell(text) : null;
}

/** The parts of a cell by field, in parse order. Organizations and households stay unsplit in the last name. */
export function splitCell(splitter: Splitter, text: string, related = ''): Parts {
  if (text.length > LONGEST_READ) return [[WHOLE[splitter], text]];
  return SPLIT[splitter](text, related);
}
