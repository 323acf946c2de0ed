import { ActionIcon, Button, Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type Rating, stepText } from '../../../shared/ratings/index.ts';
import { type LayoutColumn, ratedColumn } from '../../../shared/results/index.ts';
import { Dialog, DialogFoot } from '../../kit/index.ts';
import { count, number as numberText } from '../../format/index.ts';

const MAX_WORDS = 100;
const MAX_KNOWN = 1000;

type Part = Pick<LayoutColumn, 'words' | 'most' | 'shortens' | 'known'>;

export interface WordsOf extends Part {
  /** The heading of the column. */
  readonly title: string;
  /** The values of a rating, as initial rows. */
  readonly steps: readonly { readonly from: string; readonly to: string }[];
  /** True for a column: then the maximum length and the other system's list of words can be set, too. */
  readonly hasLength?: boolean;
  readonly onSave: (part: Part) => void;
}

/** The values of a rating, or of a score that has a rating, each with our word for it. */
export function stepsOf(ratings: readonly Rating[], key: string): { from: string; to: string }[] {
  const rated = ratedColumn(key);
  const rating = ratings.find(({ column }) => column === (rated ?? key));
  if (rating === undefined) return [];
  const valueOf = (step: Rating['steps'][number]) => ('from' in step ? String(step.from) : step.value);
  return rating.steps.map((step) => ({ from: rated === null ? valueOf(step) : stepText(step), to: stepText(step) }));
}

const linesOf = (text: string): string[] =>
  [...new Set(text.split(/[\r\n]+/).map((line) => line.trim().slice(0, 255)))].filter((line) => line !== '');

/** Edits the other system's words for the values of a column, the maximum length there, and its list of words. */
export function WordsDialog({ of, onClose }: { readonly of: WordsOf; readonly onClose: () => void }) {
  const first = of.words ?? of.steps;
  const [rows, setRows] = useState(() => first.map((one, number) => ({ ...one, number })));
  const [most, setMost] = useState<number | string>(of.most ?? '');
  const [shortens, setShortens] = useState(of.shortens === true);
  const [pasted, setPasted] = useState((of.known ?? []).join('\n'));
  const known = linesOf(pasted);
  const words = rows.map(({ from, to }) => ({ from: from.trim(), to: to.trim() })).filter(({ from, to }) => from !== '' || to !== '');
  const half = words.find(({ from, to }) => from === '' || to === '');
  const twice = words.find(({ from }, at) => words.findIndex((other) => other.from === from) !== at);
  const unknown = known.length === 0 ? [] : words.filter(({ to }) => !known.includes(to)).map(({ to }) => to);
  const problem =
    half !== undefined
      ? 'Each line needs a value and a word.'
      : twice !== undefined
        ? `“${twice.from}” has two words. Each value has one line.`
        : words.length > MAX_WORDS || known.length > MAX_KNOWN
          ? `A column can have ${MAX_WORDS} words, and a list of ${numberText(MAX_KNOWN)}.`
          : null;
  const change = (number: number, part: { from?: string; to?: string }) =>
    setRows(rows.map((row) => (row.number === number ? { ...row, ...part } : row)));
  const save = () => {
    of.onSave({
      words: words.length === 0 ? undefined : words,
      ...(of.hasLength === true && {
        most: typeof most === 'number' ? most : undefined,
        shortens: typeof most === 'number' && shortens ? true : undefined,
        known: known.length === 0 ? undefined : known,
      }),
    });
    onClose();
  };
  return (
    <Dialog onClose={onClose} size={560} title={`Words of ${of.title}`}>
      <p className="second small">A number applies to all values above it, up to the next number. A value without a word is not changed.</p>
      {rows.length > 0 && (
        <p className="layout-words-head second small" aria-hidden>
          <span>Our value</span> <span>Their word</span>
        </p>
      )}
      <ul className="layout-words">
        {rows.map(({ from, to, number }, at) => (
          <li key={number}>
            <TextInput
              aria-label={`Our value ${at + 1}`}
              value={from}
              maxLength={100}
              onChange={(event) => change(number, { from: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Their word ${at + 1}`}
              value={to}
              maxLength={255}
              onChange={(event) => change(number, { to: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              aria-label={`Leave out word ${at + 1}`}
              onClick={() => setRows(rows.filter((row) => row.number !== number))}
            >
              <IconX size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="link"
        onClick={() => setRows([...rows, { from: '', to: '', number: Math.max(-1, ...rows.map(({ number }) => number)) + 1 }])}
      >
        Add a word
      </button>
      {of.hasLength === true && (
        <div className="dialog-fields layout-length">
          <NumberInput
            label="Characters that the other system accepts"
            placeholder="any number"
            value={most}
            min={1}
            max={32_767}
            allowDecimal={false}
            clampBehavior="strict"
            onChange={setMost}
          />
          <Checkbox label="Cut a longer text at a word" checked={shortens} onChange={(event) => setShortens(event.currentTarget.checked)} />
          <Textarea
            label="Words that the other system has, one per line"
            description="Paste its list if it accepts only certain words. Leave empty if it accepts any."
            autosize
            minRows={2}
            maxRows={6}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
        </div>
      )}
      {unknown.length > 0 && (
        <output className="small layout-unknown">
          {count(unknown.length, 'word is', 'words are')} not in the list: {unknown.join(', ')}.
        </output>
      )}
      {problem !== null && (
        <p role="alert" className="small layout-unknown">
          {problem}
        </p>
      )}
      <DialogFoot close="Cancel" onClose={onClose}>
        <Button aria-disabled={problem !== null} onClick={() => problem === null && save()}>
          Use these words
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
