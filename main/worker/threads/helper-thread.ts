/** The second threads that tasks on a long list have beside their own: what each of them is sent and what it answers. */
import type { FromJudge, ToJudge } from '../check/row-checker-thread.ts';
import type { FromScores, ToScores } from '../results/score-thread.ts';

export interface SecondThreads {
  /** Judges rows beside the thread that reads and writes them. */
  readonly judge: { readonly to: ToJudge; readonly from: FromJudge };
  /** Reads profiles beside the thread that takes them in and writes them. */
  readonly scores: { readonly to: ToScores; readonly from: FromScores };
}
export type SecondName = keyof SecondThreads;

/** A second thread, as a task gets it from its own. */
export interface SecondThread<N extends SecondName> {
  post(message: SecondThreads[N]['to']): void;
  /** `failed`: the thread has ended without being asked to. */
  listen(message: (message: SecondThreads[N]['from']) => void, failed: () => void): void;
  end(): void;
}

/** Starts a second thread; it takes some moments until it is of use. */
export type StartSecond = <N extends SecondName>(name: N) => SecondThread<N>;
