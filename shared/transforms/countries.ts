/**
 * Countries by ISO 3166-1 alpha-2 code with their English names and a few local names. The record has the country as text. The code is the
 * form that all spellings share.
 */
import { createCache } from '../base/index.ts';

const COUNTRIES = `AF Afghanistan|AX Aland Islands|AL Albania|DZ Algeria|AS American Samoa|AD Andorra|AO Angola|AI Anguilla|AQ Antarctica|AG Antigua and Barbuda|AR Argentina|AM Armenia|AW Aruba|AU Australia|AT Austria;Österreich;Oesterreich|AZ Azerbaijan|BS Bahamas;The Bahamas|BH Bahrain|BD Bangladesh|BB Barbados|BY Belarus|BE Belgium;Belgique;België|BZ Belize|BJ Benin|BM Bermuda|BT Bhutan|BO Bolivia|BQ Bonaire|BA Bosnia and Herzegovina;Bosnia|BW Botswana|BR Brazil;Brasil|IO British Indian Ocean Territory|BN Brunei|BG Bulgaria|BF Burkina Faso|BI Burundi|CV Cabo Verde;Cape Verde|KH Cambodia|CM Cameroon|CA Canada;CAN|KY Cayman Islands|CF Central African Republic|TD Chad|CL Chile|CN China;People's Republic of China;PR China;CHN|CO Colombia|KM Comoros|CG Congo|CD Democratic Republic of the Congo;DR Congo|CK Cook Islands|CR Costa Rica|CI Ivory Coast;Côte d'Ivoire|HR Croatia|CU Cuba|CW Curaçao;Curacao|CY Cyprus|CZ Czech Republic;Czechia|DK Denmark;Danmark|DJ Djibouti|DM Dominica|DO Dominican Republic|EC Ecuador|EG Egypt|SV El Salvador|GQ Equatorial Guinea|ER Eritrea|EE Estonia|SZ Eswatini;Swaziland|ET Ethiopia|FK Falkland Islands|FO Faroe Islands|FJ Fiji|FI Finland;Suomi|FR France;FRA|GF French Guiana|PF French Polynesia|GA Gabon|GM Gambia;The Gambia|GE Georgia|DE Germany;Deutschland;DEU;GER|GH Ghana|GI Gibraltar|GR Greece|GL Greenland|GD Grenada|GP Guadeloupe|GU Guam|GT Guatemala|GG Guernsey|GN Guinea|GW Guinea-Bissau|GY Guyana|HT Haiti|HN Honduras|HK Hong Kong;Hong Kong SAR|HU Hungary|IS Iceland|IN India;IND|ID Indonesia|IR Iran|IQ Iraq|IE Ireland;Republic of Ireland;Eire;Éire;IRL|IM Isle of Man|IL Israel;ISR|IT Italy;Italia;ITA|JM Jamaica|JP Japan;JPN|JE Jersey|JO Jordan|KZ Kazakhstan|KE Kenya|KI Kiribati|KP North Korea|KR South Korea;Korea;Republic of Korea;Korea, Republic of;KOR|KW Kuwait|KG Kyrgyzstan|LA Laos|LV Latvia|LB Lebanon|LS Lesotho|LR Liberia|LY Libya|LI Liechtenstein|LT Lithuania|LU Luxembourg|MO Macao;Macau|MG Madagascar|MW Malawi|MY Malaysia|MV Maldives|ML Mali|MT Malta|MH Marshall Islands|MQ Martinique|MR Mauritania|MU Mauritius|YT Mayotte|MX Mexico;México;MEX|FM Micronesia|MD Moldova|MC Monaco|MN Mongolia|ME Montenegro|MS Montserrat|MA Morocco|MZ Mozambique|MM Myanmar;Burma|NA Namibia|NR Nauru|NP Nepal|NL Netherlands;The Netherlands;Holland;Nederland;NLD|NC New Caledonia|NZ New Zealand;NZL|NI Nicaragua|NE Niger|NG Nigeria|NU Niue|NF Norfolk Island|MK North Macedonia;Macedonia|MP Northern Mariana Islands|NO Norway;Norge|OM Oman|PK Pakistan|PW Palau|PS Palestine;West Bank|PA Panama|PG Papua New Guinea|PY Paraguay|PE Peru|PH Philippines;The Philippines|PL Poland;Polska|PT Portugal|PR Puerto Rico|QA Qatar|RE Réunion;Reunion|RO Romania|RU Russia;Russian Federation|RW Rwanda|BL Saint Barthélemy|SH Saint Helena|KN Saint Kitts and Nevis;St. Kitts and Nevis|LC Saint Lucia;St. Lucia|MF Saint Martin;St. Martin|VC Saint Vincent and the Grenadines;St. Vincent|WS Samoa|SM San Marino|ST São Tomé and Príncipe;Sao Tome|SA Saudi Arabia|SN Senegal|RS Serbia|SC Seychelles|SL Sierra Leone|SG Singapore|SX Sint Maarten|SK Slovakia;Slovak Republic|SI Slovenia|SB Solomon Islands|SO Somalia|ZA South Africa|SS South Sudan|ES Spain;España;ESP|LK Sri Lanka|SD Sudan|SR Suriname|SE Sweden;Sverige|CH Switzerland;Schweiz;Suisse;CHE|SY Syria|TW Taiwan;Taiwan, Province of China|TJ Tajikistan|TZ Tanzania|TH Thailand|TL Timor-Leste;East Timor|TG Togo|TO Tonga|TT Trinidad and Tobago;Trinidad|TN Tunisia|TR Turkey;Türkiye;Turkiye|TM Turkmenistan|TC Turks and Caicos Islands;Turks and Caicos|TV Tuvalu|UG Uganda|UA Ukraine|AE United Arab Emirates;UAE;U.A.E.|GB United Kingdom;UK;U.K.;Great Britain;Britain;England;Scotland;Wales;Northern Ireland;GBR;United Kingdom of Great Britain and Northern Ireland|US United States;USA;U.S.A.;U.S.;United States of America;The United States;America;Estados Unidos;US of A;U S A|UY Uruguay|UZ Uzbekistan|VU Vanuatu|VA Vatican City;Holy See|VE Venezuela|VN Vietnam;Viet Nam|VG British Virgin Islands|VI US Virgin Islands;U.S. Virgin Islands|WF Wallis and Futuna|EH Western Sahara|YE Yemen|ZM Zambia|ZW Zimbabwe`;

