import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../shared/record/canonical.ts';
import { nextEntry } from '../../../../shared/record/chain.ts';
import { EMPTY_DECLARATION, missingFields } from '../../../../shared/record/declaration.ts';
import type { Content, Entry, Link } from '../../../../shared/record/shapes.ts';
import { verifyChain, verifyFiles } from '../../../../shared/record/verify.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const nonce = (n: number) => n.toString(16).padStart(32, '0');
const CHAIN = nonce(7);

const declared = (n: number, purpose = `Purpose ${n}`): Content => ({
  kind: 'declared',
  nonce: nonce(n),
  project: `project-${n}`,
  user: 'm.trask',
  declared: { purpose, lawfulBasis: 'Legitimate interest', assessment: 'LIA-7', noticeDate: '2026-01-15' },
});

/** A chain of `count` entries that begins with `before`. */
function chainOf(count: number, { before = [] as Entry[], computer = 'FERN-07', chain = CHAIN } = {}): Entry[] {
  const entries = [...before];
  while (entries.length < count) {
    const number = entries.length + 1;
    entries.push(nextEntry(entries.at(-1)?.link ?? null, { chain, at: number * 1000, computer }, declared(number), sha256));
  }
  return entries;
}

const fileOf = (entries: readonly Entry[], shown: readonly number[] = [entries.length]) => ({
  format: 'screening-desk-record',
  version: 1,
  entries: shown.map((number) => ({ number, content: entries[number - 1]!.content })),
  links: entries.map(({ link }) => link),
});
const verify = (...files: unknown[]) =>
  verifyFiles(
    files.map((file) => (typeof file === 'string' ? file : JSON.stringify(file))),
    sha256,
  );

