/** The needed fields without a column, with the best matching column and its effect on the list. */
import { useMemo, useState } from 'react';
import type { CheckView, ColumnOffer, ColumnsView, ProjectView } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import type { MappingPlan } from '../../../shared/mapping/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { usePlanChanges } from '../../components/index.ts';
import { withTarget } from '../../format/index.ts';
import { useAnnounce } from '../../kit/index.ts';
import { count, number } from '../../format/index.ts';
import { fieldName } from './issue-texts.ts';

/** By project: the fields that the user has decided to leave without a column. */
const READ = new Map<string, readonly FieldKey[]>();

/** A column that the user chose here for a field. */
export interface ChosenColumn {
  readonly field: FieldKey;
  readonly header: string;
  /** The undo label of the check when the column was chosen. A later edit must be undone first. */
  readonly undoAt: string | null;
}

const planWith = ({ suggestions }: Pick<ColumnsView, 'suggestions'>, plan: MappingPlan, { column, to }: ColumnOffer): MappingPlan =>
  withTarget(
    plan,
    column,
    to,
    suggestions.find((one) => one.column === column),
  );

export function useMissingColumns(project: ProjectView, check: CheckView, isEditable: boolean) {
  const { id } = project;
  const announce = useAnnounce();
  const view = useContractQuery('columns.get', { id }, { enabled: isEditable }).data;
  const { change, steps } = usePlanChanges(project, false);
  const [read, setRead] = useState(() => READ.get(id) ?? []);
  const [chosen, setChosen] = useState<ChosenColumn | null>(null);
  const missing =
    view?.problems.flatMap(({ code, field }) =>
      code === 'MAPPING_INCOMPLETE' && field !== null && !read.includes(field) ? [field] : [],
    ) ?? [];
  const [field = null] = missing;
  const offers = useContractQuery('check.columnOffers', { id, field: field ?? 'primaryFirst' }, { enabled: field !== null }).data;
  const best = offers?.[0]?.isLikely === true ? offers[0] : null;
  // Memoized, because a new object would rerender the grid.
  const tried = useMemo(
    () =>
      best === null || view === undefined ? null : { plan: planWith(view, view.plan, best), column: best.column, header: best.header },
    [best, view],
  );
  const trial = useContractQuery(
    'check.tryColumns',
    { id, plan: tried?.plan ?? ({} as MappingPlan), column: tried?.column ?? 0 },
    { enabled: tried !== null },
  ).data;

  const use = (offer: ColumnOffer) => {
    if (field === null) return;
    change((plan) => (view === undefined ? plan : planWith(view, plan, offer)));
    setChosen({ field, header: offer.header, undoAt: check.undo });
    const ready = offer === best && trial !== undefined ? ` Ready ${number(trial.ready)} of ${count(check.rows, 'row')}.` : '';
    announce(`${fieldName(field)} now comes from “${offer.header}”.${ready}`);
    document.querySelector<HTMLElement>('.readiness-strip button')?.focus();
  };
  const undo = () => {
    steps.undo();
    if (chosen !== null) announce(`Undone: ${fieldName(chosen.field)} has no column again.`);
    setChosen(null);
  };
  const leave = () => {
    if (field === null) return;
    const after = [...read, field];
    READ.set(id, after);
    setRead(after);
  };
  return { missing, field, offers: offers ?? null, best, offered: tried, trial: trial ?? null, chosen, use, undo, leave };
}

export type MissingColumnsState = ReturnType<typeof useMissingColumns>;
