/** Finds the rows of the same household, sent or not: by name, spouse, address and email, with the keys of matching. */
import type { Output } from '../../../shared/contract/index.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import type { MappedTexts } from '../../../shared/mapping/index.ts';
import { readEchoedFields } from '../../../shared/results/index.ts';
import { emailKeys, hashOf, householdKeys, plainStreet, streetKey, zipKey } from '../../../shared/rules/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { Edits } from '../list/edits.ts';
import { personName } from '../list/person-texts.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { BlockRow } from '../list/stored-rows.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';
import type { PresentPair } from './pair-reader.ts';

type Household = Output<'review.household'>;
type Texts = Pick<MappedTexts, 'values'>;
type Shared = Household['rows'][number]['shares'][number];

const F = FIELD_INDEX;
/** The fields that a household is found by. */
const READ = new Set(
  (
    [
      'primaryFirst', 'primaryMiddle', 'primaryLast', 'spouseFirst', 'spouseLast', 'businessName',
      'street', 'street2', 'city', 'state', 'postalCode', 'personalEmail', 'businessEmail',
    ] as const satisfies readonly FieldKey[]
  ).map((field) => F[field]),
); // prettier-ignore

/** Maximum number of rows in an answer. */
const MAX_ROWS = 50;
/** Maximum number of candidate rows to read, because many can share the start of an address, as in a large building. */
const MAX_READ = 1000;

const addressOf = ({ values }: Texts): string => {
  const [street, zip] = [plainStreet(`${values[F.street]!} ${values[F.street2]!}`), zipKey(values[F.postalCode]!)];
  return street === '' || zip === '' ? '' : `${zip}|${street}`;
};

/** Half hashes of the keys that rows are found by: the address as in household keys, and the emails. */
function codesOf(record: Texts): number[] {
  const [street, zip] = [streetKey(record.values[F.street]!), zipKey(record.values[F.postalCode]!)];
  const places = street === '' || zip === '' ? [] : [hashOf('h', `${zip}|${street}`).a];
  return [...places, ...emailKeys(record).map((email) => hashOf('e', email).a)];
}

/** What a row of the sheet has in common with a person and with that person's profile. */
class Sharing {
  private readonly address: string;
  private readonly households: readonly string[];
  private readonly emails: readonly string[];
  private readonly profileAddress: string;
  readonly codes: ReadonlySet<number>;

  constructor(ours: Texts, theirs: Texts) {
    this.address = addressOf(ours);
    this.households = householdKeys(ours);
    this.emails = emailKeys(ours);
    const profileAddress = addressOf(theirs);
    this.profileAddress = profileAddress === this.address ? '' : profileAddress;
    this.codes = new Set([...codesOf(ours), ...(this.profileAddress === '' ? [] : codesOf(theirs))]);
  }

  with(record: Texts): Shared[] {
    const shared: Shared[] = [];
    const households = householdKeys(record);
    const address = addressOf(record);
    if (households.length > 0 && households[0] === this.households[0]) shared.push('name');
    else if (households.some((key) => this.households.includes(key))) shared.push('spouse');
    if (address !== '' && address === this.address) shared.push('address');
    if (address !== '' && address === this.profileAddress) shared.push('profileAddress');
    if (emailKeys(record).some((email) => this.emails.includes(email))) shared.push('email');
    return shared;
  }
}

export class Households {
  private readonly screening: ScreeningReader;
  private readonly records: RecordReader;
  /** `codes[i]` belongs to `rows[i]`. */
  private readonly codes: Int32Array;
  private readonly rows: Uint32Array;

  private constructor(screening: ScreeningReader, codes: Int32Array, rows: Uint32Array) {
    this.screening = screening;
    this.records = Households.reader(screening);
    this.codes = codes;
    this.rows = rows;
  }

  private static reader({ file, source }: ScreeningReader): RecordReader {
    return new RecordReader(source.plan, new Edits(file), READ);
  }

  /** Reads every row of the list once. Yields once per block. */
  static *build(screening: ScreeningReader): Generator<void, Households> {
    const records = Households.reader(screening);
    const checked = new CheckGroupReader(screening.file);
    let codes = new Int32Array(1 << 12);
    let rows = new Uint32Array(1 << 12);
    let count = 0;
    for (const { seq } of screening.blocks.places) {
      yield;
      const group = checked.block(seq);
      if (group === null) continue;
      const block = screening.blocks.block(seq);
      for (let row = 0; row < block.rowCount; row++) {
        if (!group.isRow(row)) continue;
        for (const code of codesOf(records.of(block, row))) {
          if (count === codes.length) {
            const [more, moreRows] = [new Int32Array(count * 2), new Uint32Array(count * 2)];
            more.set(codes);
            moreRows.set(rows);
            [codes, rows] = [more, moreRows];
          }
          codes[count] = code;
          rows[count++] = block.rowNumber(row);
        }
      }
    }
    return new Households(screening, codes.slice(0, count), rows.slice(0, count));
  }

  /** The other rows of the household, in the order of the sheet. */
  of({ pair, ours, profile }: PresentPair): Household {
    const echoed = readEchoedFields(profile);
    const theirs = FIELD_KEYS.map((field) => echoed[field] ?? '');
    const sharing = new Sharing({ values: [...ours] }, { values: theirs });
    const candidates = new Set<number>();
    if (sharing.codes.size > 0)
      for (let at = 0; at < this.codes.length && candidates.size < MAX_READ; at++)
        if (sharing.codes.has(this.codes[at]!) && this.rows[at] !== pair.row) candidates.add(this.rows[at]!);
    const found = [...candidates].flatMap((row) => {
      const at = this.screening.blocks.find(row);
      return at === null ? [] : this.rowOf(row, at, sharing);
    });
    return { total: found.length, rows: found.slice(0, MAX_ROWS) };
  }

  private rowOf(row: number, { block, row: at }: BlockRow, sharing: Sharing): Household['rows'] {
    const { results } = this.screening;
    const record = this.records.of(block, at);
    const shares = sharing.with(record);
    if (shares.length === 0) return [];
    const { values } = record;
    const address = [values[F.street], values[F.street2], values[F.city]].filter((part) => part !== '').join(', ');
    const index = listIndexOf(results.rows, row);
    return [{ row, name: personName(record), address, shares, outcome: index < 0 ? 'leftOut' : results.outcome(index) }];
  }
}
