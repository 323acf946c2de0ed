/**
 * The failures that a person or a program can meet, each with its own code.
 * Whether trying again is safe is part of the code, so that a button or a script can be derived from it.
 */

/**
 * `safe`: the same call may simply be made again. `ask`: something has to be changed or decided first.
 * `never`: repeating it cannot help, or could cost money twice.
 */
export type Retry = 'safe' | 'ask' | 'never';

/** Exit codes of the command line; also a coarse class of every error. */
export const EXIT = {
  done: 0,
  usage: 1,
  service: 2,
  undecided: 3,
  refusedRows: 4,
  noToken: 5,
  file: 6,
} as const;

interface ErrorClass {
  readonly retry: Retry;
  readonly exit: (typeof EXIT)[keyof typeof EXIT];
}

const ask = (exit: ErrorClass['exit']): ErrorClass => ({ retry: 'ask', exit });
const safe = (exit: ErrorClass['exit']): ErrorClass => ({ retry: 'safe', exit });
const never = (exit: ErrorClass['exit']): ErrorClass => ({ retry: 'never', exit });

/** Every error code of the product with its class. */
export const ERROR_CODES = {
  // the call itself
  METHOD_UNKNOWN: never(EXIT.usage),
  INPUT_INVALID: ask(EXIT.usage),
  SENDER_REFUSED: never(EXIT.usage),
  USAGE: ask(EXIT.usage),
  NOT_FOUND: ask(EXIT.usage),
  NOT_NOW: ask(EXIT.usage),
  INTERNAL: ask(EXIT.service),
  CLOSING: safe(EXIT.service),
  // this computer
  DATA_FOLDER: ask(EXIT.service),
  DATABASE_NEWER: never(EXIT.service),
  DATABASE_DAMAGED: never(EXIT.service),
  DATABASE_LOCKED: safe(EXIT.service),
  PROJECT_FILE_DAMAGED: never(EXIT.service),
  RUNNER_ELSEWHERE: ask(EXIT.service),
  KEYCHAIN_UNAVAILABLE: ask(EXIT.service),
  KEYCHAIN_LOCKED: ask(EXIT.service),
  DISK_FULL: ask(EXIT.service),
  TARGET_UNWRITABLE: ask(EXIT.usage),
  WORKER_LOST: safe(EXIT.service),
  // the file
  FILE_NOT_FOUND: ask(EXIT.file),
  FILE_IS_FOLDER: ask(EXIT.file),
  FILE_NO_PERMISSION: ask(EXIT.file),
  FILE_EMPTY: ask(EXIT.file),
  FILE_NOT_SPREADSHEET: ask(EXIT.file),
  FILE_WRONG_EXTENSION: ask(EXIT.file),
  FILE_UNSUPPORTED: ask(EXIT.file),
  FILE_ENCRYPTED: ask(EXIT.file),
  FILE_DAMAGED: ask(EXIT.file),
  FILE_BOMB: never(EXIT.file),
  FILE_TOO_LARGE: ask(EXIT.file),
  FILE_TOO_MANY_ROWS: ask(EXIT.file),
  FILE_TOO_MANY_COLUMNS: ask(EXIT.file),
  FILE_CHANGED: ask(EXIT.file),
  FILE_UNREADABLE: ask(EXIT.file),
  SHEET_NOT_FOUND: ask(EXIT.file),
  SHEET_EMPTY: ask(EXIT.file),
  HEADER_NOT_FOUND: ask(EXIT.file),
  NO_ROWS: ask(EXIT.file),
  // the columns
  MAPPING_INCOMPLETE: ask(EXIT.usage),
  FIELD_TAKEN_TWICE: ask(EXIT.usage),
  NOTHING_TO_SEND: ask(EXIT.usage),
  TEMPLATE_UNREADABLE: ask(EXIT.file),
  TEMPLATE_NAME_TAKEN: ask(EXIT.usage),
  DO_NOT_SCREEN: never(EXIT.usage),
  // the service
  BASE_URL_INVALID: ask(EXIT.usage),
  TOKEN_MISSING: ask(EXIT.noToken),
  TOKEN_REFUSED: ask(EXIT.noToken),
  CONNECTION_NOT_TESTED: ask(EXIT.service),
  SERVICE_UNREACHABLE: safe(EXIT.service),
  SERVICE_HOST_UNKNOWN: ask(EXIT.service),
  SERVICE_CERTIFICATE: ask(EXIT.service),
  SERVICE_REDIRECTED: never(EXIT.service),
  SERVICE_TIMEOUT: safe(EXIT.service),
  SERVICE_BUSY: safe(EXIT.service),
  SERVICE_REFUSED: ask(EXIT.service),
  SERVICE_FAILED: safe(EXIT.service),
  SERVICE_NONSENSE: ask(EXIT.service),
  SERVICE_STOPPED: never(EXIT.service),
  ANSWER_TRUNCATED: safe(EXIT.service),
  CREDITS_SHORT: ask(EXIT.service),
  // money
  OUTCOME_UNKNOWN: never(EXIT.undecided),
  SENT_BEFORE: never(EXIT.undecided),
  LIST_SPOILED: never(EXIT.undecided),
} as const satisfies Record<string, ErrorClass>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** What crosses a boundary in place of a value: the same for the window, the loopback host and the command line. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retry: Retry;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * An expected failure. Its message is a whole sentence for a person: what happened, what was kept, what to do.
 * It never holds a token or a person's data. Anything that is thrown and is not an AppError is a defect.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Failure['details'];

  constructor(code: ErrorCode, message: string, details: Failure['details'] = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get retry(): Retry {
    return ERROR_CODES[this.code].retry;
  }

  /** The form in which the error crosses a boundary. */
  toFailure(): Failure {
    return { code: this.code, message: this.message, retry: this.retry, details: this.details };
  }

  static from(failure: Failure): AppError {
    return new AppError(failure.code, failure.message, failure.details);
  }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}

/** For the default branch of an exhaustive switch. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected case: ${JSON.stringify(value)}`);
}
