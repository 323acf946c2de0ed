/**
 * Every expected failure in one table: its exit code, what ends it, and which details it carries. The page, the command
 * line and the runner derive their behavior from this table, never from the name of a code.
 */
import { z } from 'zod';

/**
 * `safe`: the caller can repeat the same call. `ask`: something must be changed or decided first. `never`: a repeat
 * cannot help, or could cost money twice.
 */
export type Retry = 'safe' | 'ask' | 'never';

/** What ends a failure. */
export type Recovery =
  /** Time: the failure ends without any action. */
  | 'wait'
  /** Another attempt: the work was lost by accident. After a few attempts the failure is final. */
  | 'repeat'
  /** Another call: the service's answer cannot be used. If this keeps happening, the user decides. */
  | 'observeAgain'
  | 'needsToken'
  | 'fixConnection'
  | 'addCredits'
  /** Disk space, a permission, or a disk that can be read again. */
  | 'freeDisk'
  /** Another sheet or header row of the same file. */
  | 'chooseSheet'
  /** The password of the file. */
  | 'typePassword'
  /** A backup of this project's file, or a newer version of the program. Other projects are not affected. */
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

/**
 * Details of a failure, for programs and for support. They never contain a token, and contain a person's data only where the service quotes
 * it in `words`.
 */
