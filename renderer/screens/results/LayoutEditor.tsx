import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { FIELDS } from '../../../shared/fields/index.ts';
import type { ResultsView } from '../../../shared/contract/index.ts';
import { type Layout, findScore, isBuiltInLayout } from '../../../shared/results/index.ts';
import { asAppError, useCommand } from '../../api/index.ts';
import { FailureLine } from '../../kit/index.ts';
import { MoveButtons } from './MoveButtons.tsx';
import './arrange.css';

type Source = Layout['columns'][number]['from'];

/** A source as an option value; a fixed text is typed next to it. */
function valueOf(from: Source): string {
  switch (from.kind) {
    case 'field':
      return `field:${from.field}`;
    case 'sheet':
      return `sheet:${from.header}`;
    case 'score':
      return `score:${from.key}`;
    default:
      return from.kind;
  }
}

function sourceOf(value: string): Source {
  const colon = value.indexOf(':');
  const kind = value.slice(0, colon);
  const rest = value.slice(colon + 1);
  if (kind === 'field') return { kind: 'field', field: FIELDS.find(({ key }) => key === rest)?.key ?? 'constituentId' };
  if (kind === 'sheet') return { kind: 'sheet', header: rest };
  if (kind === 'score') return { kind: 'score', key: rest };
  if (value === 'day' || value === 'scoreTitle' || value === 'scoreValue') return { kind: value };
  return { kind: 'text', text: '' };
}

/** A title that the user types holds for every sheet, whatever heading the sheet has. */
function withOwnTitle(from: Source): Source {
  return from.kind === 'field' ? { kind: 'field', field: from.field } : from;
}

interface LayoutEditorProps {
  readonly id: string;
  readonly layout: Layout;
  readonly results: ResultsView;
  readonly onClose: () => void;
}

/** The columns of a layout: titles that the other system expects, and the source of each. */
export function LayoutEditor({ id, layout, results, onClose }: LayoutEditorProps) {
  // Columns can be moved and removed, so each has its own key.
  const [columns, setColumns] = useState(() => layout.columns.map((column, number) => ({ ...column, number })));
  const [name, setName] = useState(layout.name);
  const save = useCommand('layouts.save', onClose);
  const remove = useCommand('layouts.remove', onClose);
  const change = (number: number, part: Partial<(typeof columns)[number]>) =>
    setColumns(columns.map((column) => (column.number === number ? { ...column, ...part } : column)));
  const scores = new Map(results.columns.map(({ key, title }) => [`score:${key}`, title]));
  const paths = results.columns.map(({ key }) => key);
  for (const { from } of layout.columns) {
    if (from.kind !== 'score' || scores.has(valueOf(from))) continue;
    // Replace the end of a path by the column it was matched to.
    const found = results.columns[findScore(from.key, paths)];
    if (found !== undefined) scores.delete(`score:${found.key}`);
    scores.set(valueOf(from), found?.title ?? `${from.key}, not among these results`);
  }
  const options = [
    { group: 'Scores', items: [...scores].map(([value, label]) => ({ value, label })) },
    {
      group: 'Others',
      items: [
        { value: 'day', label: 'Screening date' },
        { value: 'text', label: 'Fixed text' },
        ...(layout.rows === 'score'
          ? [
              { value: 'scoreTitle', label: 'Title of the score' },
              { value: 'scoreValue', label: 'Value of the score' },
            ]
          : []),
      ],
    },
    { group: 'Record as sent', items: FIELDS.map(({ key, label }) => ({ value: `field:${key}`, label })) },
    {
      group: 'Your sheet',
      items: [...new Set(results.sheetColumns.map(({ title }) => title))].map((title) => ({ value: `sheet:${title}`, label: title })),
    },
  ];
  const isReady = columns.length > 0 && columns.every(({ title }) => title.trim() !== '') && name.trim() !== '';
  const edited = (): Layout => ({
    ...layout,
    name: name.trim(),
    columns: columns.map(({ title, from }) => ({ title: title.trim(), from })),
  });
  const failure = save.error ?? remove.error;
  return (
    <>
      <TextInput label="Name" value={name} maxLength={80} onChange={(event) => setName(event.currentTarget.value)} mb="sm" />
      <ol className="arrange-list">
        {columns.map(({ title, from, number }, at) => (
          <li key={number} className="arrange-row" data-even>
            <MoveButtons title={title} list={columns} at={at} onMoved={setColumns} />
            <TextInput
              aria-label={`Title of column ${at + 1}`}
              value={title}
              maxLength={255}
              onChange={(event) => change(number, { title: event.currentTarget.value, from: withOwnTitle(from) })}
            />
            <Select
              aria-label={`Content of column ${at + 1}`}
              data={options}
              value={valueOf(from)}
              onChange={(value) => value !== null && change(number, { from: sourceOf(value) })}
              allowDeselect={false}
              searchable
              limit={200}
            />
            {from.kind === 'text' && (
              <TextInput
                aria-label={`Text of column ${at + 1}`}
                placeholder="Text"
                value={from.text}
                maxLength={1000}
                onChange={(event) => change(number, { from: { kind: 'text', text: event.currentTarget.value } })}
              />
            )}
            <ActionIcon
              variant="subtle"
              aria-label={`Leave out ${title}`}
              onClick={() => setColumns(columns.filter((column) => column.number !== number))}
            >
              <IconX size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="link small"
        onClick={() =>
          setColumns([
            ...columns,
            { title: 'Column', from: { kind: 'text', text: '' }, number: Math.max(-1, ...columns.map(({ number }) => number)) + 1 },
          ])
        }
      >
        Add a column
      </button>
      {failure !== null && <FailureLine error={asAppError(failure)} />}
      <Group justify="flex-end" mt="md" gap="xs">
        <button type="button" className="link arrange-usual" onClick={() => remove.mutate({ id, layoutId: layout.id })}>
          {isBuiltInLayout(layout.id) ? 'Restore the default' : 'Remove it'}
        </button>
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
        <Button
          variant="default"
          aria-disabled={!isReady}
          onClick={() =>
            isReady &&
            save.mutate({
              id,
              layout: { ...edited(), id: crypto.randomUUID(), name: name.trim() === layout.name ? `${layout.name}, ours` : name.trim() },
            })
          }
        >
          Save as a copy
        </Button>
        <Button aria-disabled={!isReady} loading={save.isPending} onClick={() => isReady && save.mutate({ id, layout: edited() })}>
          Save
        </Button>
      </Group>
    </>
  );
}
