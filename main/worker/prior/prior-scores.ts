/** The scores that unchanged people have from the screenings before, by their ids: a newer list is saved together with them. */
import type { EarlierScreening } from '../../worker-protocol/results.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { listIds } from '../results/id-index.ts';
import { KeyIndex } from '../list/key-index.ts';
import { ResultFile, type ScoreColumns } from '../results/result-file.ts';

/** The scores of one person: where they lie, and which column of theirs stands in each of the columns asked for, -1 for none. */
export interface PriorScore {
  readonly block: RowBlock;
  readonly row: number;
  readonly positions: readonly number[];
  readonly day: string;
}

interface Opened {
  readonly file: ProjectFile;
  readonly results: ResultFile;
  /** Places by their very ids: what a service makes of an id is not asked, a wrong score is worse than none. */
  readonly places: KeyIndex;
  /** First places of ids that several rows have: nobody can say whose score is meant. */
  readonly shared: ReadonlySet<number>;
  readonly day: string;
}

function open({ source, day }: EarlierScreening): Opened {
  const file = new ProjectFile(source.file, 'read');
  const results = new ResultFile(file);
  const places = new KeyIndex();
  const shared = new Set<number>();
  let place = 0;
  for (const id of listIds(file, source.plan, results.rows)) {
    const first = id === '' ? -1 : places.add(id.trim(), place);
    if (first >= 0) shared.add(first);
    place += 1;
  }
  return { file, results, places, shared, day };
}

export class PriorScores {
  /** Columns of these screenings that the project itself has not. */
  readonly more: ScoreColumns;
  private readonly screenings: readonly Opened[] = [];
  private readonly positions: readonly (readonly number[])[] = [];

  /** The newest screening first. Ends in what opening a project's file ends in. */
  constructor(screenings: readonly EarlierScreening[], own: ScoreColumns) {
    const opened: Opened[] = [];
    this.screenings = opened;
    try {
      for (const screening of screenings) opened.push(open(screening));
    } catch (error) {
      this.close();
      throw error;
    }
    const known = new Set(own.map(({ key }) => key));
    const more: ScoreColumns = [];
    for (const { results } of opened)
      for (const column of results.columns) {
        if (known.has(column.key)) continue;
        known.add(column.key);
        more.push(column);
      }
    this.more = more;
    const keys = [...own, ...more].map(({ key }) => key);
    this.positions = opened.map(({ results }) => {
      const at = new Map(results.columns.map(({ key }, index) => [key, index]));
      return keys.map((key) => at.get(key) ?? -1);
    });
  }

  /** The newest scores of somebody by the id; null for nobody and for a profile without scores. */
  find(id: string): PriorScore | null {
    for (const [index, { results, places, shared, day }] of this.screenings.entries()) {
      const place = id === '' ? -1 : places.get(id.trim());
      if (place < 0 || shared.has(place) || results.matches[place] === 0) continue;
      const at = results.scores(results.matches[place]!);
      return at === null ? null : { ...at, positions: this.positions[index]!, day };
    }
    return null;
  }

  close(): void {
    for (const { file } of this.screenings) file.close();
  }
}