export const ErrorDetails = z
  .object({
    /** The HTTP status of an answer that is not a success. */
    status: z.int(),
    /** The service's ID of the request. */
    requestId: z.string().nullable(),
    /** The service's message, which can quote a record. */
    words: z.string().nullable(),
    /** The fields that the service names, with what it says about each. */
    fields: z.array(z.strictObject({ field: z.string(), message: z.string() })),
    /** Milliseconds after which the service accepts the next request. */
    waitMs: z.number(),
    host: z.string(),
    /** How a request without a usable answer failed. */
    kind: z.string(),
    contentType: z.string(),
    /** What an answer lacks, as a path into it: `id`, `[]`. */
    path: z.string(),
    /** Byte offset at which an answer stops being well-formed. */
    byte: z.int(),
    /** Credits. */
    needed: z.number(),
    remaining: z.number(),
    /** Schema versions of the database: on disk, and the newest one this program knows. */
    present: z.int(),
    newest: z.int(),
    /** The name of the SQLite error. */
    sqlite: z.string(),
    /** Why a folder, a key or a keychain cannot be used. */
    reason: z.string(),
    problem: z.string(),
    field: z.string(),
    /** A defect: the ID of its log entry, the name and location of the error, and the page's message. */
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

/** The details of an unsuccessful answer. `REQUEST` is for requests that can also have no answer at all. */
const ANSWER = ['status', 'requestId', 'words', 'fields', 'waitMs', 'contentType'] as const;
const REQUEST = ['host', 'kind', ...ANSWER] as const;

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
  // The user stopped the call. Nothing was changed.
  CANCELED: ask(EXIT.usage),
  // this computer
  SYSTEM_TOO_OLD: never(EXIT.service),
  DATA_FOLDER: ask(EXIT.service, 'freeDisk', ['reason', 'sqlite']),
  DATABASE_NEWER: never(EXIT.service, 'restoreProject', ['present', 'newest']),
  DATABASE_DAMAGED: never(EXIT.service, 'stop', ['sqlite']),
  // Nothing is known to be damaged: the system could not read a file of the data folder.
  READ_FAILED: safe(EXIT.service, 'freeDisk', ['reason', 'sqlite']),
  DATABASE_LOCKED: safe(EXIT.service, 'freeDisk', ['sqlite']),
  PROJECT_FILE_DAMAGED: never(EXIT.service, 'restoreProject', REQUEST),
  // The intact parts can be saved.
  PROJECT_PART_DAMAGED: ask(EXIT.service, 'restoreProject'),
  RUNNER_ELSEWHERE: ask(EXIT.service),
  // The policy of an administrator cannot be read, or it forbids this.
  POLICY_INVALID: ask(EXIT.service),
  POLICY_REFUSED: ask(EXIT.usage),
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
  FILE_PASSWORD: ask(EXIT.file, 'typePassword'),
  FILE_DAMAGED: ask(EXIT.file),
  FILE_BOMB: never(EXIT.file),
  FILE_TOO_LARGE: ask(EXIT.file),
  FILE_TOO_MANY_ROWS: ask(EXIT.file),
  FILE_TOO_MANY_COLUMNS: ask(EXIT.file),
  FILE_CHANGED: ask(EXIT.file),
  FILE_UNREADABLE: ask(EXIT.file),
  SHEET_NOT_FOUND: ask(EXIT.file, 'chooseSheet'),
  SHEET_EMPTY: ask(EXIT.file, 'chooseSheet'),
  NO_ROWS: ask(EXIT.file, 'chooseSheet'),
  // a bundle
  BUNDLE_FOREIGN: ask(EXIT.file),
  BUNDLE_NEWER: never(EXIT.file),
  BUNDLE_OLDER: never(EXIT.file),
  BUNDLE_PASSPHRASE: ask(EXIT.file, 'typePassword'),
  BUNDLE_DAMAGED: never(EXIT.file),
  BUNDLE_CONNECTION: ask(EXIT.usage),
  BUNDLE_PRESENT: never(EXIT.usage),
  // The project was handed over, or is a copy: another computer can send it.
  HELD_ELSEWHERE: never(EXIT.usage),
  // the columns
  MAPPING_INCOMPLETE: ask(EXIT.usage),
  FIELD_TAKEN_TWICE: ask(EXIT.usage),
  NOTHING_TO_SEND: ask(EXIT.usage),
  RECORD_INCOMPLETE: ask(EXIT.usage),
  TEMPLATE_UNREADABLE: ask(EXIT.file),
  TEMPLATE_NAME_TAKEN: ask(EXIT.usage),
  DO_NOT_SCREEN: never(EXIT.usage),
  // the service
  BASE_URL_INVALID: ask(EXIT.usage, 'fixConnection'),
  TOKEN_MISSING: ask(EXIT.noToken, 'needsToken'),
  TOKEN_REFUSED: ask(EXIT.noToken, 'needsToken', ANSWER),
  SERVICE_UNREACHABLE: safe(EXIT.service, 'wait', REQUEST),
  // Temporary: the computer is offline, or its network shows a login page.
  SERVICE_HOST_UNKNOWN: ask(EXIT.service, 'wait', REQUEST),
  SERVICE_CERTIFICATE: ask(EXIT.service, 'wait', REQUEST),
  // A proxy asks for credentials. Nothing was sent; a running project tries again.
  PROXY_SIGN_IN: ask(EXIT.service, 'wait', REQUEST),
  PROXY_UNSUPPORTED: ask(EXIT.service, 'wait', REQUEST),
  SERVICE_REDIRECTED: never(EXIT.service, 'observeAgain', REQUEST),
  SERVICE_TIMEOUT: safe(EXIT.service, 'wait', REQUEST),
  SERVICE_BUSY: safe(EXIT.service, 'wait', REQUEST),
  SERVICE_REFUSED: ask(EXIT.service, 'observeAgain', ANSWER),
  SERVICE_FAILED: safe(EXIT.service, 'wait', ANSWER),
  SERVICE_NONSENSE: ask(EXIT.service, 'observeAgain', REQUEST),
  // A well-formed answer without what the call needs.
  RESPONSE_UNEXPECTED: ask(EXIT.service, 'observeAgain', ['path', ...REQUEST]),
  SERVICE_STOPPED: never(EXIT.service, 'observeAgain'),
  // If every answer is cut off, waiting does not help.
  ANSWER_TRUNCATED: safe(EXIT.service, 'observeAgain', ['byte', 'waitMs']),
  CREDITS_SHORT: ask(EXIT.service, 'addCredits', [...ANSWER, 'needed', 'remaining']),
  // money
  OUTCOME_UNKNOWN: never(EXIT.undecided),
  // `reason`: what was sent before: the `list`, its `people`, a project `elsewhere`, the one `person`, or a `paid` row.
  SENT_BEFORE: never(EXIT.undecided, 'stop', ['reason']),
  // A list differs from the one before, and nothing was sent.
  DECISION_NEEDED: ask(EXIT.undecided),
} as const satisfies Record<string, ErrorClass>;

export type ErrorCode = keyof typeof ERROR_CODES;

export type DetailsOf<C extends ErrorCode> = Pick<ErrorDetails, (typeof ERROR_CODES)[C]['details'][number]>;

/** What a failed call returns to the window, the loopback host or the command line. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retry: Retry;
  readonly details: ErrorDetails;
}

/**
 * An expected failure. Its message is complete sentences for the user: what happened, what was kept, what to do. It never contains a token,
 * and contains a person's data only where it quotes the service. Any other thrown value is a defect.
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

  toFailure(): Failure {
    return { code: this.code, message: this.message, retry: this.retry, details: this.details };
  }

  static from(failure: Failure): AppError {
    return new ExpectedError(failure.code, failure.message, failure.details);
  }
}
export type AppError = ExpectedError;

/** Limits the details to those of the code. An interface, because a generic class would become `any` after `instanceof`. */
export const AppError: {
  new <C extends ErrorCode>(code: C, message: string, details?: DetailsOf<C>, options?: ErrorOptions): AppError;
  readonly prototype: AppError;
  from(failure: Failure): AppError;
} = ExpectedError;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** A code that was stored as text; `otherwise` when there is none or this version does not know it. */
export function toErrorCode(code: string | undefined, otherwise: ErrorCode): ErrorCode {
  return code !== undefined && isErrorCode(code) ? code : otherwise;
}

export const recoveryOf = (code: string): Recovery => ERROR_CODES[toErrorCode(code, 'INTERNAL')].recovery;

/** True when a project's file is damaged, in part or as a whole. */
export const isDamage = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'PROJECT_FILE_DAMAGED' || error.code === 'PROJECT_PART_DAMAGED');

/** True when reading the same file again can succeed: after another sheet is chosen, or once the disk works again. */
export const mayReadAgain = (recovery: Recovery): boolean => recovery === 'chooseSheet' || recovery === 'freeDisk';

/** For the default branch of an exhaustive switch. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected case: ${JSON.stringify(value)}`);
}
