/** The fields of a record. */
export { FieldSet, bitsOf, hasBit } from './field-set.ts';
export { HEADINGS, OTHER_HEADINGS } from './headings.ts';
export {
  type ConstituentRecord,
  FIELDS,
  FIELD_INDEX,
  FIELD_KEYS,
  type FieldGroup,
  type FieldKey,
  type FieldKind,
  type FieldSpec,
  type FieldType,
  MAX_RECORDS,
  MAX_TEXT_LENGTH,
  NAME_KINDS,
  WITHHOLDABLE,
  fieldOf,
  fieldsOf,
  inOrder,
  indexesOf,
  isFieldKey,
  labelOf,
} from './table.ts';
