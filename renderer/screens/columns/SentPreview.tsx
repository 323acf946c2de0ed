import { useMemo, useState } from 'react';
import type { ColumnsView, ImportView } from '../../../shared/contract/index.ts';
import { FIELD_INDEX, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { SPLITTER_FIELDS, columnLetters, compileMapping, createMappedRecord } from '../../../shared/mapping/index.ts';
import { ScrollRegion } from '../../kit/index.ts';
import { columnsFeeding, dayText, listed, number } from '../../format/index.ts';
import './sent-preview.css';

const ROWS = 3;
const NAME: readonly FieldKey[] = ['primaryFirst', 'primaryMiddle', 'primaryLast'];

interface SentPreviewProps {
  readonly view: ColumnsView;
  readonly rows: ImportView['firstRows'];
  /** Positions of the columns that the user must decide about. */
  readonly toDecide: readonly number[];
  /** Fields that the connection never sends. */
  readonly neverSent: readonly FieldKey[];
}

/** The fields that the columns to decide feed, in their order. */
function decidedFields({ plan }: ColumnsView, toDecide: readonly number[]): readonly FieldKey[] {
  const found = plan.columns.flatMap(({ column, to }) => {
    if (!toDecide.includes(column)) return [];
    return to.kind === 'field' ? [to.field] : to.kind === 'split' ? SPLITTER_FIELDS[to.splitter] : [];
  });
  return [...new Set(found)].filter((field) => !NAME.includes(field));
}

/** Rows of the file as they will be sent, updated with each choice. */
export function SentPreview({ view, rows, toDecide, neverSent }: SentPreviewProps) {
  const [start, setStart] = useState(0);
  const mapped = useMemo(() => {
    const mapper = compileMapping(view.plan);
    const record = createMappedRecord();
    const all = rows.map(({ row, cells }) => {
      mapper.map((column) => cells[column] ?? '', record);
      return { row, values: [...record.values] };
    });
    const filled = all.filter(({ values }) => values.some((value) => value !== ''));
    // A field that only the split of a column can fill is shown if a row fills it.
    const isNamed = (field: FieldKey) =>
      columnsFeeding(view.plan, field).length > 0 ||
      view.plan.constants.some((one) => one.field === field) ||
      view.plan.combinations.some((one) => one.field === field);
    const fields = mapper.fields.filter((field) => isNamed(field) || filled.some(({ values }) => values[FIELD_INDEX[field]] !== ''));
    return { fields, rows: filled };
  }, [view.plan, rows]);
  if (mapped.rows.length === 0) return null;
  const first = start >= mapped.rows.length ? 0 : start;
  const shown = mapped.rows.slice(first, first + ROWS);
  const decided = decidedFields(view, toDecide).filter((field) => mapped.fields.includes(field));
  const others = mapped.fields.filter((field) => !NAME.includes(field) && !decided.includes(field));
  const fields = [...decided, ...others].filter((field) => !neverSent.includes(field));
  const kept = mapped.fields.filter((field) => neverSent.includes(field)).map((field) => fieldOf(field).label);
  const textOf = (values: readonly string[], field: FieldKey): string => {
    const value = values[FIELD_INDEX[field]] ?? '';
    return value !== '' && fieldOf(field).type === 'date' ? dayText(value) : value;
  };
  const isNumber = (field: FieldKey) => fieldOf(field).type === 'amount' || fieldOf(field).type === 'count';
  const heading = (field: FieldKey): string => {
    const combined = view.plan.combinations.find((one) => one.field === field);
    if (combined !== undefined) return listed(combined.columns.map((column) => view.headers[column] ?? ''));
    const feeding = new Set(columnsFeeding(view.plan, field));
    if (feeding.size > 0) return listed(view.headers.filter((_, column) => feeding.has(columnLetters(column))));
    return view.plan.constants.some((one) => one.field === field) ? 'same in every row' : 'split from another column';
  };
  return (
    <section className="card sent-preview" aria-labelledby="sent-preview-title">
      <div className="sent-preview-head">
        <h2 className="card-title" id="sent-preview-title">
          {shown.length === 1 ? 'One row as it will be sent' : `${shown.length === 2 ? 'Two' : 'Three'} rows as they will be sent`}
        </h2>
        {decided.length > 0 && <span className="small second">Shaded: what you decide above</span>}
        {mapped.rows.length > ROWS && (
          <button type="button" className="link" onClick={() => setStart(first + ROWS)}>
            Three others
          </button>
        )}
      </div>
      <ScrollRegion className="sent-preview-scroll" label="Preview">
        <table>
          <thead>
            <tr>
              <th scope="col" data-align="right">
                Row
              </th>
              <th scope="col">First and last name</th>
              {fields.map((field) => (
                <th
                  key={field}
                  scope="col"
                  {...(decided.includes(field) && { 'data-decided': true })}
                  {...(isNumber(field) && { 'data-align': 'right' })}
                >
                  {fieldOf(field).label}
                  <span className="second small">{heading(field)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, values }) => (
              <tr key={row}>
                <td data-align="right" className="second">
                  {number(row)}
                </td>
                <th scope="row">
                  {NAME.map((field) => textOf(values, field))
                    .filter((text) => text !== '')
                    .join(' ') || <span className="second">no name</span>}
                </th>
                {fields.map((field) => (
                  <td
                    key={field}
                    {...(decided.includes(field) && { 'data-decided': true })}
                    {...(isNumber(field) && { 'data-align': 'right' })}
                  >
                    {textOf(values, field)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {kept.length > 0 && <p className="small second">Kept here and never sent over this connection: {listed(kept)}.</p>}
    </section>
  );
}
