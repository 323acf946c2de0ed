import { Button, Select, Skeleton, Tabs } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { ComparedRow, ExportView, ProjectView, ResultsView } from '../../../shared/contract/index.ts';
import { Change, CHANGE_WORDS } from '../../../shared/results/result-shapes.ts';
import { asAppError, useClient } from '../../api/client.ts';
import { BackHead } from '../../components/BackHead.tsx';
import { FailureLine, FailurePanel } from '../../components/Failure.tsx';
import { Grid } from '../../components/Grid.tsx';
import type { GridColumn } from '../../components/grid-column.ts';
import type { GridRowHeader } from '../../components/grid-column.ts';
import { Page, PageTitle } from '../../components/Page.tsx';
import { useCommand, useContractQuery } from '../../api/queries.ts';
import { navigate, toProject } from '../../navigation/router.ts';
import { count, day, dayWithoutYear, number } from '../../format/text.ts';
import { ExportStatus } from './ExportDialog.tsx';
import { comparedColumn, useComparable } from './comparable.ts';
import { digitsOf, type DisplayType, displayTypeOf, scoreText } from '../../format/result-texts.ts';
import './result-list.css';

/** All tabs share one row, so the longest have shorter labels. */
const TABS: Readonly<Record<Change, string>> = {
  ...CHANGE_WORDS,
  noValue: 'No value',
  notAgain: 'Not sent again',
  leftOut: 'Left out',
  gone: 'Gone',
};

/** Unchanged people stand together, whether they were sent again or not. */
const ORDER: readonly Change[] = ['higher', 'lower', 'changed', 'same', 'notAgain', 'noValue', 'new', 'leftOut', 'gone'];

/** Explanations for groups of people without a current value. */
const NOTES: Readonly<Partial<Record<Change, string>>> = {
  notAgain: 'Nothing in their records has changed, so they were not paid for again. Their earlier scores hold.',
  leftOut: 'They are in this list and were not sent. The page of each says why.',
  gone: 'They are in the earlier screening, and nowhere in the file of this one.',
};

const ROW_HEADER: GridRowHeader<ComparedRow> = { title: 'File row', width: 76, text: ({ row }) => (row === null ? '–' : number(row)) };

/** A person's name, linked to their page when they are in this list. */
function NameCell({ id, name, row }: { readonly id: string; readonly name: string; readonly row: number | null }) {
  if (row === null) return <span className="strong">{name}</span>;
  return (
    <a className="result-name" href={toProject(id, 'results', {}, 'person', String(row))} tabIndex={-1}>
      {name === '' ? `Row ${row}` : name}
    </a>
  );
}

interface ComparedTitles {
  readonly before: string;
  readonly after: string;
}

/** Pixels for a heading, up to a limit. */
const widthOf = (title: string): number => Math.min(260, Math.max(120, Math.ceil(title.length * 6.4) + 24));

function compareColumns(
  id: string,
  type: DisplayType,
  digits: number,
  { before, after }: ComparedTitles,
): readonly GridColumn<ComparedRow>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      width: 190,
      grows: true,
      text: ({ name }) => name,
      show: ({ name, row }) => <NameCell id={id} name={name} row={row} />,
    },
    { key: 'place', title: 'City', width: 150, grows: true, text: ({ place }) => place },
    { key: 'id', title: 'Constituent ID', width: 124, text: ({ id: own }) => own },
    {
      key: 'before',
      title: before,
      width: widthOf(before),
      text: ({ before }) => scoreText(before, type, digits) || '–',
      ...((type === 'number' || type === 'money') && { align: 'right' as const }),
    },
    {
      key: 'after',
      title: after,
      width: widthOf(after),
      // People who were not sent again keep their earlier score.
      text: (row) =>
        row.change === 'notAgain' && row.after === '' && row.before !== ''
          ? `${scoreText(row.before, type, digits)}, kept`
          : scoreText(row.after, type, digits) || '–',
      ...((type === 'number' || type === 'money') && { align: 'right' as const }),
    },
    {
      key: 'by',
      title: 'Difference',
      width: 110,
      align: 'right',
      text: ({ by }) =>
        by === null ? '' : `${by > 0 ? '+' : '−'}${scoreText(String(Math.abs(by)), type === 'money' ? 'money' : 'number', digits)}`,
    },
  ];
}