/** Names that lists from neighboring countries use. */
const OTHER_NAMES =
  "US Vereinigte Staaten;Vereinigte Staaten von Amerika;États-Unis;États-Unis d'Amérique;EE UU;EEUU;Stati Uniti;Verenigde Staten|CA Kanada|MX Mexiko;Mexique|GB Großbritannien;Vereinigtes Königreich;Royaume-Uni;Grande-Bretagne;Reino Unido;Regno Unito;Verenigd Koninkrijk|IE Irland;Irlande;Irlanda|DE Allemagne;Alemania;Germania;Duitsland|AT Autriche;Oostenrijk|CH Svizzera;Zwitserland|FR Frankreich;Francia;Frankrijk|BE Belgien;België|NL Niederlande;Nederland;Pays-Bas;Países Bajos;Paesi Bassi|LU Luxemburg|IT Italien;Italie;Italië|ES Spanien;Espagne;Spagna;Spanje|DK Dänemark;Danmark;Danemark;Denemarken|SE Schweden;Sverige;Suède;Zweden|NO Norwegen;Norge;Norvège;Noorwegen|FI Finnland;Suomi;Finlande|PL Polen;Polska;Pologne|CZ Tschechien;Česko|HU Ungarn;Magyarország;Hongrie|GR Griechenland;Grèce";

/** Longer texts are not country names. */
const LONGEST_NAME = 80;

const BY_NAME = new Map<string, string>();
const CODES = new Set<string>();

/** The form in which country names are compared: without case, points, accents and a leading "the". */
function plainName(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[.,]/g, '').replace(/^the /, '').replace(/\s+/g, ' ').trim();
}

for (const entry of `${COUNTRIES}|${OTHER_NAMES}`.split('|')) {
  const code = entry.slice(0, 2);
  CODES.add(code);
  for (const name of entry.slice(3).split(';')) BY_NAME.set(plainName(name), code);
}

export function isCountryCode(text: string): boolean {
  return text.length === 2 && CODES.has(text);
}

// A list repeats a few countries. The cache is limited because a wrong column can be mapped.
const codeCache = createCache<string, string | null>();

/** The code of a country, by its name or by a code in any case; null if it is not known. */
export function countryCode(text: string): string | null {
  if (text.length > LONGEST_NAME) return null;
  const known = codeCache.get(text);
  if (known !== undefined) return known;
  const capitals = text.toUpperCase();
  const code = isCountryCode(capitals) ? capitals : (BY_NAME.get(plainName(text)) ?? null);
  if (codeCache.size < 2000) codeCache.set(text, code);
  return code;
}

/**
 * Whether a record's country means the US. True for an empty country, because lists leave the home country out, and for territories with US
 * ZIP codes, such as Puerto Rico.
 */
export function isUsOrEmpty(country: string): boolean {
  if (country === '' || country === 'US' || country === 'USA') return true;
  const code = countryCode(country);
  return code === 'US' || code === 'PR' || code === 'VI' || code === 'GU' || code === 'AS' || code === 'MP';
}
