import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResultsView } from '../../../shared/contract/index.ts';
import { type Best, MAX_SHOWN, type ResultColumnSettings, headerOfKey } from '../../../shared/results/index.ts';
import { useCommand } from '../../api/index.ts';
import { Dialog, FailureLine } from '../../kit/index.ts';
import { MoveButtons } from './MoveButtons.tsx';
import './arrange.css';

const BEST: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'none', label: 'Not set' },
  { value: 'high', label: 'High is better' },
  { value: 'low', label: 'Low is better' },
];

interface ColumnArrangeProps {
  readonly id: string;
  readonly results: ResultsView;
  readonly connection: string;
  readonly onClose: () => void;
}

/** The order, the titles and the better end of each column, saved for every screening over the connection. */
export function ColumnArrange({ id, results, connection, onClose }: ColumnArrangeProps) {
  const [shown, setShown] = useState<readonly string[]>(results.shown);
  const [wishes, setWishes] = useState<ReadonlyMap<string, ResultColumnSettings>>(new Map());
  const save = useCommand('results.arrange', onClose);
  const scores = new Map(results.columns.map((column) => [column.key, column]));
  const titles = new Map([...results.sheetColumns, ...results.columns].map(({ key, title }) => [key, title]));
  const wishOf = (key: string): ResultColumnSettings => {
    const column = scores.get(key);
    const title = column === undefined || column.title === column.foundTitle ? null : column.title;
    return wishes.get(key) ?? { key, title, best: column?.best ?? null };
  };
  const wish = (key: string, part: Partial<ResultColumnSettings>) => setWishes(new Map(wishes).set(key, { ...wishOf(key), ...part }));
  const others = [...titles].filter(([key]) => !shown.includes(key)).map(([value, label]) => ({ value, label }));
  return (
    <Dialog onClose={onClose} size={640} title="Arrange the columns">
      <p className="second arrange-hint">Applies to every screening with {connection}: in the list, on a person’s page and in exports.</p>
      <ol className="arrange-list">
        {shown.map((key, at) => {
          const title = titles.get(key) ?? key;
          const column = scores.get(key);
          return (
            <li key={key} className="arrange-row">
              <MoveButtons title={title} list={shown} at={at} onMoved={setShown} />
              {column === undefined ? (
                <span className="arrange-own">
                  {headerOfKey(key) ?? title} <span className="second small">from your sheet</span>
                </span>
              ) : (
                <>
                  <TextInput
                    aria-label={`Title of ${column.foundTitle}`}
                    placeholder={column.foundTitle}
                    maxLength={120}
                    value={wishOf(key).title ?? ''}
                    onChange={(event) => wish(key, { title: event.currentTarget.value === '' ? null : event.currentTarget.value })}
                  />
                  <Select
                    aria-label={`Better end of ${column.foundTitle}`}
                    data={[...BEST]}
                    allowDeselect={false}
                    value={wishOf(key).best ?? 'none'}
                    onChange={(value) => wish(key, { best: value === 'high' || value === 'low' ? (value satisfies Best) : null })}
                  />
                </>
              )}
              <ActionIcon variant="subtle" aria-label={`Do not show ${title}`} onClick={() => setShown(shown.filter((one) => one !== key))}>
                <IconX size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      {shown.length === 0 && <p className="second">No score column is shown, only names and cities.</p>}
      {shown.length < MAX_SHOWN && others.length > 0 && (
        <Select
          aria-label="Add a column"
          placeholder="Add a column"
          data={others}
          value={null}
          onChange={(value) => value !== null && setShown([...shown, value])}
          searchable
          limit={200}
          nothingFoundMessage="No such column"
        />
      )}
      <FailureLine error={save.error} />
      <Group justify="flex-end" mt="md" gap="xs">
        <button type="button" className="link arrange-usual" onClick={() => setShown(results.defaultColumns)}>
          Restore the default columns
        </button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              id,
              shown: [...shown],
              columns: [...wishes.values()].map((one) => ({ ...one, title: one.title?.trim() === '' ? null : one.title })),
            })
          }
        >
          Save
        </Button>
      </Group>
    </Dialog>
  );
}
