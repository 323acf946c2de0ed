/** The last proof in the project's file, encrypted like the rest: its counts, and the people with values that are not there. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../../../shared/base/index.ts';
import { choiceOf, Proof, PROOF_STATES, ProofPerson } from '../../../shared/write-back/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { Task } from '../threads/task-context.ts';

const NAME = 'proof';
/** People of a chunk, and of a page. */
const AT_ONCE = 500;
const PAGE = 200;
const People = z.array(ProofPerson);

/** Replaces the stored proof within a transaction of the caller. */
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

/** The stored proof; null before the first, and after it was removed. */
export function storedProof(file: ProjectFile): Proof | null {
  return Proof.nullable().parse(file.getValue(NAME) ?? null);
}

/** Removes the stored proof within a transaction of the caller. */
export function removeProof(file: ProjectFile): void {
  if (storedProof(file) === null) return;
  file.clear('proof');
  file.putValue(NAME, null);
}

/** The people with values that are not there, in the order of their rows. */
export function* storedPeople(file: ProjectFile): Generator<ProofPerson> {
  for (const { bytes } of file.chunks('proof')) yield* People.parse(JSON.parse(inflateRawSync(bytes).toString('utf8')));
}

const finder = (find: string) => {
  const wanted = find.trim().toLowerCase();
  return ({ name, id }: ProofPerson) => wanted === '' || `${name} ${id}`.toLowerCase().includes(wanted);
};

/** Every different value of the people whom a search finds. */
function* differentValues(file: ProjectFile, find: string) {
  const isFound = finder(find);
  for (const person of storedPeople(file))
    if (isFound(person)) for (const { value, state } of person.values) if (state === 'different') yield { row: person.row, value };
}

/** @throws NOT_NOW before the first proof. */
export const proofChoice: Task<'proofChoice'> = ({ file: ref, values, find = '', keep }) => {
  using file = new ProjectFile(ref, 'write');
  const stored = storedProof(file);
  if (stored === null) throw new AppError('NOT_NOW', 'Nothing was proved yet. Choose an export of the other system first.');
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

/** The names of people, and their IDs, as a reader looks for them. */
const ALPHABET = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The position of a person in the sorted list. */
interface Place {
  readonly row: number;
  readonly rank: number;
  readonly text: string;
}

/** By what was found, as the counts say it, then by name, ID and row. In the list of one state, by name alone. */
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
  // Read again, because a list can have more people than memory has room for.
  const position = new Map(shown.map(({ row }, at) => [row, at]));
  const people: ProofPerson[] = [];
  for (const person of storedPeople(file)) {
    const at = position.get(person.row);
    if (at !== undefined) people[at] = person;
  }
  return Promise.resolve({ total: places.length, people });
};
