/** Files about the last proof: the repair file, which writes the missing values again, and the proof as a record. */
import { AppError, countText } from '../../../shared/base/index.ts';
import { formatProblem } from '../../../shared/results/index.ts';
import type { Proof, ProofPerson } from '../../../shared/write-back/index.ts';
import { isRepaired, shortenedTo } from '../../../shared/write-back/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { ProofFileInput } from '../../worker-protocol/index.ts';
import { writeFile, writeSentences } from '../export/export-file.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { LayoutPeople } from './layout-people.ts';
import { storedPeople, storedProof } from './proof-store.ts';

type Kind<K extends ProofFileInput['kind']> = Extract<ProofFileInput, { readonly kind: K }>;
type Written = Awaited<ReturnType<Task<'proofFile'>>>;

const STATE_TEXTS = { missing: 'Missing', cut: 'Cut', different: 'Different', elsewhere: 'On another ID', there: 'There' } as const;

/** The people in a repair file, in the order of their rows. */
function* wantedPeople(file: ProjectFile, proof: Proof, states: Kind<'repair'>['states']): Generator<ProofPerson> {
  for (const person of storedPeople(file)) if (person.values.some((value) => isRepaired(proof, states, person.row, value))) yield person;
}

/** @throws INPUT_INVALID for a format that the other system does not read. */
async function writeRepair(file: ProjectFile, proof: Proof, input: Kind<'repair'>, context: TaskContext): Promise<Written> {
  const { layout, columns, titles } = proof;
  const wrong = formatProblem(layout, input.format);
  if (wrong !== null) throw new AppError('INPUT_INVALID', wrong);
  const people = await LayoutPeople.open(file, { ...input, layout, columns, titles }, context);
  const { table } = people;
  const cutTo = table.valueTitles.map((title) => proof.cuts.find((cut) => cut.title === title)?.most ?? Infinity);
  const open = wantedPeople(file, proof, input.states);
  let next = open.next();
  let written = 0;
  const rows = await writeFile({ ...input, isForSystem: true }, layout.name, table.columns, async ({ writer }) => {
    let lines = 0;
    await people.forEach(async (person) => {
      while (next.done !== true && next.value.row < person.row) next = open.next();
      if (next.done === true || next.value.row !== person.row || person.why !== null) return;
      // Results that were fetched again can have other columns, so a value of the proof is identified by its title.
      const byTitle = new Map(next.value.values.map((one) => [proof.valueTitles[one.value], one]));
      const valueOf = (value: number) => byTitle.get(table.valueTitles[value]);
      const isWanted = (value: number) => {
        const one = valueOf(value);
        return one !== undefined && isRepaired(proof, input.states, person.row, one);
      };
      const repaired = table.linesWith(person, isWanted, (value, text) =>
        repairText(valueOf(value), text, isWanted(value), cutTo[value]!, layout.removesByEmptyCell === true),
      );
      for (const { cells } of repaired) await table.writeLine(writer, cells);
      lines += repaired.length;
      if (repaired.length > 0) written += 1;
    });
    return lines;
  });
  return { rows, people: written };
}

/**
 * The text of a value in a repair file. A value that is not repaired is left empty. If the other system would delete it then, the text is
 * what the other system has.
 */
function repairText(
  value: ProofPerson['values'][number] | undefined,
  text: string,
  isWanted: boolean,
  cutTo: number,
  removesByEmptyCell: boolean,
): string {
  if (isWanted) return value?.state === 'cut' ? shortenedTo(text, cutTo) : text;
  if (!removesByEmptyCell) return '';
  return value?.state === 'different' || value?.state === 'cut' ? value.found : text;
}

async function writeRecord(file: ProjectFile, proof: Proof, input: Kind<'record'>, context: TaskContext): Promise<Written> {
  const columns = ['Found', 'Name', 'ID', 'Value', 'We wrote', 'The other system has'].map((title) => ({ title, style: 'text' as const }));
  let people = 0;
  const rows = await writeFile({ ...input, isForSystem: false }, 'Not there', columns, async ({ writer, book }) => {
    let lines = 0;
    let toRemove = 0;
    for (const person of storedPeople(file)) {
      context.signal.throwIfAborted();
      people += 1;
      for (const { value, state, wrote, found } of person.values) {
        writer.beginRow();
        for (const text of [
          STATE_TEXTS[state],
          person.name,
          person.id,
          proof.valueTitles[value] ?? '',
          wrote,
          state === 'elsewhere' ? `on ${found}` : found,
        ])
          writer.text(text);
        const wait = writer.endRow();
        if (wait !== undefined) await wait;
        lines += 1;
        if (state === 'elsewhere') toRemove += 1;
      }
    }
    if (book === null) return lines;
    if (toRemove > 0)
      await writeRemovals(
        file,
        proof,
        book.addSheet('To remove by hand', {
          columns: columns.slice(1, 5).map(({ title }) => ({ title: title === 'ID' ? 'Wrong ID' : title, style: 'text' })),
        }),
      );
    const removals =
      toRemove === 0
        ? []
        : [
            `${countText(toRemove, 'value is', 'values are')} on the sheet To remove by hand: an import cannot remove values from a wrong record.`,
          ];
    await writeSentences(book, 'Proof', `Proof: ${proof.layout.name}`, [...input.summary, ...removals]);
    return lines;
  });
  return { rows, people };
}

/** Writes the values on wrong records, each with the ID of the record from which to remove it. */
async function writeRemovals(
  file: ProjectFile,
  proof: Proof,
  sheet: { beginRow(): void; text(text: string): void; endRow(): Promise<void> | void | undefined },
): Promise<void> {
  for (const { name, values } of storedPeople(file))
    for (const { value, state, wrote, found } of values) {
      if (state !== 'elsewhere') continue;
      sheet.beginRow();
      for (const text of [name, found, proof.valueTitles[value] ?? '', wrote]) sheet.text(text);
      const wait = sheet.endRow();
      if (wait !== undefined) await wait;
    }
}

/** @throws NOT_NOW before the first proof; WriteError. */
export const proofFile: Task<'proofFile'> = async (input, context) => {
  using file = new ProjectFile(input.file, 'read');
  const proof = storedProof(file);
  if (proof === null) throw new AppError('NOT_NOW', 'Nothing has been proved yet. Choose an export of the other system first.');
  return input.kind === 'repair' ? await writeRepair(file, proof, input, context) : await writeRecord(file, proof, input, context);
};