/** The same value with the keys of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, reversed(inner)] as const)
      .toReversed(),
  );
}

describe('verifying records', () => {
  it('says that an intact record is as written, whatever the order of its keys and links', () => {
    const file = fileOf(chainOf(5), [2, 5]);
    expect(verify(file)).toEqual({
      problem: null,
      at: null,
      proven: 5,
      text: '5 entries, one chain: none changed, none missing up to entry 5.',
    });
    const other = { ...file, links: file.links.toReversed() };
    expect(verify(reversed(other)).text).toBe('5 entries, one chain: none changed, none missing up to entry 5.');
    expect(canonicalJson(reversed(file))).toBe(canonicalJson(file));
    expect(verify(file, fileOf(chainOf(3)))).toMatchObject({ problem: null, proven: 5 });
  });

  it('does not take entries whose places cannot be read for an empty chain', () => {
    const entries = chainOf(2).map(({ link, content }) => ({ number: link.number, content }));
    expect(verifyChain([], entries, sha256)).toMatchObject({ problem: 'damaged', proven: 0, text: expect.stringContaining('can be read') });
    expect(verifyChain([], [], sha256)).toMatchObject({ problem: null, text: 'There is no entry yet.' });
  });

  it('detects a change of any byte', () => {
    const text = JSON.stringify(fileOf(chainOf(4), [3]));
    const undetected: number[] = [];
    for (let at = 0; at < text.length; at++) {
      const code = text.codePointAt(at)!;
      // Replaced by a character of the same kind, so most changes leave well-formed JSON of the right shape.
      const changed = /[0-9a-f]/.test(text[at]!) ? (text[at] === '1' ? '2' : '1') : String.fromCodePoint(code ^ 1);
      if (verify(text.slice(0, at) + changed + text.slice(at + 1)).problem === null) undetected.push(at);
    }
    expect(undetected).toEqual([]);
  });

  it('detects every removed and every exchanged entry but the last ones', () => {
    const links = chainOf(6).map(({ link }) => link);
    for (let at = 0; at < 5; at++) {
      const left = links.toSpliced(at, 1);
      expect(verify({ ...fileOf(chainOf(6)), links: left })).toMatchObject({ problem: 'missing', proven: at });
    }
  });

  it.each<[string, (entries: Entry[]) => unknown, object]>([
    [
      'a changed content',
      (entries) => ({ ...fileOf(entries), entries: [{ number: 5, content: declared(5, 'Another purpose') }] }),
      { problem: 'changed', at: 5, proven: 4, text: 'Entry 5 was changed after it was written. Entries 1 to 4 are as written.' },
    ],
    [
      'a changed place',
      (entries) => ({ ...fileOf(entries), links: entries.map(({ link }) => (link.number === 2 ? { ...link, at: 1 } : link)) }),
      { problem: 'changed', at: 2, proven: 1, text: 'Entry 2 was changed after it was written. Entry 1 is as written.' },
    ],
    [
      'missing entries',
      (entries) => ({ ...fileOf(entries), links: entries.slice(2).map(({ link }) => link) }),
      { problem: 'missing', at: 3, proven: 0, text: 'Entries 1 to 2 are missing. Nothing in it is proven.' },
    ],
    [
      'an entry after another one',
      (entries) => {
        const rewritten = chainOf(5, { computer: 'OTHER' });
        return { ...fileOf(entries), links: [...entries.slice(0, 3), ...rewritten.slice(3)].map(({ link }) => link) };
      },
      {
        problem: 'missing',
        at: 4,
        proven: 3,
        text: 'The entry before 4 is missing: entry 4 was written after another one. Entries 1 to 3 are as written.',
      },
    ],
    [
      'an entry of another chain',
      (entries) => {
        const [link] = chainOf(1, { chain: nonce(8) }).map((one) => one.link);
        return { ...fileOf(entries), links: [...entries.slice(0, 4).map((one) => one.link), relinked(link!, 5)] };
      },
      { problem: 'foreign', at: 5, proven: 4, text: 'Entry 5 belongs to another chain. Entries 1 to 4 are as written.' },
    ],
    [
      'a content without a place',
      (entries) => ({ ...fileOf(entries), links: entries.slice(0, 4).map(({ link }) => link) }),
      { problem: 'missing', at: 5, proven: 4, text: 'Entry 5 has no place in the chain. Entries 1 to 4 are as written.' },
    ],
    [
      'a damaged file',
      () => '{"format":"screening-desk-rec',
      { problem: 'damaged', text: 'This is not an exported record, or the file is damaged: it cannot be read.' },
    ],
    ['another file', () => ({ rows: [] }), { problem: 'damaged' }],
    ['a field that no record has', (entries) => ({ ...fileOf(entries), people: ['Ann Sample'] }), { problem: 'damaged' }],
    [
      'a newer version',
      (entries) => ({ ...fileOf(entries), version: 2, rulings: [] }),
      { problem: 'newer', text: 'A newer version of Screening Desk wrote this record. Verify it with that version.' },
    ],
  ])('says what is wrong: %s', (_, change, verdict) => {
    expect(verify(change(chainOf(5)))).toMatchObject(verdict);
  });

  it('says a fork of two copies of a data folder, and where it begins', () => {
    const common = chainOf(3);
    const here = chainOf(5, { before: common });
    const there = chainOf(4, { before: common, computer: 'FERN-09' });
    const verdict = {
      problem: 'fork',
      at: 4,
      proven: 3,
      text: 'Two entries follow entry 3, one on FERN-07, one on FERN-09: the data folder was copied or restored from a backup, and both copies were continued. Entries 1 to 3 are as written.',
    };
    expect(verify(fileOf(here), fileOf(there))).toEqual(verdict);
    expect(verify(fileOf(here, [4]), fileOf(there, [4]))).toEqual(verdict);
    expect(verify({ ...fileOf(here), links: [...here, there[3]!].map(({ link }) => link) })).toEqual(verdict);
    expect(verify(fileOf(there))).toMatchObject({
      problem: null,
      text: '4 entries, one chain: none changed, none missing up to entry 4. Written on FERN-07, from entry 4 on FERN-09.',
    });
  });

  it('says that files of two chains are not connected', () => {
    expect(verify(fileOf(chainOf(2)), fileOf(chainOf(2, { chain: nonce(9) })))).toMatchObject({
      problem: 'foreign',
      text: 'The files belong to different chains, so nothing connects them.',
    });
  });
});

/** A link with another number, and with the hash for that number. */
function relinked(link: Link, number: number): Link {
  const { content: _, ...place } = link;
  return nextEntry({ number: number - 1, hash: sha256('another') }, place, declared(number), sha256).link;
}

it('a text to be hashed leaves out what is undefined, and refuses a number that JSON does not have', () => {
  expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}');
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => canonicalJson({ number })).toThrow(TypeError);
});

it('spaces declare nothing', () => {
  const rules = { required: ['purpose' as const, 'lawfulBasis' as const], contact: '' };
  expect(missingFields({ ...EMPTY_DECLARATION, purpose: ' \t', lawfulBasis: 'Consent' }, rules)).toEqual(['purpose']);
});
