import { Button, Select, Skeleton, Tabs } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ComparedRow, ExportView, ProjectView, ResultsView } from '../../../shared/contract/index.ts';
import { ChangeKind, type ChangeOrder } from '../../../shared/results/index.ts';
import { useClient, useCommand, useContractQuery } from '../../api/index.ts';
import { FailureLine, FailurePanel, Grid, useAnnounce } from '../../kit/index.ts';
import { ResultsBackHead, Page, PageTitle } from '../../components/index.ts';
import { navigate, toProject } from '../../navigation/index.ts';
import { type DisplayType, day, dayWithoutYear, digitsOf, displayTypeOf, number } from '../../format/index.ts';
import { ExportStatus } from './ExportDialog.tsx';
import { comparedColumn, useComparable } from './comparable.ts';
import { compareColumns, ROW_HEADER } from './compare-columns.tsx';
import { NOTES, orderText, otherOrderText, tabText, withoutIdText } from './compare-texts.ts';
import './result-list.css';

/** The two tabs of unchanged people, sent again or not, are next to each other. */
const TAB_ORDER: readonly ChangeKind[] = ['higher', 'lower', 'changed', 'same', 'notAgain', 'noValue', 'new', 'leftOut', 'gone'];

interface CompareViewProps {
  readonly project: ProjectView;
  readonly results: ResultsView | undefined;
  /** The ID of the other project, from the address. */
  readonly withId: string | undefined;
  /** The kind of change, from the address. */
  readonly change: string | undefined;
}

interface ComparedProps {
  readonly id: string;
  readonly withId: string;
  readonly column: string;
  readonly type: DisplayType;
  readonly digits: number;
  /** The kind of change that is shown first; undefined: the first kind that has people. */
  readonly first: ChangeKind | undefined;
}

/** The people who changed between two screenings, by kind of change. */
function Compared({ id, withId, column, type, digits, first }: ComparedProps) {
  const client = useClient();
  const announce = useAnnounce();
  const [chosen, setChosen] = useState(first);
  const [order, setOrder] = useState<ChangeOrder>('size');
  const comparison = useContractQuery('results.compare', { id, withId, column });
  const view = comparison.data;
  const change = chosen ?? TAB_ORDER.find((one) => view !== undefined && view.counts[one] > 0) ?? 'higher';
  const load = useCallback(
    (offset: number, limit: number) => client.call('results.comparePage', { id, withId, column, change, order, offset, limit }),
    [client, id, withId, column, change, order],
  );
  const queryKey = useMemo(() => ['results.comparePage', { id, withId, column, change, order }], [id, withId, column, change, order]);
  const [title, at] = [view?.title ?? '', view?.at ?? null];
  const columns = useMemo(
    () =>
      compareColumns({
        id,
        change,
        order,
        type,
        digits,
        before: at === null ? `${title} before` : `${title} on ${dayWithoutYear(at)}`,
        after: `${title} now`,
      }),
    [id, change, order, type, digits, title, at],
  );
  const phrase = view === undefined ? '' : orderText(change, order, view.counts[change]);
  useEffect(() => {
    if (phrase !== '') announce(phrase);
  }, [phrase, announce]);
  if (comparison.error !== null)
    return (
      <FailurePanel
        title="These two screenings could not be compared"
        error={comparison.error}
        kept="Both are unchanged on this computer."
        onRetry={() => void comparison.refetch()}
      />
    );
  if (view === undefined) return <Skeleton height={300} radius={8} />;
  const { best, counts, withoutId } = view;
  const otherOrder = otherOrderText(change, order);
  const switchOrder = () => setOrder(order === 'size' ? 'file' : 'size');
  return (
    <Tabs
      className="card list-card result-list"
      data-grows
      value={change}
      onChange={(value) => setChosen(ChangeKind.options.find((one) => one === value))}
    >
      <Tabs.List aria-label="People by outcome">
        {TAB_ORDER.filter((one) => counts[one] > 0 || one === change).map((one) => (
          <Tabs.Tab key={one} value={one}>
            {tabText(one, best)} <span className="result-count">{number(counts[one])}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={change} className="result-panel">
        <div className="list-tools">
          <span className="second list-phrase">{phrase}</span>
          {otherOrder !== null && (
            <button type="button" className="link" onClick={switchOrder}>
              {otherOrder}
            </button>
          )}
          {NOTES[change] !== undefined && <span className="second list-phrase">{NOTES[change]}</span>}
          {withoutId > 0 && <span className="second list-phrase list-end">{withoutIdText(withoutId)}</span>}
        </div>
        <Grid<ComparedRow>
          label={`${tabText(change, null)}, ${view.title}`}
          queryKey={queryKey}
          load={load}
          columns={columns}
          rowHeader={ROW_HEADER}
          empty="Nobody is in this group."
          onSort={switchOrder}
          onOpen={({ row }) => {
            if (row !== null) navigate(toProject(id, 'results', {}, 'person', String(row)));
          }}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

export function CompareView({ project, results, withId, change }: CompareViewProps) {
  const { id } = project;
  const others = useComparable(project);
  const other = others.find((one) => one.id === withId) ?? others[0];
  const [column, setColumn] = useState<string | null>(null);
  const [begun, setBegun] = useState<ExportView | null>(null);
  const save = useCommand('results.export', (view) => view !== null && setBegun(view));
  const key = comparedColumn(results, column);
  const isReady = other !== undefined && key !== null;
  const known = results?.columns.find((one) => one.key === key);
  const type = known === undefined ? 'text' : displayTypeOf(known);
  const digits = known === undefined ? 0 : digitsOf(known);
  return (
    <Page
      hasGrowingChild
      head={
        <ResultsBackHead project={project} title={<PageTitle window="Compare">Compared with an earlier screening</PageTitle>}>
          <div className="page-head-end">
            <Button
              leftSection={<IconDownload size={16} stroke={1.8} />}
              aria-disabled={!isReady}
              loading={save.isPending}
              onClick={() => isReady && save.mutate({ kind: 'comparison', id, format: 'xlsx', withId: other.id, column: key })}
            >
              Export…
            </Button>
          </div>
        </ResultsBackHead>
      }
    >
      <FailureLine error={save.error} />
      {begun !== null && <ExportStatus begun={begun} onClose={() => setBegun(null)} />}
      {other === undefined && (
        <p className="second">There is no other finished screening over {project.connection.name} to compare with.</p>
      )}
      {other !== undefined && (
        <div className="card compare-choices">
          <Select
            label="Earlier screening"
            data={others.map((one) => ({
              value: one.id,
              label: one.processedAt === null ? one.name : `${one.name}, ${day(one.processedAt)}`,
            }))}
            value={other.id}
            onChange={(next) => next !== null && navigate(toProject(id, 'results', {}, 'compare', next), { replace: true })}
            allowDeselect={false}
            searchable
          />
          <Select
            label="Compare by"
            data={results?.columns.map(({ key: value, title }) => ({ value, label: title })) ?? []}
            value={key}
            onChange={(next) => next !== null && setColumn(next)}
            allowDeselect={false}
            searchable
            limit={200}
          />
        </div>
      )}
      {isReady && (
        <Compared
          id={id}
          withId={other.id}
          column={key}
          type={type}
          digits={digits}
          first={ChangeKind.options.find((one) => one === change)}
        />
      )}
    </Page>
  );
}
