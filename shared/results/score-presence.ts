/**
 * Decides whether a profile has a score. The interface does not show the content of profiles, so any value counts as a score, unless it
 * identifies the person or the profile, says when and how the profile was made, or repeats the record.
 */
import { isFieldKey } from '../fields/index.ts';
import { bareKey } from './json-values.ts';
import type { ValueType } from './scores.ts';

/** Names of values and objects that are not scores, as `bareKey` returns them. */
const OTHER_NAMES: ReadonlySet<string> = new Set(
  [
    'id uuid guid key profileid projectid requestid organizationid etag version type code',
    'row rownumber rowindex line linenumber index position sequence',
    'name fullname first last firstname lastname middlename givenname familyname surname',
    'link links self href url uri profileurl',
    'created updated modified createdby updatedby timestamp time date processed',
    'status state message messages error errors reason warning warnings note notes comment',
    'organization account project request configuration settings cost credits creditsused',
  ].flatMap((names) => names.split(' ')),
);
/** Beginnings and ends of such names: profileId, profile_url, dateScored, scoredAt. */
const OTHER_ENDS =
  /^date(?=[A-Z_])|(?<=[a-z\d])(?:Id|ID|Url|URL|Uri|URI|Date|Status|Version|At|On)$|_(?:id|url|uri|date|status|version|at|on)$/;
/** In characters. A longer text is a description of a person. */
const MAX_TEXT = 200;
/** Texts that mean that there is no value. */
const NO_VALUE = /^(?:|n\/?a|none|null|nil|unknown|pending|not available|-+|\.+|\?+)$/i;

const isOther = (name: string): boolean => OTHER_NAMES.has(bareKey(name)) || OTHER_ENDS.test(name);

/** Whether the values of a dotted path can be scores. */
export function canBeScore(path: string): boolean {
  const names = path.split('.');
  return !names.some(isOther) && !isFieldKey(names.at(-1)!);
}

/** Whether a value of such a path is a score. `text`: not empty. */
export const isScoreValue = (text: string, type: ValueType): boolean =>
  type !== 'date' && !(type === 'text' && (text.length > MAX_TEXT || NO_VALUE.test(text.trim())));
