import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Output } from '../../shared/contract.ts';
import { dayText, number } from '../text.ts';
import { CopyLink } from './CopyLink.tsx';

type Answer = Output<'service.profile'>;
type Leaf = Answer['leaves'][number];

/** "mostRecentScore.scoreDetails" as a heading: "Most recent score, score details". */
function partTitle(path: readonly string[]): string {
  const words = path
    .map((part) => (/^\d+$/.test(part) ? number(Number(part) + 1) : part.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()))
    .join(', ')
    .replaceAll(/\brfm\b/g, 'RFM');
  return words === '' ? 'Profile' : words.replace(/^./, (letter) => letter.toUpperCase());
}

/** A leaf's title without the part that stands over it already: "Multi lens scores, 1, lens" is "Lens" there. */
function ownTitle(title: string): string {
  const own = title.split(', ').at(-1) ?? title;
  return own.replace(/^./, (letter) => letter.toUpperCase());
}

/** Leaves under the part of the answer that they stand in, in its own order. */
function partsOf(leaves: readonly Leaf[]): (readonly [string, readonly Leaf[]])[] {
  const parts = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const title = partTitle(leaf.key.split('.').slice(0, -1));
    parts.set(title, [...(parts.get(title) ?? []), leaf]);
  }
  return [...parts];
}

/** A value as a person reads it. Digits that name something, such as an id or a ZIP, are no number. */
function spoken({ key, value }: Leaf): string {
  if (value === '') return '–';
  if (/^true$/i.test(value)) return 'Yes';
  if (/^false$/i.test(value)) return 'No';
  const isName = /(id|code|zip|phone|year)$/i.test(key);
  if (!isName && /^-?[1-9]\d{3,14}$/.test(value)) return number(Number(value));
  return dayText(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z?$/.test(value) ? value.slice(0, 10) : value);
}

/** An answer of the service: readable part by part, or the JSON text as it came. */
export function AnswerPanel({ title, answer, end }: { readonly title: string; readonly answer: Answer; readonly end?: ReactNode }) {
  const [form, setForm] = useState<'readable' | 'json'>('readable');
  const parts = useMemo(() => partsOf(answer.leaves), [answer]);
  return (
    <section className="card profile-answer" aria-label={title}>
      <div className="answer-head">
        <h2 className="card-title">{title}</h2>
        {end}
        <div style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
          {form === 'json' && <CopyLink label="Copy" text={() => answer.json} />}
          <SegmentedControl
            aria-label="Form of the answer"
            value={form}
            onChange={setForm}
            data={[
              { value: 'readable', label: 'Readable' },
              { value: 'json', label: 'As JSON' },
            ]}
          />
        </div>
      </div>
      {form === 'json' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keyboard
        <pre className="answer-json" tabIndex={0} aria-label="The answer as JSON">
          {answer.json}
        </pre>
      ) : (
        <div className="answer-parts">
          {parts.map(([part, leaves]) => (
            <div key={part} className="answer-part">
              <h3>{part}</h3>
              <dl>
                {leaves.map((leaf) => (
                  <div key={leaf.key} className="answer-line">
                    <dt>{ownTitle(leaf.title)}</dt>
                    <dd>{spoken(leaf)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
