/** One person in a finished project and in a draft. `now` in milliseconds. */
import type { Output } from '../../shared/contract/index.ts';

const MARGUERITE = { constituentId: '100726', primaryFirst: 'Marguerite', primaryLast: 'Ashdown', personalEmail: 'm.ashdown@example.org' };

export const personFound = (projectIds: readonly string[], now: number): Output<'people.find'> => ({
  projects: projectIds.map((id, at) => ({
    id,
    name: at === 0 ? 'Spring appeal 2026' : 'Gala attendees',
    connection: at === 0 ? 'Fernhollow account' : 'Practice',
    isSent: at === 0,
    createdAt: now - 86_400_000,
    people: [
      {
        id,
        row: 3 + at,
        profile: null,
        name: 'Marguerite Ashdown',
        keys: MARGUERITE,
        address: '12 Fern Rd, Worcester, MA',
        outcome: at === 0 ? 'scored' : 'leftOut',
        leftOut: at === 0 ? null : 'suppressed',
        foundIn: at === 0 ? ['row', 'profile', 'note'] : ['row'],
        hasProfile: at === 0,
        hasNote: at === 0,
        verdict: at === 0 ? 'Right' : null,
        onDoNotScreen: at > 0,
      },
    ],
    more: at === 0 ? 12 : 0,
    texts: at === 0 ? ['the report'] : [],
  })),
  texts: ['the template “Alumni office”'],
  onDoNotScreen: false,
  alone: [{ connection: 'Fernhollow account', at: now - 30 * 86_400_000, outcome: 'done' }],
  unread: [{ id: 'damaged', name: 'Reunion 1998' }],
  searched: { projects: 4, rows: 41_250 },
});
