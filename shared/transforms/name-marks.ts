/** Removes additions from a name: HTML, nicknames, maiden names, marks of death, roles, and class years. */
import { withoutEntities } from './misread-text.ts';
import { isGivenName, isOnlyGivenName, isParticle, words } from './name-words.ts';
import { TEXT_CLASS, classesOf, tidySpaces } from './text.ts';

const LINE_TAG = /<\s*(?:br|\/p|\/div|\/li)\b[^<>]*>/gi;
/** A tag, even one that was cut at a maximum length. Does not match an email address in angle brackets. */
const TAG = /<\/?[a-z][^<>@]*(?:>|$)/gi;

/** Replaces entities and tags that a web page left: `Sean O&#039;Dowd`, `Poe<br>`. A tag that ends a line becomes a line feed. */
export function withoutHtml(text: string): string {
  if (!text.includes('&') && !text.includes('<')) return text;
  let plain = text;
  // Repeats, because "&amp;#039;" was encoded twice, and a decoded text can be a tag.
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = withoutEntities(plain);
    if (plain.includes('<')) plain = plain.replace(LINE_TAG, '\n').replace(TAG, ' ');
  }
  return plain === text ? text : plain.replace(/^[ \n]+|[ \n]+$/g, '');
}

const DEATH_WORDS = "deceased|decd|dec['’]d|verstorben|décédée?|fallecid[oa]|r\\.i\\.p\\.|passed away";
/** Daggers, crosses, coffin and urn. */
const DEATH_SIGNS = '†✝✞✟⚰⚱';
const DECEASED = new RegExp(
  `(?<!\\p{L})(?:${DEATH_WORDS}|est(?:ate|\\.)?\\s+of|the\\s+late)(?!\\p{L})|(?:^|[,&]\\s*)late\\s|[${DEATH_SIGNS}]|\\(\\s*dec\\.?\\s*(?:(?:\\d{1,2}[/.-]){0,2}\\d{4}\\s*)?\\)|\\(\\s*d\\.?\\s*(?:\\d{1,2}[/.-]){0,2}\\d{4}\\s*\\)|\\p{L}[\\s,]\\s*[-–—]?\\s*(?:dec\\.|died(?:\\s[\\d/.-]+)?|d\\.\\s?\\d{4})\\s*$|\\p{L}\\s*[,(–—-]\\s*passed\\)?\\s*$`,
  'iu',
);
/** Only in capitals, because Dec is also a last name. */
const DEATH_LETTERS = /[\s,](?:RIP|DEC)\s*$/;
/** Marks of death that can be removed, with the day. */
const DEATH_MARK = new RegExp(
  `[\\s,;:(\\[*–-]*(?<!\\p{L})(?:(?:is|now|was)\\s)?(?:(?:${DEATH_WORDS})\\.?|\\(\\s*dec\\.?\\s*\\)|\\(\\s*d\\.?\\s*(?:\\d{1,2}[/.-]){0,2}\\d{4}\\s*\\)|[${DEATH_SIGNS}]\uFE0F?|(?<=[\\s,])(?:dec\\.?|died|passed|rip|d\\.(?=\\s?\\d{4}))(?=[\\s\\d/.-]*$))(?!\\p{L})(?:[\\s:]*(?:on\\s)?(?:\\d{1,4}[/.-]){0,2}\\d{2,4})?[)\\]*]*`,
  'giu',
);
const LATE = /(^|[,&]\s*|\band\s+)(?:the\s+)?late\s+(?=\p{L})/giu;

/** The years of a life after a name: "Otto Poe (1930–2019)". */
const LIFE_SPAN = /\p{L}[\s,]*[\s([]((?:18|19)\d\d)\s?[-–—]\s?((?:19|20)\d\d)[)\]]?\s*$/u;
/** Fewer years are those at a school or in an office: "Otto Poe (1985–1989)". */
const SHORTEST_SPAN = 45;

function holdsLifeSpan(text: string): boolean {
  const [, from, to] = LIFE_SPAN.exec(text) ?? [];
  return from !== undefined && Number(to) - Number(from) >= SHORTEST_SPAN;
}

export function isDeceased(text: string): boolean {
  return DECEASED.test(text) || (DEATH_LETTERS.test(text) && text !== text.toUpperCase()) || holdsLifeSpan(text);
}

