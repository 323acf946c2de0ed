/** Finds columns that are not sent, but tell the check who has died or must not be screened. */
import { countText, numberText } from '../base/index.ts';
import { LONGEST_MARK, answerForm, isNameOfDead, saysAlive, saysDeath, saysPartOfDeath } from '../transforms/index.ts';
import type { Decision } from './candidates.ts';
import type { ColumnProfile } from './column-profile.ts';
import { isAboutSpouse } from './heading-parser.ts';
import { MAX_ANSWERS, MAX_UNCLEAR, type Role, SPLIT_HEADINGS, normalizeHeader } from '../mapping/index.ts';

const DEATH =
  /\b(?:is)?decease|\bdeath\b|\bdied\b|\bdecd\b|\bdcsd\b|^d ?o ?d$|\bpassed away\b|^(?:date )?(?:of )?passing(?: date)?$|^date passed(?: on)?$|^passed (?:on|date)$|^(?:is )?dec (?:date|dt|flag|ind(?:icator)?)$|^(?:is|date) dec$|^obit(?:uary)?(?: date)?$|^r ?i ?p$|(?:^|^is | )dead(?: ind(?:icator)?| flag)$|^(?:is )?dead$|verstorben|décédé/i;
const FLAG_WORDS = '(?: (?:flag|indicator|ind|code|y ?n|yes no|t f|true false|requested|request))?';
/** The opposite question: "Is Living", "Alive?". A no means that the person has died. */
const LIFE = new RegExp(`^(?:is )?(?:living|alive)${FLAG_WORDS}$`, 'i');
const ANSWERS_OF_LIFE = { yesValues: ['N', 'No', 'False', 'F', '0'], noValues: ['Y', 'Yes', 'True', 'T', '1', 'X'] } as const;
const isAnswerOfLife = (value: string): boolean =>
  Object.values(ANSWERS_OF_LIFE).some((values) => values.some((one) => answerForm(one) === answerForm(value)));

/** Headings about someone other than the constituent. */
const OTHERS =
  /\b(?:spouse|partner|husband|wife|widow|parent|honou?ree|memor\w*|tribute|relation\w*|child|name(?!(?: 1)? status$)|co[ -]?constituent)\b/i;

const SCREENING = '(?:(?:wealth|prospect|donor|data) )?(?:screen(?:ed|ing)?|enrichment|research|profil(?:e|ed|ing))';
/** "Do not screen", "ExcludeWealthEnrichment", "Opt out of wealth screening", "Screening opt-out". */
const NOT_TO_SCREEN = new RegExp(
  `^(?:(?:is )?(?:(?:do not|dont|(?:request(?:s|ed)? )?no|not to be|excl(?:uded?)?(?: from)?|opt(?:ed)? ?out(?: of)?|object(?:s|ed|ion)? to|suppress(?:ed)?(?: from)?)) (?:be )?${SCREENING}|${SCREENING} (?:opt(?:ed)? ?out|objection|exclusion|excluded|suppress(?:ed|ion)?))${FLAG_WORDS}(?: (?:date|on|reason))?$`,
  'i',
);

const FUNDRAISING =
  '(?:(?:hipaa|patient|hospital|foundation) )*(?:fund ?raising|philanthropy|development)(?: (?:communications?|contact|outreach|appeals?))?';
/**
 * "Fundraising opt-out", "Opted out of fundraising communications": wealth screening is part of fundraising, and hospitals must honor an
 * opt-out (../shared/domain/crm-facts.md, Privacy).
 */
const NO_FUNDRAISING = new RegExp(
  `^(?:(?:is |has )?(?:opt(?:ed|s)? ?out (?:of|from)|excluded? from|object(?:s|ed|ion)? to|do not contact for|no) (?:all )?${FUNDRAISING}|${FUNDRAISING} opt(?:ed)? ?out|hipaa opt(?:ed)? ?out)${FLAG_WORDS}(?: (?:date|on|reason))?$`,
  'i',
);
/** A plain "Opt out", or one of marketing or solicitation. Only in a list with patient data, because in other lists it may be about newsletters. */
const OPT_OUT_OF_PATIENTS = new RegExp(
  `^(?:(?:is |has )?(?:patient )?(?:(?:marketing|solicitation|appeals?) )?opt(?:ed|s)? ?out(?: (?:of|from) (?:marketing|solicitations?|appeals?))?)${FLAG_WORDS}(?: (?:date|on|reason|status))?$`,
  'i',
);

