/** Determines from its type, such as Home or Fax, whether a phone number or email address is the person's own. */
import { typeWords } from './type-words.ts';

/** `none`: belongs to somebody else, is out of use, or is not for calling or writing to a person. */
type ContactUse = 'personal' | 'business' | 'none';

/** Types for other people, machines, web pages, and what is no longer in use. */
const NOT_THEIRS =
  /fax|pager|beeper|\btt[yd]\b|\btdd\b|\bweb|website|\burl\b|\blink|facebook|twitter|instagram|skype|linkedin|social|spouse|partner|husband|wife|ehe(?:mann|frau)|conjoint|parent|mother|father|child|\bson\b|daughter|sibling|relative|emergency|assistant|secretary|attorney|lawyer|caregiver|\bbad\b|wrong|invalid|disconnect|\bold\b|former|previous|\bpast\b|inactive|\bdead\b|deceased|do not|don['’]t|bounced?|opt(?:ed)?[ -]?out|unsubscribed|^f$|^x$/i;
const AT_WORK =
  /\bbus(?:iness|n)?\b|work|office|employ|\bjob\b|company|corporate|professional|geschäft|dienst|\bbüro\b|\barbeit\b|travail|bureau|professionnel|trabajo|oficina|zakelijk|\bwerk\b|^[bwo]$/i;
const AT_HOME =
  /home|house|resid|cell|mobile|mobil|personal|private?\b|privat|primary|prefer|main|other|land ?line|phone|voice|text|sms|e-?mail|best|day|evening|seasonal|vacation|permanent|campus|school|alternate|secondary|^[hcmep]$|\bhp\b|handy|domicile|portable|casa|móvil|celular|thuis|mobiel/i;

function readType(words: string): ContactUse {
  if (words === '') return 'personal';
  if (NOT_THEIRS.test(words)) return 'none';
  return AT_WORK.test(words) ? 'business' : 'personal';
}

const types = typeWords<ContactUse>(readType, [NOT_THEIRS, AT_WORK, AT_HOME]);

/**
 * The use of a contact with a type such as "Home", "Business 2", "Business E-Mail" or "Former Cell". With an empty or unknown type, it is
 * the person's own.
 */
export const contactUse = types.use;

/** True for a word that names the type of a phone number or email address. */
export const isContactType = types.isType;
