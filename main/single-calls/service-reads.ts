/** The read-only calls of the interface outside of bulk projects: profiles, projects, and the deprecated calls. */
import { AppError, countText } from '../../shared/base/index.ts';
import { type AnswerView, type Input, MAX_FOUND_PROFILES, type Output } from '../../shared/contract/index.ts';
import { type Json, type OnEnd, readProfileKeys } from '../../shared/results/index.ts';
import { holdsText } from '../../shared/view-texts/index.ts';
import type { ConnectedServices, Connections } from '../connections/index.ts';
import { findKnown } from '../projects/index.ts';
import { type AnswerStream, isMissingEndpoint } from '../service/index.ts';
import type { AppDatabase } from '../store/app-database/index.ts';
import { answerView } from './answer-view.ts';
import { ProfilePages } from './profile-pages.ts';
import { timeLimit } from './time-limit.ts';

export class ServiceReads {
  private readonly connections: Pick<Connections, 'reached'>;
  private readonly services: Pick<ConnectedServices, 'client'>;
  private readonly database: Pick<AppDatabase, 'projects'>;
  private readonly pages = new ProfilePages();

  constructor(
    connections: Pick<Connections, 'reached'>,
    services: Pick<ConnectedServices, 'client'>,
    database: Pick<AppDatabase, 'projects'>,
  ) {
    this.connections = connections;
    this.services = services;
    this.database = database;
  }

  async projects(connectionId: string): Promise<Output<'service.projects'>> {
    const client = await this.services.client(connectionId);
    const { projects: remote } = await client.projects(timeLimit());
    const known = findKnown(this.database.projects.all(), this.connections.reached(connectionId));
    return remote
      .filter((project) => project.remoteId !== null)
      .map(({ remoteId, name, status, totalRows, validRows }) => ({
        remoteId: remoteId!,
        name,
        status,
        totalRows,
        validRows,
        projectId: known({ remoteId, name })?.id ?? null,
      }));
  }

  async profiles({ connectionId, page, itemsPerPage }: Input<'service.profiles'>): Promise<Output<'service.profiles'>> {
    const client = await this.services.client(connectionId);
    const { entries, more, total } = await this.pages.page(connectionId, client, page, itemsPerPage, timeLimit());
    return { profiles: entries.map(answerView), more, total };
  }

  /**
   * All profiles, page by page. `total`: the number of profiles on all pages; null if the service does not report it. `onEnd`: as in
   * `everyPage`.
   */
  async *everyProfile(
    connectionId: string,
    signal: AbortSignal,
    onEnd: OnEnd,
  ): AsyncGenerator<{ readonly profiles: readonly Json[]; readonly total: number | null }> {
    const client = await this.services.client(connectionId);
    let total: number | null = null;
    const onTotal = (count: number | null) => (total = count);
    const limit = () => AbortSignal.any([signal, timeLimit()]);
    for await (const profiles of this.pages.all(connectionId, client, limit, { onTotal, onEnd })) yield { profiles, total };
  }

  async findProfiles({ connectionId, text }: Input<'service.findProfiles'>): Promise<Output<'service.findProfiles'>> {
    const client = await this.services.client(connectionId);
    const profiles: AnswerView[] = [];
    let read = 0;
    let isComplete = true;
    const onEnd: OnEnd = (isWhole) => (isComplete = isWhole);
    for await (const page of this.pages.all(connectionId, client, timeLimit, { onEnd }))
      for (const profile of page) {
        if (profiles.length === MAX_FOUND_PROFILES) return { profiles, read, isComplete: false };
        read++;
        const view = answerView(profile);
        if (holdsText(view, text)) profiles.push(view);
      }
    return { profiles, read, isComplete };
  }

  /** @throws NOT_FOUND when the whole list of profiles was read and does not contain it. */
  async profile(connectionId: string, profileId: string): Promise<Output<'service.profile'>> {
    const client = await this.services.client(connectionId);
    try {
      return { ...answerView(await client.profile(profileId, timeLimit())), from: 'profile' };
    } catch (error) {
      if (!(error instanceof AppError) || !isMissingEndpoint(error.details.status)) throw error;
    }
    let read = 0;
    let isRead = true;
    const onEnd: OnEnd = (isWhole) => (isRead = isWhole);
    for await (const page of this.pages.all(connectionId, client, timeLimit, { onEnd })) {
      const found = page.find((profile) => readProfileKeys(profile).profileId === profileId);
      if (found !== undefined) return { ...answerView(found), from: 'list' };
      read += page.length;
    }
    throw new AppError(
      'NOT_FOUND',
      isRead
        ? `The service has no profile with this ID. Its list of profiles was also read: ${countText(read, 'profile')}.`
        : `The service did not show a profile with this ID. It gave only a part of its list of profiles: ${countText(read, 'profile')}.`,
    );
  }

  /** The answer of the deprecated call #13, as a stream. */
  async projectScores(connectionId: string, remoteId: string, signal: AbortSignal): Promise<AnswerStream> {
    const client = await this.services.client(connectionId);
    return await client.projectScores(remoteId, signal);
  }

  async scoreRequest(connectionId: string, requestId: string): Promise<AnswerView> {
    const client = await this.services.client(connectionId);
    return answerView(await client.scoreRequest(requestId, timeLimit()));
  }
}