/** Terms of data protection law: an objection to processing includes screening. */
const NO_PROCESSING = new RegExp(
  `^(?:object(?:s|ed|ion)? to (?:data )?processing|(?:data )?processing (?:objection|restrict(?:ed|ion))|restrict(?:ed|ion)?(?: of)? (?:data )?processing)${FLAG_WORDS}(?: (?:date|on|reason))?$`,
  'i',
);

const isObjection = (header: string, hasPatients: boolean): boolean =>
  [header, withoutRecord(header)].some(
    (words) =>
      NO_PROCESSING.test(words) ||
      NOT_TO_SCREEN.test(words) ||
      NO_FUNDRAISING.test(words) ||
      (hasPatients && OPT_OUT_OF_PATIENTS.test(words)),
  );

/** "Screening consent", "Consents to wealth screening", "May be screened". "Research" alone can be medical. */
const SCREENED = '(?:(?:wealth|prospect|donor) )?(?:screen(?:ed|ing)?|profil(?:ed|ing)|wealth (?:enrichment|research))';
const AGREEMENT = '(?:consent(?:s|ed)?|agree(?:s|d|ment)?|permission|permit(?:s|ted)?|allow(?:s|ed)?|opt(?:ed|s)? ?in)';
const CONSENT = new RegExp(
  `^(?:(?:(?:has |gave |given )?${AGREEMENT}(?: given)?|ok(?:ay)?|may|can)(?: to| for)? (?:be )?${SCREENED}|${SCREENED} (?:${AGREEMENT}|ok)(?: given)?)(?: status)?${FLAG_WORDS}$`,
  'i',
);

const wordsOf = (header: string): string =>
  header
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

/**
 * Words for the record or the kind of field, before or after such a heading: "Custom: Do Not Screen", "Do_Not_Screen__c",
 * "CnAttrCat_1_Do_not_screen".
 */
const RECORD_BEFORE =
  /^(?:(?:custom|user defined|udf|fields?|constituent|contact|donor|member|person|individual|account|record|supporter|alum\w*|attributes?|cn attr(?: cat)?(?: \d+)*|privacy|gdpr|npsp|yn|bln|bit|chk) )+/i;
const FIELD_BEHIND = / (?:c|custom|check ?box|field)$/i;

/** A heading without these words. */
const withoutRecord = (header: string): string => header.replace(RECORD_BEFORE, '').replace(FIELD_BEHIND, '');

export const REMARKS: Readonly<Record<Role, readonly [reason: string, remark: string]>> = {
  deceased: ['Deceased (yes/no)', 'Those rows are left out'],
  doNotScreen: ['Do not screen (yes/no)', 'Those rows are left out'],
  spouseDeceased: ['Spouse deceased (yes/no)', 'Those spouses are not sent'],
  screeningConsent: ['Consent (yes/no)', 'Rows with any answer but a yes are left out'],
  child: ['Child, by role or age', 'Rows of children are left out'],
};

const BY_LIFE = ['Living (yes/no)', 'Rows with a no are left out'] as const;
const BY_CODE = ['Do not screen, among other codes', 'Rows with such a code are left out'] as const;

/** The record status in Ellucian Advance, and columns about life. Code D means deceased. */
const STATUS_CODE = /^record status code$|^(?:life|living|vital|mortality) status(?: code)?$/i;
const holdsStatusCodes = ({ header, answers }: ColumnProfile): boolean =>
  STATUS_CODE.test(wordsOf(header)) &&
  answers !== null &&
  answers.every(({ value }) => /^[a-z]$/i.test(value)) &&
  answers.some(({ value }) => value.toUpperCase() === 'D');

/**
 * Headings of columns in which some row may say that the person has died. Only clear words for death are read there, so a wrong guess does
 * no harm.
 */
const STATE =
  /^(?:(?:record|constituent|cons|account|donor|contact|member(?:ship)?|alum\w*|entity|person|individual|profile|primary|current|overall|name(?: 1)?) )*(?:status|code|codes|constituenc(?:y|ies))(?: (?:code|codes|desc|description))?$/i;

/** Headings of columns with codes, of which some may ask not to screen the person. Only those codes are read. */
const CODES =
  /\bsolicit(?:ation)? (?:code|restriction|preference|instruction)s?\b|\b(?:communication|contact|privacy|mail(?:ing)?|gdpr) (?:restriction|preference|code|tag|flag|instruction)s?\b|\battr(?:ibute)?s?\b|^(?:no contact|do not (?:contact|solicit)) (?:code|reason)s?$|^(?:(?:constituent|contact|donor|account|member|record) )?(?:flags?|restrictions?|preferences?|tags?|suppressions?|opt ?outs?)(?: \d+)?$/i;

