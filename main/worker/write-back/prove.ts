/**
 * Compares an export of another system with the values that a layout writes, and stores the result. The export is read up to three times:
 * to check for IDs that begin with zeros, to compare the values, and to find values on other records. It is never kept.
 */
import type { Proof, ProofPerson } from '../../../shared/write-back/index.ts';
import { AppError, numberText } from '../../../shared/base/index.ts';
import { compareValues, PROOF_STATES, type ProofState } from '../../../shared/write-back/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { ProveInput } from '../../worker-protocol/index.ts';
import { personName } from '../list/person-texts.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { CrmExport } from './crm-export.ts';
import { ExpectedValues, SEEN } from './expected-values.ts';
import { ExportReading } from './export-reading.ts';
import { LayoutPeople } from './layout-people.ts';
import { movedPeople } from './moved-people.ts';
import { ProofWriter } from './proof-store.ts';

/** Number of IDs that a message shows. */
const SHOWN_IDS = 3;

const noCounts = (): Proof['counts'] => ({
  missing: { values: 0, people: 0 },
  cut: { values: 0, people: 0 },
  different: { values: 0, people: 0 },
  elsewhere: { values: 0, people: 0 },
  there: { values: 0, people: 0 },
});

class Comparison {
  private readonly people: LayoutPeople;
  private readonly expected: ExpectedValues;
  private readonly source: CrmExport;
  private readonly reading: ExportReading;
  private readonly counts = noCounts();
  /** By value: the number of texts that were cut, and the length of the longest one after cutting. */
  private readonly cuts: { values: number; most: number }[];

  private constructor(people: LayoutPeople, expected: ExpectedValues, source: CrmExport) {
    this.people = people;
    this.expected = expected;
    this.source = source;
    this.reading = new ExportReading(expected, source, people.table);
    this.cuts = people.table.valueTitles.map(() => ({ values: 0, most: 0 }));
  }

  /** @throws INPUT_INVALID when none of these people is in the export. */
  static async read(people: LayoutPeople, input: ProveInput, context: TaskContext): Promise<Comparison> {
    const { table } = people;
    if (!table.joinsById)
      throw new AppError('INPUT_INVALID', 'This layout has no constituent ID, so an export cannot be compared with it.');
    const expected = new ExpectedValues(people.mostPeople, table.valueTitles.length);
    const firstIds: string[] = [];
    await people.forEach((person) => {
      if (person.why !== null) return;
      expected.add(person.id, person.row, table.valuesOf(person));
      if (firstIds.length < SHOWN_IDS) firstIds.push(person.id);
    });
    if (expected.people === 0) throw new AppError('INPUT_INVALID', 'Nobody passes, so this layout has written nothing to compare.');
    const source = await CrmExport.open(input, table, expected, context);
    if (expected.hasZeros && !(await source.hasZeros())) expected.acceptLostZeros();
    const comparison = new Comparison(people, expected, source);
    await comparison.reading.read();
    if (comparison.reading.found === 0)
      throw new AppError(
        'INPUT_INVALID',
        `${expected.people === 1 ? 'The only ID is not' : `None of the ${numberText(expected.people)} IDs is`} in “${input.name}”. Your list’s IDs begin with ${firstIds.join(', ')}; the file has ${comparison.reading.firstIds.join(', ') || 'none'}.`,
      );
    return comparison;
  }

  private get isCompared(): boolean[] {
    const { lines, values } = this.source.columns;
    return this.people.table.valueTitles.map((_, value) => lines !== null || values[value]! >= 0);
  }

