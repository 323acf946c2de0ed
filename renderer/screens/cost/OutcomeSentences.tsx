import { type BestOutcome, bestSentences } from '../../../shared/order/index.ts';

interface OutcomeSentencesProps {
  readonly best: BestOutcome;
  readonly isCounting: boolean;
  /** Shown while the outcome is being counted. */
  readonly waiting: string;
}

/** Sentences about the people whom a choice sends. */
export function OutcomeSentences({ best, isCounting, waiting }: OutcomeSentencesProps) {
  if (isCounting) return <p className="small second best-note">{waiting}</p>;
  return (
    <ul className="small second best-sentences">
      {bestSentences(best).map((sentence) => (
        <li key={sentence}>{sentence}.</li>
      ))}
    </ul>
  );
}
