/** Where in a part of a workbook the rows or strings begin, for the scanners that read them byte by byte. */
import type { ByteWindow } from '../core/byte-window.ts';
import { xmlEncoding } from '../markup/xml.ts';

/** What may stand before the rows or strings for a scanner to look for them: all that programs write there takes some kilobytes. */
const FRAME_MOST = 4 * 1024 ** 2;

/** Chunks of a part's bytes, one after the other. */
export type Chunks = AsyncGenerator<Buffer, void>;

/** How a part's elements are named where its rows or strings begin. */
export interface Frame {
  /** Behind the tag that opens the rows or strings. */
  readonly at: number;
  readonly prefix: string;
  /** That tag closed itself: there are none. */
  readonly empty: boolean;
}

/**
 * Looks for the tag `<name>` in the bytes, which are the beginning of a part. 'more': it may still come; null: something stands
 * before it that only the complete reader should judge.
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
  // With the quoted values taken out nothing may be left that shows the `>` to be within one.
  const outside = tag.replaceAll(/"[^"]*"|'[^']*'/g, '');
  if (/["'<]/.test(outside) || !/^(?:[\s/]|$)/.test(outside)) return null;
  return { at: end + 1, prefix: prefix[1] ?? '', empty: tag.endsWith('/') };
}

/** Reads into the window until the frame is known, the limit is reached or the part ends; 'more' is then as good as null. */
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
