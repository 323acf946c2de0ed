/** The columns of the checked list: the values to send, with their issues. */
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { type FieldKey, NAME_KINDS, fieldOf, fieldsOf, isFieldKey } from '../../../shared/fields/index.ts';
import type { CheckRow, CheckSort, RuleCount } from '../../../shared/contract/index.ts';
import { type NotSent, isAlreadyScreened, whyNotSent } from '../../../shared/rows/index.ts';
import { Hits } from './Hits.tsx';
import { IssueCell, PreviewCell } from './IssueCell.tsx';
import type { GridColumn } from '../../kit/index.ts';
import { shownIssueOn } from './cell-issues.ts';
import type { Preview } from './check-preview.ts';
import { shownValue } from '../../format/index.ts';
import { fieldName } from './issue-texts.ts';
import { type OfferedColumn, offeredColumns } from './offered-columns.tsx';
import type { ColumnOrder } from './column-order.ts';

/** The key of the column that shows whether a row is sent. */
export const SEND_COLUMN = 'send';

/** The key of the column of a needed field that no column of the file fills. */
export const MISSING_COLUMN = 'missing';

export const ALREADY_SCREENED_LABEL = 'Not sent again';

/** Why a row is not sent, when its mark cannot change that. */
export const fixedReasonText = (reason: NotSent): string =>
  isAlreadyScreened(reason) ? `${ALREADY_SCREENED_LABEL}. ${whyNotSent(reason)}; Cost says who is sent.` : `${whyNotSent(reason)}.`;

const WIDTHS: Readonly<Partial<Record<FieldKey, number>>> = {
  constituentId: 76,
  primaryFirst: 116,
  primaryMiddle: 92,
  primaryLast: 98,
  primaryMaiden: 104,
  spouseFirst: 106,
  spouseMiddle: 92,
  spouseLast: 106,
  spouseMaiden: 104,
  street: 150,
  street2: 120,
  city: 112,
  state: 58,
  postalCode: 126,
  country: 84,
  personalEmail: 200,
  businessEmail: 200,
  businessName: 160,
};

/** The width of a name whose repaired value is shown next to it. */
const REPAIRED_NAME = 176;
const NAMES: ReadonlySet<FieldKey> = new Set(fieldsOf({ kind: NAME_KINDS }));

/** The columns that share the remaining width. */
const GROWING: ReadonlySet<FieldKey> = new Set(['street', 'city', 'personalEmail']);

interface CheckColumnsOptions {
  /** The fields of a row's values, in their order. */
  readonly fields: readonly FieldKey[];
  readonly order: ColumnOrder;
  /** A needed field that no column of the file fills. */
  readonly missing: FieldKey | null;
  /** The column of the file that matches it best. */
  readonly offered: OfferedColumn | null;
  /** The widths that the user chose. */
  readonly widths: Readonly<Record<string, number>>;
  readonly chosen: RuleCount | null;
  readonly sort: CheckSort | null;
  readonly filteredBy: FieldKey | null;
  /** The text that is searched for. */
  readonly find: string;
  readonly preview: (row: CheckRow) => Preview;
  readonly rowName: (row: number) => string;
  /** False once the list was submitted. */
  readonly isEditable: boolean;
  /** Leaves a row out or includes it again. */
  readonly onToggle: (row: CheckRow) => void;
}

/** Tooltip and accessible name of a row's mark. */
function sendTexts({ leftOut, notSent }: CheckRow, row: string): { readonly title: string; readonly label: string } {
  if (notSent !== null) return { title: fixedReasonText(notSent), label: `Row ${row} is not sent: ${whyNotSent(notSent)}` };
  if (leftOut) return { title: 'Left out. Click to send it.', label: `Row ${row} is left out: include it again` };
  return { title: 'Sent. Click to leave it out.', label: `Row ${row} is sent: leave it out` };
}

function sendColumn({ chosen, isEditable, onToggle, rowName }: CheckColumnsOptions): GridColumn<CheckRow> {
  const issueOf = (row: CheckRow) => shownIssueOn(row, null, chosen);
  return {
    key: SEND_COLUMN,
    title: 'Send',
    width: 48,
    text: (row) => (row.leftOut ? 'Left out' : row.notSent === null ? 'Sent' : ALREADY_SCREENED_LABEL),
    tone: (row) => issueOf(row)?.severity ?? null,
    show: (row) => {
      const isOut = row.leftOut || row.notSent !== null;
      const SendIcon = isOut ? IconMinus : IconCheck;
      const words = sendTexts(row, rowName(row.row));
      return (
        <button
          type="button"
          className="check-send"
          tabIndex={-1}
          disabled={!isEditable || row.notSent !== null}
          title={words.title}
          aria-label={words.label}
          onClick={() => onToggle(row)}
        >
          <span className="check-box" aria-hidden {...(isOut && { 'data-out': true })}>
            <SendIcon size={12} stroke={2.4} />
          </span>
        </button>
      );
    },
  };
}

