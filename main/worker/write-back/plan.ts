/** What a layout would write for a project: how many people it writes, who is held back and why, and the first rows of the file. */
import { ProjectFile } from '../../store/project-file/index.ts';
import type { Output } from '../../../shared/contract/index.ts';
import { personName } from '../list/person-texts.ts';
import type { Task } from '../threads/task-context.ts';
import { LayoutPeople } from './layout-people.ts';

const FIRST_LINES = 5;
/** Maximum number of different words to name. */
const MAX_WORDS = 50;
/** Number of people on a page of those who are held back. */
const PAGE = 200;

export const planWriteBack: Task<'writeBack'> = async (input, context) => {
  using file = new ProjectFile(input.file, 'read');
  const people = await LayoutPeople.open(file, input, context);
  const { table } = people;
  const firstLines: string[][] = [];
  const held: Output<'writeBack.plan'>['held'] = [];
  let lines = 0;
  let values = 0;
  let skipped = 0;
  let right = 0;
  const unknown = new Map<string, Output<'writeBack.plan'>['unknownWords'][number]>();
  await people.forEach((person, recordOf) => {
    if (person.why === null) {
      lines += person.lines.length;
      if (table.reviewed.isRight(person.row)) right += 1;
      for (const value of table.valuesOf(person)) if (value !== '') values += 1;
      for (const { cells } of person.lines) if (firstLines.length < FIRST_LINES) firstLines.push(cells.map(({ text }) => text));
      for (const one of table.limits.unknown(person.lines)) {
        const key = JSON.stringify(one);
        const known = unknown.get(key);
        if (known !== undefined) known.people += 1;
        else if (unknown.size < MAX_WORDS) unknown.set(key, { ...one, people: 1 });
      }
    } else if (person.why === input.held?.reason) {
      skipped += 1;
      if (skipped > input.held.offset && held.length < PAGE)
        held.push({ row: person.row, id: person.id, name: personName(recordOf()), tooLong: table.limits.tooLong(person.lines) });
    }
  });
  const { people: all, heldBack } = table;
  const emptyColumns = [...table.emptyColumns];
  const valueTitles = [...table.valueTitles];
  const headings = table.columns.map(({ title }) => title);
  const scores = table.lineTitles.map((one) => ({ ...one }));
  const unknownWords = [...unknown.values()];
  const { problem } = table;
  const reviewed = { right, acceptAt: table.reviewed.acceptAt };
  return {
    people: all,
    reviewed,
    heldBack,
    emptyColumns,
    lines,
    values,
    valueTitles,
    scores,
    unknownWords,
    headings,
    firstLines,
    held,
    problem,
  };
};
