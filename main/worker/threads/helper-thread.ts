/** The helper thread of a task on a long list, independent of what is sent to it. */

/** What a helper thread does: checks rows, or reads profiles. */
export type HelperName = 'checker' | 'scores';

/** A helper thread as its task sees it. */
export interface HelperThread<To, From> {
  post(message: To): void;
  /** `lost`: the thread ended without `end`. */
  listen(on: (message: From) => void, lost: () => void): void;
  end(): void;
}

/** Starts a helper thread; it takes a moment until it is of use. */
export type StartHelper = <To, From>(name: HelperName) => HelperThread<To, From>;