interface CompareViewProps {
  readonly project: ProjectView;
  readonly results: ResultsView | undefined;
  /** The project in the address. */
  readonly withId: string | undefined;
  /** The change in the address. */
  readonly change: string | undefined;
}

interface ComparedProps {
  readonly id: string;
  readonly withId: string;
  readonly column: string;
  readonly type: DisplayType;
  readonly digits: number;
  /** The change that is shown first. */
  readonly first: Change;
}

/** Who moved between two screenings, by kind of change. */
function Compared({ id, withId, column, type, digits, first }: ComparedProps) {
  const client = useClient();
  const [change, setChange] = useState<Change>(first);
  const comparison = useContractQuery('results.compare', { id, withId, column });
  const load = useCallback(
    (offset: number, limit: number) => client.call('results.comparePage', { id, withId, column, change, offset, limit }),
    [client, id, withId, column, change],
  );
  const queryKey = useMemo(() => ['results.comparePage', { id, withId, column, change }], [id, withId, column, change]);
  const view = comparison.data;
  const [title, at] = [view?.title ?? '', view?.at ?? null];
  const columns = useMemo(
    () =>
      compareColumns(id, type, digits, {
        before: at === null ? `${title} before` : `${title} on ${dayWithoutYear(at)}`,
        after: `${title} now`,
      }),
    [id, type, digits, title, at],
  );
  if (comparison.error !== null)
    return (
      <FailurePanel
        title="These two could not be compared"
        error={asAppError(comparison.error)}
        kept="Both are kept on this computer as they came."
        onRetry={() => void comparison.refetch()}
      />
    );
  if (view === undefined) return <Skeleton height={300} radius={8} />;
  const { best, counts, withoutId } = view;
  const note = NOTES[change];
  const tabText = (one: Change): string => {
    if (best === null || (one !== 'higher' && one !== 'lower')) return TABS[one];
    return `${TABS[one]}, ${(one === 'higher') === (best === 'high') ? 'better' : 'worse'}`;
  };
  return (
    <Tabs
      className="card list-card result-list"
      data-grows
      value={change}
      onChange={(value) => setChange(Change.options.find((one) => one === value) ?? 'higher')}
    >
      <Tabs.List aria-label="People by outcome">
        {ORDER.filter((one) => counts[one] > 0 || one === change).map((one) => (
          <Tabs.Tab key={one} value={one}>
            {tabText(one)} <span className="result-count">{number(counts[one])}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={change} className="result-panel">
        {withoutId > 0 && <p className="result-base small second">{count(withoutId, 'row')} without an ID cannot be compared.</p>}
        {note !== undefined && <p className="result-base small second">{note}</p>}
        <Grid<ComparedRow>
          label={`${TABS[change]}, ${view.title}`}
          queryKey={queryKey}
          load={load}
          columns={columns}
          rowHeader={ROW_HEADER}
          empty="Nobody."
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
      fill
      head={
        <BackHead project={project} title={<PageTitle window="Compare">Compared with an earlier screening</PageTitle>}>
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
        </BackHead>
      }
    >
      {save.error !== null && <FailureLine error={asAppError(save.error)} />}
      {begun !== null && <ExportStatus begun={begun} onClose={() => setBegun(null)} />}
      {other === undefined && (
        <p className="second">There is no other finished screening over {project.connection.name} to compare with.</p>
      )}
      {other !== undefined && (
        <div className="card compare-choices">
          <Select
            label="Before"
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
            label="By"
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
          first={Change.options.find((one) => one === change) ?? 'higher'}
        />
      )}
    </Page>
  );
}
