/**
 * Every failure that a person or a program can meet: its class, what ends it, and which details it carries, in one table.
 * Buttons, scripts and the runner derive what they do from the table, never from the name of a code.
 */
import { z } from 'zod';

/**
 * `safe`: the same call may simply be made again. `ask`: something has to be changed or decided first.
 * `never`: repeating it cannot help, or could cost money twice.
 */
export type Retry = 'safe' | 'ask' | 'never';

/** What ends a failure. */
export type Recovery =
  /** Time: the failure passes by itself, however long it takes. */
  | 'wait'
  /** Another attempt: the work was lost by accident. The same work fails for good after a few attempts. */
  | 'repeat'
  /** Another reading: the service answered something that cannot be used. If that stays, a person decides. */
  | 'observeAgain'
  | 'needsToken'
  | 'fixConnection'
  | 'addCredits'
  /** Room on the disk, or permission to write: nothing can be stored until then. */
  | 'freeDisk'
  /** Another sheet or another row of headings of the same file. */
  | 'chooseSheet'
  /** The file of this project from a backup, or a newer version of the program. Other projects are not affected. */
  | 'restoreProject'
  /** Nothing that the program can wait for or name. */
  | 'stop';

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

/** What a failure can carry for programs and for support: never a token, never a person's data. */
export const ErrorDetails = z
  .object({
    /** The HTTP status of an answer that is no success. */
    status: z.int(),
    /** The service's own id of the request. */
    requestId: z.string().nullable(),
    /** The service's own words. */
    words: z.string().nullable(),
    /** Milliseconds after which the service wants to be asked again. */
    waitMs: z.number(),
    host: z.string(),
    /** How a request failed that got no usable answer. */
    kind: z.string(),
    contentType: z.string(),
    /** Where in an answer its form ends, counted in bytes. */
    byte: z.int(),
    /** Credits. */
    needed: z.number(),
    remaining: z.number(),
    /** Schema versions of the database: the one on the disk and the newest that is known here. */
    present: z.int(),
    newest: z.int(),
    /** The name that SQLite gives its error. */
    sqlite: z.string(),
    /** Why a folder, a key or a keychain cannot be used. */
    reason: z.string(),
    problem: z.string(),
    field: z.string(),
    /** A defect: its entry in the log, the name and place of the error, what the page's code reported. */
    id: z.string(),
    name: z.string(),
    where: z.string(),
    said: z.string(),
  })
  .partial();
export type ErrorDetails = z.infer<typeof ErrorDetails>;
type DetailName = keyof ErrorDetails;

interface ErrorClass<D extends DetailName = DetailName> {
  readonly retry: Retry;
  readonly exit: (typeof EXIT)[keyof typeof EXIT];
  readonly recovery: Recovery;
  readonly details: readonly D[];
}

const classOf =
  (retry: Retry) =>
  <D extends DetailName = never>(exit: ErrorClass['exit'], recovery: Recovery = 'stop', details: readonly D[] = []): ErrorClass<D> => ({
    retry,
    exit,
    recovery,
    details,
  });
const ask = classOf('ask');
const safe = classOf('safe');
const never = classOf('never');

/** Of an answer, and of a request without one. */
const ANSWER = ['status', 'requestId', 'words', 'waitMs', 'contentType'] as const;
const REQUEST = ['host', 'kind', ...ANSWER] as const;