/** True for a column that answers whether the person is living. */
function tellsLife({ profile }: Decision, header: string): boolean {
  if (!LIFE.test(header) && !LIFE.test(withoutRecord(header))) return false;
  const filled = profile.aligned.filter((value) => value.trim() !== '');
  return filled.filter(isAnswerOfLife).length * 2 > filled.length;
}

const roleIn = ({ profile }: Decision, header: string, { hasPatients, isSample }: Known): Role | null => {
  if (isObjection(header, hasPatients)) return 'doNotScreen';
  if (CONSENT.test(header) || CONSENT.test(withoutRecord(header))) return 'screeningConsent';
  if (!DEATH.test(header)) {
    // A column of codes can tell both. The row mapper also reads deaths from it.
    if (profile.tellsNotToScreen) return 'doNotScreen';
    const mayTell = isSample && profile.filled > 0;
    if (profile.tellsDeath || holdsStatusCodes(profile) || (mayTell && STATE.test(header))) return 'deceased';
    return mayTell && CODES.test(header) ? 'doNotScreen' : null;
  }
  const filled = profile.aligned.filter((value) => value.trim() !== '');
  // Not for other values, such as a cause of death.
  return filled.length === 0 || filled.filter(isAnswer).length * 2 > filled.length ? 'deceased' : null;
};

/**
 * `spouseDeceased` for a column of answers with a heading about the death of the spouse, or with a clear word for death: "Person 2 Status".
 * Otherwise null.
 */
function roleOfSpouse(decision: Decision, header: string, { isSample }: Known): Role | null {
  if (/\bname\b/i.test(header)) return null;
  if (!DEATH.test(header)) return decision.profile.tellsDeath || (isSample && / status$/i.test(header)) ? 'spouseDeceased' : null;
  return roleIn(decision, header, { hasPatients: false, isSample: false }) === 'deceased' ? 'spouseDeceased' : null;
}

/** `hasPatients`: the list has patient data. `isSample`: the list has more rows than were examined. */
interface Known {
  readonly hasPatients: boolean;
  readonly isSample: boolean;
}

const isAnswer = (value: string): boolean => saysAlive(value) || saysDeath(value.trim()) || saysPartOfDeath(value);

/** The values that are not an answer, in a column with a heading about death, the most frequent first. */
function unclearIn({ profile }: Decision): { value: string; rows: number }[] {
  const found = new Map<string, { value: string; rows: number }>();
  for (const value of profile.aligned) {
    const text = value.trim();
    if (text === '' || text.length > LONGEST_MARK || isAnswer(text)) continue;
    const same = found.get(answerForm(text));
    if (same === undefined) found.set(answerForm(text), { value: text, rows: 1 });
    else same.rows += 1;
  }
  return [...found.values()].toSorted((one, other) => other.rows - one.rows).slice(0, MAX_UNCLEAR);
}

const unclearText = (values: readonly { readonly value: string; readonly rows: number }[], { profile }: Decision): string => {
  const within = profile.looked > profile.aligned.length ? ` of the first ${numberText(profile.aligned.length)}` : '';
  return `${values.map(({ value, rows }) => `“${value}” in ${countText(rows, 'row')}`).join(', ')}${within}: treat as deceased?`;
};

const SALUTATION =
  /^(?:(?:informal|formal|casual|personal|primary|mail(?:ing)?|letter|cnsal|pref(?:erred)?|individual) )*(?:salutation|greeting|dear)(?: (?:line|name|text|informal|formal|1))?$/i;
const SUFFIX = /^(?:(?:primary|name|cnbio|constituent|donor|contact) )*suff?ix(?:es)?(?: 1)?$|^(?:cn ?bio|key ?ind) suff?ix ?1?$/i;

const TITLE = /^(?:(?:primary|name|cnbio|constituent|donor|contact|courtesy) )*(?:title|prefix|honorific)(?: 1)?$/i;

