/** The helper thread of a task on a long list. */
import type { HelperName } from '../../worker-protocol/index.ts';

/** A helper thread as its task sees it. */
export interface HelperThread<To, From> {
  post(message: To): void;
  /** `lost`: the thread ended without `end`. */
  listen(on: (message: From) => void, lost: () => void): void;
  /** Ends the use; the thread stays for the next one. */
  end(): void;
}

/** Starts a helper thread or takes one that is idle. Its messages wait until it runs. */
export type StartHelper = <To, From>(name: HelperName) => HelperThread<To, From>;
