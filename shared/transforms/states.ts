/**
 * States of the US and provinces of Canada: two-letter codes, names, customary abbreviations, and the ZIP codes of each state. Records have
 * the state as text, but lists are compared by the two letters.
 */

const US_STATES: readonly (readonly [code: string, name: string, ...customary: string[]])[] = [
  ['AL', 'Alabama', 'ala'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona', 'ariz'],
  ['AR', 'Arkansas', 'ark'],
  ['CA', 'California', 'calif', 'cal'],
  ['CO', 'Colorado', 'colo'],
  ['CT', 'Connecticut', 'conn'],
  ['DE', 'Delaware', 'del'],
  ['DC', 'District of Columbia', 'washington dc', 'd c'],
  ['FL', 'Florida', 'fla'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois', 'ill'],
  ['IN', 'Indiana', 'ind'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas', 'kans', 'kan'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts', 'mass'],
  ['MI', 'Michigan', 'mich'],
  ['MN', 'Minnesota', 'minn'],
  ['MS', 'Mississippi', 'miss'],
  ['MO', 'Missouri'],
  ['MT', 'Montana', 'mont'],
  ['NE', 'Nebraska', 'nebr', 'neb'],
  ['NV', 'Nevada', 'nev'],
  ['NH', 'New Hampshire', 'n h'],
  ['NJ', 'New Jersey', 'n j'],
  ['NM', 'New Mexico', 'n mex', 'n m'],
  ['NY', 'New York', 'n y', 'new york state'],
  ['NC', 'North Carolina', 'n c', 'n carolina'],
  ['ND', 'North Dakota', 'n d', 'n dak', 'n dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma', 'okla'],
  ['OR', 'Oregon', 'ore', 'oreg'],
  ['PA', 'Pennsylvania', 'penn', 'penna'],
  ['RI', 'Rhode Island', 'r i'],
  ['SC', 'South Carolina', 's c', 's carolina'],
  ['SD', 'South Dakota', 's d', 's dak', 's dakota'],
  ['TN', 'Tennessee', 'tenn'],
  ['TX', 'Texas', 'tex'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington', 'wash', 'washington state'],
  ['WV', 'West Virginia', 'w va', 'w virginia'],
  ['WI', 'Wisconsin', 'wis', 'wisc'],
  ['WY', 'Wyoming', 'wyo'],
  ['PR', 'Puerto Rico', 'p r'],
  ['VI', 'Virgin Islands', 'us virgin islands', 'u s virgin islands', 'usvi'],
  ['GU', 'Guam'],
  ['AS', 'American Samoa'],
  ['MP', 'Northern Mariana Islands'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
  ['FM', 'Federated States of Micronesia', 'micronesia'],
  ['MH', 'Marshall Islands'],
  ['PW', 'Palau'],
];

const PROVINCES: readonly (readonly [code: string, name: string, ...customary: string[]])[] = [
  ['AB', 'Alberta', 'alta'],
  ['BC', 'British Columbia', 'b c'],
  ['MB', 'Manitoba', 'man'],
  ['NB', 'New Brunswick', 'n b'],
  ['NL', 'Newfoundland and Labrador', 'newfoundland', 'nfld', 'labrador'],
  ['NS', 'Nova Scotia', 'n s'],
  ['NT', 'Northwest Territories', 'nwt'],
  ['NU', 'Nunavut'],
  ['ON', 'Ontario', 'ont'],
  ['PE', 'Prince Edward Island', 'pei', 'p e i'],
  ['QC', 'Quebec', 'québec', 'pq', 'que'],
  ['SK', 'Saskatchewan', 'sask'],
  ['YT', 'Yukon', 'yukon territory'],
];

/** 1 for a US code, 2 for a Canadian one, 0 for none. The index is two capital letters. */
const CODES = new Uint8Array(26 * 26);
const codeIndex = (first: number, second: number): number => (first - 65) * 26 + (second - 65);
for (const [code] of US_STATES) CODES[codeIndex(code.charCodeAt(0), code.charCodeAt(1))] = 1;
for (const [code] of PROVINCES) CODES[codeIndex(code.charCodeAt(0), code.charCodeAt(1))] = 2;

const isCapital = (code: number): boolean => code >= 65 && code <= 90;

/** True for two capital letters that name a state, district, territory or military region of the US. */
export function isUsState(text: string): boolean {
  if (text.length !== 2) return false;
  const first = text.charCodeAt(0);
  const second = text.charCodeAt(1);
  return isCapital(first) && isCapital(second) && CODES[codeIndex(first, second)] === 1;
}

export function isProvince(text: string): boolean {
  if (text.length !== 2) return false;
  const first = text.charCodeAt(0);
  const second = text.charCodeAt(1);
  return isCapital(first) && isCapital(second) && CODES[codeIndex(first, second)] === 2;
}

/** Longer texts are not names of states. */
const LONGEST_NAME = 40;

const NAMES = new Map<string, string>();
for (const [code, ...names] of [...US_STATES, ...PROVINCES]) for (const name of names) NAMES.set(name.toLowerCase(), code);

/** The code of a state, by its name, abbreviation or code in any form (`Massachusetts`, `Mass.`, `ma`, `M.A.`); null when unknown. */
export function stateCode(text: string): string | null {
  if (isUsState(text) || isProvince(text)) return text;
  if (text.length > LONGEST_NAME) return null;
  const plain = text.toLowerCase().replace(/[.,]/g, ' ').replace(/\s+/g, ' ').trim();
  const letters = plain.replace(/ /g, '').toUpperCase();
  if (letters.length === 2 && (isUsState(letters) || isProvince(letters))) return letters;
  const known = NAMES.get(plain) ?? NAMES.get(plain.replace(/^no (?=\p{L})/u, 'n ').replace(/^so (?=\p{L})/u, 's ')) ?? null;
  return known ?? codeBesideName(text);
}

/** A code with its name: MA - Massachusetts, Massachusetts (MA). */
function codeBesideName(text: string): string | null {
  const [one = '', other = '', ...more] = text.split(/\s*[-–—:/()]\s*/).filter((part) => part !== '');
  if (other === '' || more.length > 0) return null;
  const [code, name] = one.length === 2 ? [one, other] : [other, one];
  return code.length === 2 && NAMES.get(name.trim().toLowerCase()) === code.toUpperCase() ? code.toUpperCase() : null;
}

export function stateName(code: string): string | null {
  return [...US_STATES, ...PROVINCES].find(([known]) => known === code)?.[1] ?? null;
}

/** Ranges of the first three digits of each state's ZIP codes, including military and territory codes. Source: USPS L002. */
const ZIP_RANGES: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>> = {
  AL: [[350, 369]], AK: [[995, 999]], AZ: [[850, 865]], AR: [[716, 729], [755, 755]], CA: [[900, 961]], CO: [[800, 816]],
  CT: [[60, 69]], DE: [[197, 199]], DC: [[200, 205], [569, 569]], FL: [[320, 349]], GA: [[300, 319], [398, 399]], HI: [[967, 968]],
  ID: [[832, 838]], IL: [[600, 629]], IN: [[460, 479]], IA: [[500, 528]], KS: [[660, 679]], KY: [[400, 427]], LA: [[700, 714]],
  ME: [[39, 49]], MD: [[206, 219]], MA: [[10, 27], [55, 55]], MI: [[480, 499]], MN: [[550, 567]], MS: [[386, 397]], MO: [[630, 658]],
  MT: [[590, 599]], NE: [[680, 693]], NV: [[889, 898]], NH: [[30, 38]], NJ: [[70, 89]], NM: [[870, 884]],
  NY: [[5, 5], [63, 63], [100, 149]], NC: [[270, 289]], ND: [[580, 588]], OH: [[430, 459]], OK: [[730, 749]], OR: [[970, 979]],
  PA: [[150, 196]], RI: [[28, 29]], SC: [[290, 299]], SD: [[570, 577]], TN: [[370, 385]], TX: [[733, 733], [750, 799], [885, 885]],
  UT: [[840, 847]], VT: [[50, 59]], VA: [[201, 201], [220, 246]], WA: [[980, 994]], WV: [[247, 268]], WI: [[530, 549]], WY: [[820, 831]],
  PR: [[6, 7], [9, 9]], VI: [[8, 8]], GU: [[969, 969]], MP: [[969, 969]], AS: [[967, 967]], FM: [[969, 969]], MH: [[969, 969]], PW: [[969, 969]],
  AA: [[340, 340]], AE: [[90, 98]], AP: [[962, 966]],
}; // prettier-ignore

/** The number of each state's section in `STATE_ZIPS`, by its two letters; 0 for no state. */
const STATE_NUMBERS = new Uint8Array(26 * 26);
/** For each state, one byte for each three-digit prefix: 1 if the state has such ZIP codes. */
const STATE_ZIPS = new Uint8Array((Object.keys(ZIP_RANGES).length + 1) * 1000);
for (const [index, [code, ranges]] of Object.entries(ZIP_RANGES).entries()) {
  STATE_NUMBERS[codeIndex(code.charCodeAt(0), code.charCodeAt(1))] = index + 1;
  for (const [from, to] of ranges) STATE_ZIPS.fill(1, (index + 1) * 1000 + from, (index + 1) * 1000 + to + 1);
}

/** False only when a ZIP of five digits or more is outside the state, given by its two capital letters. */
export function zipFitsState(zip: string, state: string): boolean {
  const number = STATE_NUMBERS[codeIndex(state.charCodeAt(0), state.charCodeAt(1))]!;
  if (number === 0) return true;
  const beginning = (zip.charCodeAt(0) - 48) * 100 + (zip.charCodeAt(1) - 48) * 10 + zip.charCodeAt(2) - 48;
  return STATE_ZIPS[number * 1000 + beginning] === 1;
}
