/**
 * Writes `shared/transforms/place-table.ts` from the gazetteer of the US Census Bureau, which is in the public domain: `node
 * scripts/make-places.ts places.gz`. The file is part of Debian's package `weather-util-data`, which has the gazetteer's
 * places and county subdivisions.
 */
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { packPlaces, placeKey } from '../shared/transforms/place-names.ts';

/** States where addresses name towns and townships that are not census places. */
const BY_TOWNS = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'NY', 'PA', 'RI', 'VT']);

/** Suffixes that the census adds to a name. */
const LEGAL =
  /\s+(?:\(balance\)|CDP|city and borough|city|charter township|township|town|village|borough|plantation|municipality|comunidad|zona urbana|metropolitan government|unified government|consolidated government|metro government|urban county|corporation|UT|Reservation|gore|grant|location|purchase)$/;
/** Cities joined with their county: Nashville-Davidson, Louisville/Jefferson County. */
const WITH_COUNTY = /(?:metro|metropolitan|unified|consolidated) government|urban county/;

function namesOf(description: string): string[] {
  let name = description;
  while (LEGAL.test(name)) name = name.replace(LEGAL, '');
  const names = [name];
  if (WITH_COUNTY.test(description)) names.push(name.split(/[-/]/)[0]!);
  if (name.startsWith('Urban ')) names.push(name.slice(6));
  return names;
}

const [from] = process.argv.slice(2);
if (from === undefined) throw new Error('The path of places.gz is missing.');
const places = new Map<string, Set<string>>();
const add = (name: string, state: string): void => {
  const key = placeKey(name);
  if (key.length < 3 || key.length > 30) return;
  places.set(key, (places.get(key) ?? new Set()).add(state));
};
const text = zlib.gunzipSync(fs.readFileSync(from)).toString('utf8');
// A place has 7 digits, a county subdivision 10.
for (const [, digits, description, state] of text.matchAll(/\[fips(\d{7}|\d{10})\]\n(?:.*\n)*?description = (.+), ([A-Z]{2})\n/g)) {
  if (digits!.length === 10 && !(BY_TOWNS.has(state!) && / (?:town|township|city|borough|village|plantation)$/.test(description!)))
    continue;
  for (const name of namesOf(description!)) add(name, state!);
  if (digits!.length === 10 && description!.endsWith(' township')) add(description!, state!);
}
const table = path.join(import.meta.dirname, '../shared/transforms/place-table.ts');
fs.writeFileSync(
  table,
  `/** Places of the gazetteer of the US Census Bureau (public domain), packed. Made by \`scripts/make-places.ts\`. */\nexport const PLACES =\n  '${packPlaces(places)}';\n`,
);
console.log(`${places.size} names, ${fs.statSync(table).size} bytes`);
