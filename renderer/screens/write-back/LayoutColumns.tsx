import { ActionIcon, Select } from '@mantine/core';
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Output, ResultsView } from '../../../shared/contract/index.ts';
import type { Layout, LayoutColumn } from '../../../shared/results/index.ts';
import { ScrollRegion } from '../../kit/index.ts';
import { HeadedTable } from './HeadedTable.tsx';
import { HeadingInput } from './HeadingInput.tsx';
import { scoreOptions, sourceOf, sourceOptions, valueOf } from './layout-sources.ts';
import { stepsOf, WordsDialog, type WordsOf } from './WordsDialog.tsx';

interface LayoutColumnsProps {
  readonly plan: Output<'writeBack.plan'>;
  readonly results: ResultsView;
  readonly onChange: (layout: Layout) => void;
}

type Score = NonNullable<Layout['scores']>[number];

/** The first words of a column, and the number of further words. */
function Words({ words, most }: Pick<LayoutColumn, 'words' | 'most'>) {
  const FIRST = 3;
  return (
    <>
      {words === undefined || words.length === 0 ? (
        <span className="second">as it is</span>
      ) : (
        <>
          {words.slice(0, FIRST).map(({ from, to }) => (
            <span className="layout-word" key={from}>
              <span>{from}</span> {to}
            </span>
          ))}
          {words.length > FIRST && <span className="second"> +{words.length - FIRST}</span>}
        </>
      )}
      {most !== undefined && <span className="second small">, at most {most}</span>}
    </>
  );
}

/** A title that the user types applies to every sheet, so the source no longer depends on the sheet's heading. */
const withOwnTitle = (from: LayoutColumn['from']): LayoutColumn['from'] =>
  from.kind === 'field' ? { kind: 'field', field: from.field } : from;

interface RowButtonsProps {
  readonly name: string;
  readonly onWords: () => void;
  /** Null for the only entry, which cannot be removed. */
  readonly onRemove: (() => void) | null;
}

function RowButtons({ name, onWords, onRemove }: RowButtonsProps) {
  return (
    <td className="layout-buttons">
      <ActionIcon variant="subtle" aria-label={`Words and length of ${name}`} onClick={onWords}>
        <IconPencil size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={`Leave out ${name}`}
        aria-disabled={onRemove === null}
        onClick={() => onRemove !== null && onRemove()}
      >
        <IconX size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </td>
  );
}

