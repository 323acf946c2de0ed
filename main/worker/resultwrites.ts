/** How results are written into a project's file: profiles as they came, which row each belongs to, and what was refused. */
import { constants, zstdCompressSync } from 'node:zlib';
import type { ProjectFile } from '../store/projectfile.ts';
import { type KeptError, MATCH_CHUNK, PROFILES_A_CHUNK, unpackProfiles } from './resultfile.ts';

const ERRORS_A_CHUNK = 500;

/** Profiles, packed by the run: the first of a file, or more behind those that it holds. */
export class ProfileTexts {
  /** Profiles so far; also the number of the last one. */
  count: number;
  private readonly file: ProjectFile;
  private texts: string[] = [];

  /** `held`: profiles that the file holds already. */
  constructor(file: ProjectFile, held = 0) {
    this.file = file;
    this.count = held;
    // the last run is not full: it is written anew
    const last = held % PROFILES_A_CHUNK === 0 ? null : file.read('profiles', Math.floor(held / PROFILES_A_CHUNK));
    if (last !== null) this.texts = unpackProfiles(last);
  }

  /** Adds the JSON text of a profile; answers its number. */
  add(json: string): number {
    this.count += 1;
    this.texts.push(json);
    if (this.texts.length === PROFILES_A_CHUNK) this.finish();
    return this.count;
  }

  /** Writes what is left. */
  finish(): void {
    if (this.texts.length === 0) return;
    const seq = Math.ceil(this.count / PROFILES_A_CHUNK) - 1;
    const packed = zstdCompressSync(Buffer.from(this.texts.join('\n'), 'utf8'), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
    const first = seq * PROFILES_A_CHUNK + 1;
    this.file.write('profiles', { seq, first, count: this.texts.length, low: first, high: first + this.texts.length - 1 }, packed);
    this.texts = [];
  }
}

/** Writes for each place of the list the number of its profile; in place of what was written before. */
export function writeMatches(file: ProjectFile, matches: Uint32Array): void {
  for (let first = 0, seq = 0; first < matches.length; first += MATCH_CHUNK, seq++) {
    const part = matches.slice(first, first + MATCH_CHUNK);
    file.write('matches', { seq, first, count: part.length, low: 0, high: 0 }, new Uint8Array(part.buffer));
  }
}

/** Writes what was refused; in place of what was written before. */
export function writeErrors(file: ProjectFile, errors: readonly KeptError[]): void {
  file.clear('rowErrors');
  for (let first = 0, seq = 0; first < errors.length; first += ERRORS_A_CHUNK, seq++) {
    const part = errors.slice(first, first + ERRORS_A_CHUNK);
    file.write('rowErrors', { seq, first, count: part.length, low: 0, high: 0 }, Buffer.from(JSON.stringify(part), 'utf8'));
  }
}
