/** Recognizes addresses abroad, even without a country, by the form of the postal code or the street. */
import { isUsOrEmpty } from './countries.ts';
import { isUsState, stateCode } from './states.ts';

/**
 * Forms of postal codes that no ZIP has, even with a lost zero: the Netherlands, the United Kingdom, Canada, Portugal, Brazil, Poland,
 * Sweden and its neighbors, Ireland, and codes with a country prefix.
 */
const CODE =
  /^(?:\d{4}\s?[a-z]{2}|[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}|[a-z]\d[a-z][\s-]?\d[a-z]\d|\d{4}-\d{3}|\d{5}-\d{3}|\d{2}-\d{3}|\d{3}\s\d{2}|[ac-ik-z][a-z\d]{2}\s[a-z\d]{4}|[a-z]{1,3}-\d{4,6})$/i;

const HOUSE_NUMBER = String.raw`\d{1,4}\s?[a-z]?(?:\s?[-/]\s?\d{0,4}[a-z]?)?`;
/** Streets that are followed by the house number, recognized by their last or first word. */
const NUMBER_LAST = [
  new RegExp(String.raw`\p{L}(?:stra(?:ß|ss)e|str\.?|weg|allee|gasse|platz|ufer|damm|laan|straat|plein|kade|gracht|dijk|singel|hof|gatan|vägen|gata|veien|vej|gade|katu)\s+${HOUSE_NUMBER}$`, 'iu'),
  new RegExp(String.raw`^(?:c\/|(?:calle|carrer|avenida|avda\.?|avinguda|plaza|plaça|paseo|passeig|gran vía|vía|camino|ronda|rua|praça|travessa|estrada|rue|via|viale|piazza|corso|ulica|ul\.)\s)\s?\p{L}.*[\s,]${HOUSE_NUMBER}$`, 'iu'),
  new RegExp(String.raw`^gran v[ií]a,?\s${HOUSE_NUMBER}$`, 'iu'),
]; // prettier-ignore
/** 3 rue des Tilleuls. */
const FRENCH =
  /^\d{1,4}\s?(?:bis|ter)?,?\s(?:(?:rue|impasse|chemin|quai|allée)\s\p{L}|(?:avenue|boulevard|place|cours|route|passage|bd)\s(?:des|du|de la|de l['’]|d['’]))/iu;
/** Any words followed by a number. Not an address abroad if the word before the number is in `US_WORDS`. */
const ANY_NUMBER_LAST = new RegExp(String.raw`^\p{L}[\p{L}\s.'’-]*\s${HOUSE_NUMBER}$`, 'iu');
const US_WORDS =
  /^(?:p\.?o\.?|box|apt|apartment|unit|suite|ste|no|lot|rm|room|fl|floor|bldg|building|hwy|highway|route|rte|rt|rr|hc|sr|cr|fm|us|state|county|interstate|i|road|rd|street|st|avenue|ave|drive|dr|lane|ln|court|ct|way|place|pl|blvd|boulevard|circle|cir|trail|trl|broadway|bowery|square|sq|row|alley|aly|walk|crossing|xing|commons|heights|hts|hill|hills|ridge|run|path|bend|cove|mall|green|landing|parkway|pkwy|pike|loop|terrace|ter|pmb|psc|cmr|dept|drawer|space|trlr|slip|hall|house|tower|number|stop|mile|exit|north|south|east|west|[nsew])\.?$/i;

/** A postal code in a form of another country. */
const isCodeAbroad = (postalCode: string): boolean => CODE.test(postalCode);

/**
 * With a code that looks like a ZIP, the number at the end is only a house number abroad if the street has words or letters of another
 * language.
 */
const WORDS_ABROAD =
  /(?:^|\s)(?:am|im|auf|zum|zur|beim|unter|hinter|an de[rn]|in de[rn]|alter?|neuer?|het|den|op|ter|la|el|los|las|del|di|dei|della|do|da|dos|das|na|ul)\s|[^\p{ASCII}]/iu;
const ZIP_OF_US = /^\d{5}(?:-\d{4})?$/;

function isStreetAbroad(street: string, postalCode: string): boolean {
  if (NUMBER_LAST.some((pattern) => pattern.test(street)) || FRENCH.test(street)) return true;
  if (!ANY_NUMBER_LAST.test(street) || street.split(/\s+/).some((word) => US_WORDS.test(word))) return false;
  return !ZIP_OF_US.test(postalCode) || WORDS_ABROAD.test(street);
}

/** True for an address outside the US: by its country, or, without a country and a US state, by the form of its postal code or street. */
export function isAbroad(country: string, state: string, postalCode: string, street: string): boolean {
  if (!isUsOrEmpty(country)) return true;
  if (country !== '') return false;
  const code = state === '' ? null : stateCode(state);
  if (code !== null && isUsState(code)) return false;
  return isCodeAbroad(postalCode) || (street.length < LONGEST_STREET && isStreetAbroad(street, postalCode));
}

const LONGEST_STREET = 80;
