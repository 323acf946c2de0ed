/**
 * The words of headings and their meanings, so that `Lgst Gift $`, `contributor_street_1` and `BILLINGPOSTALCODE` are
 * understood without a table entry, and `County` never becomes a country.
 */
import { createCache } from '../base/index.ts';
import { foldAccents } from '../transforms/index.ts';
import { withoutTypo } from './heading-typos.ts';

/**
 * The key for comparing headings: `#` is "number", `$` is "amount", and only letters and digits count, so `E-Mail`,
 * `e_mail` and `EMAIL` are equal. Empty for a heading without Latin letters or digits.
 */
export function normalizeHeader(text: string): string {
  return foldAccents(text.normalize('NFKC'))
    .replace(/\uFEFF/g, '')
    .replace(/#/g, ' number ')
    .replace(/\$/g, ' amount ')
    .toLowerCase()
    .replace(/e-mail/g, 'email')
    .replace(/[^a-z0-9]/g, '');
}

/** One line for each meaning. The first word is the name of the meaning. Each word has only one meaning. */
const MEANINGS = `
id ids ident identifier identification lookup
number no num nr nbr numbers nummer anzahl aantal numero
key
code cd abbr abbreviation abbrev
ref
name names nm nome naam noms
first fname firstname forename given vorname voornaam prenom nombre fst voornamen nombres prenoms roepnaam vornamens
last lname lastname surname achternaam nachname familienname apellido apellidos lst nachnamen achternamen
middle mid middlename mi midname mname initial
family
maiden nee maidenname maidname geburtsname meisjesnaam geboortenaam
full complete fullname completo completa complet volledige volledig vollstandiger
more weitere vornamen
spouse sp partner husband wife spouses ehepartner conjoint conyuge esposo esposa spousal significant conjointe echtgenoot echtgenote
street str strasse straat rue calle addrline addrlines streetaddress straatnaam strassenname voie
address addr add addrs adr adresse direccion addresses adress adres adressen anschrift domicilio direcciones postanschrift
line lines linie
house
apartment apt unit suite ste supplemental extended flat appartement appt appartment piso depto wohnung
city town ort stadt plaats ville ciudad suburb municipality locality village woonplaats plaatsnaam poblacion localidad wohnort commune municipalite stad
state st province prov bundesland kanton provincia estado territory provincie
region regio
zip zipcode postal postcode postalcode plz postleitzahl zipplus codepostal
country land pays pais nation natn ctry
county
home hm private personal privat prive residential residence res physical household domicile evening eve residencial residentiel huis thuis fixe fijo privado
mailing mail maling postadresse
billing bill
permanent
preferred pref
primary prim main default principal
business biz bus geschaftlich geschaeftlich dienstlich corporate
work wk office ofc werk bureau travail trabajo zakelijk
employer employers empl arbeitgeber employeur werkgever empleador
organization org organisation organizations organisatie organizacion organisationen
company comp firm firma entreprise societe empresa bedrijf bedrijfsnaam
account acct acc
affiliation
job
title titel
position pos functie fonction cargo puesto
occupation profession beruf beroep profesion
role
email emails courriel correo mailadresse
voice
phone ph tel telephone telefon phones telefono telefoon landline phonenum telephones
mobile cell cellphone cellular handy mobiltelefon mobil movil gsm mobiel mobiele portable celular mobilnummer
gift gifts gft gfts donation donations contribution contributions contrib contribs contributed donated gave giving opp opps spende spenden don dons donacion donaciones donativo donativos giften contribucion aportacion aportaciones donado donne donnes verse
transaction transactions
total tot totals grand summe totaal totale gesamt insgesamt
earliest since erste erster premier premiere primera primer eerste primero ersten
latest recent mostrecent newest lastest ls letzte letzter dernier derniere ultima ultimo laatste letzten derniers recente
most
largest greatest lgst lrgst lrg biggest highest high max maximum largst lg top grosste grosster mayor
count cnt times
amount amt value val usd dollars amounts sum betrag montant importe bedrag bedragen montants
date dt dates datum day at on fecha
constituent cons const constit constituents gever payeur donante donantes
donor donors contributor spender donateur payer buyer purchaser giver
member members membre miembro lid
contact contacts
person people individual indv personne persona
client cust patron patient pat pt supporter prospect alumni alum alumna alumnus customer subscriber participant
external
original
acknowledgement acknowledgment ack
system sys crm bloomerang salesforce sfdc npsp nxt etapestry donorperfect virtuous civicrm neoncrm kindful lgl luminate tessitura nationbuilder everyaction blackbaud givebutter donorbox classy causevox quickbooks breeze qgiv kela keela onecause funraise donorview donorsnap aplos
unique import
record
legal
user
winner winning bidder registrant
head
parent
second secondary
additional addl extra continued cont
one 1
two 2
three 3
four 4
closed
of du des de der del dem den los las les
lifetime ltd lt life cumulative cume alltime
and und et y en
or
the
in
for
s
your
my
ever
single
`;

/** A heading with one of these words is not a field of the record, whatever its other words are. */
const STOP_WORDS = `
salutation greeting dear prefix suffix suff nickname nick nicknames informal formal envelope addressee sort sortname label labels type types status flag
is has are do not dont opt accept allow consent preference preferences restriction restrictions communication subscribed bounced valid verified
note notes comment comments remark remarks memo description desc text
birth birthday birthdate dob born geburtstag age gender sex race ethnicity religion marital anniversary deceased death died
committee candidate recipient beneficiary tribute honoree honor memorial memory soft match matching campaign appeal fund funds designation
package planned bequest pledge pledged balance payment payments paid pay method check cheque receipt receipts receipted reference transactionid batch deposit invoice
ytd yeartodate year years fiscal fy average avg mean smallest min minimum lowest annual monthly recurring frequency
created create modified update updated changed entered imported sync synced modstamp activity action
owner ownership owned solicitor manager officer assistant assigned staff agent rep representative attorney
child children kids dependents grandparent sibling emergency guarantor guar physician emer relation relationship relationships related reciprocal
phonetic pronunciation soundex metaphone initials
ex late
shipping ship seasonal vacation summer winter alternate alternative alt other previous prior former old past temporary temp
fax website web url site www facebook linkedin twitter instagram social photo picture image logo
department dept abteilung division industry sic naics ticker revenue employees employee rating
latitude longitude lat lng lon geo geocode carrier dpv dpbc barcode
phonetype emailtype addresstype titl titl1 isprimary isdeleted deleted active inactive expired
score scores rank segment tier wealth capacity propensity affinity screening
school class degree major graduation grad clyr cl yr college
hashtag tag tags group groups list lists category categories interest interests
event events sponsored aggregated aggregate item items product products quantity qty price tax
indicator indicators pager beeper stage contract contracts ip optin gmtoff dstoff
file image report election entity session masterrecord shippingcity
extension ext
fileas anrede reason source origin language locale timezone currency
bank routing iban card cvv password ssn security
diagnosis admit admission discharge
team teams chapter troop church parish branch venue store clinic hospital facility
profile profiles iwave kindsight donorsearch wealthengine windfall wealthpoint researchpoint
by via from to
percent percentage ratio change
speaker volunteer hours skills
`;

const MEANING_OF = new Map<string, string>();
for (const line of MEANINGS.trim().split('\n')) {
  const [meaning, ...others] = line.trim().split(/\s+/) as [string, ...string[]];
  MEANING_OF.set(meaning, meaning);
  for (const word of others) if (!MEANING_OF.has(word)) MEANING_OF.set(word, meaning);
}
const STOP = new Set(STOP_WORDS.trim().split(/\s+/));

/** True for a word that means that the heading is not a field: Phonetic, Owner, Type, Birthday. */
export const isStopWord = (word: string): boolean => STOP.has(word);

export const isHeadingWord = (word: string): boolean => MEANING_OF.has(word) || STOP.has(word);

/** Words for splitting joined headings; shorter ones match anywhere. */
const GLUE_WORDS = [...MEANING_OF.keys(), ...STOP].filter(
  (word) =>
    /^[a-z]+$/.test(word) &&
    (word.length >= 4 ||
      ['id', 'zip', 'of', 'add', 'amt', 'mid', 'sic', 'fax', 'by', 'sys', 'num', 'ssn', 'is', 'cnt', 'max', 'dt'].includes(word)),
);
const GLUE = new Set(GLUE_WORDS);
const LONGEST = Math.max(...GLUE_WORDS.map((word) => word.length));

/** Splits a joined word into the fewest known words: `billingpostalcode`. Null when part of it is unknown. */
function unglue(word: string): string[] | null {
  const ways: (string[] | null)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    let best: string[] | null = null;
    for (let start = Math.max(0, end - LONGEST); start < end; start++) {
      const before = ways[start];
      if (before === null || before === undefined) continue;
      const piece = word.slice(start, end);
      if (GLUE.has(piece) && (best === null || before.length + 1 < best.length)) best = [...before, piece];
    }
    ways.push(best);
  }
  return ways[word.length] ?? null;
}

