/** Reads what a project's file has about one row or one profile, for a page, or for a person who asks which data is stored. */
import { FIELD_INDEX as F, FIELD_KEYS, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { type MappedRecord, sendsPseudonyms } from '../../../shared/mapping/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { EverywhereInput, FoundPlace, StoredPerson } from '../../worker-protocol/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { Edits } from '../list/edits.ts';
import type { ListIndex, ProfileNumber, SheetRows } from '../list/ordinals.ts';
import { localityText, personName } from '../list/person-texts.ts';
import { RecordReader } from '../list/record-reader.ts';
import { editAt, editCounts } from '../list/stored-edits.ts';
import { DataRows, type StoredRow } from '../list/stored-rows.ts';
import { profileValues } from '../query/person-view.ts';
import { type ResultFile, listIndexOf } from '../result-file/result-file.ts';
import { Pseudonyms } from '../submit/pseudonyms.ts';
import { readSentRows } from '../submit/sent-rows.ts';

/** The fields by which the do-not-screen list identifies a person. */
const KEYS: readonly FieldKey[] = ['constituentId', 'personalEmail', 'businessEmail', 'primaryFirst', 'primaryLast', 'postalCode'];

const NOTHING_STORED: StoredPerson = { cells: [], record: [], sentId: null, corrections: [], profile: [], json: null, reasons: [] };

export class PlaceReader {
  private readonly input: EverywhereInput;
  private readonly results: ResultFile | null;
  private readonly records: RecordReader;
  private readonly checked: CheckGroupReader;
  private readonly listed: DataRows;
  private readonly sent: SheetRows | null;
  private readonly pseudonyms: Pseudonyms | null;
  private readonly rows: ReadonlySet<number> | null;
  private readonly profiles: ReadonlySet<number> | null;
  private readonly corrections: ReadonlyMap<number, StoredPerson['corrections']>;

  /** `results`: null if there are none yet. */
  constructor(file: ProjectFile, input: EverywhereInput, results: ResultFile | null, edits: Edits) {
    const { list, isSent, only } = input;
    this.input = input;
    this.results = results;
    this.records = new RecordReader(list.plan, edits);
    this.checked = new CheckGroupReader(file);
    this.listed = new DataRows(list.sheetLayout);
    this.sent = results?.rows ?? (isSent ? readSentRows(file) : null);
    this.pseudonyms = sendsPseudonyms(list.plan, list.sheetLayout.headers) ? new Pseudonyms(list.file.key) : null;
    this.rows = only === null ? null : new Set(only.rows);
    this.profiles = only === null ? null : new Set(only.profiles);
    this.corrections = this.rows === null ? new Map() : correctionsIn(file, this.rows);
  }

  /** Null for a row that was not requested. */
  row(at: StoredRow, foundIn: FoundPlace['foundIn']): FoundPlace | null {
    const number = at.block.rowNumber(at.row);
    if (this.rows?.has(number) === false) return null;
    const index = this.sent === null ? -1 : listIndexOf(this.sent, number);
    const wasSent = index >= 0;
    const { list, options } = this.input;
    const record = wasSent ? this.records.sent(at.block, at.row, list) : this.records.of(at.block, at.row);
    const texts = textsOf(record);
    const leftOut = wasSent ? null : (this.checked.block(at.seq)?.notSentAs(at.row, options) ?? null);
    const profile = wasSent && this.results !== null ? this.results.matches[index as ListIndex]! : 0;
    return {
      row: number,
      profile: null,
      name: personName(record),
      keys: Object.fromEntries(texts.filter(({ field }) => KEYS.includes(field)).map(({ field, value }) => [field, value])),
      address: [record.values[F.street], localityText(record)].filter((part) => part !== '').join(', '),
      outcome: this.outcomeOf(at, index as ListIndex, leftOut !== null),
      leftOut,
      foundIn,
      hasProfile: profile !== 0,
      stored: this.rows === null ? null : this.stored(at, texts, index as ListIndex, profile as ProfileNumber),
    };
  }

  private outcomeOf(at: StoredRow, index: ListIndex, isLeftOut: boolean): FoundPlace['outcome'] {
    if (index >= 0) {
      const outcome = this.results?.outcome(index) ?? 'unknown';
      return outcome === 'unknown' ? 'sent' : outcome;
    }
    if (!this.listed.has(at.block, at.row)) return 'unlisted';
    return isLeftOut ? 'leftOut' : 'notSent';
  }

  private stored(at: StoredRow, record: StoredPerson['record'], index: ListIndex, profile: ProfileNumber): StoredPerson {
    const { headers } = this.input.list.sheetLayout;
    const cells = Array.from({ length: at.block.columnCount }, (_, column) => ({
      heading: headers[column] ?? '',
      value: at.block.text(at.row, column),
    }));
    const id = record.find(({ field }) => field === 'constituentId')?.value ?? '';
    const errors = index < 0 ? [] : (this.results?.errors().get(index) ?? []);
    return {
      cells: cells.filter(({ value }) => value !== ''),
      record,
      sentId: index < 0 ? null : (this.pseudonyms?.of(id) ?? id),
      corrections: this.corrections.get(at.block.rowNumber(at.row)) ?? [],
      ...this.profileOf(profile),
      reasons: errors.map(({ message }) => message),
    };
  }

  private profileOf(profile: ProfileNumber): Pick<StoredPerson, 'profile' | 'json'> {
    const json = profile === 0 || this.results === null ? null : this.results.profileJson(profile);
    if (json === null) return { profile: [], json: null };
    const { values } = profileValues(json, this.results!.columns);
    return { profile: values, json };
  }

  /** A profile that belongs to no row; null if it was not requested. */
  loose(profile: ProfileNumber): FoundPlace | null {
    if (this.profiles?.has(profile) === false) return null;
    return {
      row: null,
      profile,
      name: '',
      keys: {},
      address: '',
      outcome: 'noRow',
      leftOut: null,
      foundIn: ['profile'],
      hasProfile: true,
      stored: this.profiles === null ? null : { ...NOTHING_STORED, ...this.profileOf(profile) },
    };
  }
}

/** For each row, the values of all corrections in order, and the reasons for sending someone who asked not to be screened. */
function correctionsIn(file: ProjectFile, rows: ReadonlySet<number>): Map<number, StoredPerson['corrections'][number][]> {
  const found = new Map([...rows].map((row) => [row, [] as StoredPerson['corrections'][number][]]));
  const kept = editCounts(file)?.kept ?? 0;
  for (let number = 0; number < kept; number++) {
    const edit = editAt(file, number);
    if (edit?.kind === 'correct')
      for (const [row, field, value] of edit.corrections) found.get(row)?.push({ name: fieldOf(field).label, value });
    if (edit?.kind === 'leaveOut' && edit.reason !== undefined)
      for (const row of edit.objected ?? []) found.get(row)?.push({ name: 'Reason to send', value: edit.reason });
  }
  return found;
}

const textsOf = ({ values }: MappedRecord): StoredPerson['record'] =>
  FIELD_KEYS.map((field, at) => ({ field, value: values[at]! })).filter(({ value }) => value !== '');