/** Removes signs around a name, how an account is held, and the grade of a rank. The text must have tidy spaces. */
export function withoutSorting(text: string): string {
  const plain = /^[^\p{L}]|^[zx]{2}|[^\p{L}.)\]}"'’”]$/iu.test(text) ? text.replace(SORTING, '') : text;
  const held = /[\s,](?:JT|J\/T|TEN|COM|TOD|POD|JTWROS|U[TG]MA)\b/.test(plain) ? withoutHolding(plain) : plain;
  return /\b(?:1st|2nd|first|second|prof|professor|admiral|sergeant|sgt)\b/i.test(held) ? held.replace(RANK, '') : held;
}

/** Removes how an account is held. Not from a text in capitals, where TOD and POD can be names. */
const withoutHolding = (text: string): string =>
  /\s[TP]OD$/.test(text) && text === text.toUpperCase() ? text : text.replace(HOLDING, '').replace(JOINTLY, ' & ');

const APART = new RegExp(`[${DEATH_SIGNS}]\\uFE0F?`, 'gu');

/** Removes the words that mark a death, but not those of an estate: "Otto Poe (deceased 2019)", "the late Otto Poe". */
export function withoutDeath(text: string): string {
  const apart = text.replace(APART, ' $& ');
  return tidySpaces(apart.replace(DEATH_MARK, ' ').replace(LATE, '$1')).replace(/\s+(?=[,;])|^[\s,;:–-]+|[\s,;:–-]+$/g, '');
}

