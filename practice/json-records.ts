/**
 * Reads the JSON form of a list, `{"scoreProfiles": [ … ]}`, as it arrives, and cuts it into batches at commas between records, independent
 * of chunk borders. This file only finds the cuts; JSON.parse decides whether a batch is valid.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { isRecord } from './checks.ts';
import { jsonFaultAt } from './json-fault.ts';
import { ErrorResponse } from './error-response.ts';

/**
 * Records per parse. Measured: half the time of 512, because a batch then stays in the processor's cache, and because a character beyond
 * Latin-1 doubles the size of fewer other records' text.
 */
export const BATCH = 64;

/** Maximum batch size in bytes: a larger batch is cut early, so that memory does not depend on record size. */
const BATCH_BYTES = 1 << 20;

/** Maximum record size in bytes, far above the largest valid record with every character escaped. */
const RECORD_BYTES = 256 * 1024;

/** Maximum bytes of each other member of the object. */
const OTHER_BYTES = 64 * 1024;

/** Initial buffer size, enough for a usual batch; it grows when needed. */
const FIRST_HELD = 128 * 1024;

const LIST = 'scoreProfiles';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BOM = [0xef, 0xbb, 0xbf];

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Where the parser is in the body. */
type State = 'start' | 'first-key' | 'key' | 'in-key' | 'colon' | 'value' | 'in-other' | 'list' | 'after-value' | 'end';

/**
 * Reads one request body: `push` its bytes in order, then call `end`.
 * @throws ErrorResponse 400 or 413, which names the byte
 */
export class JsonRecords {
  private state: State = 'start';
  /** Bytes before the current chunk. */
  private before = 0;
  /** Reusable buffer for the current name, member value or batch. */
  private buffer = Buffer.allocUnsafeSlow(FIRST_HELD);
  private collected = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private key = '';
  private listSeen = false;
  /** Commas in the current batch, to detect a missing element between two commas. */
  private commas = 0;
  private batchAt = 0;
  private elementAt = 0;
  private firstBatch = true;
  private bomAt = 0;

  /** Reads the next bytes and yields the batches that they complete, never an empty one. */
  *push(chunk: Buffer): Generator<Record<string, unknown>[]> {
    let at = 0;
    while (at < chunk.length) {
      if (this.state === 'list') {
        const cut = this.scanList(chunk, at);
        if (cut === chunk.length) {
          this.collect(chunk.subarray(at));
          break;
        }
        this.collect(chunk.subarray(at, cut));
        const last = chunk[cut] !== COMMA;
        const batch = this.batch(last, this.before + cut);
        // An unmatched brace. If an earlier bracket was wrong, parsing the batch has already failed.
        if (chunk[cut] === CLOSE_OBJECT) throw this.malformed(this.before + cut);
        if (batch.length > 0) yield batch;
        if (last) this.state = 'after-value';
        at = cut + 1;
        this.batchAt = this.before + at;
      } else {
        at = this.step(chunk, at);
      }
    }
    this.before += chunk.length;
  }

  /**
   * Ends the body.
   * @throws ErrorResponse 400 when it is incomplete
   */
  end(): void {
    if (this.state === 'end') {
      if (!this.listSeen) throw new ErrorResponse(400, 'list_missing', `The body has no "${LIST}".`);
      return;
    }
    throw this.malformed(this.before);
  }

  private collect(bytes: Buffer): void {
    if (this.collected + bytes.length > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow((this.collected + bytes.length) * 2);
      this.buffer.copy(larger, 0, 0, this.collected);
      this.buffer = larger;
    }
    bytes.copy(this.buffer, this.collected);
    this.collected += bytes.length;
  }

  /** Returns and clears the collected bytes, which are valid until more are collected. */
  private take(): Buffer {
    const bytes = this.buffer.subarray(0, this.collected);
    this.collected = 0;
    return bytes;
  }

  private malformed(at: number): ErrorResponse {
    return new ErrorResponse(400, 'json_malformed', `The body is not JSON: unexpected at byte ${at}. Nothing was stored.`);
  }

  /** Processes one byte outside the list; returns the next offset. */
  private step(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (this.state === 'in-key') return this.readKey(chunk, at);
    if (this.state === 'in-other') return this.readOther(chunk, at);
    if (this.state === 'start' && this.before + at === this.bomAt && byte === BOM[this.bomAt]) {
      this.bomAt++;
      return at + 1;
    }
    if (this.bomAt === 1 || this.bomAt === 2) throw this.malformed(this.before + at);
    if (isSpace(byte)) return at + 1;
    this.state = this.nextState(byte, this.before + at);
    // The first byte of another member's value belongs to the value.
    return this.state === 'in-other' ? at : at + 1;
  }

  /** The state after a byte that is neither white space nor part of a name or value. */
  private nextState(byte: number, at: number): State {
    switch (this.state) {
      case 'start':
        if (byte === OPEN_OBJECT) return 'first-key';
        throw new ErrorResponse(400, 'body_not_an_object', `The body is not an object with "${LIST}" (byte ${at}).`);
      case 'first-key':
      case 'key':
        if (byte === QUOTE) return 'in-key';
        if (byte === CLOSE_OBJECT && this.state === 'first-key') return 'end';
        break;
      case 'colon':
        if (byte === COLON) return 'value';
        break;
      case 'value':
        return this.beginValue(byte, at);
      case 'after-value':
        if (byte === COMMA) return 'key';
        if (byte === CLOSE_OBJECT) return 'end';
        break;
      default:
    }
    throw this.malformed(at);
  }

