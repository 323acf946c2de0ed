/** Tells from its type, such as Home or Fax, whether a phone number or an email address is the person's own. */
import { createCache } from '../base/index.ts';

/** `none`: of somebody else, out of use, or no number to call and no address to write to. */
type ContactUse = 'personal' | 'business' | 'none';

/** Other people, machines, pages, and what is no longer in use. */
const NOT_THEIRS =
  /fax|pager|beeper|\btt[yd]\b|\btdd\b|\bweb|website|\burl\b|\blink|facebook|twitter|instagram|skype|linkedin|social|spouse|partner|husband|wife|ehe(?:mann|frau)|conjoint|parent|mother|father|child|\bson\b|daughter|sibling|relative|emergency|assistant|secretary|attorney|lawyer|caregiver|\bbad\b|wrong|invalid|disconnect|\bold\b|former|previous|\bpast\b|inactive|\bdead\b|deceased|do not|don['’]t|bounced?|opt(?:ed)?[ -]?out|unsubscribed|^f$|^x$/i;
const AT_WORK =
  /\bbus(?:iness|n)?\b|work|office|employ|\bjob\b|company|corporate|professional|geschäft|dienst|\bbüro\b|\barbeit\b|travail|bureau|professionnel|trabajo|oficina|zakelijk|\bwerk\b|^[bwo]$/i;
const AT_HOME =
  /home|house|resid|cell|mobile|mobil|personal|private?\b|privat|primary|prefer|main|other|land ?line|phone|voice|text|sms|e-?mail|best|day|evening|seasonal|vacation|permanent|campus|school|alternate|secondary|^[hcmep]$|\bhp\b|handy|domicile|portable|casa|móvil|celular|thuis|mobiel/i;

/** Underscores and capitals inside a word part words as well: "HOME_FAX", "WorkFax". */
const wordsOf = (type: string): string => type.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').trim();

function readType(type: string): ContactUse {
  const words = wordsOf(type);
  if (words === '') return 'personal';
  if (NOT_THEIRS.test(words)) return 'none';
  return AT_WORK.test(words) ? 'business' : 'personal';
}

/** A column has few different types, and a million rows. */
const MOST_KNOWN = 1_000;
const known = createCache<string, ContactUse>();

/** A type such as "Home", "Business 2", "Business E-Mail" or "Former Cell". An empty one, or another word, is the person's own. */
export function contactUse(type: string): ContactUse {
  const before = known.get(type);
  if (before !== undefined) return before;
  const use = readType(type);
  if (known.size < MOST_KNOWN) known.set(type, use);
  return use;
}

/** True for a word that names the type of a phone number or of an email address. */
export const isContactType = (type: string): boolean => {
  const words = wordsOf(type);
  return words !== '' && words.length <= LONGEST_TYPE && [NOT_THEIRS, AT_WORK, AT_HOME].some((pattern) => pattern.test(words));
};
const LONGEST_TYPE = 40;
