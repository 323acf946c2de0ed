import { Button, Drawer, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { MAX_STEPS, type Rating, quantileSteps, ratingProblem, roundSteps } from '../../../../shared/ratings/index.ts';
import { propensityColumn } from '../../../../shared/results/index.ts';
import type { RatingBasis, ResultsView, ScoreColumn } from '../../../../shared/contract/index.ts';
import { useCommand, useContractQuery } from '../../../api/index.ts';
import { ConfirmDialog, FailureLine, useAnnounce, useReturnedFocus } from '../../../kit/index.ts';
import { number } from '../../../format/index.ts';
import { capacityOf } from './cells.ts';

const BANDS = 5;
const TYPED_AFTER_MS = 200;

/** A step while it is edited, as typed texts. */
interface TypedStep {
  readonly code: string;
  readonly label: string;
  /** The bound of a band, or a value. */
  readonly at: string;
}
export interface Draft {
  readonly column: string;
  readonly title: string;
  readonly kind: Rating['kind'];
  readonly steps: readonly TypedStep[];
}

const draftOf = (rating: Rating): Draft => ({
  column: rating.column,
  title: rating.title,
  kind: rating.kind,
  steps:
    rating.kind === 'bands'
      ? rating.steps.map(({ code, label, from }) => ({ code, label, at: String(from) }))
      : rating.steps.map(({ code, label, value }) => ({ code, label, at: value })),
});

/** The rating, or why the draft is not valid yet. */
function ratingOf({ column, title, kind, steps }: Draft): { readonly rating: Rating | null; readonly problem: string | null } {
  if (steps.length === 0) return { rating: null, problem: 'Add a band, or begin with one of the proposals.' };
  if (title.trim() === '') return { rating: null, problem: 'Give the rating a title.' };
  const words = ({ code, label }: TypedStep) => ({ code: code.trim(), label: label.trim() });
  const numbers = steps.map(({ at }) => Number(at.replaceAll(/[$,\s]/g, '')));
  const unread = steps.findIndex(({ at }, index) => at.trim() === '' || (kind === 'bands' && Number.isNaN(numbers[index])));
  if (unread >= 0)
    return {
      rating: null,
      problem: kind === 'bands' ? `Band ${unread + 1} needs a number to begin at.` : `Row ${unread + 1} needs a value.`,
    };
  const rating: Rating =
    kind === 'bands'
      ? { kind, column, title: title.trim(), steps: steps.map((step, at) => ({ ...words(step), from: numbers[at]! })) }
      : { kind, column, title: title.trim(), steps: steps.map((step) => ({ ...words(step), value: step.at.trim() })) };
  return { rating, problem: ratingProblem(rating) };
}

const asTyped = (steps: readonly { readonly code: string; readonly label: string; readonly from: number }[]): TypedStep[] =>
  steps.map(({ code, label, from }) => ({ code, label, at: String(from) }));

/** Proposed steps to begin with. */
function Proposals({ basis, onDraft }: { readonly basis: RatingBasis; readonly onDraft: (change: Pick<Draft, 'kind' | 'steps'>) => void }) {
  return (
    <div className="rating-proposals">
      <span className="small second">Begin with</span>
      {basis.sorted.length > 0 && (
        <>
          <button
            type="button"
            className="link"
            onClick={() => onDraft({ kind: 'bands', steps: asTyped(quantileSteps(basis.sorted, BANDS)) })}
          >
            Five equal groups
          </button>
          <button
            type="button"
            className="link"
            onClick={() => onDraft({ kind: 'bands', steps: asTyped(roundSteps(basis.sorted, BANDS)) })}
          >
            Round amounts
          </button>
        </>
      )}
      {basis.values.length > 0 && (
        <button
          type="button"
          className="link"
          onClick={() => onDraft({ kind: 'values', steps: basis.values.map(({ value }) => ({ code: '', label: value, at: value })) })}
        >
          Each value
        </button>
      )}
    </div>
  );
}

interface EditorProps {
  readonly id: string;
  readonly draft: Draft;
  readonly isSaved: boolean;
  readonly onDraft: (draft: Draft) => void;
  readonly onDone: () => void;
}

function Editor({ id, draft, isSaved, onDraft, onDone }: EditorProps) {
  const announce = useAnnounce();
  const basis = useContractQuery('ratings.basis', { id, column: draft.column }).data;
  const { rating, problem } = ratingOf(draft);
  const [counted] = useDebouncedValue(problem === null ? rating : null, TYPED_AFTER_MS);
  const counts = useContractQuery('ratings.count', { id, rating: counted! }, { enabled: counted !== null }).data?.people;
  const save = useCommand('ratings.save', () => announce('The rating is saved'));
  const remove = useCommand('ratings.remove');
  const [isRemoving, setRemoving] = useState(false);
  const change = (at: number, part: Partial<TypedStep>) =>
    onDraft({ ...draft, steps: draft.steps.map((step, index) => (index === at ? { ...step, ...part } : step)) });
  // Not called after the user has chosen another score, so that the texts typed for that score are kept.
  const done = { onSuccess: onDone };
  const isBands = draft.kind === 'bands';
  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (rating !== null && problem === null) save.mutate({ id, rating }, done);
      }}
    >
      <div className="rating-head">
        <TextInput
          label="Called"
          maxLength={60}
          value={draft.title}
          onChange={(event) => onDraft({ ...draft, title: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label="What is rated"
          size="xs"
          value={draft.kind}
          onChange={(kind) => onDraft({ ...draft, kind })}
          data={[
            { value: 'bands', label: 'Bands' },
            { value: 'values', label: 'Values' },
          ]}
        />
      </div>
      {basis !== undefined && <Proposals basis={basis} onDraft={(change) => onDraft({ ...draft, ...change })} />}
      <table className="rating-steps">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Label</th>
            <th scope="col">{isBands ? 'From' : 'Value'}</th>
            <th scope="col">People</th>
            <th scope="col">
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {draft.steps.map((step, at) => (
            // The steps have no names of their own while they are typed.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <td>
                <TextInput
                  size="xs"
                  aria-label={`Code ${at + 1}`}
                  maxLength={8}
                  value={step.code}
                  onChange={(event) => change(at, { code: event.currentTarget.value })}
                />
              </td>
              <td>
                <TextInput
                  size="xs"
                  aria-label={`Label ${at + 1}`}
                  maxLength={60}
                  value={step.label}
                  onChange={(event) => change(at, { label: event.currentTarget.value })}
                />
              </td>
              <td>
                <TextInput
                  size="xs"
                  aria-label={`${isBands ? 'From' : 'Value'} ${at + 1}`}
                  maxLength={200}
                  value={step.at}
                  onChange={(event) => change(at, { at: event.currentTarget.value })}
                />
              </td>
              <td className="tabular">{counts === undefined || counted === null ? '' : number(counts[at] ?? 0)}</td>
              <td>
                <button
                  type="button"
                  className="link"
                  aria-label={`Remove row ${at + 1}`}
                  onClick={() => onDraft({ ...draft, steps: draft.steps.filter((_, index) => index !== at) })}
                >
                  Remove
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {counts !== undefined && counted !== null && (
        <p className="small second" aria-live="polite">
          {number(counts.at(-2) ?? 0)} outside of these, {number(counts.at(-1) ?? 0)} without a value. Everybody is counted.
        </p>
      )}
      {draft.steps.length < MAX_STEPS && (
        <button
          type="button"
          className="link"
          onClick={() => onDraft({ ...draft, steps: [...draft.steps, { code: '', label: '', at: '' }] })}
        >
          Add a row
        </button>
      )}
      {problem !== null && <p className="small second">{problem}</p>}
      <FailureLine error={save.error} />
      <div className="dialog-foot">
        {isSaved && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            Remove this rating…
          </Button>
        )}
        <Button type="submit" loading={save.isPending} aria-disabled={problem !== null}>
          Save the rating
        </Button>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title="Remove this rating?"
          confirm="Remove the rating"
          isDestructive
          command={remove}
          onConfirm={() => remove.mutate({ id, column: draft.column }, done)}
          onClose={() => setRemoving(false)}
        >
          <p>Its bands and words are lost for all lists of the connection. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

/** The initial score: capacity, else propensity, else the first number, if it has no rating yet. */
function firstColumn(results: ResultsView): ScoreColumn | undefined {
  const rated = new Set(results.ratings.map(({ column }) => column));
  const capacity = capacityOf(results);
  const propensity = propensityColumn(results.columns.map(({ key }) => key));
  const free = results.columns.filter(({ key }) => !rated.has(key));
  return (
    free.find(({ key }) => key === capacity) ??
    free.find(({ key }) => key === propensity) ??
    free.find(({ type }) => type === 'number') ??
    results.columns[0]
  );
}

interface RatingsDrawerProps {
  readonly id: string;
  readonly results: ResultsView;
  readonly connection: string;
  /** What was typed before and is not saved; null: nothing. */
  readonly draft: Draft | null;
  readonly onDraft: (draft: Draft | null) => void;
  readonly onClose: () => void;
}

/** Edits the office's own words for the values of a score. */
export function RatingsDrawer({ id, results, connection, draft: typed, onDraft, onClose }: RatingsDrawerProps) {
  useReturnedFocus();
  const saved = (column: string) => results.ratings.find((rating) => rating.column === column);
  const draftFor = (column: string): Draft => {
    const rating = saved(column);
    const title = results.columns.find(({ key }) => key === column)?.title ?? '';
    return rating === undefined ? { column, title: `Our ${title.toLowerCase()}`.slice(0, 60), kind: 'bands', steps: [] } : draftOf(rating);
  };
  const [initial] = useState<Draft | null>(() => {
    // Begin a second rating if there is only one, because a matrix needs two.
    const column = results.ratings.length < 2 ? firstColumn(results)?.key : results.ratings[0]!.column;
    return column === undefined ? null : draftFor(column);
  });
  const draft = typed ?? initial;
  const done = () => {
    onDraft(null);
    onClose();
  };
  return (
    <Drawer opened onClose={onClose} position="right" size={560} title="Ratings, in your own words">
      <p className="second small">
        Saved with {connection} and offered in each of its projects. A rating is a column of the list and the workbook. It stays on this
        computer.
      </p>
      <Select
        label="Score"
        searchable
        limit={200}
        allowDeselect={false}
        data={results.columns.map(({ key, title }) => ({ value: key, label: saved(key) === undefined ? title : `${title} (rated)` }))}
        value={draft?.column ?? null}
        onChange={(column) => column !== null && onDraft(draftFor(column))}
      />
      {draft !== null && (
        <Editor key={draft.column} id={id} draft={draft} isSaved={saved(draft.column) !== undefined} onDraft={onDraft} onDone={done} />
      )}
    </Drawer>
  );
}
