/** The last proof in the project's encrypted file: its counts, and the people with values that did not arrive. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../../../shared/base/index.ts';
import { choiceOf, Proof, PROOF_STATES, ProofPerson } from '../../../shared/write-back/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { Task } from '../threads/task-context.ts';

const NAME = 'proof';
/** Number of people per chunk. */
const AT_ONCE = 500;
const PAGE = 200;
const People = z.array(ProofPerson);

/** Replaces the stored proof, in the caller's transaction. */
export class ProofWriter {
  private readonly file: ProjectFile;
  private people: ProofPerson[] = [];
  private seq = 0;
  private first = 0;

  constructor(file: ProjectFile) {
    this.file = file;
    file.clear('proof');
  }

  add(person: ProofPerson): void {
    this.people.push(person);
    if (this.people.length === AT_ONCE) this.flush();
  }

  private flush(): void {
    const { people } = this;
    if (people.length === 0) return;
    const place = { seq: this.seq++, first: this.first, count: people.length, low: people[0]!.row, high: people.at(-1)!.row };
    this.file.write('proof', place, deflateRawSync(JSON.stringify(people)));
    this.first += people.length;
    this.people = [];
  }

  finish(proof: Proof): void {
    this.flush();
    this.file.putValue(NAME, proof);
  }
}

/** The stored proof; null before the first one, and after it was removed. */
export const storedProof = (file: ProjectFile): Proof | null => Proof.nullable().parse(file.getValue(NAME) ?? null);

/** Removes the stored proof, in the caller's transaction. */
export function removeProof(file: ProjectFile): void {
  if (storedProof(file) === null) return;
  file.clear('proof');
  file.putValue(NAME, null);
}

/** The people with values that did not arrive, in the order of their rows. */
export function* storedPeople(file: ProjectFile): Generator<ProofPerson> {
  for (const { bytes } of file.chunks('proof')) yield* People.parse(JSON.parse(inflateRawSync(bytes).toString('utf8')));
}

const finder = (find: string) => {
  const wanted = find.trim().toLowerCase();
  return ({ name, id }: ProofPerson) => wanted === '' || `${name} ${id}`.toLowerCase().includes(wanted);
};

/** Every value with the state `different`, of the people who match a search. */
function* differentValues(file: ProjectFile, find: string) {
  const isFound = finder(find);
  for (const person of storedPeople(file))
    if (isFound(person)) for (const { value, state } of person.values) if (state === 'different') yield { row: person.row, value };
}

/** @throws NOT_NOW before the first proof. */
export const proofChoice: Task<'proofChoice'> = ({ file: ref, values, find = '', keep }) => {
  using file = new ProjectFile(ref, 'write');
  const stored = storedProof(file);
  if (stored === null) throw new AppError('NOT_NOW', 'Nothing has been proved yet. Choose an export of the other system first.');
  const choices = new Map(Object.entries(stored.choices));
  for (const { row, value } of values ?? differentValues(file, find)) {
    if (keep === null) choices.delete(choiceOf(row, value));
    else choices.set(choiceOf(row, value), keep);
  }
  const chosen: Proof = { ...stored, choices: Object.fromEntries(choices) };
  file.begin();
  try {
    file.putValue(NAME, chosen);
    file.commit();
  } catch (error) {
    file.rollback();
    throw error;
  }
  return Promise.resolve(chosen);
};

export const proof: Task<'proof'> = (ref) => {
  using file = new ProjectFile(ref, 'read');
  return Promise.resolve(storedProof(file));
};

/** Sorts names and IDs in the order that users expect. */
const ALPHABET = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sort keys of a person. */
interface Place {
  readonly row: number;
  readonly rank: number;
  readonly text: string;
}

/** Sorted by state in the order of the counts, then by name, ID and row. A list of one state is sorted by name, ID and row. */
export const proofPage: Task<'proofPage'> = ({ file: ref, state, find, offset }, context) => {
  using file = new ProjectFile(ref, 'read');
  const isFound = finder(find);
  const places: Place[] = [];
  for (const person of storedPeople(file)) {
    if (state !== null && !person.values.some((value) => value.state === state)) continue;
    if (!isFound(person)) continue;
    places.push({
      row: person.row,
      rank: state === null ? PROOF_STATES.indexOf(person.state) : 0,
      text: `${person.name}\t${person.id}`,
    });
    if (places.length % AT_ONCE === 0) context.signal.throwIfAborted();
  }
  const shown = places
    .toSorted((one, other) => one.rank - other.rank || ALPHABET.compare(one.text, other.text) || one.row - other.row)
    .slice(offset, offset + PAGE);
  // Read again, because the list can have more people than fit into memory.
  const position = new Map(shown.map(({ row }, at) => [row, at]));
  const people: ProofPerson[] = [];
  for (const person of storedPeople(file)) {
    const at = position.get(person.row);
    if (at !== undefined) people[at] = person;
  }
  return Promise.resolve({ total: places.length, people });
};
