/** Checks what the user enters for a connection, and defines what a new connection starts with. */
import { type ConnectionSettings, DEFAULT_VERSION, INITIAL_CONNECTION_SETTINGS } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type FieldKey, fieldOf } from '../../shared/fields/index.ts';
import { changedHeadings, headingProblems } from '../../shared/mapping/index.ts';
import { type AppDatabase, type ConnectionRow, addressOf, withAccount } from '../store/app-database/index.ts';

/** The properties of a connection whose service has not answered yet. */
export const UNTESTED = {
  settings: INITIAL_CONNECTION_SETTINGS,
  tokenSaved: false,
  testedAt: null,
  credits: null,
  creditsPerRecord: null,
  organization: null,
  former: [],
  lastTest: null,
} satisfies Partial<ConnectionRow>;

/**
 * The settings, with only the changed headings.
 * @throws INPUT_INVALID for headings that a list cannot have.
 */
export function withCheckedHeadings({ csvHeadings, ...settings }: ConnectionSettings): ConnectionSettings {
  if (csvHeadings === undefined) return settings;
  const [problem] = Object.entries(headingProblems(csvHeadings));
  if (problem !== undefined) {
    const [field, why] = problem;
    throw new AppError('INPUT_INVALID', `The heading of ${fieldOf(field as FieldKey).label} cannot be used. ${why}`);
  }
  const changed = changedHeadings(csvHeadings);
  return Object.keys(changed).length === 0 ? settings : { ...settings, csvHeadings: changed };
}

/** @throws INPUT_INVALID when the version cannot be a segment of an address. */
export function versionSegment(text: string): string {
  const segment = text.trim();
  // “.” and “..” would change the path of the address.
  if (!/^(?!\.{1,2}$)[\w.-]{1,40}$/.test(segment))
    throw new AppError('INPUT_INVALID', `The version must be one word of letters and digits, such as ${DEFAULT_VERSION}.`);
  return segment;
}

/**
 * True if something may have been paid for or read over a connection: a test, which sending a list requires, has had an answer, somebody was
 * screened alone, or a project was adopted or was in a bundle.
 */
const isUsed = ({ projects, singleCalls }: AppDatabase, { id, credits }: ConnectionRow): boolean =>
  credits !== null ||
  singleCalls.hasCallSince(new Set([id]), 0) ||
  projects.all().some(({ connectionId, adopted, custody }) => connectionId === id && (adopted !== null || custody !== undefined));

/** The accounts of a connection after it moves to another address. If the old address was never used, it is not kept. */
export function accountAt(
  database: AppDatabase,
  row: ConnectionRow,
  baseUrl: string,
): Pick<ConnectionRow, 'baseUrl' | 'organization' | 'former'> {
  const { kind, organization, former } = row;
  if (addressOf({ kind, baseUrl }) === addressOf(row)) return { baseUrl, organization, former };
  return isUsed(database, row) ? withAccount(row, { baseUrl, organization: null }) : { baseUrl, organization: null, former };
}
