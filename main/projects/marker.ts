/** Markers: random codes in the names of projects on the service, with which the app recognizes its own. */
import { createHash, randomInt } from 'node:crypto';

/** Letters and digits without those that look alike. */
const MARKER_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const MARKER_LENGTH = 8;

export function newMarker(): string {
  return Array.from({ length: MARKER_LENGTH }, () => MARKER_CHARACTERS[randomInt(MARKER_CHARACTERS.length)]).join('');
}

/**
 * The marker of a later part of a list; `part` counts from 1. It is not random, so that a copy of the data folder can find the parts that
 * the other copy sent.
 */
export function partMarker(marker: string, part: number): string {
  const digest = createHash('sha256').update(`${marker} part ${part}`).digest();
  return Array.from({ length: MARKER_LENGTH }, (_, at) => MARKER_CHARACTERS[digest.readUInt16BE(at * 2) % MARKER_CHARACTERS.length]).join(
    '',
  );
}

/** A name on the service: the project's name, the marker, and the number of a later attempt. “Â·” is “·” in another charset. */
const WITH_MARKER = `^(.*?)\\s*Â?·\\s*([${MARKER_CHARACTERS}]{${MARKER_LENGTH}})(?:-\\d+)?\\s*$`;
const EXACT = new RegExp(WITH_MARKER, 'su');
const ANY_CASE = new RegExp(WITH_MARKER, 'sui');

/** Splits a name on the service into the project's name and the marker. Without a marker: null, and the whole name. */
export function readMarkedName(name: string): { readonly name: string; readonly marker: string | null } {
  const [, plain, marker] = EXACT.exec(name) ?? [];
  return plain === undefined || marker === undefined ? { name, marker: null } : { name: plain, marker };
}

/** The marker with a separator that a service without Unicode or with HTML has changed, or removed: then with a digit, as most have. */
const CHANGED_END = new RegExp(
  `(?:\\s*(?:(?:&(?:middot|#183|#xb7);|[^\\p{L}\\p{N}\\s])\\s*)+|\\s+(?=\\S*\\d))[${MARKER_CHARACTERS}]{${MARKER_LENGTH}}(?:-\\d+)?\\s*$`,
  'iu',
);
/** Longer than any changed end. */
const END_LENGTH = 40;

/** A name on the service without its marker, even if the service changed the case of the name, or the separator before the marker. */
export function withoutMarker(name: string): string {
  const plain = ANY_CASE.exec(name)?.[1];
  if (plain !== undefined) return plain;
  const [end = ''] = CHANGED_END.exec(name.slice(-END_LENGTH)) ?? [];
  return name.slice(0, name.length - end.length);
}

/** The separator, and a marker or the number of a later attempt that lacks its end. */
const CUT_END = new RegExp(
  `\\s*(?:Â?·|\\?|&(?:middot|#183|#xb7);)\\s*(?:[${MARKER_CHARACTERS}]{0,7}|[${MARKER_CHARACTERS}]{${MARKER_LENGTH}}-)$`,
  'iu',
);

/** A name on the service without the first part of a marker, if a service with a limit on names cut it there; null if it does not end like that. */
export function withoutCutMarker(name: string): string | null {
  const [end = ''] = CUT_END.exec(name.slice(-END_LENGTH)) ?? [];
  return end === '' ? null : name.slice(0, name.length - end.length);
}

/** The prefix of IDs for rows without an ID. It contains the marker, so no ID in the sheet begins with it. */
export const rowIdPrefix = (marker: string): string => `row-${marker}-`;

interface Named {
  readonly name: string;
  readonly options: { readonly serviceName?: string | null | undefined };
}

/** The name of a project on the service without the marker. */
export const plainNameOnServiceOf = ({ name, options }: Named): string => options.serviceName ?? name;

/** The name of a project on the service, with the marker, which distinguishes it from others with the same name. */
export const nameOnServiceOf = (project: Named & { readonly submission: { readonly marker: string } }): string =>
  `${plainNameOnServiceOf(project)} · ${project.submission.marker}`;
