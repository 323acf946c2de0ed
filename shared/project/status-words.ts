/** Interprets status words of services. Only `processed` is defined by the interface (section 2.2). */

/** A status word in lower case and trimmed. */
export const plainStatus = (status: string | null): string => (status ?? '').trim().toLowerCase();

export const sameStatus = (a: string | null, b: string | null): boolean => plainStatus(a) === plainStatus(b);

/** Only this word means completion (section 2.2). */
export const isProcessed = (status: string | null): boolean => plainStatus(status) === 'processed';

/** True for words that mean that no result will come. They end the wait and are shown unchanged. */
export function isStopped(status: string | null): boolean {
  return status !== null && /\b(fail(ed|ure)?|error(ed)?|cancel(l?ed)?|reject(ed)?|abort(ed)?)\b/i.test(status.trim());
}

/** True when the status has one of the words without a denial before it. */
function hasWord(status: string | null, words: RegExp, denials: RegExp): boolean {
  const text = plainStatus(status).replaceAll('_', ' ');
  const at = text.search(words);
  return at >= 0 && !denials.test(text.slice(0, at));
}

const AT_WORK =
  /\b(processing|in[ -]?(progress|process|bearbeitung)|being processed|running|screening|scoring|analy[sz]ing|matching|executing|queued|started|working|locked)\b/;
const NOT_YET = /\b(not|no|never|ready|await\w*|wait\w*|before|until|accept\w*|can|may)\b/;

/** True for words that show work in progress, which means that a start was requested. */
export const isAtWork = (status: string | null): boolean => hasWord(status, AT_WORK, NOT_YET);

const FINAL = /\b(complet(e|ed|ion)|done|finished|success(ful|fully)?|succeeded|processed|ended|closed)\b/;
const NOT_FINAL = /\b(not|no|never|to be|being|will|before|until)\b/;

/** True for words that look final but are not the interface's own: "Completed", "Processed with errors". */
export const isFinal = (status: string | null): boolean => !isProcessed(status) && hasWord(status, FINAL, NOT_FINAL);

/** What a status word means, in plain English. The word itself belongs in the details. */
export function statusMeaning(status: string | null): string {
  if (plainStatus(status) === '') return 'Nothing yet';
  if (isProcessed(status)) return 'Finished';
  if (isStopped(status)) return 'Stopped';
  if (isAtWork(status)) return 'Screening';
  return isFinal(status) ? 'Looks finished' : 'Not screening yet';
}
