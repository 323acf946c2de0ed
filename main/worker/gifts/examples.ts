/** The people whose totals change most because of their gifts, with the values before and after. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { type Giving, type GiftsView, giftTexts } from '../../../shared/gifts/index.ts';
import { compileMapping, createMappedRecord, type MappedRecord, withoutGifts } from '../../../shared/mapping/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { GiftsInput } from '../../worker-protocol/index.ts';
import type { Edits } from '../list/edits.ts';
import { personName } from '../list/person-texts.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { ListedPeople } from './listed-people.ts';

/** By position of a stored row: what the person has given in the counted lines, and its sum in cents; null for nothing. */
export interface ChosenGifts {
  readonly givingOf: (position: number) => Giving | null;
  readonly sumOf: (position: number) => number | null;
}

const F = FIELD_INDEX;
const EXAMPLES = 10;

type Example = GiftsView['examples'][number];

const valuesOf = ({ values }: MappedRecord): Example['before'] => ({
  latestDate: values[F.rfmMostRecentGiftDate]!,
  total: values[F.rfmTotalGiftValue]!,
  count: values[F.rfmTotalGiftCount]!,
});

/** The positions of the first `most` people, sorted by the size of the change in their total. */
function mostChanged({ totals }: ListedPeople, sumOf: ChosenGifts['sumOf'], most: number): readonly number[] {
  const best: { readonly position: number; readonly change: number }[] = [];
  for (let position = 0; position < totals.length; position++) {
    const sum = sumOf(position);
    if (sum === null) continue;
    const change = Math.abs(Math.max(sum, 0) / 100 - totals[position]!);
    if (best.length === most && change <= best.at(-1)!.change) continue;
    best.push({ position, change });
    best.sort((a, b) => b.change - a.change || a.position - b.position);
    best.length = Math.min(best.length, most);
  }
  return best.map(({ position }) => position);
}

/** The requested ten people; the first ten if there are no more. `first`: the column where the gifts begin. */
export function examplesOf(
  file: ProjectFile,
  edits: Edits,
  people: ListedPeople,
  { givingOf, sumOf }: ChosenGifts,
  { plan, choices: { wins }, others = 0 }: GiftsInput,
  first: number,
): Example[] {
  const own = withoutGifts(plan);
  const before = new RecordReader(own, edits);
  const after = compileMapping({ ...own, gifts: { first, wins } });
  const changed = mostChanged(people, sumOf, (others + 1) * EXAMPLES);
  const asked = changed.slice(others * EXAMPLES);
  const places = file.places('rows');
  return (asked.length > 0 ? asked : changed.slice(0, EXAMPLES)).map((position) => {
    const place = places.find((one) => position >= one.first && position < one.first + one.count)!;
    const block = new RowBlock(file.read('rows', place.seq)!);
    const row = position - place.first;
    const record = before.of(block, row);
    const [values, name] = [valuesOf(record), personName(record)];
    const texts = giftTexts(givingOf(position)!);
    const filled = createMappedRecord();
    after.map((column) => (column >= first ? (texts[column - first] ?? '') : block.text(row, column)), filled);
    return { row: block.rowNumber(row), name, before: values, after: valuesOf(filled) };
  });
}
