/**
 * Scores how whole addresses are split, by kind of label: `npm run score-addresses -- LABELS.jsonl`. Each line has `kind`, `input` and
 * `expected: {lines, city, state, postalCode}`; `lines: null` is not compared. A kind whose name ends in "place" has only city, state and
 * postal code. `--errors` also prints each wrong result.
 */
import fs from 'node:fs';
import { parseLocation } from 'parse-address';
import { splitAddress, splitCityStateZip, stateCode } from '../shared/transforms/index.ts';

export interface AddressLabel {
  readonly kind: string;
  readonly input: string;
  readonly expected: { readonly lines: string | null; readonly city: string; readonly state: string; readonly postalCode: string };
}

interface Parts {
  readonly lines: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

export interface AddressScore {
  readonly kind: string;
  readonly count: number;
  /**
   * Shares of correct results from 0 to 1: all parts; city, state and postal code; the same with `parse-address`, which returns no lines.
   */
  readonly exact: number;
  readonly place: number;
  readonly otherPlace: number;
}

/** Comparisons ignore case, accents, punctuation and the order of words in the lines. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[.,;]/g, ' ').replace(/["“”'‘’]/g, '').replace(/\s+/g, ' ').trim(); // prettier-ignore
const plainLines = (text: string): string => plain(text).replace(/#/g, ' # ').split(/\s+/).filter(Boolean).toSorted().join(' '); // prettier-ignore
const plainState = (text: string): string => stateCode(text) ?? plain(text);
const plainCode = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');

const isPlace = ({ expected }: AddressLabel, parts: Parts): boolean =>
  plain(parts.city) === plain(expected.city) &&
  plainState(parts.state) === plainState(expected.state) &&
  plainCode(parts.postalCode) === plainCode(expected.postalCode);

const isExact = (label: AddressLabel, parts: Parts): boolean =>
  isPlace(label, parts) && (label.expected.lines === null || plainLines(parts.lines) === plainLines(label.expected.lines));

export function ourParts({ kind, input }: AddressLabel): Parts {
  if (kind.endsWith('place')) return { lines: '', ...splitCityStateZip(input) };
  const { street, street2, ...place } = splitAddress(input);
  return { lines: `${street} ${street2}`, ...place };
}

function otherParts({ input }: AddressLabel): Parts {
  const { city = '', state = '', zip = '', plus4 = '' } = parseLocation(input) ?? {};
  return { lines: '', city, state, postalCode: zip + plus4 };
}

/** The labels with a wrong part, and the parts that were found. */
export const wrongAddresses = (labels: readonly AddressLabel[]): readonly { readonly label: AddressLabel; readonly found: Parts }[] =>
  labels.map((label) => ({ label, found: ourParts(label) })).filter(({ label, found }) => !isExact(label, found));

/** The scores by kind, the most frequent kind first. */
export function scoreAddresses(labels: readonly AddressLabel[]): readonly AddressScore[] {
  return Object.entries(Object.groupBy(labels, ({ kind }) => kind))
    .map(([kind, those = []]) => {
      const share = (isRight: (label: AddressLabel) => boolean): number => those.filter(isRight).length / those.length;
      return {
        kind,
        count: those.length,
        exact: share((label) => isExact(label, ourParts(label))),
        place: share((label) => isPlace(label, ourParts(label))),
        otherPlace: share((label) => isPlace(label, otherParts(label))),
      };
    })
    .toSorted((a, b) => b.count - a.count);
}

export function readLabels(path: string): readonly AddressLabel[] {
  const lines = fs.readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as AddressLabel);
}

if (import.meta.main) {
  const [path = '../shared/corpus/names/addresses.jsonl', ...flags] = process.argv
    .slice(2)
    .toSorted((a, b) => Number(a.startsWith('--')) - Number(b.startsWith('--')));
  const labels = readLabels(path);
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`.padStart(9);
  console.log(`${'kind'.padEnd(18)}${'labels'.padStart(8)}${'all parts'.padStart(11)}${'place'.padStart(11)}  parse-address, place`);
  for (const { kind, count, exact, place, otherPlace } of scoreAddresses(labels))
    console.log(`${kind.padEnd(18)}${String(count).padStart(8)}  ${percent(exact)}  ${percent(place)}  ${percent(otherPlace)}`);
  if (flags.includes('--errors')) for (const { label, found } of wrongAddresses(labels)) console.log(JSON.stringify({ ...label, found }));
}
