/** Joins the profiles of an answer that identifies no rows to the list by their order, if the user decides so, or undoes that. */
import { createHash } from 'node:crypto';
import type { OrderJoinView } from '../../../shared/contract/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { AppError } from '../../../shared/base/index.ts';
import {
  columnsShownFirst,
  eachValue,
  nameKey,
  namesAgree,
  parseJson,
  readEchoedName,
  readProfileKeys,
  titlesOf,
  valueText,
} from '../../../shared/results/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { ListSource, OrderPair } from '../../worker-protocol/index.ts';
import { FIRST_PROFILE, type ListIndex, NO_PROFILE, type ProfileNumber, type SheetRow } from '../list/ordinals.ts';
import { OwnRows } from '../submit/own-rows.ts';
import { hasMergedProjects } from '../submit/merged-projects.ts';
import { personName } from '../list/person-texts.ts';
import type { Task } from '../threads/task-context.ts';
import { listRecords } from '../result-file/id-index.ts';
import { lastAnswer, lastByOrder, linkedRows, orderChoice, storeOrderChoice } from '../result-file/result-values.ts';
import { RowNumbersInOrder, whyNotByCounts, whyNotByProfiles } from './order-conditions.ts';
import { countsOf, ResultFile } from '../result-file/result-file.ts';
import { writeMatches } from '../result-file/result-writer.ts';

/** Number of values of a profile to show in a pair. */
const MAX_VALUES = 4;
const LONGEST_VALUE = 60;

/** A few values by which a person can recognize a profile, from the columns that the results show first. */
function profileText(results: ResultFile, json: string): string {
  const keys = results.columns.map(({ key }) => key);
  const titles = titlesOf(keys);
  const values = new Map<string, string>();
  eachValue(parseJson(json), (key, value) => values.set(key, valueText(value)));
  return [...new Set([...columnsShownFirst(keys), ...keys])]
    .filter((key) => (values.get(key) ?? '') !== '')
    .slice(0, MAX_VALUES)
    .map((key) => `${titles.get(key) ?? key}: ${values.get(key)!.slice(0, LONGEST_VALUE)}`)
    .join(' · ');
}

/** The list index of each profile. The index in the array is the profile number minus 1. */
interface ListIndexes extends Uint32Array<ArrayBuffer> {
  [at: number]: ListIndex;
}

/** The list indexes of own rows without a profile and without a row error, in list order. */
function openIndexes(results: ResultFile, own: OwnRows): ListIndexes {
  const errors = results.errors();
  const indexes = new Uint32Array(own.count) as ListIndexes;
  let found = 0;
  for (const index of own) if (results.matches[index] === 0 && !errors.has(index)) indexes[found++] = index;
  return indexes.slice(0, found) as ListIndexes;
}

/** Profiles and rows of a stored answer, paired by order. */
class OrderPairs {
  private readonly file: ProjectFile;
  private readonly plan: ListSource['plan'];
  private readonly results: ResultFile;
  readonly indexes: ListIndexes;
  private readonly own: OwnRows;
  private readonly profiles: number;
  private withId = 0;
  /** The identities of the profiles read so far. */
  private readonly identities = new Set<string>();
  private repeats = false;
  private otherNames = 0;
  private readonly rowNumbers = new RowNumbersInOrder();
  private readonly hash = createHash('sha256');
  private readonly pairs: OrderPair[] = [];

  constructor(file: ProjectFile, plan: ListSource['plan'], results: ResultFile, own: OwnRows, indexes: ListIndexes) {
    this.file = file;
    this.plan = plan;
    this.results = results;
    this.own = own;
    this.indexes = indexes;
    this.profiles = indexes.length;
  }

  /** Reads each pair once. */
  read(): Pick<OrderJoinView, 'pairs' | 'previewId'> & { readonly reason: string | null } {
    const shown = new Set([1, Math.ceil(this.profiles / 2), this.profiles]);
    const rows = this.indexes.map((index) => this.results.rows[index]!);
    let profile = NO_PROFILE;
    for (const { rowNumber, record } of listRecords(this.file, this.plan, rows, [
      'primaryFirst',
      'primaryMiddle',
      'primaryLast',
      'businessName',
    ])) {
      profile++;
      const json = this.results.profileJson(profile);
      if (json === null || record === null) throw this.file.damaged('lacks rows or profiles');
      const { values } = record;
      const contradicts = this.take(json, profile, rowNumber, nameKey(values[FIELD_INDEX.primaryFirst]!, values[FIELD_INDEX.primaryLast]!));
      // Also shows the first pair with different names, so that the user can see the problem.
      if (!shown.has(profile) && !(contradicts && this.otherNames === 1)) continue;
      const name = personName(record);
      const profileName = readEchoedName(parseJson(json));
      this.pairs.push({ row: rowNumber, name, profile, profileName, text: profileText(this.results, json), contradicts });
    }
    const { withId, repeats, otherNames } = this;
    const reason = whyNotByProfiles({ withId, repeats, otherNames, hasOtherRowNumbers: this.rowNumbers.contradicts });
    return { reason, pairs: this.pairs, previewId: this.hash.digest('hex') };
  }

