/** Revisions of views: texts that change when their subject changes. They are derived from stored rows, not counted. */
import { createHash } from 'node:crypto';
import type { ConnectionView, ProjectView } from '../../shared/contract/index.ts';
import { wasSent } from '../../shared/project/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';

/** Number of base64 characters. Enough to distinguish two values of one subject. */
const DIGEST_LENGTH = 12;

const digest = (value: string | Buffer): string => createHash('sha256').update(value).digest('base64').slice(0, DIGEST_LENGTH);

/** What other lists of the account depend on: whether the project was sent, and how many of its rows have no result. */
function screeningOf({ state }: Pick<ProjectRow, 'state'>): string {
  if (state.at === 'done') return `done ${state.counts.unknown}`;
  return wasSent(state) ? 'sent' : '';
}

export function projectRevisions(project: ProjectRow): ProjectView['revisions'] {
  const { version, name, connectionId, state, lineage, encryptedList } = project;
  const isDraft = state.at === 'draft';
  const { purpose: _p, lawfulBasis: _l, assessment: _a, noticeDate: _n, ...options } = project.options;
  return {
    // Every write of the encrypted list state has a new nonce, so the bytes change even if the content does not.
    list: encryptedList === null ? '' : digest(encryptedList),
    options: digest(JSON.stringify([name, connectionId, isDraft, options, lineage])),
    timeline: String(version),
    results: state.at === 'done' ? String(version) : '',
    screening: screeningOf(project),
  };
}

export function connectionRevisions(connection: Omit<ConnectionView, 'revisions'>): ConnectionView['revisions'] {
  const { baseUrl, version, creditsPerRecord, account, credits } = connection;
  const { declared: _, ...settings } = connection.settings;
  return {
    terms: digest(JSON.stringify([baseUrl, version, settings, creditsPerRecord, account])),
    balance: digest(JSON.stringify([baseUrl, credits?.remaining, credits?.readAt])),
  };
}
