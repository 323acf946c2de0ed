/** The scores of unchanged people in earlier screenings, by ID, for exports of a newer list. */
import type { EarlierScreening } from '../../worker-protocol/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import { FIRST_INDEX, type ListIndex, NO_INDEX } from '../list/ordinals.ts';
import { Judgments, MARK } from '../review/judgments.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import { listIds } from '../result-file/id-index.ts';
import { KeyIndex } from '../list/key-index.ts';
import { ResultFile, type ScoreColumns } from '../result-file/result-file.ts';

/** The scores of one person. `positions`: the column in the block for each exported column; -1 for none. */
export interface PriorScore {
  readonly block: RowBlock;
  readonly row: number;
  readonly positions: readonly number[];
  readonly day: string;
  /** True when the profile was judged to be of someone else in that screening. */
  readonly isWrong: boolean;
}

interface Opened {
  readonly file: ProjectFile;
  readonly results: ResultFile;
  /** List index by full ID, because a wrong score is worse than none. */
  readonly indexes: KeyIndex<ListIndex>;
  /** First list indexes of IDs that several rows have. These IDs identify no row. */
  readonly shared: ReadonlySet<number>;
  readonly day: string;
  /** The verdicts by list index; null without verdicts. */
  readonly marks: Uint8Array | null;
}

function marksOf({ source, verdicts }: EarlierScreening, file: ProjectFile): Uint8Array | null {
  if (verdicts.rows.length === 0) return null;
  const judgments = new Judgments(new ScreeningReader(source, file));
  judgments.take(verdicts);
  return judgments.marks;
}

function open(screening: EarlierScreening): Opened {
  const { source, day } = screening;
  using opened = new DisposableStack();
  const file = opened.use(new ProjectFile(source.file, 'read'));
  const results = new ResultFile(file);
  const indexes = new KeyIndex<ListIndex>();
  const shared = new Set<number>();
  let index = FIRST_INDEX;
  for (const id of listIds(file, source.plan, results.rows)) {
    const first = id === '' ? NO_INDEX : indexes.add(idKeyOf(id), index);
    if (first >= 0) shared.add(first);
    index++;
  }
  const marks = marksOf(screening, file);
  // From here on, the caller closes the file.
  opened.move();
  return { file, results, indexes, shared, day, marks };
}

export class PriorScores {
  /** Columns of these screenings that the project does not have. */
  readonly more: ScoreColumns;
  private readonly screenings: readonly Opened[] = [];
  private readonly positions: readonly (readonly number[])[] = [];

  /**
   * `screenings`: newest first. `own`: the columns of the project.
   * @throws what opening a project file throws.
   */
  constructor(screenings: readonly EarlierScreening[], own: ScoreColumns) {
    const opened: Opened[] = [];
    this.screenings = opened;
    try {
      for (const screening of screenings) opened.push(open(screening));
    } catch (error) {
      this.close();
      throw error;
    }
    const keysUsed = new Set(own.map(({ key }) => key));
    const more: ScoreColumns = [];
    for (const { results } of opened)
      for (const column of results.columns) {
        if (keysUsed.has(column.key)) continue;
        keysUsed.add(column.key);
        more.push(column);
      }
    this.more = more;
    const keys = [...own, ...more].map(({ key }) => key);
    this.positions = opened.map(({ results }) => {
      const at = new Map(results.columns.map(({ key }, index) => [key, index]));
      return keys.map((key) => at.get(key) ?? -1);
    });
  }

  /** The newest scores for an ID; null if there are none. */
  find(id: string): PriorScore | null {
    for (const [screening, { results, indexes, shared, day, marks }] of this.screenings.entries()) {
      const index = id === '' ? NO_INDEX : indexes.get(idKeyOf(id));
      if (index < 0 || shared.has(index) || results.matches[index] === 0) continue;
      const at = results.scores(results.matches[index]!);
      return at === null ? null : { ...at, positions: this.positions[screening]!, day, isWrong: marks?.[index] === MARK.wrong };
    }
    return null;
  }

  close(): void {
    for (const { file } of this.screenings) file.close();
  }
}
