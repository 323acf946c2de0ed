/** Two results for the people of a pilot, side by side. The second results stay in their own file. */
import type { PilotComparisonView, ScoreColumn } from '../../../shared/contract/index.ts';
import { isPilot } from '../../../shared/order/index.ts';
import { capacityColumn, matchColumn, matchStep } from '../../../shared/results/index.ts';
import type { Additions } from '../../worker-protocol/index.ts';
import { storedBest } from '../list/best-rows.ts';
import { type ListIndex, NO_PROFILE } from '../list/ordinals.ts';
import { personName } from '../list/person-texts.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import { Pilot, type PilotPerson, percentileOf } from './pilot-results.ts';
import { ResultPages } from './result-pages.ts';
import { ScreeningReader } from './screening-reader.ts';

/** Maximum number of people to show, those whose numbers differ most. */
const MAX_SHOWN = 10;

type Counts = PilotComparisonView['counts'][number];
interface Ask extends Pick<Additions, 'compared' | 'preferences'> {
  readonly rankBy: string | null;
}

/** One of the two results, for the people of the pilot in their order. */
class Side {
  private readonly screening: ScreeningReader;
  private readonly at: readonly ListIndex[];

  constructor(screening: ScreeningReader, people: readonly PilotPerson[]) {
    this.screening = screening;
    this.at = people.map(({ row }) => listIndexOf(screening.results.rows, row));
  }

  outcome(person: number) {
    const index = this.at[person]!;
    return index < 0 ? 'unknown' : this.screening.results.outcome(index);
  }

  isScored(person: number): boolean {
    const index = this.at[person]!;
    return index >= 0 && this.screening.results.matches[index] !== NO_PROFILE;
  }

  private texts(person: number, keys: readonly string[]): string[] {
    return this.isScored(person) ? this.screening.scores(this.at[person]!, keys) : keys.map(() => '');
  }

  /** The number of each person; NaN for none. */
  numbers(key: string | null): number[] {
    return this.at.map((_, person) => {
      const text = key === null ? '' : this.texts(person, [key])[0]!;
      return text === '' ? Number.NaN : Number(text);
    });
  }

  counts(): Counts {
    const match = matchColumn(this.screening.results.columns)?.key ?? null;
    const counts = { scored: 0, refused: 0, unknown: 0, strong: 0, fair: 0, weak: 0 };
    for (const person of this.at.keys()) {
      const outcome = this.outcome(person);
      counts[outcome === 'scored' || outcome === 'refused' ? outcome : 'unknown'] += 1;
      const step = outcome === 'scored' && match !== null ? matchStep(this.texts(person, [match])[0]!) : null;
      if (step !== null) counts[step.word] += 1;
    }
    return counts;
  }

  /** Number of people with a value, by column. */
  filled(keys: readonly string[]): number[] {
    const filled = keys.map(() => 0);
    for (const person of this.at.keys()) for (const [at, text] of this.texts(person, keys).entries()) if (text !== '') filled[at]! += 1;
    return filled;
  }
}

/** Null for a list that was not a pilot, and for a pilot that was not compared. `columns`: the columns of the pilot, with their titles. */
export function pilotComparison(
  screening: ScreeningReader,
  columns: readonly ScoreColumn[],
  { rankBy, compared, preferences }: Ask,
): PilotComparisonView | null {
  const best = storedBest(screening.file);
  if (compared === null || best === null || !isPilot(best.settings)) return null;
  using other = new ScreeningReader(compared.source);
  const pilot = new Pilot(screening);
  const { people } = pilot;
  const sides = [new Side(screening, people), new Side(other, people)] as const;
  const both = <T>(of: (side: Side) => T): [T, T] => [of(sides[0]), of(sides[1])];
  const others = new ResultPages(other).columns(preferences);
  const own = new Set(columns.map(({ key }) => key));
  const all = [...columns, ...others.filter(({ key }) => !own.has(key))].map(({ key, title }) => ({ key, title }));
  const keys = all.map(({ key }) => key);
  const filled = both((side) => side.filled(keys));
  const numeric = new Set(others.flatMap(({ key, type }) => (type === 'number' ? [key] : [])));
  const rankColumns = columns.flatMap(({ key, title, type }) => (type === 'number' && numeric.has(key) ? [{ key, title }] : []));
  const ranked = rankColumns.map(({ key }) => key);
  const rankedBy = ranked.find((key) => key === rankBy) ?? capacityColumn(ranked) ?? ranked[0] ?? null;
  const numbers = both((side) => side.numbers(rankedBy));
  const scored = both((side) => people.flatMap((_, person) => (side.isScored(person) ? [person] : [])));
  const ranks = [0, 1].map((at) => scored[at]!.map((person) => numbers[at]![person]!));
  const percentiles = (person: number) =>
    [percentileOf(numbers[0][person]!, ranks[0]!), percentileOf(numbers[1][person]!, ranks[1]!)] as [number | null, number | null];
  const differences = people.flatMap((_, person) => {
    const by = numbers[1][person]! - numbers[0][person]!;
    return Number.isNaN(by) ? [] : [{ person, by }];
  });
  const count = (is: (by: number) => boolean) => differences.filter(({ by }) => is(by)).length;
  const nameOf = ({ at }: PilotPerson) => personName(screening.records.of(at.block, at.row));
  const what = best.settings.by.kind === 'pilot' ? best.settings.by.column : null;
  return {
    ways: compared.ways,
    people: people.length,
    counts: both((side) => side.counts()),
    scoredOnce: [
      scored[0].filter((person) => !sides[1].isScored(person)).length,
      scored[1].filter((person) => !sides[0].isScored(person)).length,
    ],
    columns: all
      .map(({ key, title }, at) => ({ key, title, filled: [filled[0][at]!, filled[1][at]!] as [number, number] }))
      // Leaves out columns that have values only for people outside the pilot.
      .filter(({ filled: [first, second] }, at) => first + second > 0 || (columns[at]?.filled ?? 0) === 0),
    rankColumns,
    rankedBy,
    differs: { same: count((by) => by === 0), higher: count((by) => by > 0), lower: count((by) => by < 0) },
    biggest: differences
      .filter(({ by }) => by !== 0)
      .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
      .slice(0, MAX_SHOWN)
      .map(({ person }) => {
        const [first, second] = percentiles(person);
        const { row } = people[person]!;
        return {
          row,
          name: nameOf(people[person]!),
          numbers: [numbers[0][person]!, numbers[1][person]!],
          percentiles: [first!, second!],
        };
      }),
    knownPeople: people.flatMap((one, person) =>
      pilot.isKnown(one)
        ? [
            {
              row: one.row,
              name: nameOf(one),
              what: what === null ? '' : one.at.block.text(one.at.row, what).trim(),
              outcomes: both((side) => side.outcome(person)),
              percentiles: percentiles(person),
            },
          ]
        : [],
    ),
  };
}