  /** True when the name in a profile differs from the name of its row. */
  private take(json: string, profile: ProfileNumber, sheetRow: SheetRow, sentName: string | null): boolean {
    this.hash.update(`${sheetRow}\t${sentName ?? ''}\t${json}\n`);
    const { constituentId, row, name, profileId } = readProfileKeys(parseJson(json));
    if (constituentId !== null) this.withId += 1;
    if (row !== null) this.rowNumbers.take(row, [profile, this.own.placeOf(this.indexes[profile - 1]!), sheetRow]);
    const identity = profileId ?? `\n${createHash('sha256').update(json).digest('base64')}`;
    if (this.identities.has(identity)) this.repeats = true;
    this.identities.add(identity);
    if (name === null || sentName === null || namesAgree(Buffer.from(sentName, 'latin1'), 0, name)) return false;
    this.otherNames += 1;
    return true;
  }
}

/**
 * Number of rows that prevent a join: own rows with a profile that no later project added (`linked`), and rows with a profile of the last
 * answer.
 */
function matchedOf(results: ResultFile, own: OwnRows, profiles: number, linked: ReadonlySet<number>): number {
  let matched = 0;
  for (const [index, profile] of results.matches.entries())
    if (profile !== 0 && (profile <= profiles || (own.has(index) && !linked.has(results.rows[index]!)))) matched += 1;
  return matched;
}

/** The result of an examination. `indexes`: the list index of each profile, if a join is possible. */
interface Examined extends OrderJoinView {
  readonly indexes: ListIndexes;
}

/** Examines whether the profiles may be joined by order. `count`: number of rows that the project itself sent. */
export function examineOrder(file: ProjectFile, plan: ListSource['plan'], count: number, results: ResultFile): Examined {
  const own = new OwnRows(file, results.rows, count);
  const none = { pairs: [], previewId: '', wasDropped: orderChoice(file)?.is === 'dropped', indexes: new Uint32Array() as ListIndexes };
  const byOrder = lastByOrder(file);
  if (byOrder > 0) return { ...none, state: 'joined', reason: null, rows: byOrder, profiles: byOrder };
  const answer = lastAnswer(file);
  const unmatched = results.unmatchedProfiles();
  const profiles = answer?.profiles ?? 0;
  if (unmatched.length === 0) return { ...none, state: 'none', reason: null, rows: 0, profiles };
  const indexes = openIndexes(results, own);
  const numbers = { rows: indexes.length, profiles };
  let withoutResult = 0;
  for (let profile = FIRST_PROFILE; profile <= numbers.profiles; profile++) if (results.hasNoResult(profile)) withoutResult += 1;
  const reason = whyNotByCounts({
    profiles,
    validRows: answer?.validRows ?? null,
    rows: indexes.length,
    matched: matchedOf(results, own, profiles, linkedRows(file)),
    unplaced: results.unplaced,
    // Merged projects add profiles that are in no answer of this project.
    withoutResult,
    earlier: hasMergedProjects(file) ? 0 : unmatched.filter((profile) => profile > profiles).length,
  });
  if (reason !== null) return { ...none, ...numbers, state: 'refused', reason };
  const read = new OrderPairs(file, plan, results, own, indexes).read();
  return { ...none, ...numbers, ...read, state: read.reason === null ? 'possible' : 'refused', indexes };
}

/**
 * Joins by order, or undoes the join. Does nothing if there is already a join, or none to undo.
 * @throws INPUT_INVALID when a join is not possible, or the results are not those that the user saw; PROJECT_FILE_DAMAGED
 */
export const orderJoin: Task<'orderJoin'> = async ({ file: ref, plan, own, change }) => {
  const file = new ProjectFile(ref, 'write');
  try {
    const results = new ResultFile(file);
    const byOrder = lastByOrder(file);
    const matches = results.matches.slice();
    let rows = 0;
    if (change.kind === 'undo') {
      if (byOrder > 0) {
        for (const [index, profile] of matches.entries())
          if (profile > 0 && profile <= byOrder) {
            matches[index] = NO_PROFILE;
            rows += 1;
          }
        file.transaction(() => {
          writeMatches(file, matches);
          storeOrderChoice(file, { is: 'undone' });
        });
      }
    } else if (change.kind === 'join' && byOrder === 0) {
      const { state, reason, previewId, indexes } = examineOrder(file, plan, own, results);
      if (state !== 'possible')
        throw new AppError('INPUT_INVALID', reason ?? 'Every profile has its row, so there is nothing to join by order.');
      if (previewId !== change.previewId)
        throw new AppError('INPUT_INVALID', 'The results have changed since the pairs were shown. Review the pairs again.');
      rows = indexes.length;
      indexes.forEach((index, at) => {
        matches[index] = at + 1;
      });
      file.transaction(() => {
        writeMatches(file, matches);
        storeOrderChoice(file, { is: 'joined', profiles: rows });
      });
    }
    return await Promise.resolve({ counts: countsOf(new ResultFile(file)), rows, isJoined: lastByOrder(file) > 0 });
  } finally {
    file.close();
  }
};
