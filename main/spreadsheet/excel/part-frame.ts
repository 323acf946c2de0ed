/** Finds where the rows or strings of a workbook part begin, for the scanners that read them byte by byte. */
import type { ByteWindow } from '../core/byte-window.ts';
import { xmlEncoding } from '../markup/xml.ts';

/** Maximum bytes before the rows or strings; real programs write a few kilobytes there. */
const FRAME_MOST = 4 * 1024 ** 2;

/** Chunks of a part's bytes, in order. */
export type Chunks = AsyncGenerator<Buffer, void>;

/** Position and namespace prefix of the element that contains the rows or strings. */
export interface Frame {
  /** Offset after its opening tag. */
  readonly at: number;
  readonly prefix: string;
  /** The element closes itself, so it has no rows or strings. */
  readonly empty: boolean;
}

/**
 * Looks for the tag `<name>` in the first bytes of a part. 'more': the tag may follow later; null: the text before it needs the complete
 * XML reader.
 */
function findFrame(bytes: Buffer, name: string): Frame | 'more' | null {
  const found = bytes.indexOf(name, 0, 'latin1');
  const head = bytes.toString('latin1', 0, found === -1 ? bytes.length : found);
  if (head.includes('<!')) return null;
  if (found === -1) return 'more';
  const prefix = /<(?:([\w.-]{1,40}):)?$/.exec(head);
  if (!prefix) return null;
  const end = bytes.indexOf('>', found, 'latin1');
  if (end === -1) return 'more';
  const tag = bytes.toString('latin1', found + name.length, end);
  // If quotes are left after the quoted values were removed, the `>` is inside a value.
  const outside = tag.replaceAll(/"[^"]*"|'[^']*'/g, '');
  if (/["'<]/.test(outside) || !/^(?:[\s/]|$)/.test(outside)) return null;
  return { at: end + 1, prefix: prefix[1] ?? '', empty: tag.endsWith('/') };
}

/** Reads into the window until the frame is found; null when the limit is reached or the part ends first. */
export async function readFrame(window: ByteWindow, chunks: Chunks, name: string): Promise<Frame | null> {
  for (;;) {
    const frame = window.end > 0 ? (xmlEncoding(window.rest()) === 'utf-8' ? findFrame(window.rest(), name) : null) : 'more';
    if (frame !== 'more') return frame;
    if (window.end > FRAME_MOST) return null;
    const { done, value } = await chunks.next();
    if (done) return null;
    window.append(value);
  }
}