  private beginValue(byte: number, at: number): State {
    this.depth = 0;
    this.batchAt = at;
    if (this.key !== LIST) return 'in-other';
    if (byte !== OPEN_ARRAY) throw new ErrorResponse(400, 'list_not_an_array', `"${LIST}" is not an array (byte ${at}).`);
    if (this.listSeen) throw new ErrorResponse(400, 'list_twice', `The body has "${LIST}" twice (byte ${at}).`);
    this.listSeen = true;
    this.commas = 0;
    this.batchAt = at + 1;
    this.elementAt = at + 1;
    return 'list';
  }

  private readKey(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) break;
    }
    this.collect(chunk.subarray(from, at));
    if (this.collected > OTHER_BYTES)
      throw new ErrorResponse(413, 'member_too_large', `A name in the body is too long (byte ${this.before + at}).`);
    if (at === chunk.length) return at;
    const start = this.before + at - this.collected - 1;
    this.key = String(this.parse(`"${this.text(start)}"`, start));
    this.state = 'colon';
    return at + 1;
  }

  /** Collects a member that is not the list. Its value is discarded, but must be valid JSON. */
  private readOther(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inString = false;
      } else if (byte === QUOTE) this.inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.depth++;
      else if (this.depth === 0 && (byte === COMMA || byte === CLOSE_OBJECT)) break;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (this.depth === 0) throw this.malformed(this.before + at);
        this.depth--;
      }
    }
    this.collect(chunk.subarray(from, at));
    if (this.collected > OTHER_BYTES) {
      throw new ErrorResponse(413, 'member_too_large', `The content next to "${LIST}" is too large (byte ${this.before + at}).`);
    }
    if (at === chunk.length) return at;
    this.parse(this.text(this.batchAt), this.batchAt);
    this.state = 'after-value';
    return at;
  }

  /**
   * Scans elements until the batch is complete or the list ends; returns the offset of that comma, bracket or brace, or the chunk's length.
   * This is the only loop over every byte of a list.
   */
  private scanList(chunk: Buffer, from: number): number {
    let { depth, inString } = this;
    const end = chunk.length;
    let at = from;
    if (this.escaped) {
      this.escaped = false;
      at++;
    }
    while (at < end) {
      if (inString) {
        let byte = 0;
        while (at < end && (byte = chunk[at] ?? 0) !== QUOTE && byte !== BACKSLASH) at++;
        if (at >= end) break;
        if (byte === QUOTE) {
          inString = false;
          at++;
        } else {
          at += 2;
          if (at > end) this.escaped = true;
        }
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) inString = true;
      else if (byte === COMMA) {
        if (depth === 0 && this.elementEnds(this.before + at, at - from)) break;
      } else if (byte >= OPEN_ARRAY) {
        if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
        else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
          if (depth === 0) break;
          depth--;
        }
      }
      at++;
    }
    this.depth = depth;
    this.inString = inString;
    const cut = Math.min(at, end);
    if (this.before + cut - this.elementAt > RECORD_BYTES) throw this.tooLarge();
    return cut;
  }

  /** Counts a comma between two elements; true when the batch is complete. */
  private elementEnds(at: number, scanned: number): boolean {
    if (at - this.elementAt > RECORD_BYTES) throw this.tooLarge();
    this.elementAt = at + 1;
    this.commas++;
    return this.commas >= BATCH || this.collected + scanned >= BATCH_BYTES;
  }

  private tooLarge(): ErrorResponse {
    return new ErrorResponse(
      413,
      'record_too_large',
      `The record at byte ${this.elementAt} has more than ${RECORD_BYTES} bytes. Nothing was stored.`,
    );
  }

  private batch(last: boolean, at: number): Record<string, unknown>[] {
    const start = this.batchAt;
    const records = this.parse(`[${this.text(start)}]`, start - 1);
    // A batch cut at a comma has counted it; the last batch has one more element than commas, or none for an empty list.
    const elements = this.commas + (last ? 1 : 0);
    this.commas = 0;
    if (!Array.isArray(records)) throw this.malformed(start);
    const emptyArray = last && this.firstBatch && elements === 1 && records.length === 0;
    if (records.length !== elements && !emptyArray) throw this.malformed(at);
    this.firstBatch = false;
    if (!records.every(isRecord)) {
      throw new ErrorResponse(
        400,
        'record_not_an_object',
        `A record between byte ${start} and byte ${at} is not an object. Nothing was stored.`,
      );
    }
    return records;
  }

  /** The collected bytes as text. `start`: their offset in the body. */
  private text(start: number): string {
    const bytes = this.take();
    if (isAscii(bytes)) return bytes.toString('latin1');
    // JSON is UTF-8 (RFC 8259, 8.1); replacement characters would be stored as if sent.
    if (isUtf8(bytes)) return bytes.toString('utf8');
    throw new ErrorResponse(400, 'not_utf8', `The body is not UTF-8 (after byte ${start}). Nothing was stored.`);
  }

  private parse(text: string, start: number): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.malformed(start + jsonFaultAt(Buffer.from(text)));
    }
  }
}
