/** Verifies records offline. Needs only the files, which contain no people. */
import { z } from 'zod';
import { countText, numberText } from '../base/index.ts';
import { contentHash, type Digest, linkHash } from './chain.ts';
import { type Link, RECORD_FORMAT, RECORD_VERSION, RecordFile } from './shapes.ts';

type Problem = 'damaged' | 'newer' | 'changed' | 'missing' | 'fork' | 'foreign';

interface Verdict {
  /** Null: nothing was changed. */
  readonly problem: Problem | null;
  /** The number of the first entry that does not fit; null when there is none, or the file cannot be read. */
  readonly at: number | null;
  /** Entries of the chain that are proven to be as written, from the first one. */
  readonly proven: number;
  /** One or two sentences. */
  readonly text: string;
}

const provenText = (proven: number): string => {
  if (proven === 0) return ' Nothing in it is proven.';
  return proven === 1 ? ' Entry 1 is as written.' : ` Entries 1 to ${numberText(proven)} are as written.`;
};

const broken = (problem: Exclude<Problem, 'newer'>, at: number, proven: number, text: string): Verdict => ({
  problem,
  at,
  proven,
  text: `${text}${provenText(proven)}`,
});

/** Names the computers that wrote the chain, in order. There are several if a data folder was moved or copied. */
function computersText(links: readonly Link[]): string {
  const changes = links.filter(({ computer }, at) => at > 0 && computer !== links[at - 1]!.computer);
  if (changes.length === 0) return '';
  const named = changes.slice(0, 3).map(({ number, computer }) => `from entry ${numberText(number)} on ${computer}`);
  return ` Written on ${links[0]!.computer}, ${named.join(', ')}${changes.length > 3 ? ' and more' : ''}.`;
}

interface Contents {
  readonly number: number;
  readonly content: unknown;
}

/**
 * Verifies a chain from its first entry. `links`: in any order. `entries`: the contents of some of them.
 * @param digest SHA-256.
 */
export function verifyChain(links: readonly Link[], entries: readonly Contents[], digest: Digest): Verdict {
  const sorted = links.toSorted((a, b) => a.number - b.number);
  const [first] = sorted;
  if (first === undefined && entries.length > 0) return broken('damaged', 1, 0, 'No entry has a place that can be read.');
  if (first === undefined) return { problem: null, at: null, proven: 0, text: 'There is no entry yet.' };
  const contents = Map.groupBy(entries, ({ number }) => number);
  let before: Link | null = null;
  for (const link of sorted) {
    const { number } = link;
    const name = `Entry ${numberText(number)}`;
    const proven = before?.number ?? 0;
    if (linkHash(link, digest) !== link.hash) return broken('changed', number, proven, `${name} was changed after it was written.`);
    if (link.chain !== first.chain) return broken('foreign', number, proven, `${name} belongs to another chain.`);
    if (before !== null && number === before.number) {
      if (link.hash === before.hash) continue;
      return broken('fork', number, proven - 1, forkText(before, link));
    }
    if (number !== proven + 1) {
      const gap = number - proven - 1;
      const missing =
        gap === 1
          ? `Entry ${numberText(number - 1)} is missing.`
          : `Entries ${numberText(proven + 1)} to ${numberText(number - 1)} are missing.`;
      return broken('missing', number, proven, missing);
    }
    if (link.previous !== (before?.hash ?? null))
      return broken(
        'missing',
        number,
        proven,
        `The entry before ${numberText(number)} is missing: ${name.toLowerCase()} was written after another one.`,
      );
    if (contents.get(number)?.some(({ content }) => contentHash(content, digest) !== link.content) === true)
      return broken('changed', number, proven, `${name} was changed after it was written.`);
    before = link;
  }
  const stray = entries.find(({ number }) => number > before!.number);
  if (stray !== undefined)
    return broken('missing', stray.number, before!.number, `Entry ${numberText(stray.number)} has no place in the chain.`);
  const count = before!.number;
  // Only a later file or a printed mark can show whether more entries were written.
  const text = `${countText(count, 'entry', 'entries')}, one chain: none changed, none missing up to entry ${numberText(count)}.${computersText(sorted)}`;
  return { problem: null, at: null, proven: count, text };
}

const forkText = (one: Link, other: Link): string => {
  const after = one.number === 1 ? 'The chain begins twice' : `Two entries follow entry ${numberText(one.number - 1)}`;
  const where = one.computer === other.computer ? `both on ${one.computer}` : `one on ${one.computer}, one on ${other.computer}`;
  return `${after}, ${where}: the data folder was copied or restored from a backup, and both copies were continued.`;
};

const Head = z.looseObject({ format: z.literal(RECORD_FORMAT), version: z.int() });

const DAMAGED: Verdict = {
  problem: 'damaged',
  at: null,
  proven: 0,
  text: 'This is not an exported record, or the file is damaged: it cannot be read.',
};
const NEWER: Verdict = {
  problem: 'newer',
  at: null,
  proven: 0,
  text: 'A newer version of Screening Desk wrote this record. Verify it with that version.',
};

/** Reads a record from the text of a file, or says why it cannot be read. */
function readRecordFile(text: string): RecordFile | Verdict {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return DAMAGED;
  }
  const head = Head.safeParse(value);
  if (!head.success) return DAMAGED;
  if (head.data.version > RECORD_VERSION) return NEWER;
  const file = RecordFile.safeParse(value);
  return file.success ? file.data : DAMAGED;
}

const isVerdict = (read: RecordFile | Verdict): read is Verdict => 'problem' in read;

/**
 * Verifies one exported record, or several of the same chain against each other. `texts`: the contents of the files.
 * @param digest SHA-256.
 */
export function verifyFiles(texts: readonly string[], digest: Digest): Verdict {
  const files: RecordFile[] = [];
  for (const text of texts) {
    const read = readRecordFile(text);
    if (isVerdict(read)) return read;
    const alone = verifyChain(read.links, read.entries, digest);
    if (alone.problem !== null) return alone;
    files.push(read);
  }
  const links = files.flatMap((file) => file.links);
  const [first] = links;
  if (links.some(({ chain }) => chain !== first?.chain))
    return { problem: 'foreign', at: null, proven: 0, text: 'The files belong to different chains, so nothing connects them.' };
  // The contents were already compared with the chain of their own file.
  return verifyChain(links, [], digest);
}
