/** The helper thread of a task on a long list. */
import type { HelperName } from '../../worker-protocol/index.ts';

/** A helper thread from the point of view of its task. */
export interface HelperThread<To, From> {
  post(message: To): void;
  /** `lost`: called when the thread ended before `end` was called. */
  listen(on: (message: From) => void, lost: () => void): void;
  /** Releases the thread, so that it can be used again. */
  end(): void;
}

/** Starts a helper thread, or reuses an idle one. Messages to it wait until it runs. */
export type StartHelper = <To, From>(name: HelperName) => HelperThread<To, From>;
