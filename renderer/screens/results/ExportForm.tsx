import { Button, Checkbox, Radio, Select } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportFormat, ExportRequest, ExportView, ProjectView, ResultsView, SegmentView } from '../../../shared/contract/index.ts';
import type { Conditions } from '../../../shared/results/index.ts';
import { byOrderInLayout } from '../../../shared/view-texts/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { FailureLine } from '../../kit/index.ts';
import { toProject } from '../../navigation/index.ts';
import { useBaseline } from './comparable.ts';
import { count, number } from '../../format/index.ts';
import {
  barColumns,
  type ExportSegment,
  hasSheets,
  rememberExportSettings,
  shownScores,
  startSettings,
  tableRequest,
} from './export-settings.ts';

type Kind = Exclude<ExportRequest['kind'], 'layout' | 'comparison' | 'toReview' | 'report'>;
const KINDS: readonly Kind[] = ['workbook', 'list', 'scoresById', 'refusedRows', 'cleanedList'];

interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly text: string;
}

const FORMATS: readonly Choice<ExportFormat>[] = [
  { value: 'xlsx', label: 'Excel workbook', text: 'Top prospects first, then everyone; ready to print.' },
  { value: 'csv', label: 'CSV', text: 'One table. ISO dates, plain numbers.' },
  { value: 'jsonl', label: 'JSON lines', text: 'One object per row, for programs.' },
];

/** The name of the choice without a layout. */
const IN_FILE_ORDER = 'Everything, in the order of your file';

