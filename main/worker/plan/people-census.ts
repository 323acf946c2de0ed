/**
 * The people of all lists of an account, each once: when they were last screened, whether their address has changed since, and the row with
 * their newest values.
 * Stores only hashes and numbers in typed arrays, about 40 bytes per person; no name, ID or address stays in memory.
 */
import { AppError, dayNumber, dayOfNumber, isDamage } from '../../../shared/base/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { OBJECTION_ROLES, roleColumns } from '../../../shared/mapping/index.ts';
import type { Census } from '../../../shared/plan/index.ts';
import { FACT_BITS, FACT_MASK, NO_ROW } from '../../../shared/rows/index.ts';
import { SLOT, SLOT_BITS, hashOf, streetKey, zipKey } from '../../../shared/rules/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { type CensusInput, type CountedList, NO_INPUTS } from '../../worker-protocol/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import { fieldOf, rowOf, ruleOf } from '../check/check-group.ts';
import { hashesOf } from '../check/key-chunks.ts';
import { namedByIssue } from '../check/named-by-issue.ts';
import { RowChecker, type RowResults } from '../check/row-checker.ts';
import { Edits } from '../list/edits.ts';
import { FIRST_INDEX } from '../list/ordinals.ts';
import { RecordReader } from '../list/record-reader.ts';
import { DataRows } from '../list/stored-rows.ts';
import { ResultFile } from '../result-file/result-file.ts';
import { locateSentRows } from '../submit/sent-rows.ts';
import type { TaskContext } from '../threads/task-context.ts';

const PLACE_FIELDS: ReadonlySet<number> = new Set([FIELD_INDEX.street, FIELD_INDEX.postalCode]);
/** The day of a person who was never screened. */
const NEVER = -2_147_483_648;
/** Flags of a person. `LEFT_OUT`: the newest row leaves the person out. */
const LEFT_OUT = 1;
const HAS_ID = 2;
const RUNNING = 4;
const REFUSED = 8;
/** The person asked not to be screened, or has died, and no newer list says otherwise. */
const BARRED = 16;
/** A list that was read has a column about objections, or about deaths. It overrides what older lists say about that. */
const TELLS_OBJECTION = 32;
const TELLS_DEATH = 64;

/** What happened to a row of a list. */
type Outcome = 'screened' | 'running' | 'refused' | 'notSent';

/** The row that has the newest values of a person: the index of its list, and its sheet row. */
export interface NewestRow {
  readonly list: number;
  readonly row: number;
}

/** A person who can be due. `screened`: YYYY-MM-DD; null if never. */
export interface PlannedPerson extends NewestRow {
  readonly screened: string | null;
  readonly hasMoved: boolean;
}

