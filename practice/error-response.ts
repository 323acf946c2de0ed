/** Errors of the service: code and text here, the body from the active dialect. */

/** One problem of a request and its location. */
export interface ErrorDetail {
  /** A field, a path into the body (`scoreConfiguration.scoreWeights.affinity`), a heading, or a query parameter. */
  readonly field: string;
  readonly message: string;
}

export interface ErrorResponseOptions {
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that gets an error status. Section 7 leaves the codes open; the API description lists ours. */
export class ErrorResponse extends Error {
  readonly status: number;
  /** A stable code for programs, such as `list_present`. */
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, options: ErrorResponseOptions = {}) {
    super(message);
    this.name = 'ErrorResponse';
    this.status = status;
    this.code = code;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}