/** The column of a needed field that the file lacks: hatched in each row that is sent, and not editable. */
function missingColumn(field: FieldKey, { fields }: CheckColumnsOptions): GridColumn<CheckRow> {
  const lacks = ({ leftOut, notSent, readiness }: CheckRow) => !leftOut && notSent === null && readiness !== 'invalid';
  return {
    key: MISSING_COLUMN,
    title: fieldName(field),
    width: WIDTHS[field] ?? 116,
    position: fields.length + 1,
    isMissing: true,
    text: (row) => (lacks(row) ? 'No column' : ''),
    show: (row) =>
      lacks(row) && (
        <span className="check-hatched">
          <span className="visually-hidden">No column</span>
        </span>
      ),
  };
}

function fieldColumn(
  field: FieldKey,
  position: number,
  { chosen, sort, filteredBy, find, preview, isEditable, order, widths }: CheckColumnsOptions,
): GridColumn<CheckRow> {
  const { type } = fieldOf(field);
  const isNumber = type === 'amount' || type === 'count';
  const isRepaired = chosen?.fix != null && NAMES.has(field) && chosen.fields.some((one) => one.field === field);
  const usual = isRepaired ? REPAIRED_NAME : (WIDTHS[field] ?? (isNumber || type === 'date' ? 132 : 128));
  const valueOf = (row: CheckRow) => row.values[position] ?? '';
  return {
    key: field,
    title: fieldName(field),
    width: widths[field] ?? usual,
    position: position + 1,
    hasMenu: true,
    ...(filteredBy === field && { isFiltered: true }),
    sort: sort?.field !== field ? 'none' : sort.descending ? 'descending' : 'ascending',
    ...(order.pinned.includes(field) && { isPinned: true }),
    ...(GROWING.has(field) && widths[field] === undefined && { grows: true }),
    ...(isNumber && { align: 'right' as const }),
    isEditable,
    text: valueOf,
    tone: (row) => {
      if (row.leftOut) return null;
      const issue = shownIssueOn(row, field, chosen);
      if (issue !== null) return issue.severity;
      return preview(row).has(field) ? (chosen?.severity ?? null) : null;
    },
    show: (row) => {
      const value = valueOf(row);
      const issue = shownIssueOn(row, field, chosen);
      const after = preview(row).get(field);
      if (after !== undefined) return <PreviewCell severity={issue?.severity ?? chosen?.severity ?? 'note'} before={value} after={after} />;
      if (issue === null) return <Hits text={value} find={find} />;
      const shown = value === '' ? shownValue(value) : <Hits text={value} find={find} />;
      return (
        <IssueCell severity={issue.severity}>
          {issue.serviceMessage == null ? (
            shown
          ) : (
            <span title={`The service: ${issue.serviceMessage}`}>
              {shown} <span className="second">– {issue.serviceMessage}</span>
            </span>
          )}
        </IssueCell>
      );
    },
  };
}

/** The columns of the list: whether a row is sent, then the fields in their order on screen. */
export function checkColumns(options: CheckColumnsOptions): readonly GridColumn<CheckRow>[] {
  const { order, fields, widths, missing, offered } = options;
  const columns = order.shown.map((field) => fieldColumn(field, fields.indexOf(field), options));
  // The grid fills its frame: if none of the usual columns takes the remaining width, the last column does.
  const last = columns.at(-1);
  const grows = last === undefined || columns.some((column) => column.grows === true) || widths[last.key] !== undefined;
  const filled = grows ? columns : [...columns.slice(0, -1), { ...last, grows: true }];
  return [
    sendColumn(options),
    ...(missing === null ? [] : [missingColumn(missing, options)]),
    ...filled.slice(0, order.frozen.length),
    ...(offered === null ? [] : offeredColumns(offered, fields.length + 2)),
    ...filled.slice(order.frozen.length),
  ];
}

/** Positions of the grid columns in which a row has an issue. */
export function columnsWithIssues(
  row: CheckRow,
  columns: readonly Pick<GridColumn<CheckRow>, 'key'>[],
  chosen: RuleCount | null,
): readonly number[] {
  return columns.flatMap(({ key }, position) => {
    const field = key === SEND_COLUMN ? null : isFieldKey(key) ? key : undefined;
    return field === undefined || shownIssueOn(row, field, chosen) === null ? [] : [position];
  });
}
