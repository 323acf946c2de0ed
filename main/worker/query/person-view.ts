/** The details of one row in the results: its record with the values before corrections, and its profile. */
import type { PersonView } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/base/index.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import { type MappedRecord, type MappingPlan, columnsFor } from '../../../shared/mapping/index.ts';
import { eachValue, parseJson, titlesOf, valueText } from '../../../shared/results/index.ts';
import type { ListSource, SubmitOptions } from '../../worker-protocol/index.ts';
import { Edits } from '../list/edits.ts';
import { personName } from '../list/person-texts.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { BlockRow } from '../list/stored-rows.ts';
import { listIndexOf, type ScoreColumns } from '../result-file/result-file.ts';
import { reasonsOf } from '../results/result-pages.ts';
import { PersonFlags } from '../results/person-flags.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';

/** The values of a profile in the profile's order, with their column titles, and its JSON, indented. */
export function profileValues(json: string, columns: ScoreColumns): Pick<PersonView, 'values'> & { readonly json: string } {
  const titles = titlesOf(columns.map(({ key }) => key));
  const profile = parseJson(json);
  const values: PersonView['values'] = [];
  eachValue(profile, (key, value) => values.push({ key, title: titles.get(key) ?? key, value: valueText(value) }));
  return { values, json: JSON.stringify(profile, null, 2) };
}

/** The only column that fills a field; null when several do, or none. */
function directColumn(plan: MappingPlan, field: FieldKey): number | null {
  const [column, ...others] = columnsFor(plan, field);
  return column !== undefined && others.length === 0 && plan.columns.some((one) => one.column === column && one.to.kind === 'field')
    ? column
    : null;
}

/** The fields of a record that have or had a value. `was`: the value before corrections; null when it has not changed. */
function recordFields({ values }: MappedRecord, plan: MappingPlan, { block, row }: BlockRow): PersonView['record'] {
  // A record is valid only until its reader's next call, so the uncorrected record needs a separate reader.
  const before = new RecordReader(plan, new Edits(null)).of(block, row);
  const zipColumn = directColumn(plan, 'postalCode');
  const zipInSheet = zipColumn === null ? '' : block.text(row, zipColumn).trim();
  return FIELD_KEYS.map((field, index) => {
    const value = values[index]!;
    // A generated ID, for a row without an ID, is not a correction.
    const uncorrected = field === 'constituentId' && before.values[index] === '' ? value : before.values[index]!;
    const was = field === 'postalCode' && zipInSheet !== '' ? zipInSheet : uncorrected;
    return { field, value, was: was === value ? null : was };
  }).filter(({ value, was }) => value !== '' || was !== null);
}

/** The cells of the row in columns that do not feed a field. */
function unmappedCells({ plan, sheetLayout }: ListSource, { block, row }: BlockRow): PersonView['notSent'] {
  const mapped = new Set(plan.columns.filter(({ to }) => to.kind !== 'none').map(({ column }) => column));
  return sheetLayout.headers.flatMap((header, column) => {
    const value = block.text(row, column);
    return value === '' || mapped.has(column) ? [] : [{ header, value }];
  });
}

/** @throws NOT_FOUND when the sheet does not have this row */
export function personView(screening: ScreeningReader, rowNumber: number, options: SubmitOptions): PersonView {
  const { blocks, records, results, source } = screening;
  const at = blocks.find(rowNumber);
  if (at === null) throw new AppError('NOT_FOUND', 'There is no such row.');
  const index = listIndexOf(results.rows, rowNumber);
  const wasSent = index >= 0;
  const isNotPart = wasSent && screening.isNotPart(index);
  const record = wasSent ? records.sent(at.block, at.row, source) : records.of(at.block, at.row);
  const mergedInto = wasSent ? null : records.mergedInto(rowNumber);
  const sentIndex = mergedInto === null ? index : listIndexOf(results.rows, mergedInto);
  const profile = sentIndex < 0 ? 0 : results.matches[sentIndex]!;
  const json = profile === 0 ? null : results.profileJson(profile);
  const { office } = screening.columns;
  const named = office.column < 0 ? '' : at.block.text(at.row, office.column);
  return {
    row: rowNumber,
    name: personName(record),
    outcome: isNotPart || !wasSent ? 'leftOut' : results.outcome(index),
    isNotPart,
    record: recordFields(record, source.plan, at),
    notSent: unmappedCells(source, at),
    flags: new PersonFlags(source).of(record, at),
    officer: office.hasOfficers ? office.officerOf(rowNumber, named) : null,
    ...(json === null ? { values: [], json } : profileValues(json, results.columns)),
    reasons: wasSent && !isNotPart ? reasonsOf(results, index) : [],
    leftOut: wasSent ? null : screening.notSentAs(at, options),
    mergedInto,
    byOrder: sentIndex >= 0 && results.isByOrder(sentIndex),
  };
}
