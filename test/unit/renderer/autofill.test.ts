/** The browser fills in and stores no field of the window. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as mantine from '@mantine/core';
import { createElement, type ElementType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { theme } from '../../../renderer/app/theme.ts';

const RENDERER = join(import.meta.dirname, '../../../renderer');
const sources = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name, text: readFileSync(join(RENDERER, name), 'utf8') }));

/** The Mantine components that the window uses. */
const used = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names]) =>
      names!.split(',').map((name) => name.trim().replace(/^type .*/, '')),
    ),
  ),
);

/** The tags in the markup that accept typed text. */
const typed = (markup: string) =>
  (markup.match(/<(?:input|textarea)\b[^>]*>/g) ?? []).filter((tag) => !/type="(?:checkbox|radio|hidden|file)"/.test(tag));

/** The markup of a Mantine component; empty for a component that must be inside others (none of these has a field). */
function markupOf(name: string): string {
  const component = (mantine as unknown as Readonly<Record<string, ElementType | undefined>>)[name];
  if (component === undefined) return '';
  try {
    const element = createElement(component, { data: [], label: 'Label' } as object);
    return renderToStaticMarkup(createElement(mantine.MantineProvider, { theme }, element));
  } catch {
    return '';
  }
}

describe('fields of the window', () => {
  it('of Mantine have no autofill by default', () => {
    const fields = [...used].flatMap((name) => typed(markupOf(name)).map((tag) => ({ name, tag })));
    expect(new Set(fields.map(({ name }) => name))).toEqual(
      new Set([...used].filter((name) => /^(?:\w*Input|InputBase|Textarea|Select|Autocomplete)$/.test(name))),
    );
    for (const { name, tag } of fields)
      expect({ name, tag }).toMatchObject({ tag: expect.stringContaining('autoComplete="off"') as string });
  });

  it('of our own name it, and nothing turns it on again', () => {
    const own = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/<(?:input|textarea)\b[\s\S]*?\/>/g)]
        .map(([tag]) => ({ name, tag }))
        .filter(({ tag }) => !/type="(?:checkbox|radio|file)"/.test(tag) && !tag.includes('{...props}')),
    );
    expect(own.length).toBeGreaterThan(0);
    for (const { name, tag } of own) expect({ name, tag }).toMatchObject({ tag: expect.stringContaining('autoComplete="off"') as string });
    const set = sources.flatMap(({ text }) => text.match(/autoComplete=\S+/g) ?? []);
    expect(new Set(set.map((value) => value.replace(/>$/, '')))).toEqual(new Set(['autoComplete="off"']));
  });
});
