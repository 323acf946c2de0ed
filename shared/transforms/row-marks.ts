/** Reads cells that tell whether a person has died (a word, a tick, or the day) or must not be screened. */
import { isNoDate, isPartialDate, readDate } from '../numbers/index.ts';
import { isMissing, tidySpaces } from './text.ts';

/** Words for the person or the record, which can be before or after a word for death. */
const KIND = '(?:alum(?:n[aiu]s?)?|constituent|donor|individual|person|patron|member|record|friend)';
/** Words for death in any column, perhaps with the status of the record or a word for the person: "Individual (Deceased)". */
const DEAD = new RegExp(
  `^(?:is\\s|(?:inactive|closed|archived|lost)\\s?[\\s/:(–-]\\s?|${KIND}\\s?[/:(–-]\\s?)?(?:(?:presumed|believed|assumed|reported|confirmed|marked)\\s)?(?:deceased|dead|died|dec'?d|dec\\.|verstorben|décédée?|†)(?: ${KIND})?\\)?$`,
  'i',
);
/** Such a word with where the office knows it from. A relation behind it would be about somebody else: "Deceased - spouse". */
const DEAD_BY = /^(?:deceased|died)\s?[\s:(,–-]+(?:per|by|see|via|obit|confirmed|reported|verified|according|ncoa|ssdi)\b/i;
/** Such a word with the day or year. Not for Dec., which can be the month of a date. */
const DEAD_SINCE = /^(?:deceased|died|dec'?d|verstorben|décédée?)[\s:(,–-]+(?:(?:on|in) )?(?:\d{1,4}[/.-]){0,2}\d{2,4}\)?$/i;
/** A form of address for somebody who has died: "The Late Mr.", "Estate of". */
const LATE = /^(?:the late|(?:the )?est(?:ate|\.) of)(?: (?:mrs?|ms|miss|dr|rev|prof)\.?){0,2}$/i;
/** A quick test: each of these words contains one of these. */
const MAY_SAY_DEAD = /dea|die|dec|décéd|verst|†|late|est/i;
/** Signs around a mark: "(deceased)", "*** DECEASED ***". */
const AROUND = /^[\s([{*"'-]+|[\s\]}*"'!-]+$/g;
/** Yes with the day or year: "Yes (3/2024)". */
const YES_SINCE = /^(?:y|yes|true|x|ja|oui|s[ií])[\s:(,–-]+(?:(?:on|in) )?(?:\d{1,4}[/.-]){0,2}\d{2,4}\)?$/i;
/** Answers that mean yes in a "deceased" column. Access writes -1 for a checked box. */
const YES = /^(?:y|yes|true|t|-?1|x|[✓✔☑☒✅]\uFE0F?|d|ja|oui|s[ií])$/i;
/** Longer texts are notes, which can be about somebody else. */
export const LONGEST_MARK = 24;

function isDeathWord(text: string): boolean {
  if (text.length > LONGEST_MARK || !MAY_SAY_DEAD.test(text)) return false;
  const tidy = tidySpaces(text, true).replace(AROUND, '');
  return DEAD.test(tidy) || DEAD_SINCE.test(tidy) || DEAD_BY.test(tidy) || LATE.test(tidy);
}

/**
 * True when a cell, or one of several codes in it, says that the person has died: `Deceased; Do Not Mail`. Ignores text after a comma,
 * which can be about somebody else: "Husband John, deceased".
 */
export const hasDeathWord = (text: string): boolean =>
  isDeathWord(text) || (/[;,|\r\n]/.test(text) && text.split(/[;|\r\n]+/).some((code) => isDeathWord(code.split(',', 1)[0]!)));

/**
 * True when a cell of a "deceased" column says that the person has died: a word for death, yes in any form, or the day or year of death.
 */
export function saysDeath(text: string): boolean {
  if (text === '' || text.length > LONGEST_MARK) return false;
  const tidy = tidySpaces(text, true);
  return (
    isDeathWord(tidy) ||
    YES.test(tidy) ||
    YES_SINCE.test(tidy) ||
    /^(?:1[89]|20)\d\d$/.test(tidy) ||
    (tidy.length >= 5 && readDate(tidy, null) >= 0 && !isNoDate(tidy))
  );
}

/** True when a cell of a "deceased" column has the month or year of death: `03/2019`, `June 2018`, `c. 2015`. */
export const saysPartOfDeath = (text: string): boolean => /\d/.test(text) && isPartialDate(tidySpaces(text, true));

/** Values in such a column that mean alive. */
const ALIVE = /^(?:n|no|false|f|0|alive|living|not? deceased|nein|non|☐|-|–)?$/i;

/** True when a cell of a "deceased" column says that the person is alive, or says nothing. */
export function saysAlive(text: string): boolean {
  const tidy = tidySpaces(text, true);
  return ALIVE.test(tidy) || isMissing(tidy) || isNoDate(tidy);
}

/** The form in which answers are compared. */
export const answerForm = (text: string): string => tidySpaces(text, true).toLowerCase();

/** Values in a "do not screen" column that mean that the person may be screened. */
const MAY_SCREEN = /^(?:n|no|false|f|0|nein|non|☐|ok|may be screened|screen|opt(?:ed)?[ -]?in|not opted[ -]?out|-|–)$/i;

/**
 * True when a cell of a "do not screen" column means yes, such as a date or a reason. Any value that is not clearly no means yes, because
 * screening somebody who objected is worse than leaving somebody out.
 */
export function saysDoNotScreen(text: string): boolean {
  const tidy = tidySpaces(text, true);
  return tidy !== '' && !MAY_SCREEN.test(tidy) && !isMissing(tidy);
}

/** True when a cell of a "do not screen" column is a clear no. */
export function saysMayScreen(text: string): boolean {
  const tidy = tidySpaces(text, true);
  return MAY_SCREEN.test(tidy) && !/^[-–]$/.test(tidy);
}

/** Values that mean consent, other than dates. */
const CONSENTS =
  /^(?:y|yes|true|t|-?1|x|[✓✔☑☒✅]\uFE0F?|ja|oui|s[ií]|ok|opt(?:ed)?[ -]?in|(?:consent(?:s|ed)?|agree[sd]?|permission|permitted|allow(?:s|ed)?)(?: given)?|given|granted|may be screened)$/i;

/**
 * True when a cell of a "screening consent" column means that the person does not agree, which is any value other than a clear yes or a
 * date. Not for an empty cell, because the person was not asked.
 */
export function saysNoConsent(text: string): boolean {
  const tidy = tidySpaces(text, true);
  if (tidy === '' || tidy === '-' || tidy === '–' || isMissing(tidy)) return false;
  return !CONSENTS.test(tidy) && !(tidy.length >= 5 && readDate(tidy, null) >= 0);
}

const SCREENING = '(?:(?:wealth|prospect|donor)[ -])?(?:screen(?:ed|ing)?|profil(?:e|ed|ing)|enrichment|research(?:ed)?)';
/** Codes that ask not to screen the person: "Do not wealth screen", "No wealth screening", "Opted out of screening". */
const NOT_TO_SCREEN = new RegExp(
  `^(?:(?:privacy|gdpr|requests?|requested|donor requests?)[ :,–-]+)?(?:please )?(?:do not|don['’]?t|no|not to be|exclude(?:d)? from|opt(?:ed)?[ -]?out(?: of)?|object(?:s|ed|ion)? to) (?:be )?${SCREENING}(?: please| requested| (?:per|at) (?:the )?(?:donor|request).*)?$|^${SCREENING} opt(?:ed)?[ -]?out$`,
  'i',
);
const FUNDRAISING = 'fund[ -]?raising(?: communications?)?';
/** "Opted out of fundraising", "Exclude from fundraising", "HIPAA opt-out": wealth screening is part of fundraising. */
const NO_FUNDRAISING = new RegExp(
  `^(?:exclude(?:d)? from|opt(?:ed)?[ -]?out of|object(?:s|ed|ion)? to|unsubscribed? from|no) (?:all )?${FUNDRAISING}$|^(?:hipaa )?(?:${FUNDRAISING}|hipaa) opt(?:ed)?[ -]?out$`,
  'i',
);

/** True when one of the codes in a cell asks not to screen the person: `Do Not Mail; Do Not Wealth Screen (3/2021)`. */
export const hasNotToScreen = (text: string): boolean =>
  /screen|profil|research|enrich|raising|hipaa/i.test(text) &&
  text
    .split(/[;,|\r\n]+/)
    .flatMap((code) => [code.split(/\s[–—-]\s|\(/, 1)[0]!, code.replaceAll(/\s*(?:\s[–—-]\s|:\s)\s*/g, ' ')])
    .map((code) => tidySpaces(code, true))
    .some((code) => NOT_TO_SCREEN.test(code) || NO_FUNDRAISING.test(code));
