import { type BestOutcome, bestSentences } from '../../../shared/order/index.ts';

interface BestSentencesProps {
  readonly best: BestOutcome;
  readonly isCounting: boolean;
  /** What is shown while it counts. */
  readonly counting: string;
}

/** What a choice of people means, in plain sentences. */
export function BestSentences({ best, isCounting, counting }: BestSentencesProps) {
  return isCounting ? (
    <p className="small second best-note">{counting}</p>
  ) : (
    <ul className="small second best-sentences">
      {bestSentences(best).map((sentence) => (
        <li key={sentence}>{sentence}.</li>
      ))}
    </ul>
  );
}
