/** The rows that are held back from another system because of a verdict, or because of a match number below the office's limit. */
import { matchColumn } from '../../../shared/results/index.ts';
import type { HeldBack } from '../../../shared/write-back/index.ts';
import type { PackedVerdicts } from '../../worker-protocol/index.ts';
import { type ListIndex, NO_INDEX } from '../list/ordinals.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';
import { Judgments, MARK } from '../review/judgments.ts';

export class ReviewedRows {
  private readonly screening: ScreeningReader;
  private readonly judgments: Judgments;
  /** The match numbers by profile; null if they are not needed or missing. */
  private readonly matches: ArrayLike<number> | null;

  constructor(screening: ScreeningReader, verdicts: PackedVerdicts) {
    this.screening = screening;
    this.judgments = new Judgments(screening);
    this.judgments.take(verdicts);
    const key = verdicts.acceptAt === null ? null : (matchColumn(screening.results.columns)?.key ?? null);
    const column = key === null ? null : screening.columns.column(key);
    this.matches = column?.type === 'number' ? column.values : null;
  }

  /** The match number from which the office accepts profiles without a review; null without one. */
  get acceptAt(): number | null {
    return this.judgments.acceptAt;
  }

  /** A merged row shares the verdict of the row that it was merged into. */
  private indexOf(rowNumber: number): ListIndex {
    const { results, records } = this.screening;
    return listIndexOf(results.rows, records.mergedInto(rowNumber) ?? rowNumber);
  }

  isRight(rowNumber: number): boolean {
    const index = this.indexOf(rowNumber);
    return index !== NO_INDEX && this.judgments.marks[index] === MARK.right;
  }

  reasonFor(rowNumber: number): Extract<HeldBack, 'notReviewed' | 'wrong' | 'unsure'> | null {
    const { results } = this.screening;
    const index = this.indexOf(rowNumber);
    if (index === NO_INDEX) return null;
    const mark = this.judgments.marks[index];
    if (mark === MARK.wrong) return 'wrong';
    if (mark === MARK.unsure) return 'unsure';
    const { acceptAt } = this.judgments;
    if (mark === MARK.right || acceptAt === null) return null;
    const match = this.matches?.[results.matches[index]!] ?? Number.NaN;
    return match >= acceptAt ? null : 'notReviewed';
  }
}