interface CardsProps<T extends string> {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function ChoiceCards<T extends string>({ label, choices, value, onChange }: CardsProps<T>) {
  return (
    <Radio.Group
      className="export-whole"
      label={label}
      value={value}
      onChange={(next) => {
        const choice = choices.find((one) => one.value === next);
        if (choice !== undefined) onChange(choice.value);
      }}
    >
      <div className="export-choices">
        {choices.map((choice) => (
          <Radio.Card
            key={choice.value}
            value={choice.value}
            className="export-choice"
            aria-labelledby={`export-${choice.value}`}
            aria-describedby={`export-${choice.value}-text`}
          >
            <Radio.Indicator size="xs" />
            <span className="strong" id={`export-${choice.value}`}>
              {choice.label}
            </span>
            <span className="export-text small" id={`export-${choice.value}-text`}>
              {choice.text}
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

interface WhoProps {
  readonly results: ResultsView;
  readonly segments: readonly SegmentView[];
  readonly hasSight: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Who({ results, segments, hasSight, value, onChange }: WhoProps) {
  const data = [
    { value: 'all', label: `Everyone in your file, ${count(results.counts.submitted + results.leftOut, 'row')}` },
    ...(hasSight ? [{ value: 'sight', label: 'The people who match the filters of the list' }] : []),
    ...segments.map((one) => ({ value: one.id, label: `${one.name}, ${count(one.rows, 'person', 'people')}` })),
  ];
  return (
    <Select label="Who" data={data} value={value} onChange={(next) => next !== null && onChange(next)} allowDeselect={false} mb="sm" />
  );
}

interface ExportFormProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
  /** The current filters and search of the list. */
  readonly inSight: Conditions;
  readonly segmentId: string | null;
  readonly onBegun: (begun: ExportView) => void;
  readonly onClose: () => void;
}

export function ExportForm({ project, results, inSight, segmentId, onBegun, onClose }: ExportFormProps) {
  const { id } = project;
  const segments = useContractQuery('segments.list', { id }).data ?? [];
  const layouts = useContractQuery('layouts.list', { id }).data ?? [];
  const hasSight = inSight.filters.length > 0 || inSight.find !== '';
  const [target, setTarget] = useState('none');
  const [who, setWho] = useState(segmentId ?? 'all');
  const [start] = useState(startSettings);
  const [format, setFormat] = useState<ExportFormat>(start.format);
  const [kind, setKind] = useState<Kind>(start.kind);
  const [columns, setColumns] = useState(start.columns);
  const [withBars, setBars] = useState(start.withBars);
  const [withEarlier, setEarlier] = useState(start.withEarlier);
  const [byOfficer, setByOfficer] = useState(start.byOfficer);
  // Not remembered, because the user must choose for each file whether it contains notes.
  const [withNotes, setNotes] = useState(false);
  const [isOrderKnown, setOrderKnown] = useState(false);
  // Null when the user canceled the choice of a location.
  const save = useCommand('results.export', (begun) => begun !== null && onBegun(begun));
  const layout = layouts.find((one) => one.id === target) ?? null;
  const since = useBaseline(project);
  /** True for files that do not depend on the choice of people and scores. */
  const isPlain = layout === null && (kind === 'refusedRows' || kind === 'cleanedList');
  const officers = byOfficer === 'sheets' && (isPlain || !hasSheets({ format, kind })) ? 'together' : byOfficer;
  const canHaveEarlier = since !== undefined && layout === null && !isPlain && who === 'all';
  const isOrderAsked = layout !== null && results.byOrder > 0;
  const shown = shownScores(results);
  const chosen = segments.find((one) => one.id === who);
  const segmentOf = (): ExportSegment | null => {
    if (chosen !== undefined) return { name: chosen.name, filters: chosen.filters, find: chosen.find };
    return who === 'sight' ? { name: null, filters: [...inSight.filters], find: inSight.find } : null;
  };
  const bars = barColumns(results);
  const requestOf = (): ExportRequest => {
    const segment = segmentOf();
    if (layout !== null) {
      const conditions = segment === null ? null : { filters: [...segment.filters], find: segment.find };
      return { kind: 'layout', id, format: layout.format, layoutId: layout.id, segment: conditions, columns: shown, byOrder: isOrderKnown };
    }
    if (kind === 'refusedRows' || kind === 'cleanedList') return { kind, id, format };
    const settings = { format, kind, columns, withBars, withEarlier, byOfficer };
    rememberExportSettings(settings);
    return tableRequest(id, results, settings, segment, canHaveEarlier, withNotes);
  };
  return (
    <form
      className="export-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(requestOf());
      }}
    >
      <Select
        label="For"
        className="export-whole"
        data={[{ value: 'none', label: 'A spreadsheet or a program' }, ...layouts.map((one) => ({ value: one.id, label: one.name }))]}
        value={target}
        onChange={(next) => next !== null && setTarget(next)}
        allowDeselect={false}
        mb="sm"
      />
      {layout !== null && (
        <p className="second small export-hint export-whole">
          {layout.hint}{' '}
          <a className="link" href={toProject(id, 'results', {}, 'write-back')}>
            Change its columns
          </a>
        </p>
      )}
      {isOrderAsked && (
        <div className="export-order export-whole">
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          <div>
            <p>{byOrderInLayout(results.byOrder)}</p>
            <Checkbox
              size="xs"
              label="Write them anyway"
              checked={isOrderKnown}
              onChange={(event) => setOrderKnown(event.currentTarget.checked)}
            />
          </div>
        </div>
      )}
      {layout === null && (
        <>
          <ChoiceCards label="Format" choices={FORMATS} value={format} onChange={setFormat} />
          <div>
            <Select
              label="Contents"
              data={[
                { value: 'workbook', label: format === 'xlsx' ? 'Everyone with their scores' : IN_FILE_ORDER },
                { value: 'scoresById', label: 'Only the constituent ID and the scores' },
                ...(results.counts.refused + results.unplaced > 0
                  ? [
                      {
                        value: 'refusedRows',
                        label: `The ${count(results.counts.refused + results.unplaced, 'row')} not accepted, to fix and import again`,
                      },
                    ]
                  : []),
                { value: 'cleanedList', label: 'The cleaned list as it was sent, without scores' },
              ]}
              value={kind === 'list' ? 'workbook' : kind}
              onChange={(next) => setKind(KINDS.find((one) => one === next) ?? kind)}
              allowDeselect={false}
              mb="sm"
            />
            {format === 'xlsx' && (kind === 'workbook' || kind === 'list') && (
              <Checkbox
                size="xs"
                mb="sm"
                label={IN_FILE_ORDER}
                checked={kind === 'list'}
                onChange={(event) => setKind(event.currentTarget.checked ? 'list' : 'workbook')}
              />
            )}
          </div>
        </>
      )}
      {!isPlain && <Who results={results} segments={segments} hasSight={hasSight} value={who} onChange={setWho} />}
      {layout === null && !isPlain && (
        <Select
          label="Score columns"
          data={[
            { value: 'all', label: `All ${number(results.columns.length)} of them` },
            { value: 'shown', label: `The ${number(shown.length)} in the list, in their order` },
          ]}
          value={columns}
          onChange={(next) => (next === 'all' || next === 'shown') && setColumns(next)}
          allowDeselect={false}
          mb="sm"
        />
      )}
      {layout === null && !isPlain && results.officer !== null && (
        <Select
          label="Officers"
          data={[
            { value: 'together', label: 'Everyone together' },
            ...(hasSheets({ format, kind }) ? [{ value: 'sheets', label: 'A sheet for each officer as well' }] : []),
            { value: 'files', label: 'One file for each officer, in a ZIP' },
          ]}
          value={officers}
          description={officers === 'files' ? 'Only scored people. Those without an officer are in the file “Unassigned”.' : undefined}
          onChange={(next) => (next === 'together' || next === 'sheets' || next === 'files') && setByOfficer(next)}
          allowDeselect={false}
          mb="sm"
        />
      )}
      {layout === null && !isPlain && format === 'xlsx' && bars.length > 0 && (
        <Checkbox
          size="xs"
          className="export-whole"
          label={`Show bars in ${count(bars.length, 'rating column')}`}
          checked={withBars}
          onChange={(event) => setBars(event.currentTarget.checked)}
        />
      )}
      {canHaveEarlier && (
        <Checkbox
          size="xs"
          mt={8}
          className="export-whole"
          label={`With the earlier scores of people who have not changed since “${since.name}”`}
          checked={withEarlier}
          onChange={(event) => setEarlier(event.currentTarget.checked)}
        />
      )}
      {layout === null && !isPlain && (
        <Checkbox
          size="xs"
          mt={8}
          className="export-whole"
          label="With your notes and next steps"
          checked={withNotes}
          onChange={(event) => setNotes(event.currentTarget.checked)}
        />
      )}
      {save.error !== null && (
        <div className="export-whole">
          <FailureLine error={save.error} />
        </div>
      )}
      <div className="dialog-foot export-whole">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={save.isPending}
          disabled={isOrderAsked && !isOrderKnown}
          leftSection={<IconDownload size={16} stroke={1.8} />}
        >
          Export
        </Button>
      </div>
    </form>
  );
}
