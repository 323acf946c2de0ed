/** A helper thread beside the thread of a task on a long list: it knows nothing of what is sent to it. */

/** What a helper thread does: checks rows, or reads profiles. */
export type HelperName = 'checker' | 'scores';

/** A helper thread, as a task gets it from its own. */
export interface HelperThread<To, From> {
  post(message: To): void;
  /** `lost`: the thread has ended without being asked to. */
  listen(on: (message: From) => void, lost: () => void): void;
  end(): void;
}

/** Starts a helper thread; it takes some moments until it is of use. */
export type StartHelper = <To, From>(name: HelperName) => HelperThread<To, From>;
