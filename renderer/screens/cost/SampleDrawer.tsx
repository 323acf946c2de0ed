import { Button, Drawer, Loader, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import type { CostView, ProjectView, SampleView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { RowName } from '../../components/index.ts';
import { CopyLink, FailurePanel } from '../../kit/index.ts';
import { toProject } from '../../navigation/index.ts';
import { count, number } from '../../format/index.ts';
import './sample.css';

/** Maximum number of rows that are shown. */
export const SAMPLE_ROWS = 20;

/** Fields that identify a person. They come first and stay visible while the table scrolls. */
const FROZEN: ReadonlySet<FieldKey> = new Set(['primaryFirst', 'primaryLast']);

type SampleRecord = SampleView['records'][number];

/** The request body of a list with only these records. */
function sampleText({ format, head, records }: SampleView): string {
  const texts = records.map(({ text }) => text);
  return format === 'csv' ? [head, ...texts].join('\n') : `[${texts.join(',\n')}]`;
}

function Cell({ field, record }: { readonly field: FieldKey; readonly record: SampleRecord }) {
  const value = record.values.find((one) => one.field === field)?.value;
  const issues = record.issues.filter((one) => one.field === field);
  const isFrozen = FROZEN.has(field);
  const title = issues.map((one) => one.title).join('; ');
  return (
    <td {...(isFrozen && { 'data-frozen': field })} {...(issues.length > 0 && { 'data-issue': true, title })}>
      {issues.length > 0 && <IconAlertTriangle size={14} stroke={1.6} aria-label={`${title}:`} />}
      {value === undefined ? <span className="second">(blank)</span> : value}
    </td>
  );
}

const frozenFirst = (fields: SampleView['fields']): SampleView['fields'] => [
  ...fields.filter(({ field }) => FROZEN.has(field)),
  ...fields.filter(({ field }) => !FROZEN.has(field)),
];

function SampleTable({ sample }: { readonly sample: SampleView }) {
  const fields = frozenFirst(sample.fields);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <section className="sample-list" tabIndex={0} aria-label="Rows as sent">
      <table className="sample-table">
        <thead>
          <tr>
            <th scope="col" data-frozen="row">
              Row<span className="sample-field">in your file</span>
            </th>
            {fields.map(({ field, headings }) => (
              <th key={field} scope="col" {...(FROZEN.has(field) && { 'data-frozen': field })}>
                <span className="sample-heading">{headings.length === 0 ? 'Same in every row' : headings.join(' + ')}</span>
                <span className="sample-field">{fieldOf(field).label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.records.map((record) => (
            <tr key={record.row}>
              <th scope="row" data-frozen="row">
                <RowName row={record.row} />
              </th>
              {fields.map(({ field }) => (
                <Cell key={field} field={field} record={record} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The most frequent issue of the rows; null without one. */
function mostFrequent(records: readonly SampleRecord[]): { readonly code: string; readonly title: string; readonly rows: number } | null {
  const rules = new Map<string, { readonly code: string; readonly title: string; rows: number }>();
  for (const { issues } of records)
    for (const [code, title] of new Map(issues.map((issue) => [issue.code, issue.title]))) {
      const rule = rules.get(code) ?? { code, title, rows: 0 };
      rule.rows += 1;
      rules.set(code, rule);
    }
  return [...rules.values()].toSorted((a, b) => b.rows - a.rows)[0] ?? null;
}

interface SampleDrawerProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The first records as they are sent: as a table under the user's headings, or as the text of the request. */
export function SampleDrawer({ project, cost, isOpen, onClose }: SampleDrawerProps) {
  const { id } = project;
  const [form, setForm] = useState<'table' | 'text'>('table');
  const query = useContractQuery('cost.sample', { id, limit: SAMPLE_ROWS }, { enabled: isOpen });
  const sample = query.data;
  const format = sample?.format === 'csv' ? 'CSV' : 'JSON';
  const frequent = sample === undefined ? null : mostFrequent(sample.records);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={880}
      title="The first rows as sent"
      classNames={{ content: 'sample-drawer', body: 'sample-body' }}
    >
      {query.error !== null && <FailurePanel title="The rows could not be read" error={query.error} onRetry={() => void query.refetch()} />}
      {sample === undefined && query.error === null && <Loader aria-label="Reading the rows" />}
      {sample !== undefined && (
        <>
          <div className="sample-intro">
            <p className="second">
              What {project.connection.kind === 'practice' ? 'the practice service' : cost.host} gets: {number(sample.records.length)} of{' '}
              {count(cost.rowsToSend, 'row')}, {count(sample.fields.length, 'field')}. Blank ones are not sent.
            </p>
            <SegmentedControl
              size="xs"
              aria-label="Show the rows as"
              value={form}
              onChange={setForm}
              data={[
                { value: 'table', label: 'Table' },
                { value: 'text', label: format },
              ]}
            />
          </div>
          {form === 'table' ? (
            <SampleTable sample={sample} />
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
            <section className="sample-list" tabIndex={0} aria-label={`Rows as ${format}`}>
              {sample.head !== '' && <pre className="mono sample-text">{sample.head}</pre>}
              {sample.records.map(({ row, text }) => (
                <div key={row} className="sample-record">
                  <span className="sample-number">
                    Row <RowName row={row} />
                  </span>
                  <pre className="mono sample-text">{text}</pre>
                </div>
              ))}
            </section>
          )}
          <div className="sample-foot">
            {frequent !== null && (
              <span className="sample-issue">
                <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
                <span>
                  {number(frequent.rows)} of these {number(sample.records.length)}: {frequent.title}{' '}
                  <a className="link" href={toProject(id, 'check', { rule: frequent.code })} aria-label={`Fix in Check: ${frequent.title}`}>
                    Fix in Check
                  </a>
                </span>
              </span>
            )}
            <span className="sample-buttons">
              <CopyLink label={`Copy as ${format}`} text={() => sampleText(sample)} />
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            </span>
          </div>
        </>
      )}
    </Drawer>
  );
}
