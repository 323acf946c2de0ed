/** Detects rows that hold no person but a remark, an instruction or a vacant position. */
import { isKnownHeading } from './known-headings.ts';
import { readDate } from '../numbers/index.ts';

/** Footers of reports. */
const FOOTER =
  /^(?:confidential|copyright\b|©|\(c\)|all rights reserved|report\s+(?:generated|run|date|created|name)|generated\s+(?:on|by|at)|printed\s+(?:on|by|at)|run\s+(?:date|on|by)|date\s+(?:run|printed)|as of\b|page\s+\d+|filtered\s+by|filters?\s*:|end of (?:report|file|list)|prepared (?:by|for)|source\s*:|note\s*:|notes\s*:)|\bdo not distribute\b|\ball rights reserved\b/i;

const VACANT =
  /^[\s("'*[<-]*(?:vacant|vacancy|unfilled|(?:seat|position|office|spot) (?:is )?(?:vacant|open|unfilled)|open (?:seat|position|spot)|(?:vacant|empty|unfilled) (?:seat|position|office|spot)|to be (?:named|determined|filled|announced|appointed|elected)|tbd|tba)[\s)"'*\]>.-]*$/i;

/** The beginning of an instruction or a remark in a cell of its own. */
const REMARK =
  /^[\s("'*[<-]*(?:please|enter|fill in|do not|don['’]t|delete (?:this|these)|add (?:your|new|more)|insert|(?:example|instructions?|note|nb|n\.b\.|remarks?|comments?|legend|key|required|optional|contact|examples)\s*:|instructions|see (?:notes?|tab|sheet|below|above|attached|page|also)|this (?:list|report|file|sheet|row|spreadsheet|export)|these (?:rows|people|records)|if (?:you|any)|for questions|contact .{1,40} (?:with|for)|data (?:as of|from)|last updated|updated (?:on|by)|exported|downloaded|created (?:on|by)|compiled by|total records|\*)(?:\b|[\s:*])/i;
/** A sentence: at least five words, and a mark at the end. */
const SENTENCE = /^(?:\S+\s+){4,}\S*[.!:]$/;
const ABBREVIATED = /\b(?:jr|sr|inc|ltd|llc|co|corp|esq|phd|md|st|ave|rd|apt)\.$/i;

/** A heading between the rows of a list: "--- Table 2 ---", "*** New ***", "Table 4", and the "B" of an address book. */
const DIVIDER = /^(?:[-=*#_~–—•]\s?){2,}|^(?:table|section)\s+(?:\d{1,3}|[a-z])\s*:?$|^(?:- ?)?[a-z](?: ?-)?$/i;

/** The title of a part of a list: "BOARD", "Honorary Members", "Major Donors ($1000+)". No single person has such a name. */
const GROUP =
  /^(?:[\p{L}\d&'’-]+\s+){0,3}(?:board(?:\s+(?:of\s+(?:directors|trustees|governors|advisors|overseers)|members))?|directors|trustees|governors|overseers|staff|employees|volunteers|members|friends|donors|sponsors|supporters|patrons|benefactors|guests|attendees|alumni|alumnae|faculty|parents|committee(?:\s+members)?|officers|honorees|prospects|vendors)(?:\s*[([][^()[\]]*[)\]])?\s*:?$/iu;

/** The clock time at the end of a text, with its zone: "8:15:30 AM", "08:15 AM GMT-05:00". */
const CLOCK = /(?:^|[\sT,])\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]\.?m\.?)?(?:\s?(?:[A-Z]{2,5})?(?:[+-]\d{1,2}(?::?\d{2})?)?)?$/i;
/** The number of a page. */
const PAGE_NUMBER = /^\d{1,4}$/;
/** The most cells in which a report has its day, page and time. */
const MAX_STAMPS = 3;

/** True for the last row of reports such as those of Cognos and QuickBooks: the day, the page and the time, in one cell or several. */
function isStamp(cells: readonly string[]): boolean {
  if (cells.length > MAX_STAMPS || !cells.some((cell) => CLOCK.test(cell))) return false;
  return cells.every((cell) => {
    const day = cell.replace(CLOCK, '').trim();
    return day === '' || PAGE_NUMBER.test(day) || readDate(day, null) > 0;
  });
}

/** A page number, in any cell. */
const PAGE = /^page\s+\d+(?:\s+of\s+\d+)?$/i;
/** Labels of the figures at the end of a group in a report, or of a file: "Count | 2", "Subtotal | Sum | $1,550.00", "TRAILER | 2". */
const AGGREGATE =
  /^(?:(?:grand|sub)[\s-]*totals?|totals?|sum|count|average|avg\.?|min(?:imum)?|max(?:imum)?|median|records?|trailer|trl|eof|control totals?)$/i;
const FIGURE = /^\(?-?[$€£]?\s?\d[\d.,]*%?\)?$/;

/** True for words for sums with figures and nothing else. Alone, or after a record number, such a word can be a last name. */
const isAggregate = (cells: readonly string[]): boolean =>
  AGGREGATE.test(cells[0] ?? '') &&
  cells.some((cell) => FIGURE.test(cell)) &&
  cells.every((cell) => AGGREGATE.test(cell) || FIGURE.test(cell));

/** True for the filled cells of a nearly empty row that names nobody. */
export function isRemark(cells: readonly string[]): boolean {
  if (cells.some((cell) => VACANT.test(cell))) return true;
  if (FOOTER.test(cells.join(' ')) || cells.some((cell) => PAGE.test(cell)) || isAggregate(cells) || isStamp(cells)) return true;
  if (cells.length !== 1) return false;
  const [cell = ''] = cells;
  if (DIVIDER.test(cell.trim()) || GROUP.test(cell.trim())) return true;
  return REMARK.test(cell) ? /\s/.test(cell.trim()) : SENTENCE.test(cell) && !ABBREVIATED.test(cell) && !/^\d/.test(cell);
}

/** How a cell describes its column, in a row of instructions below the headings. */
const INSTRUCTION =
  /^[\s("'*[<]*(?:required|optional|mandatory|recommended|conditional|not required|leave blank|text|string|varchar|char|number|numeric|integer|decimal|currency|boolean|date|date ?time|picklist|dropdown|drop-down|lookup|free text|alphanumeric|max(?:imum)?\b|up to \d|\d+ (?:char|digits?)|e\.?g\.|ex[.:]|example|format|enter|must|should|see|choose|select|yyyy|yy|mm|dd|y\/n|yes\/no|(?:m{1,2}|d{1,2}|y{2,4})[/.-]|two[ -]letter|2[ -]letter)(?:\b|[\s(/:,.*-]|$)/i;
const MOST = 0.6;
/** An example value. No name begins like this. */
const EXAMPLE = /^[\s("'*[<]*(?:e\.\s?g\.|eg[:.]|for example|ex[:.]|example\s*:)(?=[\s:,]|$)/i;

/** What Qualtrics writes below the headings of each column. */
const IMPORT_ID = /^\{"ImportId":/;
/** The share of headings in a second row of them, such as the names of the fields below their labels. */
const MOST_HEADINGS = 0.75;
const FEWEST_HEADINGS = 3;

/** True for the filled cells of a row with the keys of Qualtrics. */
export const isImportIds = (cells: readonly string[]): boolean => cells.length > 0 && cells.every((cell) => IMPORT_ID.test(cell));

const isSecondHeading = (cells: readonly string[]): boolean =>
  cells.length >= FEWEST_HEADINGS &&
  cells.filter((cell) => cell.length <= 80 && isKnownHeading(cell)).length >= cells.length * MOST_HEADINGS;

/** True for the filled cells of a row that describes the columns, has examples, or repeats the headings. */
export const isInstruction = (cells: readonly string[]): boolean =>
  cells.length > 1 &&
  (cells.filter((cell) => INSTRUCTION.test(cell)).length >= cells.length * MOST ||
    cells.filter((cell) => EXAMPLE.test(cell)).length > 1 ||
    isImportIds(cells) ||
    isSecondHeading(cells));
