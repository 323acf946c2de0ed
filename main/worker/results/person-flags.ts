/** Flags of a person that must not be overlooked: deceased, organization, objection. */
import { FIELD_INDEX as F } from '../../../shared/fields/index.ts';
import { CHANGE, type MappedRecord, objectionColumns } from '../../../shared/mapping/index.ts';
import { endsLikeOrganization, isOrganization, saysDoNotScreen } from '../../../shared/transforms/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import type { BlockRow } from '../list/stored-rows.ts';

const MARKS: readonly (readonly [bit: number, text: string])[] = [
  [CHANGE.deceased, 'Deceased'],
  [CHANGE.objected, 'Do not screen'],
];

export function isOrganizationRecord({ values }: MappedRecord): boolean {
  const last = values[F.primaryLast]!;
  return isOrganization(values[F.primaryFirst]!) || isOrganization(last) || endsLikeOrganization(last);
}

export class PersonFlags {
  private readonly objections: ReturnType<typeof objectionColumns>;

  constructor({ plan, sheetLayout }: Pick<ListSource, 'plan' | 'sheetLayout'>) {
    this.objections = objectionColumns(sheetLayout.headers, plan);
  }

  /** The flags of a row. `record`: the record of the row. */
  of(record: MappedRecord, { block, row }: BlockRow): string[] {
    const { changes, flaggedFields } = record;
    let bits = 0;
    for (let field = flaggedFields.next(0); field >= 0; field = flaggedFields.next(field + 1)) bits |= changes[field]!;
    return [
      ...MARKS.flatMap(([bit, text]) => ((bits & bit) === 0 ? [] : [text])),
      ...(isOrganizationRecord(record) ? ['Organization'] : []),
      ...this.objections.flatMap(({ column, text }) => (saysDoNotScreen(block.text(row, column)) ? [text] : [])),
    ];
  }
}