/** Every error code of the product with its class. */
export const ERROR_CODES = {
  // the call itself
  METHOD_UNKNOWN: never(EXIT.usage),
  INPUT_INVALID: ask(EXIT.usage, 'stop', ['field']),
  SENDER_REFUSED: never(EXIT.usage),
  USAGE: ask(EXIT.usage),
  NOT_FOUND: ask(EXIT.usage),
  NOT_NOW: ask(EXIT.usage),
  INTERNAL: ask(EXIT.service, 'stop', ['id', 'name', 'where', 'said']),
  CLOSING: safe(EXIT.service, 'wait', REQUEST),
  // this computer
  DATA_FOLDER: ask(EXIT.service, 'freeDisk', ['reason', 'sqlite']),
  DATABASE_NEWER: never(EXIT.service, 'restoreProject', ['present', 'newest']),
  DATABASE_DAMAGED: never(EXIT.service, 'stop', ['sqlite']),
  DATABASE_LOCKED: safe(EXIT.service, 'freeDisk', ['sqlite']),
  PROJECT_FILE_DAMAGED: never(EXIT.service, 'restoreProject', REQUEST),
  RUNNER_ELSEWHERE: ask(EXIT.service),
  KEYCHAIN_UNAVAILABLE: ask(EXIT.service, 'stop', ['reason', 'problem']),
  KEYCHAIN_LOCKED: ask(EXIT.service, 'stop', ['reason', 'problem']),
  DISK_FULL: ask(EXIT.service, 'freeDisk', ['sqlite']),
  TARGET_UNWRITABLE: ask(EXIT.usage),
  WORKER_LOST: safe(EXIT.service, 'repeat'),
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
  SHEET_NOT_FOUND: ask(EXIT.file, 'chooseSheet'),
  SHEET_EMPTY: ask(EXIT.file, 'chooseSheet'),
  HEADER_NOT_FOUND: ask(EXIT.file, 'chooseSheet'),
  NO_ROWS: ask(EXIT.file, 'chooseSheet'),
  // the columns
  MAPPING_INCOMPLETE: ask(EXIT.usage),
  FIELD_TAKEN_TWICE: ask(EXIT.usage),
  NOTHING_TO_SEND: ask(EXIT.usage),
  TEMPLATE_UNREADABLE: ask(EXIT.file),
  TEMPLATE_NAME_TAKEN: ask(EXIT.usage),
  DO_NOT_SCREEN: never(EXIT.usage),
  // the service
  BASE_URL_INVALID: ask(EXIT.usage, 'fixConnection'),
  TOKEN_MISSING: ask(EXIT.noToken, 'needsToken'),
  TOKEN_REFUSED: ask(EXIT.noToken, 'needsToken', ANSWER),
  CONNECTION_NOT_TESTED: ask(EXIT.service, 'fixConnection'),
  SERVICE_UNREACHABLE: safe(EXIT.service, 'wait', REQUEST),
  // The computer is offline, or a login page of its network answers: both pass.
  SERVICE_HOST_UNKNOWN: ask(EXIT.service, 'wait', REQUEST),
  SERVICE_CERTIFICATE: ask(EXIT.service, 'wait', REQUEST),
  SERVICE_REDIRECTED: never(EXIT.service, 'observeAgain', REQUEST),
  SERVICE_TIMEOUT: safe(EXIT.service, 'wait', REQUEST),
  SERVICE_BUSY: safe(EXIT.service, 'wait', REQUEST),
  SERVICE_REFUSED: ask(EXIT.service, 'observeAgain', ANSWER),
  SERVICE_FAILED: safe(EXIT.service, 'wait', ANSWER),
  SERVICE_NONSENSE: ask(EXIT.service, 'observeAgain', REQUEST),
  SERVICE_STOPPED: never(EXIT.service, 'observeAgain'),
  // An answer that is cut off every time does not get better by waiting.
  ANSWER_TRUNCATED: safe(EXIT.service, 'observeAgain', ['byte', 'waitMs']),
  CREDITS_SHORT: ask(EXIT.service, 'addCredits', [...ANSWER, 'needed', 'remaining']),
  // money
  OUTCOME_UNKNOWN: never(EXIT.undecided),
  SENT_BEFORE: never(EXIT.undecided),
  LIST_SPOILED: never(EXIT.undecided),
} as const satisfies Record<string, ErrorClass>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The details that a code may carry. */
export type DetailsOf<C extends ErrorCode> = Pick<ErrorDetails, (typeof ERROR_CODES)[C]['details'][number]>;

/** What crosses a boundary in place of a value: the same for the window, the loopback host and the command line. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retry: Retry;
  readonly details: ErrorDetails;
}

/**
 * An expected failure. Its message is a whole sentence for a person: what happened, what was kept, what to do.
 * It never holds a token or a person's data. Anything that is thrown and is not an AppError is a defect.
 */
class ExpectedError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get retry(): Retry {
    return ERROR_CODES[this.code].retry;
  }

  get recovery(): Recovery {
    return ERROR_CODES[this.code].recovery;
  }

  /** The form in which the error crosses a boundary. */
  toFailure(): Failure {
    return { code: this.code, message: this.message, retry: this.retry, details: this.details };
  }

  static from(failure: Failure): AppError {
    return new ExpectedError(failure.code, failure.message, failure.details);
  }
}
export type AppError = ExpectedError;

/** The constructor takes the details of its code only; a class cannot say so without a parameter that `instanceof` turns into `any`. */
export const AppError: {
  new <C extends ErrorCode>(code: C, message: string, details?: DetailsOf<C>, options?: ErrorOptions): AppError;
  readonly prototype: AppError;
  from(failure: Failure): AppError;
} = ExpectedError;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}

/** A code that was stored as text; `otherwise` where this version does not know it, or there is none. */
export function toErrorCode(code: string | undefined, otherwise: ErrorCode): ErrorCode {
  return code !== undefined && isErrorCode(code) ? code : otherwise;
}

/** What ends a failure of which only the code was stored. */
export function recoveryOf(code: string): Recovery {
  return ERROR_CODES[toErrorCode(code, 'INTERNAL')].recovery;
}

/** Whether the same file can be read after all: another sheet is chosen, or there is room on the disk again. */
export const mayReadAgain = (recovery: Recovery): boolean => recovery === 'chooseSheet' || recovery === 'freeDisk';

/** For the default branch of an exhaustive switch. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected case: ${JSON.stringify(value)}`);
}
