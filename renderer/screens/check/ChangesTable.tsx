/** Examples of the values that a change of the list would alter, before and after. */
import { type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { RowName } from '../../components/index.ts';
import { shownValue } from '../../format/index.ts';
import './replace.css';

interface ChangesTableProps {
  /** `field`: set when several fields change. */
  readonly examples: readonly { readonly row: number; readonly field?: FieldKey; readonly before: string; readonly after: string }[];
}

export function ChangesTable({ examples }: ChangesTableProps) {
  const ofFields = examples.some(({ field }) => field !== undefined);
  return (
    <table className="replace-table">
      <thead>
        <tr>
          <th scope="col">Row</th>
          {ofFields && <th scope="col">Field</th>}
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {examples.map(({ row, field, before, after }) => (
          <tr key={`${row} ${field ?? ''}`}>
            <th scope="row">
              <RowName row={row} />
            </th>
            {field !== undefined && <td className="cut">{fieldOf(field).label}</td>}
            <td className="cut" title={before}>
              {shownValue(before)}
            </td>
            <td className="cut strong" title={after}>
              {shownValue(after)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
