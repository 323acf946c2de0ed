import { Highlight } from '@mantine/core';

/** A value with the parts marked that the search found. */
export function Hits({ text, find }: { readonly text: string; readonly find: string }) {
  const words = find.trim() === '' ? [] : find.trim().split(/\s+/);
  if (words.length === 0 || text === '') return text;
  return (
    <Highlight highlight={words} component="span" inherit classNames={{ root: 'check-hits' }} highlightStyles={HIT}>
      {text}
    </Highlight>
  );
}

const HIT = { background: 'var(--desk-warning-ground)', color: 'inherit', textDecoration: 'underline', fontWeight: 650 } as const;
