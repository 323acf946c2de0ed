/** The chain of entries. Each contains the hash of the previous one, so that changed or missing entries are detected. */
import { canonicalJson } from './canonical.ts';
import type { Content, Entry, Link } from './shapes.ts';

/** SHA-256 of a text in UTF-8, lower-case hexadecimal. */
export type Digest = (text: string) => string;

export const contentHash = (content: unknown, digest: Digest): string => digest(canonicalJson(content));

/** The hash that a link must have. */
export function linkHash(link: Omit<Link, 'hash'>, digest: Digest): string {
  const { chain, number, at, computer, previous, content } = link;
  return digest(canonicalJson({ chain, number, at, computer, previous, content }));
}

/** The entry after `last`; null: the first one. */
export function nextEntry(
  last: Pick<Link, 'number' | 'hash'> | null,
  place: Pick<Link, 'chain' | 'at' | 'computer'>,
  content: Content,
  digest: Digest,
): Entry {
  const link = {
    ...place,
    number: (last?.number ?? 0) + 1,
    previous: last?.hash ?? null,
    content: contentHash(content, digest),
  };
  return { link: { ...link, hash: linkHash(link, digest) }, content };
}
