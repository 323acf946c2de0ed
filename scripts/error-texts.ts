/** What each error code means and what to do about it, for `docs/ERRORS.md`. The program itself shows a more specific message. */
import type { ErrorCode } from '../shared/base/errors.ts';

/** `[what happened, what to do]`, both complete sentences. */
export type ErrorText = readonly [meaning: string, remedy: string];

const AGAIN_ELSEWHERE = 'Open it in the program that made it, save it as XLSX or CSV, and choose that file.';

/** Grouped by subject, in the order of the table in `shared/base/errors.ts`. */
export const ERROR_TEXTS: Readonly<Record<string, Readonly<Partial<Record<ErrorCode, ErrorText>>>>> = {
  'The call itself': {
    METHOD_UNKNOWN: ['The program has no such method.', 'Report it: the page and the program have different versions.'],
    INPUT_INVALID: ['A value cannot be used, or it does not fit what is stored.', 'Change the value that the message names.'],
    SENDER_REFUSED: [
      'The request does not come from the window of the program.',
      'Open the window again. A web page or another program cannot use the program.',
    ],
    USAGE: ['The command or one of its options is wrong.', 'Correct it. `desk COMMAND --help` lists the options.'],
    NOT_FOUND: [
      'The project, connection, template or export does not exist, or it was removed.',
      'Check the list again and choose another one.',
    ],
    NOT_NOW: [
      'The project is in a state that does not allow this, for example because its list was sent.',
      'Wait until the current work is done, or start a new screening of the file.',
    ],
    INTERNAL: [
      'The program has a defect. Everything saved before is unchanged.',
      'Try again. If it happens again, report it with the line of `logs/desk.log` that has the ID of the message.',
    ],
    CLOSING: ['The program is closing.', 'Start it again: it continues its work.'],
    CANCELED: ['The user canceled the call, and nothing was changed.', 'Nothing.'],
  },
  'This computer': {
    SYSTEM_TOO_OLD: ['The system of this computer is too old.', 'Use one of the systems that the message names.'],
    DATA_FOLDER: [
      'The data folder cannot be used: permissions, its disk or a file in it.',
      'Correct what the message names, or choose another folder with `--data` or `DESK_DATA`.',
    ],
    DATABASE_NEWER: ['A newer version of the program wrote the data folder or the project.', 'Install that version or a newer one.'],
    DATABASE_DAMAGED: [
      'The app database, or an entry of it, is damaged.',
      'Restore the data folder from a backup. Do not remove files from it.',
    ],
    READ_FAILED: [
      'The system could not read a file of the data folder. Nothing is known to be damaged.',
      'Connect the disk, check the permissions, and try again.',
    ],
    DATABASE_LOCKED: ['Another program uses the database or the project.', 'Close it, or wait until it is done.'],
    PROJECT_FILE_DAMAGED: [
      'The file of one project is damaged as a whole, or belongs to another data folder.',
      'Restore this file from a backup. If the list was sent, the results can be fetched again at no cost.',
    ],
    PROJECT_PART_DAMAGED: [
      'A part of the file of one project is missing or damaged.',
      'Save the intact data. If the list was sent, fetch the results again, which costs nothing.',
    ],
    RUNNER_ELSEWHERE: ['Another program runs the projects of this data folder.', 'Use that program, or close it.'],
    POLICY_INVALID: [
      'The policy of the organization for this computer cannot be read or has a wrong value. Nothing is sent and no file is saved.',
      'The administrator corrects what the message names; `desk policy show` checks it. Then start the program again.',
    ],
    POLICY_REFUSED: [
      'The policy of the organization for this computer does not allow this.',
      'Ask the administrator. `desk policy show` lists what the policy sets.',
    ],
    KEYCHAIN_UNAVAILABLE: ['The keychain of this computer cannot be used.', 'Set up the keychain that the message names, and start again.'],
    KEYCHAIN_LOCKED: [
      'The keychain is locked, does not answer, or lost the entry.',
      'Unlock it or answer its question, and try again. Otherwise enter the token again.',
    ],
    DISK_FULL: ['The disk is full.', 'Free some space, and try again.'],
    TARGET_UNWRITABLE: [
      'A file cannot be saved at the chosen place, or would replace another file.',
      'Choose another folder or name, or close the program that uses the file.',
    ],
    WORKER_LOST: [
      'Work on a list ended unexpectedly, often for lack of memory. Everything saved before is unchanged.',
      'Close other programs, and try again.',
    ],
  },
  'The spreadsheet': {
    FILE_NOT_FOUND: ['The file does not exist.', 'Check its name. It may have been moved, renamed or removed.'],
    FILE_IS_FOLDER: ['A folder was chosen.', 'Choose the spreadsheet in it.'],
    FILE_NO_PERMISSION: [
      'You do not have permission to read the file.',
      'Ask for the permission, or copy the file to a folder of your own.',
    ],
    FILE_EMPTY: ['The file has no bytes.', 'Export it again.'],
    FILE_NOT_SPREADSHEET: ['The file is not a spreadsheet.', 'Choose an XLSX, XLS, XLSB, ODS or CSV file.'],
    FILE_WRONG_EXTENSION: [
      'The name of the file does not fit its content.',
      'Export the list again, or name the file as the message says.',
    ],
    FILE_UNSUPPORTED: ['The file is a kind of spreadsheet, or has a setting, that the program cannot read.', AGAIN_ELSEWHERE],
    FILE_ENCRYPTED: [
      'The file is protected with a password, in a way that the program cannot open.',
      'Remove the password in the program that made it, and choose it again.',
    ],
    FILE_PASSWORD: ['The workbook opens only with its password.', 'Type the password of the workbook.'],
    FILE_DAMAGED: ['The file is incomplete or damaged.', AGAIN_ELSEWHERE],
    FILE_BOMB: [
      'The file is built to exhaust this computer.',
      'Do not use it. If it comes from a trusted person, delete the rows and columns after the list, and save it again.',
    ],
    FILE_TOO_LARGE: ['The file is larger than the program accepts.', 'Split it, and import the parts.'],
    FILE_TOO_MANY_ROWS: ['The list has more rows than the program accepts.', 'Split it, and import the parts.'],
    FILE_TOO_MANY_COLUMNS: ['The list has more columns than a sheet can have.', 'Remove the content far to the right, and save it again.'],
    FILE_CHANGED: ['Another program changed or moved the file while it was read.', 'Save it there, and start again.'],
    FILE_UNREADABLE: [
      'The file could not be read completely.',
      'Check its disk or network drive, or copy the file to this computer, and try again.',
    ],
    SHEET_NOT_FOUND: ['The workbook has no such sheet.', 'Choose one of its sheets.'],
    SHEET_EMPTY: ['The sheet has no rows.', 'Choose another sheet.'],
    NO_ROWS: [
      'The sheet has headings and no rows, has its fields below each other, or nobody in it can be identified.',
      'Choose another sheet or header row.',
    ],
  },
  'A bundle': {
    BUNDLE_FOREIGN: [
      'The file is not a bundle, or it was changed in transit.',
      'Choose the file that ends with `.deskbundle`, or have it sent again as an attachment.',
    ],
    BUNDLE_NEWER: ['A newer version of the program made the bundle.', 'Update the program on this computer.'],
    BUNDLE_OLDER: ['A version from before the first release made the bundle.', 'Have the bundle made again with a current version.'],
    BUNDLE_PASSPHRASE: [
      'The passphrase does not open the bundle, is missing, or is too short for a new one.',
      'Type it again as it was given, with capitals and spaces. If it still does not open, get the file again.',
    ],
    BUNDLE_DAMAGED: ['The bundle is damaged or incomplete. Nothing was stored.', 'Get the file again from the person who made it.'],
    BUNDLE_CONNECTION: [
      'No connection here reaches the account of the project, or several do.',
      'Add that connection, or choose one. With another account, the project can only be read.',
    ],
    BUNDLE_PRESENT: [
      'This computer already has or had the project, and the bundle is not newer. Opening it could send its list twice.',
      'Use the project that is here, or get a newer bundle.',
    ],
    HELD_ELSEWHERE: [
      'The project was handed over in a bundle, or is a copy: another computer can send it.',
      'Send it there. If the bundle is lost and nobody opened it, take it back.',
    ],
  },
  'The columns': {
    MAPPING_INCOMPLETE: ['A field that is needed has no column.', 'Map a column to it.'],
    FIELD_TAKEN_TWICE: ['Two columns feed the same field.', 'Choose one of them.'],
    NOTHING_TO_SEND: ['No row is left to send.', 'Check why rows are left out, and include some.'],
    RECORD_INCOMPLETE: [
      'The organization rules require a purpose, a lawful basis, an assessment or the date of a privacy notice, and it is missing.',
      'Fill it in on Cost & send, or add `--purpose`, `--basis`, `--assessment` or `--notice-date`.',
    ],
    TEMPLATE_UNREADABLE: ['The file contains no usable template.', 'Export the template again.'],
    TEMPLATE_NAME_TAKEN: ['A template or score setting has this name already.', 'Choose another name, or choose to replace it.'],
    DO_NOT_SCREEN: ['The person is on the do-not-screen list, and nothing was sent.', 'Take the person off the list first.'],
  },
  'The service': {
    BASE_URL_INVALID: [
      'The address of the connection is not a usable web address.',
      'Enter the address that the operator of the service gave you.',
    ],
    TOKEN_MISSING: ['The connection has no token, or the given one cannot be used.', 'Enter the token of the service.'],
    TOKEN_REFUSED: ['The service refused the token.', 'Enter a new token. The project continues with it.'],
    SERVICE_UNREACHABLE: [
      'The service cannot be reached.',
      'Nothing: the program tries again. Check the network, the proxy and the address if it continues.',
    ],
    SERVICE_HOST_UNKNOWN: [
      'The host of the address is unknown, or this computer is offline.',
      'Check the address and the network. The program tries again.',
    ],
    SERVICE_CERTIFICATE: [
      'No safe connection is possible: the certificate or the encryption of the server is not accepted. Nothing was sent.',
      'Do what the message says: check the clock and the address, or tell the operator. The program tries again.',
    ],
    PROXY_SIGN_IN: [
      'The proxy of the network requires a user name and password, or refused the ones it was given. Nothing was sent.',
      'Sign in to the proxy in the window, or with `desk connections proxy NAME`. Running screenings continue then.',
    ],
    PROXY_UNSUPPORTED: [
      'The proxy of the network accepts only a sign-in that the program does not support, such as Negotiate or NTLM. Nothing was sent.',
      'The administrator of the network lets requests to the host of the service through, or offers Basic.',
    ],
    SERVICE_REDIRECTED: [
      'The address redirects to another one, and the token is not sent there.',
      'Correct the address of the connection.',
    ],
    SERVICE_TIMEOUT: ['The service did not answer in time.', 'Nothing: the program tries again.'],
    SERVICE_BUSY: ['The service is busy.', 'Nothing: the program waits as long as the service asks.'],
    SERVICE_REFUSED: ['The service refused a request.', 'Read its message. Check the address, the version and the account.'],
    SERVICE_FAILED: ['The service failed.', 'Nothing: the program tries again. Report the request ID to the operator if it continues.'],
    SERVICE_NONSENSE: [
      'The answer did not come from the service, for example a login page of the network.',
      'Check the address and the network.',
    ],
    RESPONSE_UNEXPECTED: [
      'The answer lacks what the call needs.',
      'The program asks again. Report the path in the message to the operator if it continues.',
    ],
    SERVICE_STOPPED: ['The service stopped the project.', 'Ask the operator for the reason. The results that were received are kept.'],
    ANSWER_TRUNCATED: ['The answer was cut off.', 'Nothing: the program asks again, and keeps what it received.'],
    CREDITS_SHORT: ['The account has too few credits.', 'Buy credits, or leave rows out.'],
  },
  Money: {
    OUTCOME_UNKNOWN: [
      'It is not known whether the service did what was asked, and a repeat could cost money.',
      'Review the evidence that the program shows, and decide. `desk decide` in the terminal.',
    ],
    SENT_BEFORE: [
      'The same list, row or person was sent before and may already be paid for.',
      'Review the earlier screening. Agree only if a second payment is intended.',
    ],
    DECISION_NEEDED: [
      'The list differs from the last one in something that a person must decide. Nothing was sent.',
      'Review the differences. Choose in the window, or repeat the command with `--accept-differences`.',
    ],
  },
};