function grown<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(numbers: T): T {
  const larger = new (numbers.constructor as new (length: number) => T)(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

export class PeopleCensus {
  /** Number of the person, by hash of a key. */
  private readonly people = new HashTable64();
  private count = 0;
  private flags = new Uint8Array(4096);
  /** Number of the day of the last screening. */
  private days = new Int32Array(4096);
  /** Hashes of the address in the newest row, and in the row that was screened last; 0 for an incomplete address. */
  private places = new Int32Array(4096);
  private sentPlaces = new Int32Array(4096);
  private lists = new Uint16Array(4096);
  private rows = new Uint32Array(4096);
  private readonly listCount: number;

  /**
   * Reads every row of every list, which must be sorted newest first.
   * @throws as `readable`.
   */
  constructor(input: CensusInput, context: Pick<TaskContext, 'signal' | 'progress'>) {
    const total = input.lists.reduce((sum, { list }) => sum + list.sheetLayout.rows, 0);
    this.listCount = input.lists.length;
    let before = 0;
    for (const [index, counted] of input.lists.entries()) {
      const onRows = (rows: number) => {
        context.signal.throwIfAborted();
        context.progress(before + rows, total, 'rows');
      };
      readable(counted, () => this.addList(index, counted, input, onRows));
      before += counted.list.sheetLayout.rows;
    }
  }

  private addList(list: number, counted: CountedList, { rules, suppression }: CensusInput, onRows: (rows: number) => void): void {
    using file = new ProjectFile(counted.list.file, 'read');
    const { plan, sheetLayout } = counted.list;
    const edits = new Edits(file);
    const inputs = { ...NO_INPUTS, rules, suppression };
    const checker = new RowChecker({ ...counted.list, inputs }, new DataRows(sheetLayout), edits, true);
    const addresses = new RecordReader(plan, edits, PLACE_FIELDS);
    const whoBy = namedByIssue(checker.severities);
    const outcomeOf = outcomes(file, counted);
    const day = counted.sent?.day == null ? NEVER : dayNumber(counted.sent.day);
    const tells =
      (roleColumns(OBJECTION_ROLES, plan).by.length > 0 ? TELLS_OBJECTION : 0) |
      (roleColumns(['deceased'], plan).by.length > 0 ? TELLS_DEATH : 0);
    for (const { place, bytes } of file.chunks('rows')) {
      onRows(place.first);
      const block = new RowBlock(bytes);
      const checked = checker.checkBlocks([block]);
      const { issues } = checked;
      for (let row = 0, hash = 0, issue = 0; row < block.rowCount; row++) {
        const next = hash + hashesOf(checked.slots[row]!) * 2;
        let who: number = FACT_BITS.who.person;
        for (; issue < issues.length && rowOf(issues[issue]!) === row; issue++)
          who = Math.max(who, whoBy(ruleOf(issues[issue]!), fieldOf(issues[issue]!)));
        if (checked.facts[row] !== NO_ROW) {
          const rowNumber = block.rowNumber(row);
          const person = this.personOf(checked, row, hash);
          const { values } = addresses.of(block, row);
          const address = placeHash(values[FIELD_INDEX.street]!, values[FIELD_INDEX.postalCode]!);
          const facts = checked.facts[row]!;
          // A reason to send the row anyway is valid only for that list. For every other list, the objection still applies.
          const hasObjected = (facts & FACT_MASK.suppressed) !== 0 || edits.reasonOf(rowNumber) !== null;
          if (edits.isSentAnyway(rowNumber)) who = FACT_BITS.who.person;
          this.bar(person, list, tells, hasObjected, who === FACT_BITS.who.deceased);
          const isOut = (facts & FACT_MASK.leftOut) !== 0 || who !== FACT_BITS.who.person;
          this.addRow(person, { list, row: rowNumber, address, isOut, outcome: outcomeOf(rowNumber), day });
        }
        hash = next;
      }
    }
  }

  /**
   * The person of a row: by ID, else by the household key, else by email, else by the whole record. A row with an ID and a row without one
   * are the same person if they have the same household key, unless that person already has another ID.
   */
  private personOf({ slots, hashes, recordHashes }: RowResults, row: number, first: number): number {
    const has = slots[row]!;
    const at = (slot: number) => first + hashesOf(has & ((1 << slot) - 1)) * 2;
    const household = (has & (1 << SLOT.household)) === 0 ? -1 : at(SLOT.household);
    if ((has & SLOT_BITS.id) === 0) {
      const email = (has & (1 << SLOT.email)) === 0 ? -1 : at(SLOT.email);
      const key = household >= 0 ? household : email;
      return key >= 0 ? this.numberOf(hashes[key]!, hashes[key + 1]!) : this.numberOf(recordHashes[row * 2]!, recordHashes[row * 2 + 1]!);
    }
    let person = this.people.get(hashes[first]!, hashes[first + 1]!);
    if (person < 0) {
      const known = household < 0 ? -1 : this.people.get(hashes[household]!, hashes[household + 1]!);
      person = known >= 0 && (this.flags[known]! & HAS_ID) === 0 ? known : this.newPerson();
      this.flags[person]! |= HAS_ID;
      this.people.add(hashes[first]!, hashes[first + 1]!, person);
    }
    if (household >= 0) this.people.add(hashes[household]!, hashes[household + 1]!, person);
    return person;
  }

  private numberOf(a: number, b: number): number {
    const known = this.people.get(a, b);
    if (known >= 0) return known;
    const person = this.newPerson();
    this.people.add(a, b, person);
    return person;
  }

  private newPerson(): number {
    if (this.count === this.flags.length) {
      this.flags = grown(this.flags);
      this.days = grown(this.days);
      this.places = grown(this.places);
      this.sentPlaces = grown(this.sentPlaces);
      this.lists = grown(this.lists);
      this.rows = grown(this.rows);
    }
    this.days[this.count] = NEVER;
    return this.count++;
  }

  /** Records an objection or a death in a row of a list, unless a newer list has a column about it. Must be called before `addRow`. */
  private bar(person: number, list: number, tells: number, hasObjected: boolean, hasDied: boolean): void {
    const isOfNewest = this.rows[person] === 0 || this.lists[person] === list;
    const known = isOfNewest ? 0 : this.flags[person]!;
    if ((hasObjected && (known & TELLS_OBJECTION) === 0) || (hasDied && (known & TELLS_DEATH) === 0)) this.flags[person]! |= BARRED;
    this.flags[person]! |= tells;
  }

  /** Adds a row of a person. The first row has the newest values, unless it is left out and a later row of its list is not. */
  private addRow(
    person: number,
    { list, row, address, isOut, outcome, day }: NewestRow & { address: number; isOut: boolean; outcome: Outcome; day: number },
  ): void {
    const isFirst = this.rows[person] === 0;
    if (isFirst || (this.lists[person] === list && (this.flags[person]! & LEFT_OUT) !== 0 && !isOut)) {
      this.lists[person] = list;
      this.rows[person] = row;
      this.places[person] = address;
      this.flags[person] = (this.flags[person]! & ~LEFT_OUT) | (isOut ? LEFT_OUT : 0);
    }
    if (outcome === 'running') this.flags[person]! |= RUNNING;
    if (outcome === 'refused') this.flags[person]! |= REFUSED;
    if (outcome === 'screened' && day > this.days[person]!) {
      this.days[person] = day;
      this.sentPlaces[person] = address;
    }
  }

  private hasMoved(person: number): boolean {
    const [now, then] = [this.places[person]!, this.sentPlaces[person]!];
    return now !== 0 && then !== 0 && now !== then;
  }

  /** Number of people of each kind. */
  counts(): Census {
    const days = new Map<number, { people: number; moved: number }>();
    const counts = { running: 0, never: 0, notAccepted: 0, leftOut: 0 };
    for (let person = 0; person < this.count; person++) {
      const kind = this.kindOf(person);
      if (kind !== 'screened') {
        counts[kind] += 1;
        continue;
      }
      const day = days.get(this.days[person]!) ?? { people: 0, moved: 0 };
      day.people += 1;
      if (this.hasMoved(person)) day.moved += 1;
      days.set(this.days[person]!, day);
    }
    const screened = [...days].toSorted(([a], [b]) => a - b).map(([day, count]) => ({ day: dayOfNumber(day), ...count }));
    return { lists: this.listCount, screened, ...counts };
  }

  private kindOf(person: number): 'leftOut' | 'running' | 'screened' | 'notAccepted' | 'never' {
    const flags = this.flags[person]!;
    if ((flags & (LEFT_OUT | BARRED)) !== 0) return 'leftOut';
    if ((flags & RUNNING) !== 0) return 'running';
    if (this.days[person] !== NEVER) return 'screened';
    return (flags & REFUSED) === 0 ? 'never' : 'notAccepted';
  }

  /** The people who are not left out, not in a list that is being screened now, and not refused by the service. */
  *planned(): Generator<PlannedPerson> {
    for (let person = 0; person < this.count; person++) {
      const kind = this.kindOf(person);
      if (kind !== 'screened' && kind !== 'never') continue;
      const screened = kind === 'never' ? null : dayOfNumber(this.days[person]!);
      yield { list: this.lists[person]!, row: this.rows[person]!, screened, hasMoved: this.hasMoved(person) };
    }
  }
}

/** A hash of the address, in the form of household keys; 0 if the street or the postal code is missing. */
function placeHash(street: string, postalCode: string): number {
  const [streetPart, zip] = [streetKey(street), zipKey(postalCode)];
  return streetPart === '' || zip === '' ? 0 : hashOf('h', `${zip}|${streetPart}`).a || 1;
}

/** What happened to the rows of a list. Must be called in sheet order. */
function outcomes(file: ProjectFile, { sent }: CountedList): (row: number) => Outcome {
  if (sent === null) return () => 'notSent';
  if (sent.rows === 'results') {
    const results = new ResultFile(file);
    let index = FIRST_INDEX;
    return (row) => {
      while (index < results.rows.length && results.rows[index]! < row) index++;
      if (results.rows[index] !== row) return 'notSent';
      const outcome = results.outcome(index);
      if (outcome === 'unknown' && !sent.othersWereSent) return 'notSent';
      return outcome === 'refused' ? 'refused' : 'screened';
    };
  }
  const outcome = sent.day === null ? 'running' : 'screened';
  if (sent.options === null) return () => outcome;
  const rows = new Set<number>();
  for (const { block, row } of locateSentRows(file, sent.options)) rows.add(block.rowNumber(row));
  return (row) => (rows.has(row) ? outcome : 'notSent');
}

/**
 * Returns the result of `work`.
 * @throws PROJECT_FILE_DAMAGED with the name of the list. Without the list, its people would appear as never screened, and the user would
 * pay for them again.
 */
export function readable<T>({ name }: CountedList, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    throw new AppError(
      'PROJECT_FILE_DAMAGED',
      `“${name}” cannot be read, so it is not known who was screened in it. Remove it, or restore the data folder from a backup, and try again.`,
      {},
      { cause },
    );
  }
}
