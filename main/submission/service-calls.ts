/**
 * The calls of the interface outside bulk projects: single profiles, all profiles, all projects, and the deprecated
 * calls.
 */
import { isObject } from '../../shared/results/json-values.ts';
import type { Json } from '../../shared/results/json.ts';
import { readProfileKeys } from '../../shared/results/profile-keys.ts';
import { countText } from '../../shared/base/text.ts';
import { FIELD_KEYS } from '../../shared/fields/table.ts';
import { type AnswerView, type Input, MAX_FOUND_PROFILES, type Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { recordOf } from '../../shared/mapping/row-mapper.ts';
import { eachValue, valueText, titlesOf } from '../../shared/results/scores.ts';
import type { Clock } from '../platform/ports.ts';
import type { AnswerStream, CallOutcome } from '../service/client.ts';
import type { AppDatabase } from '../store/app-database/app-database.ts';
import type { Connections } from '../connections/connections.ts';
import { byRemoteId } from '../projects/remote-projects.ts';
import type { SuppressionList } from '../checking/suppression-list.ts';
import type { PersonCodes } from '../matching/person-codes.ts';
import { screenedAloneSentence } from '../../shared/view-texts/screened-before.ts';
import { holdsText } from '../../shared/view-texts/profile-search.ts';
import { ProfilePages } from './profile-pages.ts';
import { typedRecord } from '../checking/record-input.ts';

/** Longer than any call with its repetitions is expected to take. */
const TIME_LIMIT_MS = 330_000;

const timeLimit = (): AbortSignal => AbortSignal.timeout(TIME_LIMIT_MS);

/** Statuses of a service that answers no single profiles, or does not have this one. */
const NO_SINGLE_PROFILE: ReadonlySet<number | undefined> = new Set([404, 405, 410, 501]);

function answerView(answer: Json): AnswerView {
  const leaves: { key: string; value: string }[] = [];
  if (isObject(answer)) {
    for (const key of FIELD_KEYS) {
      const value = answer[key];
      if (typeof value === 'string' || typeof value === 'number') leaves.push({ key, value: String(value) });
    }
    eachValue(answer, (key, value) => leaves.push({ key, value: valueText(value) }));
  }
  const titles = titlesOf(leaves.map(({ key }) => key));
  return { leaves: leaves.map(({ key, value }) => ({ key, title: titles.get(key) ?? key, value })), json: JSON.stringify(answer, null, 2) };
}

interface ServiceCallsDeps {
  readonly connections: Connections;
  readonly suppression: SuppressionList;
  readonly database: AppDatabase;
  readonly clock: Clock;
  readonly people: PersonCodes;
}

export class ServiceCalls {
  private readonly connections: Connections;
  private readonly database: AppDatabase;
  private readonly clock: Clock;
  private readonly suppression: SuppressionList;
  private readonly people: PersonCodes;
  private readonly pages = new ProfilePages();

  constructor({ connections, suppression, database, clock, people }: ServiceCallsDeps) {
    this.connections = connections;
    this.people = people;
    this.suppression = suppression;
    this.database = database;
    this.clock = clock;
  }

  async projects(connectionId: string): Promise<Output<'service.projects'>> {
    const client = await this.connections.client(connectionId);
    const { projects: remote } = await client.projects(timeLimit());
    const known = byRemoteId(this.database.projects(), this.connections.accountOf(connectionId));
    return remote
      .filter((project) => project.remoteId !== null)
      .map(({ remoteId, name, status, totalRows, validRows }) => ({
        remoteId: remoteId!,
        name,
        status,
        totalRows,
        validRows,
        projectId: known.get(remoteId!)?.id ?? null,
      }));
  }

  async profiles({ connectionId, page, itemsPerPage }: Input<'service.profiles'>): Promise<Output<'service.profiles'>> {
    const client = await this.connections.client(connectionId);
    const { entries, more, total } = await this.pages.page(connectionId, client, page, itemsPerPage, timeLimit());
    return { profiles: entries.map(answerView), more, total };
  }

  /** Every profile, page by page. `total`: profiles on all pages; null when the service does not report it. */
  async *everyProfile(
    connectionId: string,
    signal: AbortSignal,
  ): AsyncGenerator<{ readonly profiles: readonly Json[]; readonly total: number | null }> {
    const client = await this.connections.client(connectionId);
    let total: number | null = null;
    const onTotal = (count: number | null) => (total = count);
    const limit = () => AbortSignal.any([signal, timeLimit()]);
    for await (const profiles of this.pages.all(connectionId, client, limit, onTotal)) yield { profiles, total };
  }

  async findProfiles({ connectionId, text }: Input<'service.findProfiles'>): Promise<Output<'service.findProfiles'>> {
    const client = await this.connections.client(connectionId);
    const profiles: AnswerView[] = [];
    let read = 0;
    for await (const page of this.pages.all(connectionId, client, timeLimit))
      for (const profile of page) {
        if (profiles.length === MAX_FOUND_PROFILES) return { profiles, read, whole: false };
        read++;
        const view = answerView(profile);
        if (holdsText(view, text)) profiles.push(view);
      }
    return { profiles, read, whole: true };
  }

  /** @throws NOT_FOUND when the list of profiles was read to its end without it. */
  async profile(connectionId: string, profileId: string): Promise<Output<'service.profile'>> {
    const client = await this.connections.client(connectionId);
    try {
      return { ...answerView(await client.profile(profileId, timeLimit())), from: 'profile' };
    } catch (error) {
      if (!(error instanceof AppError) || !NO_SINGLE_PROFILE.has(error.details.status)) throw error;
    }
    let read = 0;
    for await (const page of this.pages.all(connectionId, client, timeLimit)) {
      const found = page.find((profile) => readProfileKeys(profile).profileId === profileId);
      if (found !== undefined) return { ...answerView(found), from: 'list' };
      read += page.length;
    }
    throw new AppError(
      'NOT_FOUND',
      `The service has no profile with this ID. Its list of profiles was also read: ${countText(read, 'profile')}.`,
    );
  }

  /** The answer of the deprecated call #13, as a stream. */
  async projectScores(connectionId: string, remoteId: string, signal: AbortSignal): Promise<AnswerStream> {
    const client = await this.connections.client(connectionId);
    return await client.projectScores(remoteId, signal);
  }

  async scoreRequest(connectionId: string, requestId: string): Promise<AnswerView> {
    const client = await this.connections.client(connectionId);
    return answerView(await client.scoreRequest(requestId, timeLimit()));
  }

  /** @throws INPUT_INVALID with the field that cannot be parsed. */
  screenedAlone({ connectionId, record }: Input<'service.screenedAlone'>): Output<'service.screenedAlone'> {
    return this.database.sentAlone(connectionId, this.people.of(typedRecord(record)));
  }

  screenOne(input: Input<'service.screenOne'>): Promise<AnswerView> {
    return this.callOnce('screenOne', input);
  }

  requestScore(input: Input<'service.requestScore'>): Promise<AnswerView> {
    return this.callOnce('requestScore', input);
  }

  /**
   * Makes a call that costs money and leaves no evidence on the service. The intent is recorded before the only
   * attempt. @throws SENT_BEFORE when this person was sent alone before and `again` is not set.
   */
  private async callOnce(
    call: 'screenOne' | 'requestScore',
    { connectionId, record: texts, again = false }: Input<'service.screenOne'>,
  ): Promise<AnswerView> {
    const typed = typedRecord(texts);
    const record = recordOf(typed);
    if (Object.keys(record).length === 0) throw new AppError('INPUT_INVALID', 'Fill in at least a name.');
    if (this.suppression.holds(typed))
      throw new AppError('DO_NOT_SCREEN', 'This person is on your do-not-screen list, so nothing was sent. Take them off the list first.');
    const client = await this.connections.client(connectionId);
    const person = this.people.of(typed);
    const before = this.database.intendSingle(connectionId, this.clock.now(), { what: call, person, again });
    if (before !== null) throw new AppError('SENT_BEFORE', `${screenedAloneSentence(before)} Nothing was sent.`);
    const outcome: CallOutcome<Json> = await client[call](record, timeLimit());
    this.database.endSingle(connectionId, this.clock.now(), { what: call, outcome: outcome.outcome, person });
    switch (outcome.outcome) {
      case 'done':
        return answerView(outcome.value);
      case 'unknown':
        throw new AppError(
          'OUTCOME_UNKNOWN',
          `It is not known whether this person was screened: ${outcome.why} Look in the list of profiles first. Sending this person again may cost a second credit.`,
        );
      case 'not-sent':
      case 'token':
      case 'refused':
        throw outcome.failure;
    }
  }
}
