/** The one way in which the service says no: every refusal carries its status and words, the active dialect gives it its body. */

/** One thing that is wrong with a request: where it stands and what it is. */
export interface ErrorDetail {
  /** A field, a path into the body (`scoreConfiguration.scoreWeights.affinity`), a heading, or a query parameter. */
  readonly field: string;
  readonly message: string;
}

export interface ErrorResponseOptions {
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is answered with an error status (section 7 leaves the codes open; ours are listed in the API description). */
export class ErrorResponse extends Error {
  readonly status: number;
  /** A stable word for programs, such as `list_present`. */
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, options: ErrorResponseOptions = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}
