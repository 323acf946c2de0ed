/** The decisions in a project's journal, without anything that can name a person: no names of lists, files or baselines, and no texts. */
import type { JournalEntry, JournalEvent } from '../../shared/project/index.ts';
import type { Decision } from '../../shared/record/index.ts';

type Decided = Pick<Decision, 'what'> & Partial<Decision>;

/** Only the counts that are numbers. */
const counted = (counts: Readonly<Record<string, number | null | undefined>>): Decision['counts'] =>
  Object.fromEntries(Object.entries(counts).flatMap(([name, count]) => (count == null ? [] : [[name, count]])));

function decided(event: JournalEvent): Decided | null {
  switch (event.type) {
    case 'gifts':
      return event.gifts === null
        ? { what: 'gifts-removed' }
        : { what: 'gifts', counts: counted({ gifts: event.gifts, people: event.people }) };
    case 'gifts-removed':
      return { what: 'gifts-removed' };
    case 'best': {
      const { people, chosen, sampled, seed, known } = event;
      return { what: 'best', counts: counted({ people, chosen, sampled, seed, known }) };
    }
    case 'baseline':
      return event.name === null ? null : { what: 'baseline' };
    case 'recipe':
      return event.name === null ? null : { what: 'recipe', counts: counted({ cells: event.cells }) };
    case 'send': {
      const { rows, notChosen, objected, fresh, changed, unchanged, again, credits } = event;
      return { what: 'send', counts: counted({ rows, notChosen, objected, fresh, changed, unchanged, again, credits }) };
    }
    case 'credits-short':
      return { what: 'credits-short', counts: counted({ balance: event.balance, needed: event.needed }) };
    case 'choose':
      return { what: 'choose', choice: event.choice };
    case 'pause':
    case 'resume':
    case 'cancel':
      return event.by === 'person' ? { what: event.type } : null;
    case 'order-joined':
    case 'order-join-undone':
      return { what: event.type, counts: counted({ rows: event.rows }) };
    default:
      return null;
  }
}

export const decisionsIn = (entries: readonly JournalEntry[]): Decision[] =>
  entries.flatMap(({ at, event }) => {
    const found = event.type === 'unknown-entry' ? null : decided(event);
    return found === null ? [] : [{ at, choice: null, counts: {}, ...found }];
  });
