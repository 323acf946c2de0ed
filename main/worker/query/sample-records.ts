/** The first records of a list as they would be sent, with their issues. */
import type { SampleView } from '../../../shared/contract/index.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import { type MappedRecord, columnsFor, csvHeader, hasValue, recordCsv, recordJson } from '../../../shared/mapping/index.ts';
import { RULES, severitiesOf } from '../../../shared/rules/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { GROUP_BLOCKS, groupOf } from '../list/row-groups.ts';
import { sentRows } from '../submit/sent-rows.ts';
import type { CheckRequest, ContractAsk, SubmitOptions } from '../../worker-protocol/index.ts';

type SampleRecord = SampleView['records'][number];

const valuesOf = (record: MappedRecord): SampleRecord['values'] =>
  FIELD_KEYS.flatMap((field, index) => (hasValue(record, index) ? [{ field, value: record.values[index]! }] : []));

/** `fields`: the fields that are sent. */
export function sampleView(
  file: ProjectFile,
  request: CheckRequest,
  { limit, options, format: { listFormat, csvHeadings, neverSent } }: ContractAsk<'cost.sample'>,
  fields: readonly FieldKey[],
): SampleView {
  const { plan, sheetLayout } = request;
  return {
    format: listFormat,
    fields: fields.map((field) => ({ field, headings: columnsFor(plan, field).map((column) => sheetLayout.headers[column] ?? '') })),
    head: listFormat === 'csv' ? csvHeader(csvHeadings) : '',
    records: sampleRecords(file, request, { ...options, maxRows: limit }, { listFormat, neverSent }),
  };
}

function sampleRecords(
  file: ProjectFile,
  request: CheckRequest,
  options: SubmitOptions,
  { listFormat, neverSent }: { readonly listFormat: SampleView['format']; readonly neverSent: readonly FieldKey[] },
): SampleRecord[] {
  const severities = severitiesOf(request.inputs.rules);
  const reader = new CheckGroupReader(file);
  return Array.from(sentRows(file, request, options, neverSent), ({ rowNumber, record, seq, row }) => {
    const issues: SampleRecord['issues'] = [];
    const group = reader.group(groupOf(seq))!;
    const add = (fieldIndex: number, rule: number) => {
      const field = FIELD_KEYS[fieldIndex];
      const severity = severities[rule];
      if (field === undefined || (severity !== 'error' && severity !== 'warning')) return;
      const { code, title } = RULES[rule]!;
      issues.push({ field, code, title });
    };
    const rowInGroup = group.start(seq % GROUP_BLOCKS) + row;
    group.eachIssue(rowInGroup, add);
    group.eachDuplicate(rowInGroup, add);
    return {
      row: rowNumber,
      text: listFormat === 'json' ? recordJson(record) : recordCsv(record),
      values: valuesOf(record),
      issues,
    };
  });
}
