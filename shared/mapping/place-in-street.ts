/** Finds the city, state and ZIP in the lines of a street. */
import { FIELD_INDEX, type FieldKey } from '../fields/index.ts';
import { LONGEST_READ, TEXT_CLASS, placeKey, stateCode } from '../transforms/index.ts';
import type { MappedRecord } from './mapped-record.ts';
import { splitCell } from './split-cells.ts';

const { street: STREET, street2: STREET2, city: CITY, state: STATE, postalCode: ZIP } = FIELD_INDEX;

/**
 * The parts of a whole address in the lines of a street; null when they hold only a street, or when the end of the street had to be
 * guessed.
 */
export function addressInStreet({ values }: MappedRecord): ReadonlyMap<FieldKey, string> | null {
  const lines = [values[STREET]!, values[STREET2]!].filter((line) => line !== '').join('\n');
  if (!/\d[^]*\p{L}{2}/u.test(lines) || lines.length > LONGEST_READ) return null;
  const parts = splitCell('addressLines', lines);
  const found = new Map(parts.map(([key, text]) => [key, text]));
  const isGuessed = parts.some(([, , change = 0]) => change !== 0);
  const isWhole = ['street', 'city', 'postalCode'].every((key) => found.get(key as FieldKey) !== '');
  return isWhole && !isGuessed ? found : null;
}

/**
 * The lines of a street without its place, if the row also has that place in columns: "7 Elm St, Barre, VT 05641" with Barre, VT and 05641.
 * Null when the street has no place or a different one. `ofBoth`: the place was in the second line.
 */
export function linesWithoutPlace({
  values,
  classes,
}: MappedRecord): { readonly street: string; readonly street2: string; readonly ofBoth: boolean } | null {
  const [first, second, city, zip, state] = [values[STREET]!, values[STREET2]!, values[CITY]!, values[ZIP]!, values[STATE]!];
  const ofBoth = second !== '' && zip !== '' && second.includes(zip.slice(0, 5));
  // Further lines of a cell are joined by commas in the second line.
  const street = ofBoth ? `${first}\n${second.replaceAll(', ', '\n')}` : first;
  if (city === '' || street.length <= city.length || street.length > LONGEST_READ) return null;
  // Most rows return here.
  const mayEnd = (text: string): boolean => text !== '' && street.endsWith(text);
  if (!ofBoth && (classes[STREET]! & TEXT_CLASS.comma) === 0 && !mayEnd(zip.slice(0, 5)) && !mayEnd(state)) return null;
  if (!street.toLowerCase().includes(city.slice(city.lastIndexOf(' ') + 1).toLowerCase())) return null;
  const found = new Map(splitCell('addressLines', street).map(([key, text]) => [key, text]));
  const [line = '', own = '', ownState = '', code = ''] = (['street', 'city', 'state', 'postalCode'] as const).map((key) => found.get(key));
  const isSame =
    placeKey(own) === placeKey(city) &&
    (ownState === '' || (stateCode(ownState) ?? ownState) === (stateCode(state) ?? state)) &&
    (code === '' || code.slice(0, 5) === zip.slice(0, 5));
  return isSame && line !== '' ? { street: line, street2: found.get('street2') ?? '', ofBoth } : null;
}
