import { Select } from '@mantine/core';
import { useState } from 'react';
import type { Output, ResultsView } from '../../../shared/contract/index.ts';
import { isBuiltInLayout, type Layout, layoutProblem } from '../../../shared/results/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { ConfirmDialog, UndoButton } from '../../kit/index.ts';
import { LayoutColumns } from './LayoutColumns.tsx';
import { LayoutSettings } from './LayoutSettings.tsx';
import type { LayoutDraft } from './useLayoutDraft.ts';

const NEW = 'new layout';

const newLayout = (): Layout => ({
  id: crypto.randomUUID(),
  name: 'Our layout',
  hint: '',
  format: 'csv',
  rows: 'person',
  dates: 'iso',
  removesByEmptyCell: true,
  columns: [
    { title: 'ID', from: { kind: 'field', field: 'constituentId' } },
    { title: 'Screening date', from: { kind: 'day' } },
  ],
});

interface LayoutCardProps {
  readonly id: string;
  readonly plan: Output<'writeBack.plan'>;
  readonly results: ResultsView;
  readonly draft: LayoutDraft;
}

/** Chooses a layout and edits its columns. */
export function LayoutCard({ id, plan, results, draft }: LayoutCardProps) {
  const { layout } = plan;
  const saved = useContractQuery('layouts.list', { id }).data ?? [layout];
  const [dialog, setDialog] = useState<'settings' | 'removal' | null>(null);
  const close = () => setDialog(null);
  const isBuiltIn = isBuiltInLayout(layout.id);
  const remove = useCommand('layouts.remove', (layouts, { layoutId }) => {
    close();
    draft.saved(layouts.some((one) => one.id === layoutId) ? layoutId : layouts[0]!.id, draft.draft);
  });
  const isSaved = saved.some((one) => one.id === layout.id);
  const options = (isSaved ? saved : [...saved, layout]).map((one) => ({
    value: one.id,
    label: one.id === layout.id ? layout.name : one.name,
  }));
  const problem = layoutProblem(layout) ?? plan.problem;
  return (
    <section className="card write-back-card" aria-label="Layout">
      <div className="write-back-layout">
        <h2 className="write-back-title" aria-hidden>
          Layout
        </h2>
        <Select
          aria-label="Layout"
          data={[...options, { value: NEW, label: 'A layout of our own…' }]}
          value={layout.id}
          onChange={(next) => {
            if (next === NEW) draft.change(newLayout());
            else if (next !== null) draft.choose(next);
          }}
          allowDeselect={false}
          withScrollArea={false}
        />
        <span className="second small">
          {layout.format === 'csv' ? 'CSV' : 'Excel workbook'}, {layout.rows === 'score' ? 'one line per score' : 'one line per person'}
        </span>
        <button type="button" className="link" onClick={() => setDialog('settings')}>
          Name, file and dates
        </button>
        <UndoButton canUndo={draft.canUndo} undo={draft.undo} />
        <output>
          {draft.draft !== null && (
            <span className="tag" data-tone="warning">
              Changed, not saved
            </span>
          )}
        </output>
      </div>
      {problem !== null && (
        <p role="alert" className="small layout-unknown">
          {problem}
        </p>
      )}
      <LayoutColumns plan={plan} results={results} onChange={draft.change} />
      {dialog === 'settings' && (
        <LayoutSettings
          layout={layout}
          onChange={draft.change}
          onRemove={() => {
            if (isSaved) return setDialog('removal');
            close();
            draft.choose(null);
          }}
          onClose={close}
        />
      )}
      {dialog === 'removal' && (
        <ConfirmDialog
          title={isBuiltIn ? `Restore the default of “${layout.name}”?` : `Remove “${layout.name}”?`}
          confirm={isBuiltIn ? 'Restore the default' : 'Remove the layout'}
          isDestructive
          command={remove}
          onConfirm={() => remove.mutate({ id, layoutId: layout.id })}
          onClose={() => {
            remove.reset();
            close();
          }}
        >
          <p>
            {isBuiltIn ? 'Your changes to this layout are lost' : 'The layout is lost'} for all lists of the connection. This cannot be
            undone.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
