/** Splits an answer in newline-delimited JSON as it arrives. Each line is an element. */
import { AppError } from '../../../shared/base/index.ts';
import { readEntry } from '../result-file/answer-entry.ts';
import { type ElementSink, MAX_ELEMENT_BYTES, MAX_KEPT_BYTES } from './json-stream.ts';

const NEWLINE = 0x0a;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
/** Starts each element of a JSON text sequence (RFC 7464). */
const RECORD_SEPARATOR = 0x1e;

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0d || byte === 0x09;

/** Takes the bytes in order. `end` marks the answer as complete. Lines that are not valid JSON are also emitted. */
export class JsonLines {
  private readonly sink: ElementSink;
  private pending: Buffer[] = [];
  private heldBytes = 0;
  private isFirst = true;

  constructor(sink: ElementSink) {
    this.sink = sink;
  }

  write(chunk: Buffer): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      if (end < 0) break;
      this.emit(this.line(chunk.subarray(from, end)));
      from = end + 1;
    }
    if (from < chunk.length) this.hold(Buffer.from(chunk.subarray(from)));
  }

  /** @throws ANSWER_TRUNCATED when the last line is incomplete: it has no line end, and is not valid JSON */
  end(): void {
    const last = this.line(Buffer.alloc(0));
    if (last.length > 0 && last.at(-1) !== CLOSE_OBJECT && readEntry(last.toString('utf8')).problem !== null)
      throw new AppError(
        'ANSWER_TRUNCATED',
        'The answer of the service was cut off. The results saved before are unchanged. Screening Desk requests the answer again.',
      );
    this.emit(last);
  }

  /** Keeps a part of a line. If the line is too long, keeps only its beginning. */
  private hold(part: Buffer): void {
    const wasTooLong = this.heldBytes > MAX_ELEMENT_BYTES;
    this.heldBytes += part.length;
    if (wasTooLong) return;
    this.pending.push(part);
    if (this.heldBytes > MAX_ELEMENT_BYTES) this.pending = [Buffer.concat(this.pending).subarray(0, MAX_KEPT_BYTES)];
  }

  /** The line that ends with these bytes, without surrounding spaces and separators. */
  private line(tail: Buffer): Buffer {
    this.hold(tail);
    const bytes = this.pending.length === 1 ? this.pending[0]! : Buffer.concat(this.pending);
    this.pending = [];
    this.heldBytes = 0;
    let from = this.isFirst && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    this.isFirst = false;
    while (from < bytes.length && (isBlank(bytes[from]!) || bytes[from] === RECORD_SEPARATOR)) from += 1;
    let to = bytes.length;
    while (to > from && isBlank(bytes[to - 1]!)) to -= 1;
    return bytes.subarray(from, to);
  }

  private emit(line: Buffer): void {
    if (line.length > 0) this.sink.element([], line);
  }
}
