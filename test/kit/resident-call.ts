/** The messages to and from the process that runs calls of the command line. */

/** A call of the command line with its whole environment. */
export interface ResidentCall {
  readonly words: readonly string[];
  readonly input: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True if nobody reads its standard output: each write to it fails. */
  readonly unread: boolean;
}

/** The exit code and the output of a command. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a call ended. `isLast`: the process ended with it, so it takes no other call. */
export interface ResidentReply extends Ended {
  readonly isLast: boolean;
}