const TYPO_WORDS = [...MEANING_OF.keys()].filter((word) => /^[a-z]+$/.test(word));

/** A sheet with thousands of columns repeats the same words in its headings. */
const corrected = createCache<string, string | null>();

function correctedWord(word: string): string | null {
  const known = corrected.get(word);
  if (known !== undefined) return known;
  const correct = withoutTypo(word, TYPO_WORDS);
  corrected.set(word, correct);
  return correct;
}

export interface HeadingWord {
  /** In lower case. */
  readonly word: string;
  /** Null when it is not known. */
  readonly meaning: string | null;
  /** True when the meaning needed a corrected typing error. */
  readonly guessed: boolean;
}

/** Prefixes of columns from Salesforce packages for nonprofits. */
const PACKAGE = /^(?:npsp4?|npe0?[1-5]|npo0?2|np[a-z]{0,8}\d{0,2})__(?=[a-z])/i;

/**
 * A database table before its column: "[tblDonor].[FName]", "Contacts.LastName". Other tables are not matched, because they can be about
 * another person.
 */
const TABLE =
  /^(?:\[?dbo\]?\.)?\[?(?:tbl|qry|vw)?_?(?:donors?|contacts?|constituents?|persons?|people|individuals?|members?|clients?|main|master|addresse?s?)\]?\.(?=\[?[a-z])/i;
/**
 * What Salesforce reports add to the heading of the 18-character, case-insensitive form of an ID: "Contact ID (18)", "18 Digit Contact ID",
 * "Case Safe ID".
 */
const CASE_SAFE =
  /^(?:15|18)[ _-]?(?:digit|char(?:acter)?)[ _](?=\S+[ _]ID$)|(?<=ID)[ _]?\(?(?:15|18)\)?(?:[ _-]?(?:digits?|chars?|characters?))?$/i;
const SAFE_ID = /case[ _]?safe[ _]?id/i;
/** Abbreviations of data warehouses for lines and texts: ADDR_LN_1_TXT, EMAIL_ADDR_TXT, "Home Addr Ln 1". */
const WAREHOUSE = /\b(ADDR(?:ESS)?[ _]LN[ _]?(?=\d))|_TXT$/gi;
/** What Access developers put before a name to show its type: txtFirst, memAddress, ynDeceased. */
const TYPE_BEFORE = /^(?:txt|str|mem|cur|dtm|dte|yn|bln|bit|chk|lng|int)_?(?=[A-Z][a-z])/;
/** Most recent and highest previous contribution, in the files of mailing houses. */
const MOST_RECENT = /(?<![A-Za-z])MRC(?![a-z])/g;
const HIGHEST = /(?<![A-Za-z])HPC(?![a-z])/g;
/** Prefixes from the tables of Banner: SPRIDEN_LAST_NAME, SPRADDR_CITY, GOREMAL_EMAIL_ADDRESS. */
const BANNER = /^(?:S[PGT][BRV][A-Z]{4}|AP[BR][A-Z]{4}|GOREMAL)_(?=[A-Z])/;
/** The address of a payment card, as Stripe names it. */
const CARD = /^card(?:holder)?[ _](?=(?:address|name)(?:[ _]|$))/i;
/** Questions in the headings of form results: "What is your first name?". */
const QUESTION = /^\s*(?:please\s+)?(?:enter|provide|type|what(?:['’]s|\s+is))\s+your\s+(?=[a-z])/i;

/** A heading without what systems add to it, such as the kind of a column ("Full Zip Code (F)") or a package ("npe01__HomeEmail__c"). */
export const withoutMark = (heading: string): string =>
  heading
    .replace(/\s\([A-Z]\)$/, '')
    .replace(PACKAGE, '')
    .replace(TABLE, '')
    .replace(BANNER, '')
    .replace(TYPE_BEFORE, '')
    .replace(WAREHOUSE, (_, line: string | undefined) => (line === undefined ? '' : 'ADDR_LINE_'))
    .replace(QUESTION, '')
    .replace(CASE_SAFE, '')
    .replace(SAFE_ID, 'ID')
    .replace(CARD, 'Billing ');

/** The words of a heading in lower case, split at punctuation, at capitals inside a word, and between letters and digits. */
export function headingWords(text: string): string[] {
  const parted = foldAccents(withoutMark(text).normalize('NFKC'))
    .replace(/__[cr]$/i, '')
    .replace(/(?<![A-Za-z])HOH(?![a-z])/g, ' head of household ')
    .replace(MOST_RECENT, ' latest gift ')
    .replace(HIGHEST, ' largest gift ')
    .replace(/\be-?\s?mail/gi, 'email')
    .replace(/\b([a-z])\.\s?([a-z])\.?(?![a-z])/gi, '$1$2')
    .replace(/#/g, ' number ')
    .replace(/[$€£]/g, ' amount ')
    .replace(/'s\b/gi, '')
    // "Year to date" and similar headings are not totals.
    .replace(
      /(?<!(?:[a-z]|(?:year|month|quarter|week|season|campaign)[ _-]))(?:life[ _-])?to[ _-]date(?![a-z])|(?<![a-z])all[ _-]time(?![a-z])/gi,
      ' lifetime ',
    )
    .replace(/\b1st\b/gi, ' earliest ')
    .replace(/\b2nd\b/gi, ' second ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .replace(/(\d)([A-Za-z])/g, '$1 $2');
  return parted
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .flatMap((word) => (isHeadingWord(word) || word.length < 6 ? [word] : (unglue(word) ?? [word])));
}

export function parseHeading(text: string): HeadingWord[] {
  return headingWords(text).map((word) => {
    const meaning = MEANING_OF.get(word) ?? null;
    if (meaning !== null || STOP.has(word) || /^\d+$/.test(word)) return { word, meaning, guessed: false };
    const correct = correctedWord(word);
    return { word, meaning: correct === null ? null : (MEANING_OF.get(correct) ?? null), guessed: correct !== null };
  });
}