  async store(file: ProjectFile, input: ProveInput): Promise<Proof> {
    const { people, expected, source, reading, isCompared } = this;
    const moved = await movedPeople(
      people,
      expected,
      source,
      reading,
      isCompared.map((one, value) => one && !people.table.isShared[value]!),
    );
    const { valueTitles } = people.table;
    const writer = new ProofWriter(file);
    await people.forEachOf(expected.rows, this.countedThere(isCompared), (person, recordOf) => {
      const values = this.valuesOf(person.position, people.table.valuesOf(person), isCompared, moved.get(person.position) ?? null);
      for (const { state } of values) this.counts[state].values += 1;
      const state = PROOF_STATES.find((one) => values.some((value) => value.state === one)) ?? 'there';
      const found = new Set<ProofState>([state, ...values.map((value) => value.state)]);
      if (found.size > 1) found.delete('there');
      for (const one of found) this.counts[one].people += 1;
      const open = values.filter((value) => value.state !== 'there');
      if (open.length > 0) writer.add({ row: person.row, id: person.id, name: personName(recordOf()), state, values: open });
    });
    const proof: Proof = {
      layout: input.layout,
      columns: input.columns === null ? null : [...input.columns],
      titles: { ...input.titles },
      file: input.name,
      at: input.at,
      madeAt: input.madeAt,
      writtenAt: input.writtenAt,
      people: expected.people,
      values: PROOF_STATES.reduce((sum, state) => sum + this.counts[state].values, 0),
      counts: this.counts,
      valueTitles: [...valueTitles],
      notCompared: valueTitles.filter((_, value) => !isCompared[value]),
      cuts: this.cutsByLimit(input.layout.rows === 'score'),
      choices: {},
    };
    writer.finish(proof);
    return proof;
  }

  /**
   * The texts that a limit of their field has cut. If a longer text arrived in the same field, the field has no such limit. `isOneField`:
   * true when all values go to the same field, each in its own row.
   */
  private cutsByLimit(isOneField: boolean): Proof['cuts'] {
    const { cuts, reading } = this;
    const { valueTitles } = this.people.table;
    const inField = (value: number) => (isOneField ? [...cuts.keys()] : [value]);
    return cuts.flatMap(({ values }, value) => {
      const most = Math.max(...inField(value).map((other) => cuts[other]!.most));
      const isLimit = inField(value).every((other) => reading.longest[other]! <= most);
      return values === 0 || !isLimit ? [] : [{ title: valueTitles[value]!, most, values }];
    });
  }

  /** Counts the people whose compared values all arrived. Returns 1 at the position of every other person. */
  private countedThere(isCompared: readonly boolean[]): Uint8Array {
    const { people, width, seen } = this.expected;
    const { there } = this.counts;
    const open = new Uint8Array(people);
    for (let position = 0; position < people; position++) {
      let values = 0;
      for (let value = 0; value < width; value++) {
        const state = seen[position * width + value];
        if (!isCompared[value] || state === SEEN.none) continue;
        if (state === SEEN.there) values += 1;
        else open[position] = 1;
      }
      if (open[position] === 1) continue;
      there.values += values;
      there.people += 1;
    }
    return open;
  }

  /** The compared values of a person. `movedTo`: the ID of the record that has the values instead. */
  private valuesOf(
    position: number,
    wrote: readonly string[],
    isCompared: readonly boolean[],
    movedTo: string | null,
  ): ProofPerson['values'][number][] {
    const { expected, reading } = this;
    return wrote.flatMap((text, value): ProofPerson['values'][number][] => {
      const slot = position * expected.width + value;
      const seen = expected.seen[slot];
      if (seen === SEEN.none || !isCompared[value]) return [];
      if (seen === SEEN.there) return [{ value, state: 'there', wrote: text, found: text }];
      if (movedTo !== null) return [{ value, state: 'elsewhere', wrote: text, found: movedTo }];
      const { state, found } = this.bestOf(text, seen === SEEN.other ? reading.texts.of(slot) : []);
      if (state === 'cut') {
        const cut = this.cuts[value]!;
        cut.values += 1;
        cut.most = Math.max(cut.most, found.length);
      }
      return [{ value, state, wrote: text, found }];
    });
  }

  /** A merged record can have several values. One that is there is preferred to one that was cut, and that one to one that differs. */
  private bestOf(wrote: string, texts: readonly string[]): { readonly state: ProofState; readonly found: string } {
    const compared = texts.map((found) => ({ state: compareValues(wrote, found) as ProofState, found }));
    const inState = (state: ProofState) => compared.find((one) => one.state === state);
    return inState('there') ?? inState('cut') ?? compared[0] ?? { state: 'missing', found: '' };
  }
}

export const prove: Task<'prove'> = async (input, context) => {
  using file = new ProjectFile(input.file, 'write');
  const people = await LayoutPeople.open(file, input, context);
  const comparison = await Comparison.read(people, input, context);
  file.begin();
  try {
    const proof = await comparison.store(file, input);
    file.commit();
    return proof;
  } catch (error) {
    file.rollback();
    throw error;
  }
};
