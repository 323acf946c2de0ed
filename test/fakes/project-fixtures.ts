/** Invented projects in every stage. */
import type { ProjectView } from '../../shared/contract/index.ts';
import type { ProjectState } from '../../shared/project/project-shapes.ts';
import { LIVE, PRACTICE } from './connection-fixtures.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const SHA = '3f9c81d0a21e'.padEnd(64, '0');

interface Draft {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly rows: number;
  readonly at: number;
  readonly practice?: boolean;
  readonly state?: ProjectState;
  readonly scored?: number;
  readonly refused?: number;
  readonly unknown?: number;
  readonly more?: Partial<ProjectView>;
}

/** A project with the revisions of its version. */
function revised(view: Omit<ProjectView, 'revisions'>): ProjectView {
  const version = String(view.version);
  const revisions = { list: version, options: version, timeline: version, results: version, screening: view.state.at };
  return { ...view, revisions };
}

/** A project of the history; done with its counts unless another state is given. */
export function project(draft: Draft): ProjectView {
  const { id, name, rows, at } = draft;
  const refused = draft.refused ?? 0;
  const unknown = draft.unknown ?? 0;
  const counts = { submitted: rows, scored: draft.scored ?? rows - refused - unknown, refused, unknown, unmatched: 0 };
  const body = { rows, bytes: Math.round(rows * 331), sha256: SHA, format: 'json' as const };
  const done: ProjectState = { at: 'done', body, remoteId: '8c1f2a70', attempt: 1, counts };
  return revised({
    id,
    version: 1,
    name,
    purpose: '',
    lawfulBasis: null,
    assessment: null,
    noticeDate: null,
    createdAt: at - 30 * MINUTE,
    changedAt: at,
    connection:
      draft.practice === true
        ? { id: PRACTICE, name: 'Practice', kind: 'practice' }
        : { id: LIVE, name: 'Fernhollow account', kind: 'live' },
    file: { name: draft.file, bytes: rows * 331, sha256: SHA },
    sheet: { name: 'Query 14', rows },
    state: draft.state ?? done,
    activity: null,
    lastError: null,
    readiness: { ready: rows, fixable: 0, incomplete: 0, invalid: 0, leftOut: 0 },
    creditsCharged: draft.state === undefined && draft.practice !== true ? rows : null,
    processedAt: draft.state === undefined ? at : null,
    lineage: null,
    adopted: null,
    held: null,
    sentElsewhere: [],
    ...draft.more,
  });
}

const body = (rows: number) => ({ rows, bytes: 6_100_000, sha256: SHA, format: 'json' as const });

/** A list that is being sent: 11,244 of 18,432 rows sent. */
export function sending(now: number): ProjectView {
  return project({
    id: 'alumni',
    name: 'Alumni file 2026',
    file: 'alumni-full.csv',
    rows: 18_432,
    at: now - 5000,
    state: { at: 'adding', body: body(18_432), remoteId: '8c1f2a70', attempt: 1, phase: 'sending' },
    more: {
      activity: { kind: 'sending', done: 11_244, total: 18_432, unit: 'rows', startedAt: now - 91_000, note: null, nextAt: null },
      sheet: { name: '', rows: 18_432 },
    },
  });
}

/** A start without an answer. */
export function undecided(now: number): ProjectView {
  const at = now - 2 * DAY;
  return project({
    id: 'lapsed',
    name: 'Lapsed donors 2019–2023',
    file: 'lapsed.xlsx',
    rows: 9420,
    at,
    state: {
      at: 'needs-decision',
      question: 'start-unclear',
      choices: ['look-again', 'ask-again', 'it-happened', 'give-up'],
      answer: null,
      resume: {
        at: 'starting',
        body: body(9420),
        remoteId: '51d0c3aa',
        attempt: 1,
        phase: 'settling',
        statusBefore: 'created',
        asked: 1,
        refusal: null,
        observations: [],
      },
    },
  });
}

/** A draft whose rows were checked. */
export function checkedDraft(now: number): ProjectView {
  return project({
    id: 'fall',
    name: 'Fall appeal 2026',
    file: 'Fernhollow fall 2026.xlsx',
    rows: 10_240,
    at: now - 40 * MINUTE,
    state: { at: 'draft' },
    more: { readiness: { ready: 9318, fixable: 0, incomplete: 688, invalid: 234, leftOut: 0 } },
  });
}

/** The same draft before its columns are confirmed. */
export const newDraft = (now: number): ProjectView => ({ ...checkedDraft(now), readiness: null });

/** A practice screening from yesterday with refused rows. */
export function gala(now: number): ProjectView {
  return project({
    id: 'gala',
    name: 'Spring gala guests, rehearsal',
    file: 'gala-guests.xlsx',
    rows: 2500,
    at: now - DAY,
    practice: true,
    refused: 61,
    unknown: 8,
  });
}

/** The fourteen projects of a history in use. */
export function history(now: number): ProjectView[] {
  const done = (id: string, name: string, file: string, rows: number, daysAgo: number, refused: number, practice = false) =>
    project({ id, name, file, rows, at: now - daysAgo * DAY, refused, practice });
  return [
    sending(now),
    checkedDraft(now),
    gala(now),
    undecided(now),
    done('october', 'October newsletter readers', 'newsletter-oct.xlsx', 9860, 21, 48),
    done('legacy', 'Planned giving society', 'legacy-members.xlsx', 1126, 39, 0),
    done('families', 'Grateful families, Q3', 'families-q3.csv', 4318, 52, 27),
    done('board', 'Board prospects 2026', 'board-list.ods', 212, 56, 0),
    done('sample', 'Sample workbook', 'sample-messy.xlsx', 2500, 57, 88, true),
    done('volunteers', 'Volunteers and hosts', 'volunteers.csv', 1874, 79, 24),
    done('summer', 'Summer camp parents', 'camp-parents.xlsx', 3390, 110, 12),
    done('members', 'Lapsed members, spring', 'members-lapsed.xlsx', 6044, 190, 31),
    done('concert', 'Concert subscribers', 'subscribers.csv', 7820, 230, 19),
    done('annual', 'Annual fund 2025', 'annual-fund-2025.xlsx', 12_006, 340, 66),
  ];
}

/** The history with a list in five parts, the second of which was stopped; the next three wait. */
export function withWaitingParts(all: readonly ProjectView[], now: number): ProjectView[] {
  const first = { id: 'annual', name: 'Annual fund 2025', file: 'annual-fund-2025.xlsx' };
  const part = (number: number, rows: number, state: ProjectState) =>
    project({
      ...first,
      id: `annual-${number}`,
      name: `${first.name}, part ${number} of 5`,
      rows,
      at: now - number * MINUTE,
      state,
      more: { lineage: { kind: 'part', of: first.id, part: number, parts: 5 } },
    });
  return [
    ...all,
    part(2, 12_006, { at: 'ended', how: 'cancelled', charged: 'no', resume: null }),
    part(3, 12_006, { at: 'draft' }),
    part(4, 12_006, { at: 'draft' }),
    part(5, 3412, { at: 'draft' }),
  ];
}