/** The scores of a layout with a row for each score: our score, and the other system's category and words. */
function ScoreRows({ plan, results, onChange, onWords }: LayoutColumnsProps & { readonly onWords: (of: WordsOf) => void }) {
  const { layout } = plan;
  const scores: readonly Score[] = layout.scores ?? plan.scores;
  const options = scoreOptions(
    results,
    scores.map(({ key }) => key),
  );
  const put = (next: readonly Score[]) => onChange({ ...layout, scores: [...next] });
  const change = (at: number, part: Partial<Score>) => put(scores.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const nextOption = options.find(({ value }) => !scores.some(({ key }) => `score:${key}` === value));
  return (
    <>
      <HeadedTable headings={['Our column', 'Their category', 'In these words', 'Change']}>
        {scores.map((score, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two rows can have the same score until one is changed.
          <tr key={at}>
            <td>
              <Select
                size="xs"
                aria-label={`Our column for ${score.title}`}
                data={options}
                value={`score:${score.key}`}
                onChange={(value) => value !== null && change(at, { key: value.slice('score:'.length), words: undefined })}
                allowDeselect={false}
                searchable
              />
            </td>
            <td>
              <HeadingInput label={`Their category for ${score.title}`} value={score.title} onChange={(title) => change(at, { title })} />
            </td>
            <td>
              <Words words={score.words} />
            </td>
            <RowButtons
              name={score.title}
              onWords={() =>
                onWords({
                  title: score.title,
                  words: score.words,
                  steps: stepsOf(results.ratings, score.key),
                  onSave: ({ words }) => change(at, { words }),
                })
              }
              onRemove={scores.length === 1 ? null : () => put(scores.filter((_, index) => index !== at))}
            />
          </tr>
        ))}
      </HeadedTable>
      {nextOption !== undefined && (
        <button
          type="button"
          className="link"
          onClick={() => put([...scores, { key: nextOption.value.slice('score:'.length), title: nextOption.label }])}
        >
          <IconPlus size={14} stroke={1.8} aria-hidden /> Score
        </button>
      )}
    </>
  );
}

/** The columns of the file: the content of each, and its heading and words in the other system. */
function ColumnRows({ plan: { layout }, results, onChange, onWords }: LayoutColumnsProps & { readonly onWords: (of: WordsOf) => void }) {
  const { columns } = layout;
  const options = sourceOptions(results, layout);
  const put = (next: readonly LayoutColumn[]) => onChange({ ...layout, columns: [...next] });
  const change = (at: number, part: Partial<LayoutColumn>) => put(columns.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const unused = options[0]!.items.find(({ value }) => !columns.some(({ from }) => valueOf(from) === value));
  return (
    <>
      <HeadedTable headings={[layout.rows === 'score' ? 'Column of the file' : 'Our column', 'Their heading', 'In these words', 'Change']}>
        {columns.map(({ title, from, words, most }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two rows can have the same heading until one is changed.
          <tr key={at}>
            <td>
              <Select
                size="xs"
                aria-label={`Our column for ${title}`}
                data={options}
                value={valueOf(from)}
                onChange={(value) => value !== null && change(at, { from: sourceOf(value), words: undefined })}
                allowDeselect={false}
                searchable
                limit={200}
              />
              {from.kind === 'text' && (
                <HeadingInput
                  label={`Text for ${title}`}
                  value={from.text}
                  most={1000}
                  canBeEmpty
                  onChange={(text) => change(at, { from: { kind: 'text', text } })}
                />
              )}
            </td>
            <td>
              <HeadingInput
                label={`Their heading for ${title}`}
                value={title}
                onChange={(next) => change(at, { title: next, from: withOwnTitle(from) })}
              />
            </td>
            <td>
              <Words words={words} most={most} />
            </td>
            <RowButtons
              name={title}
              onWords={() =>
                onWords({
                  ...columns[at]!,
                  steps: from.kind === 'score' ? stepsOf(results.ratings, from.key) : [],
                  hasLength: true,
                  onSave: (part) => change(at, part),
                })
              }
              onRemove={columns.length === 1 ? null : () => put(columns.filter((_, index) => index !== at))}
            />
          </tr>
        ))}
      </HeadedTable>
      <button
        type="button"
        className="link"
        onClick={() =>
          put([
            ...columns,
            unused === undefined
              ? { title: 'Column', from: { kind: 'text', text: '' } }
              : { title: unused.label, from: sourceOf(unused.value) },
          ])
        }
      >
        <IconPlus size={14} stroke={1.8} aria-hidden /> Column
      </button>
    </>
  );
}

/** The editor of a layout's columns. A change takes effect at once, but is stored only when the layout is saved. */
export function LayoutColumns(props: LayoutColumnsProps) {
  const [words, setWords] = useState<WordsOf | null>(null);
  const { rows, columns } = props.plan.layout;
  return (
    <ScrollRegion className="write-back-scroll layout-columns" label="Columns of the layout">
      {rows === 'score' ? (
        <>
          <ScoreRows {...props} onWords={setWords} />
          <details className="layout-file">
            <summary>Columns of each line: {columns.map(({ title }) => title).join(', ')}</summary>
            <ColumnRows {...props} onWords={setWords} />
          </details>
        </>
      ) : (
        <ColumnRows {...props} onWords={setWords} />
      )}
      {words !== null && <WordsDialog of={words} onClose={() => setWords(null)} />}
    </ScrollRegion>
  );
}