/** Marks unsent columns that show which word of a whole name is the last name. */
export function findNameEvidence(decisions: readonly Decision[]): void {
  if (!decisions.some(({ to }) => to.kind === 'split' && (to.splitter === 'fullName' || to.splitter === 'lastFirst'))) return;
  for (const decision of decisions) {
    if (decision.to.kind !== 'none' || decision.to.tells !== undefined || decision.sensitive) continue;
    const header = wordsOf(decision.profile.header);
    const shows = SALUTATION.test(header) ? 'salutation' : SUFFIX.test(header) ? 'suffix' : TITLE.test(header) ? 'title' : null;
    if (shows !== null) decision.to = { kind: 'none', shows };
  }
}

/** The name of a person whom other columns name, too. */
const ADDRESSEE = /\baddressee\b/i;
/** Such names can be those of somebody else. */
const OF_OTHERS = /guest|contact|account|attendee|client|patient|participant|registrant|household/i;
const BY_NAME = ['Deceased, in a name', 'Rows with “Estate of” or “the late” are left out'] as const;

/** Gives the role to columns of names that are not sent, because other columns have the parts of the name. */
function findNamesOfDead(decisions: readonly Decision[], { isSample }: Known): void {
  for (const decision of decisions) {
    const { to, sensitive, profile } = decision;
    if (to.kind !== 'none' || to.tells !== undefined || sensitive || isAboutSpouse(profile.header) || OF_OTHERS.test(profile.header))
      continue;
    const isOfPerson = SPLIT_HEADINGS.name.has(normalizeHeader(profile.header)) || ADDRESSEE.test(wordsOf(profile.header));
    if (!isOfPerson || !(isSample ? profile.filled > 0 : profile.aligned.some(isNameOfDead))) continue;
    decision.to = { kind: 'none', tells: 'deceased', ofNames: true };
    decision.certainty = 'sure';
    [decision.reason, decision.remark] = BY_NAME;
  }
}

/** True for "Deceased 2" next to "Deceased 1". In a list with spouses, the second person is the spouse. */
const isOfSecond = (header: string, headers: ReadonlySet<string>): boolean =>
  header.endsWith(' 2') && DEATH.test(header.slice(0, -2)) && headers.has(`${header.slice(0, -1)}1`);

/** Gives a role to unsent columns about the person's death, objection or consent, or the spouse's death. */
export function findRoles(decisions: readonly Decision[], known: Known): void {
  findNamesOfDead(decisions, known);
  const { hasPatients } = known;
  const headers = new Set(decisions.map(({ profile }) => wordsOf(profile.header)));
  const hasSpouses = decisions.some(({ to }) => to.kind === 'field' && to.field === 'spouseFirst');
  for (const decision of decisions) {
    const header = wordsOf(decision.profile.header);
    if (decision.to.kind !== 'none' || decision.sensitive) continue;
    const isOfSpouse = isAboutSpouse(decision.profile.header) || (hasSpouses && isOfSecond(header, headers));
    if (!isOfSpouse && OTHERS.test(header)) continue;
    const isOfLife = !isOfSpouse && tellsLife(decision, header);
    const role = isOfLife ? 'deceased' : isOfSpouse ? roleOfSpouse(decision, header, known) : roleIn(decision, header, known);
    if (role === null) continue;
    const isAboutDeath = isOfLife || (role === 'deceased' && DEATH.test(header));
    // If the heading does not ask this question, a year or an X among other values is not an answer to it.
    const isByCodes =
      role === 'spouseDeceased'
        ? !DEATH.test(header)
        : role === 'deceased'
          ? !isAboutDeath && !holdsStatusCodes(decision.profile)
          : role === 'doNotScreen' && !isObjection(header, hasPatients);
    decision.to = { kind: 'none', tells: role, ...(isAboutDeath && { everyValue: true }), ...(isByCodes && { codes: true }) };
    if (isOfLife) decision.to = { ...decision.to, yesValues: [...ANSWERS_OF_LIFE.yesValues], noValues: [...ANSWERS_OF_LIFE.noValues] };
    decision.certainty = 'sure';
    [decision.reason, decision.remark] = isOfLife ? BY_LIFE : role === 'doNotScreen' && isByCodes ? BY_CODE : REMARKS[role];
    const answers = decision.profile.answers?.filter(({ value }) => value.length <= LONGEST_MARK).slice(0, MAX_ANSWERS) ?? [];
    if (role === 'deceased' && answers.length > 0) decision.answers = answers;
    const unclear = isAboutDeath ? unclearIn(decision) : [];
    if (unclear.length === 0) continue;
    decision.unclear = unclear;
    decision.certainty = 'likely';
    decision.remark = unclearText(unclear, decision);
  }
}
