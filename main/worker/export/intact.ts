/** Describes what is damaged in a project's file, for an error message and for the Summary sheet of a workbook with the intact parts. */
import { AppError, countText, numberText } from '../../../shared/base/index.ts';
import { type ChunkPlace, type NamedPart, type ProjectFile, nameOfPart } from '../../store/project-file/index.ts';

export type Damage = ReadonlyMap<string, readonly ChunkPlace[]>;

/** The parts of a file that an export shows. */
const SHOWN = ['rows', 'check', 'edits', 'list', 'profiles', 'scores', 'matches', 'rowErrors'];
/** The parts that are replaced when the results are fetched again. */
const FETCHED: ReadonlySet<string> = new Set<NamedPart>([
  'changes',
  'profiles',
  'scores',
  'scoreColumns',
  'columns',
  'keptColumns',
  'matches',
  'ids',
  'rowErrors',
]);
const MAX_RANGES = 5;

/** The sheet rows of chunks, as ranges of text; empty for parts that do not contain sheet rows. */
function rowsText(part: string, chunks: readonly ChunkPlace[]): string {
  if (part !== 'rows' && part !== 'check') return '';
  const ranges: { low: number; high: number }[] = [];
  for (const { low, high } of chunks) {
    const last = ranges.at(-1);
    if (last !== undefined && low <= last.high + 1) last.high = Math.max(last.high, high);
    else ranges.push({ low, high });
  }
  const texts = ranges.slice(0, MAX_RANGES).map(({ low, high }) => `${numberText(low)} to ${numberText(high)}`);
  return [...texts, ...(ranges.length > MAX_RANGES ? ['more'] : [])].join(', ');
}

const partText = ([part, chunks]: readonly [string, readonly ChunkPlace[]]): string => {
  const rows = rowsText(part, chunks);
  return rows === '' ? nameOfPart(part) : `${nameOfPart(part)} (sheet rows ${rows})`;
};

const inWords = (texts: Iterable<string>): string => new Intl.ListFormat('en-US').format(new Set(texts));

/** An error that names what is damaged, what is intact, and what the user can do. */
export function partDamaged(file: ProjectFile, damage: Damage): AppError {
  const damaged = new Set(Array.from(damage.keys(), nameOfPart));
  const intact = SHOWN.map(nameOfPart).filter((name) => !damaged.has(name));
  const canFetch = [...damage.keys()].every((part) => FETCHED.has(part));
  return new AppError(
    'PROJECT_PART_DAMAGED',
    [
      `The project’s file (${file.name}) is damaged. Missing or changed: ${inWords(Array.from(damage, partText))}.`,
      ...(intact.length === 0 ? [] : [`Intact: ${inWords(intact)}.`]),
      ...(canFetch ? ['Fetch the results again, which costs nothing; or restore'] : ['Restore']).map(
        (put) =>
          `${put} the file from a backup of the data folder; or save the intact data as a workbook. Its sheet Summary says what is missing.`,
      ),
    ].join(' '),
  );
}

/** The sentences on the Summary sheet about what is missing from the workbook. */
export function damageSentences(damage: Damage): string[] {
  if (damage.size === 0) return [];
  const missingRows = (damage.get('rows') ?? []).reduce((sum, { count }) => sum + count, 0);
  return [
    'The project’s file is damaged. This workbook holds only what is intact.',
    ...[...new Set(Array.from(damage, partText))].map((part) => `Missing or changed in the file: ${part}.`),
    `${countText(missingRows, 'sheet row is', 'sheet rows are')} missing from this workbook.`,
  ];
}
