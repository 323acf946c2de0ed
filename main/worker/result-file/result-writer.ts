/** Writes results into a project file: profiles as received, matches, and row errors. */
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { Matches, ProfileNumber } from '../list/ordinals.ts';
import { compress } from './compression.ts';
import { type StoredRowError, MATCH_CHUNK, PROFILES_PER_CHUNK, readProfiles } from './result-file.ts';

const ERRORS_PER_CHUNK = 500;

const NEWLINE = 0x0a;

/** Stores profiles in compressed chunks, starting with an empty file or after the profiles that it already has. */
export class ProfileTexts {
  /** Number of profiles so far, which is also the number of the last one. */
  count: number;
  private readonly file: ProjectFile;
  /** The current chunk as bytes, with one profile per line. Strings would create a million objects for the garbage collector. */
  private lines = Buffer.allocUnsafe(1 << 20);
  private filled = 0;
  private inChunk = 0;
  private readonly onChunk: ((first: ProfileNumber, lines: Buffer) => void) | null;

  /** `present`: profiles that the file already has. `onChunk`: called before each chunk is written, with its first profile number. */
  constructor(file: ProjectFile, present = 0, onChunk: ((first: ProfileNumber, lines: Buffer) => void) | null = null) {
    this.file = file;
    this.onChunk = onChunk;
    this.count = present;
    // If the last chunk is not full, it is written again.
    const last = present % PROFILES_PER_CHUNK === 0 ? [] : readProfiles(file, Math.floor(present / PROFILES_PER_CHUNK));
    for (const text of last ?? []) this.put(Buffer.from(text, 'utf8'));
  }

  /** Adds the JSON of a profile, which must not contain newlines. Returns its number. */
  add(json: string | Buffer): ProfileNumber {
    this.count += 1;
    this.put(typeof json === 'string' ? Buffer.from(json, 'utf8') : json);
    if (this.inChunk === PROFILES_PER_CHUNK) this.finish();
    return this.count as ProfileNumber;
  }

  private put(line: Buffer): void {
    const end = this.filled + line.length;
    if (end >= this.lines.length) {
      const larger = Buffer.allocUnsafe(Math.max(end + 1, this.lines.length * 2));
      this.lines.copy(larger, 0, 0, this.filled);
      this.lines = larger;
    }
    line.copy(this.lines, this.filled);
    this.lines[end] = NEWLINE;
    this.filled = end + 1;
    this.inChunk += 1;
  }

  /** Writes the last chunk. */
  finish(): void {
    const { inChunk } = this;
    if (inChunk === 0) return;
    const seq = Math.ceil(this.count / PROFILES_PER_CHUNK) - 1;
    const lines = this.lines.subarray(0, this.filled - 1);
    const first = (seq * PROFILES_PER_CHUNK + 1) as ProfileNumber;
    this.onChunk?.(first, lines);
    const packed = compress(lines);
    this.file.write('profiles', { seq, first, count: inChunk, low: first, high: first + inChunk - 1 }, packed);
    this.filled = 0;
    this.inChunk = 0;
  }
}

/** Changes the stored texts of these profiles, which must be in ascending order. */
export function changeProfileTexts(file: ProjectFile, profiles: readonly ProfileNumber[], change: (text: string) => string): void {
  const bySeq = Map.groupBy(profiles, (profile) => Math.floor((profile - 1) / PROFILES_PER_CHUNK));
  for (const place of file.places('profiles')) {
    const changed = bySeq.get(place.seq);
    if (changed === undefined) continue;
    const texts = readProfiles(file, place.seq);
    if (texts === null) continue;
    for (const profile of changed) texts[profile - place.first] = change(texts[profile - place.first]!);
    file.write('profiles', place, compress(Buffer.from(texts.join('\n'), 'utf8')));
  }
}

/** Writes the profile number of each list index, and replaces earlier matches. */
export function writeMatches(file: ProjectFile, matches: Matches): void {
  for (let first = 0, seq = 0; first < matches.length; first += MATCH_CHUNK, seq++) {
    const part = matches.slice(first, first + MATCH_CHUNK);
    file.write('matches', { seq, first, count: part.length, low: 0, high: 0 }, new Uint8Array(part.buffer));
  }
}

/** Writes the row errors, and replaces earlier ones. */
export function writeErrors(file: ProjectFile, errors: readonly StoredRowError[]): void {
  file.clear('rowErrors');
  for (let first = 0, seq = 0; first < errors.length; first += ERRORS_PER_CHUNK, seq++) {
    const part = errors.slice(first, first + ERRORS_PER_CHUNK);
    file.write('rowErrors', { seq, first, count: part.length, low: 0, high: 0 }, Buffer.from(JSON.stringify(part), 'utf8'));
  }
}