/** A maiden name, in brackets or not: née Kern, (born Kern), geb. Kern, f/k/a Jane Kern. */
const MAIDEN =
  /[\s,]*[([]?\s*(?<![\p{L}])(?:n[ée]e|born|geb\.?|geborene|formerly|f\/k\/a|fka|formerly known as|maiden name|maiden|a\/k\/a|aka)[\s:]+([\p{L}'’. -]+?)\s*(?:[)\]]|(?=,)|$)/iu;

const QUOTED = /["“”„«][^"“”»]*["“”»]|(?:^|(?<=[\s,]))(?:''[^']*''|``[^`']*(?:''|``)|['‘’`]\p{L}[^'‘’`]{0,24}['’`](?=[\s,]|$))/gu;
const BRACKETED = /\s*(?:\([^()]*\)|\[[^\]]*\]|\{[^}]*\})/g;
const CLASS_YEAR = /\s[A-Z]{0,3}['’‘]\d\d(?=[\s,]|$)/g;
/** A degree with its year, without a sign between them: "Otto Poe AB88 MBA92". */
const DEGREE_YEAR =
  /(?<=\p{L}{2}.*)[\s,]+(?:AB|BA|BS|BSc|SB|AM|MA|MS|SM|MBA|MD|JD|PhD|EdM|EdD|MEd|MPH|MPA|MPP|MDiv|LLB|LLM|GP|P)\d\d(?=[\s,]|$)/gu;
/** A class year in full: "Otto Poe, Class of 1985", "Otto Poe 1985". */
const WHOLE_CLASS_YEAR = /[\s,;–-]+class\s+of\s+['’‘]?(?:\d\d)?\d\d(?=[\s,]|$)|(?<=\p{L}{2})[\s,]+(?:19|20)\d\d$/giu;
/** How an account is held: "Ann Poe & Otto Poe JTWROS", "Ann Poe TOD", "Ann Poe Cust Ida Poe UTMA". */
const HOLDING =
  /[\s,]+(?:JT\s?TEN|JTWROS|JT\/WROS|J\/T|TEN\s(?:ENT|COM)|COM\sPROP|TOD|POD)$|[\s,]+(?:[Cc]ust(?:odian)?|CUST|[Cc]\/[Ff])\.?\s(?:for\s)?.*\bU[TG]MA\b.*$/u;
const JOINTLY = /[\s,]+(?:JT\s?TEN|JTWROS|JT\/WROS)\s+(?=\p{Lu})/u;

/** Roles and notes after a name. */
const ROLE =
  '(?:(?:executive|managing|deputy|assistant|associate|vice|senior|co-?|founding|general|program|past|former|retired|ex|interim|acting|honorary|board)[\\s-]+)*(?:(?:attorneys?|attys?\\.?)(?:[\\s-]at[\\s-]law|[\\s-]in[\\s-]fact)?|architects?|executor|executrix|administrat(?:or|rix)|trustees?|ttees?|president|pres|chair(?:man|woman|person)?|ceo|cfo|coo|cto|cio|founder|director|manager|mgr|secretary|treasurer|owner|proprietor|principal|partner|broker|realtor|consultant|guardian|custodian|conservator|beneficiary|agent|poa|dean(?=\\semerit)|emerit(?:us|a)(?:\\sprofessor)?|retired|widow(?:er)?|superintendent|professor|physician|dentist|engineer|accountant|notary|mayor|councilman|councilwoman|commissioner|chaplain|officer|counsel|esquire|alumn(?:us|a|i)|(?:grand)?parents?|student|faculty|staff|volunteer|member)(?:\\semerit(?:us|a))?(?:\\s(?:of|for|at|in|and|&)\\s.*)?';
/** A role after a comma or a dash, with whatever follows it. */
const ROLE_PART = new RegExp(`(?:\\s*,\\s*|\\s+[–—-]+\\s+)(?:the\\s)?${ROLE}(?=\\s*(?:,|$))`, 'giu');
/** A role as the last words, after at least two others. */
const ROLE_END = new RegExp(
  `(?<=[^\\s,]\\s+[^\\s,]+)\\s+(?:the\\s)?(?:(?:attorneys?|attys?\\.?)(?:[\\s-]at[\\s-]law|[\\s-]in[\\s-]fact)?|architect|executor|executrix|trustees?(?:\\s(?:of|for|under)\\s.*)?|ttees?\\s(?:of|for|under|uad|dtd|u\\/a)\\b.*|president|realtor|broker|ceo|cfo|owner|director|secretary|treasurer|chairman|guardian|custodian|emerit(?:us|a)|retired|manager|superintendent)$`,
  'iu',
);
/** A request not to contact a person. In a name, it is for everybody who sees the name. */
const CONTACT_BAN =
  "(?:please )?(?:do not|don['’]?t) (?:be )?(?:mail|call|contact|e-?mail|phone|text|solicit|screen)(?:ed)?|no (?:mail(?:ings?)?|(?:phone )?calls?|contact|e-?mails?|solicitations?)|dnc|dnm|dns";
/** Marks of a record that the office no longer uses. None of these words is a name. */
const UNUSED =
  "(?:please )?(?:do[ _-]?not|don['’]?t)[ _-]use|dnu|duplicate|inactive|merged|deleted|(?:old|bad|dup|dupe|test) (?:record|account|entry)|to be (?:merged|deleted)";
/** Marks that could be names. They count only in brackets or asterisks, or in capitals next to lowercase letters. */
const UNUSED_IN_SIGNS = '(?<=[*([{]\\s*)(?:dupe?|merge|delete)(?=\\s*[*)\\]}])';
const UNUSED_LETTERS = '(?:DUPE?|MERGE|DELETE)(?:(?=.*\\p{Ll})|(?<=\\p{Ll}.*))';
/** A mark with the signs around it. "zz" before it moves the record to the end of a list. */
const markPattern = (words: string, flags: string): RegExp =>
  new RegExp(
    `[\\s*([{_–—:/-]*(?<!\\p{L})(?:z{2,}[\\s_*.-]*|z[_-])?(?:${words})(?:[ _](?:records?|account|acct|constituent|donor|entry|file))?(?!\\p{L})[\\s*)\\]}_!.:–—-]*`,
    flags,
  );
const MARKS = [markPattern(`${CONTACT_BAN}|${UNUSED}|${UNUSED_IN_SIGNS}`, 'giu'), markPattern(UNUSED_LETTERS, 'gu')];
const OF_UNUSED = [markPattern(`${UNUSED}|${UNUSED_IN_SIGNS}`, 'iu'), markPattern(UNUSED_LETTERS, 'u')];

/** A quick test that skips the patterns for most names. */
const MAY_BE_MARKED = /do.?n|dn[cmsu]|no\s|dup|merg|delet|inactiv|(?:old|bad|test)\s/i;
const SCREENING_BAN = /screen/i;

/** True for a name with a request not to contact or screen the person, or a mark of an unused record: "Otto Poe DNC", "Poe (merged)". */
export const holdsMark = (text: string): boolean => MAY_BE_MARKED.test(text) && MARKS.some((mark) => text.search(mark) >= 0);

/** True if one of the marks says that the office does not use the record. */
export const holdsUnusedMark = (text: string): boolean => OF_UNUSED.some((mark) => mark.test(text));

/** True if one of the requests is about screening. The others say who may be written or called, and screening does neither. */
export const holdsScreeningBan = (text: string): boolean => (text.match(MARKS[0]!) ?? []).some((mark) => SCREENING_BAN.test(mark));

/** The name without such marks; '' if nothing else is left. The text must have tidy spaces. */
export const withoutMark = (text: string): string =>
  tidySpaces(MARKS.reduce((rest, mark) => rest.replace(mark, ' '), text))
    .replace(/\s*,[\s,]*(?=,)|\s+(?=[,;])/g, '')
    .replace(/^[\s,;:/|&+–—-]+|[\s,;:/|&+–—-]+$/g, '');

const NOTES =
  /[\s,;]*[*(–-]*\s*\b(?:do not use|duplicate|inactive|bad address|moved|lapsed|lost|anonymous|new donor|see notes?|updated? \d.*|major donor|board member|lybunt|sybunt)\b[)*!]*\s*$/i;
/** Notes before a name, followed by a sign: "Do not use - Otto Poe". */
const NOTES_BEFORE =
  /^[\s*(]*(?:do not use|duplicate|dup|inactive|bad address|moved|lapsed|old|new|vip|major donor|board member)[)*!\s]*[-–—:)]+\s*(?=\p{L})/iu;
const NOTE_LETTERS = /[\s,;(*-]+(?:VIP|(?:DUP|NEW)(?<=\p{Ll}.*))[)*!]*$/u;
/** Words for people who are not named. */
const AND_OTHERS = /[\s,]+(?:et\.?\s+(?:al|ux|vir|uxor)\b\.?|&c\.?|and others|and\/or assigns?)\s*$/i;
const NO_MIDDLE = /\s\(?n\.?\s?m\.?\s?[ni]\.?\)?(?=[\s,]|$)/gi;
/** Otto Poe the Third. */
const THE_GENERATION = /[\s,]+the\s+(1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|younger|elder)(?=[\s,]|$)/i;
const GENERATIONS: Readonly<Record<string, string>> = {
  first: 'I',
  second: 'II',
  third: 'III',
  fourth: 'IV',
  fifth: 'V',
  younger: 'Jr',
  elder: 'Sr',
};
/** Signs and letters around a name that are used to sort or mark it: "*Otto Poe*", "zzOtto Poe", "ZZZ Otto Poe", "Otto Poe + 1". */
const SORTING =
  /^(?:\(?\d{1,4}[.)]\s+(?=\p{L}{2})|[*#~^_=+•·>-]+\s*|(?:z{2,}|x{2,})[\s_*.-]+|(?!z+test)(?:zz+|xx+)(?=\p{Lu}\p{Ll}))(?=\p{L})|\s*(?:[*#~^_=•·<]+|[+&]\s*\d{1,2}|\sx\s?\d{1,2}|\s\?{2,})$/giu;

/** The grade of a rank: 1st Lt., Sgt. 1st Class. */
const RANK =
  /^(?:assoc(?:iate)?|asst|assistant|adjunct|visiting)\.?\s+(?=prof)|^(?:1st|2nd|first|second)\s+(?=(?:lt|lieutenant|sgt|sergeant)\b)|^(?:vice|rear)\s+(?=admiral\b)|^(?:staff|gunnery)\s+(?=(?:sgt|sergeant)\b)|(?<=^(?:sgt|sergeant|petty officer|private|airman)\.?)\s+(?:1st|first|2nd|second)\s+class\b/iu;

/** O' Shea, D' Souza. */
const SPACED_ELISION = /(?<!\p{L})([OD])['’]\s+(?=\p{Lu})/gu;
const SPACED_HYPHEN = /(?<=\p{L})\s*[‐‑–—-]\s+(?=\p{Lu}|(?:v[ao]n|d[aei]|del|della|der|den)\s)|(?<=\p{L})\s+[‐‑–—-](?=\p{Lu})/gu;

const DASHED = /^(.+\S)\s+[‐‑–—-]+\s+(\p{L}.*)$/u;
/** First words of remarks. No last name begins with them. */
const REMARK_WORDS = words(
  'board host hostess sponsor speaker captain honoree committee table vendor press anonymous former lapsed lost vip',
);

/** Removes text after a dash that is not part of the last name: "Ann Poe - Host", "Ann Poe - bought a table", "Robert Poe - Bob". */
function withoutDashed(text: string): string {
  if (!/\s[‐‑–—-]/.test(text)) return text;
  const [, before, after] = DASHED.exec(text) ?? [];
  if (before === undefined || after === undefined || !/[\s,]/.test(before)) return text;
  const word = after.split(' ', 1)[0]!;
  const isSmall = word.length > 2 && word === word.toLowerCase() && text !== text.toLowerCase() && !isParticle(word);
  const isNickname = !before.includes(',') && isOnlyGivenName(after);
  // "Ann Poe - Poe Steel". A single word would be the rest of a last name.
  const isCompany = !before.includes(',') && isGivenName(before.split(' ', 1)[0]!) && after.includes(' ') && !isParticle(word);
  return isSmall || isNickname || isCompany || REMARK_WORDS.has(word.toLowerCase()) ? before : text;
}

/** The words that the patterns look for. A quick test that skips the patterns for other texts. */
const HAS_WORDS = new RegExp(
  `(?<![\\p{L}])(?:n[ée]e|born|geb\\.?|geborene|formerly|f\\/k\\/a|fka|maiden|a\\/k\\/a|aka|late|the|et|nm[ni]|n\\.\\s?m|do not use|duplicate|inactive|bad|moved|lapsed|vip|new|see|updated?|major donor|board|lybunt|sybunt|others|assigns?|d\\.|dec\\.?|died|passed|rip|${DEATH_WORDS}|${ROLE})(?![\\p{L}])`,
  'iu',
);
const SIGNS = TEXT_CLASS.bracket | TEXT_CLASS.foreign | TEXT_CLASS.sign | TEXT_CLASS.joiner;

export interface PlainName {
  readonly text: string;
  readonly maiden: string;
}

/** Removes nicknames, maiden name, roles, notes and marks. The text must have tidy spaces. */
export function withoutMarks(text: string): PlainName {
  const classes = classesOf(text);
  if ((classes & (SIGNS | TEXT_CLASS.hyphen | TEXT_CLASS.digit)) === 0 && !HAS_WORDS.test(text)) return { text, maiden: '' };
  let plain = text;
  if ((classes & TEXT_CLASS.digit) !== 0) plain = plain.replace(WHOLE_CLASS_YEAR, '').replace(DEGREE_YEAR, '');
  let maiden = '';
  if (isDeceased(plain) && !/\best(?:ate|\.)?\s+of\b/i.test(plain)) plain = withoutDeath(plain);
  const named = MAIDEN.exec(plain);
  if (named !== null && named.index > 0) {
    const name = named[1]!.trim();
    // "f/k/a Jane Kern" has the first name too. An alias is not a maiden name.
    maiden = /a\/?k\/?a/i.test(named[0]) && !/f\/?k\/?a/i.test(named[0]) ? '' : name.slice(name.lastIndexOf(' ') + 1);
    plain = `${plain.slice(0, named.index)} ${plain.slice(named.index + named[0].length)}`;
    // "Robert aka Bob Poe", "Carol née Kern Poe": the last word is the last name.
    const last = name.lastIndexOf(' ');
    if (last > 0 && !plain.trim().includes(' ')) {
      maiden = maiden === '' ? '' : name.slice(name.lastIndexOf(' ', last - 1) + 1, last);
      plain = `${plain}${name.slice(last)}`;
    }
  }
  if ((classes & SIGNS) !== 0) plain = plain.replace(QUOTED, ' ').replace(BRACKETED, ' ').replace(CLASS_YEAR, ' ');
  plain = plain.replace(NOTES_BEFORE, '').replace(NO_MIDDLE, ' ').replace(AND_OTHERS, '').replace(NOTES, '').replace(NOTE_LETTERS, '');
  plain = tidySpaces(plain).replace(/ ,/g, ',');
  plain = plain.replace(ROLE_PART, '').replace(ROLE_END, '');
  plain = plain.replace(THE_GENERATION, (_, word: string) => ` ${GENERATIONS[word.toLowerCase()] ?? word}`);
  if ((classes & SIGNS) !== 0) plain = plain.replace(SPACED_ELISION, "$1'");
  if ((classes & (TEXT_CLASS.hyphen | TEXT_CLASS.foreign)) !== 0) plain = withoutDashed(plain).replace(SPACED_HYPHEN, '-');
  return { text: tidySpaces(plain).replace(/ +(?=,)|[\s,;]+$/g, ''), maiden };
}
