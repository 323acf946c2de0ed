/** The markers by which projects are found again on the service, and what is made out of them. */
import { createHash, randomInt } from 'node:crypto';

/** Letters and digits that cannot be mistaken for one another. */
const MARKER_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const MARKER_LENGTH = 8;

/** A random marker of eight characters. */
export function newMarker(): string {
  return Array.from({ length: MARKER_LENGTH }, () => MARKER_CHARACTERS[randomInt(MARKER_CHARACTERS.length)]).join('');
}

/**
 * The marker of a later part of a list; `part` counts from 1. It is the same in every copy of the data folder, so that a copy finds
 * the parts that another one has sent.
 */
export function partMarker(marker: string, part: number): string {
  const digest = createHash('sha256').update(`${marker} part ${part}`).digest();
  return Array.from({ length: MARKER_LENGTH }, (_, at) => MARKER_CHARACTERS[digest.readUInt16BE(at * 2) % MARKER_CHARACTERS.length]).join(
    '',
  );
}

/** A marked name: the name, the marker, and the number of a later attempt. */
const MARKED = new RegExp(`^(.*?)\\s*·\\s*([${MARKER_CHARACTERS}]{${MARKER_LENGTH}})(?:-\\d+)?\\s*$`, 'su');

/** The name and the marker in a name on the service; without a marker, null and the whole name. */
export function readMarkedName(name: string): { readonly name: string; readonly marker: string | null } {
  const [, plain, marker] = MARKED.exec(name) ?? [];
  return plain === undefined || marker === undefined ? { name, marker: null } : { name: plain, marker };
}

/** What the IDs of rows without one begin with. The random marker keeps them apart from every ID in the sheet. */
export const rowIdPrefix = (marker: string): string => `row-${marker}-`;

/** The name of a project on the service: the marker tells it from others of the same name. */
export function nameOnService(name: string, marker: string): string {
  return `${name} · ${marker}`;
}
