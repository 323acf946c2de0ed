/**
 * Any history of a list, its pilot or choice, its rest and newer lists: nobody is paid for twice, the cost shows who is sent, and nobody is
 * lost.
 */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { localTasks } from '../kit/local-tasks.ts';
import { best, first, HEADINGS, line, pilot } from '../kit/ranked-lists.ts';
import { setupTestDesk } from '../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
const call: typeof desk.call = (...asked) => desk.call(...asked);

const nat = fc.nat({ max: 11 });
const ACTIONS = {
  choose: fc.record({ at: nat, people: fc.integer({ min: 1, max: 6 }), sample: fc.constantFrom(0, 0.3, 0.5, 'pilot' as const) }),
  everyone: fc.record({ at: nat }),
  send: fc.record({ at: nat }),
  stopped: fc.record({ at: nat, status: fc.constantFrom(400, 401), step: fc.constantFrom('create' as const, 'process' as const) }),
  startAgain: fc.record({ at: nat }),
  resume: fc.record({ at: nat }),
  rest: fc.record({ at: nat }),
  sendRest: fc.record({ at: nat, people: fc.constantFrom(0, 1, 2) }),
  remove: fc.record({ at: nat }),
  fix: fc.record({ at: nat }),
  edit: fc.record({ at: nat, row: nat }),
  readAgain: fc.record({ at: nat, how: fc.constantFrom('headings', 'file') }),
  newer: fc.record({ at: nat, compared: fc.boolean() }),
  restart: fc.record({ at: nat }),
};
type Kind = keyof typeof ACTIONS;
const KINDS = Object.keys(ACTIONS) as Kind[];
const WEIGHTS: Partial<Record<Kind, number>> = { choose: 2, send: 4, stopped: 2, rest: 3, sendRest: 3, newer: 3, resume: 2, startAgain: 2 };
const action = fc.oneof(
  ...Object.entries(ACTIONS).map(([does, arbitrary]) => ({
    weight: WEIGHTS[does as Kind] ?? 1,
    arbitrary: arbitrary.map((given) => ({
      does: does as Kind,
      people: 0,
      sample: 0 as number | 'pilot',
      status: 400,
      step: 'create' as 'create' | 'process',
      row: 0,
      how: '',
      compared: false,
      ...given,
    })),
  })),
);
const histories = fc.record({
  people: fc.integer({ min: 6, max: 10 }),
  days: fc.constantFrom(0, null),
  sendErrors: fc.boolean(),
  first: fc.integer({ min: 1, max: 4 }),
  isPilot: fc.boolean(),
  begins: fc.constantFrom('sent', 'sent', 'sent', 'draft'),
  actions: fc.array(action, { minLength: 4, maxLength: 9 }),
});

/** The error codes with which a step may be refused. */
const EXPECTED = new Set(['NOT_NOW', 'INPUT_INVALID', 'NOTHING_TO_SEND', 'SENT_BEFORE', 'NOT_FOUND']);
const settled = async (asked: Promise<unknown>) => {
  try {
    await asked;
    return null;
  } catch (error) {
    if (!EXPECTED.has((error as { code: string }).code)) throw error;
    return error as Error;
  } finally {
    await desk.idle();
  }
};

const counted = new Set<string>();
let begun = 0;
function expectCharged(credits: number, people: number): void {
  expect(credits).toBe(people);
}

/** Expects that the service charged for the people whom the cost showed, except those with an address that it refuses. */
function expectShown({ prefix, people: last }: History, people: readonly string[], shown: readonly string[]): void {
  const known = people.filter((id) => id.startsWith(prefix));
  const named = shown.filter((id) => id.startsWith(prefix));
  expect(named).toEqual(expect.arrayContaining(known));
  expect(people.length - known.length).toBe(shown.length - named.length);
  const refusable = [2, last].map((n) => `${prefix}${n}`);
  expect(refusable).toEqual(expect.arrayContaining(named.filter((id) => !people.includes(id))));
}

class History {
  readonly prefix = `Z${String(++begun).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)}Z`;
  readonly ids: string[] = [];
  readonly removed = new Set<string>();
  /** The projects that were charged for a person, in order, by constituent ID. */
  readonly charged = new Map<string, string[]>();
  readonly edited = new Set<string>();
  readonly lineages = new Map<string, { of: string; rest?: true | undefined; kind: string } | null>();
  private extra = 0;
  readonly log: string[] = [];
  readonly people: number;
  readonly days: number | null;
  readonly sendErrors: boolean;

  constructor(people: number, days: number | null, sendErrors: boolean) {
    this.people = people;
    this.days = days;
    this.sendErrors = sendErrors;
  }

  lines(): string[] {
    const of = (n: number) => `${line(this.prefix, n)},p${n}@${n === 2 || n === this.people ? 'example.invalid' : 'example.org'}`;
    return [
      `${HEADINGS},Email`,
      ...Array.from({ length: this.people + this.extra }, (_, at) => of(at + 1)),
      `${line(this.prefix, 50, '')},`,
    ];
  }

  async import(baselineId: string | null): Promise<string> {
    const id = await desk.importList(this.lines());
    this.extra += 1;
    this.ids.push(id);
    const { days: recencyDays, sendErrors } = this;
    await call('projects.change', {
      id,
      sendErrors,
      ...(recencyDays !== null && { recencyDays }),
      ...(baselineId !== null && { baselineId }),
    });
    return id;
  }

  async views(...states: string[]) {
    const all = (await call('projects.list', {})).filter(({ id }) => this.ids.includes(id));
    return this.ids.flatMap((id) => all.find((one) => one.id === id && states.includes(one.state.at)) ?? []);
  }
  async pick(at: number, ...states: string[]) {
    const some = await this.views(...states);
    return some.length === 0 ? null : some[at % some.length]!;
  }

  async shown(id: string): Promise<string[]> {
    const { records } = await call('cost.sample', { id, limit: 20 });
    return records.map(({ values }) => values.find(({ field }) => field === 'constituentId')?.value ?? '').toSorted();
  }

  async send(id: string): Promise<void> {
    const cost = await call('cost.get', { id });
    if (cost.rowsToSend === 0) return;
    const shown = await this.shown(id);
    const { rowsToSend, quoteId } = cost;
    const refusal = await settled(call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, parts: 1, quoteId }));
    this.log.push(`send ${id.slice(0, 4)} ${shown.join(' ')}: ${refusal?.message ?? 'sent'}`);
    if (refusal !== null) return;
    await this.account(id, shown);
  }

  /** Reads from the service whom it has charged for since the last call. */
  async account(by: string, shown: readonly string[] | null): Promise<void> {
    for (const project of (await desk.practice.client.ledger()).projects) {
      if (project.creditsCharged === 0 || counted.has(project.id)) continue;
      const { items } = await desk.practice.client.read<{ items: { constituentId: string }[] }>(`/project/${project.id}/profiles`);
      const people = items.map(({ constituentId }) => constituentId);
      counted.add(project.id);
      if (people.length === 0) continue;
      const view = await call('projects.get', { id: by });
      const { lineage } = view;
      const link = lineage as { of: string; rest?: true; kind: string } | null;
      this.lineages.set(by, link);
      expectCharged(project.creditsCharged, people.length);
      if (shown !== null) expectShown(this, people, shown);
      for (const id of people) {
        const before = this.charged.get(id) ?? [];
        if (before.length > 0 && !this.mayRepeat(id, link, before)) throw new Error(`${id} was paid for again\n${this.log.join('\n')}`);
        this.charged.set(id, [...before, by]);
      }
    }
  }

  /** With 0 days there is no recency window: only the screenings that a list comes from or is compared with leave people out. */
  private mayRepeat(id: string, link: { of: string; rest?: true; kind: string } | null, before: readonly string[]): boolean {
    const chain = this.comparedWith(link);
    if (link?.rest === true || link?.kind === 'retry')
      return before.every((one) => this.lineages.get(one) === null && !chain.has(one) && (this.removed.has(one) || this.days === 0));
    return this.edited.has(id) || before.every((one) => this.removed.has(one) || (this.days === 0 && !chain.has(one)));
  }

  /** The lists that a list comes from or is compared with, and their rests. */
  private comparedWith(link: { of: string } | null): Set<string> {
    const chain = new Set<string>();
    for (let one = link; one !== null && !chain.has(one.of); one = this.lineages.get(one.of) ?? null) chain.add(one.of);
    for (const of of chain) for (const [id, other] of this.lineages) if (other?.rest === true && other.of === of) chain.add(id);
    return chain;
  }
}

/** The results of the rest of a pilot are merged into those of the pilot, once the pilot has its results. */
async function expectWhole(history: History): Promise<void> {
  for (const rest of await history.views('done')) {
    const { lineage } = rest;
    if (lineage?.kind !== 'baseline' || lineage.merged === undefined) continue;
    const [whole] = (await history.views('done')).filter(({ id }) => id === lineage.of);
    if (whole === undefined) continue;
    expect(lineage.merged).toBe(true);
    const scoredIn = async (id: string) => (await call('results.page', { ...PAGE, id })).rows.map(({ row }) => row);
    expect(await scoredIn(whole.id)).toEqual(expect.arrayContaining(await scoredIn(rest.id)));
  }
}

const PAGE = { selection: { outcome: 'scored' as const, filters: [], find: '' }, columns: [], sort: null, offset: 0, limit: 50 };

const runs: {
  [D in Kind]: (
    history: History,
    given: {
      at: number;
      people: number;
      sample: number | 'pilot';
      status: number;
      step: 'create' | 'process';
      row: number;
      how: string;
      compared: boolean;
    },
  ) => Promise<boolean>;
} = {
  async choose(h, { at, people, sample }) {
    const draft = await h.pick(at, 'draft');
    if (draft === null) return false;
    await settled(call('cost.choose', { id: draft.id, best: sample === 'pilot' ? pilot(people) : best(first(people), { sample }) }));
    return true;
  },
  async everyone(h, { at }) {
    const draft = await h.pick(at, 'draft');
    if (draft === null) return false;
    await settled(call('cost.choose', { id: draft.id, best: null }));
    return true;
  },
  async send(h, { at }) {
    const draft = await h.pick(at, 'draft');
    if (draft === null) return false;
    await h.send(draft.id);
    return true;
  },
  async stopped(h, { at, status, step }) {
    const draft = await h.pick(at, 'draft');
    if (draft === null) return false;
    await desk.practice.client.setFaults({ kind: 'status', status, times: null, on: { step } });
    await settled(desk.send(draft.id));
    await desk.practice.client.clearFaults();
    const { state } = await call('projects.get', { id: draft.id });
    if (state.at === 'needs-token') await settled(call('project.cancel', { id: draft.id }));
    else if (state.at === 'needs-decision') await settled(call('project.decide', { id: draft.id, choice: 'give-up' }));
    await call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
    await desk.idle();
    await h.account(draft.id, null);
    return true;
  },
  async startAgain(h, { at }) {
    const ended = await h.pick(at, 'ended');
    if (ended === null) return false;
    await settled(call('projects.startAgain', { id: ended.id }).then(({ id }) => h.ids.push(id)));
    return true;
  },
  async resume(h, { at }) {
    const ended = await h.pick(at, 'ended', 'needs-decision');
    if (ended === null) return false;
    const refusal = await settled(call('project.resume', { id: ended.id }));
    h.log.push(`resume ${ended.id.slice(0, 4)}: ${refusal?.message ?? 'sent'}`);
    await h.account(ended.id, null);
    return true;
  },
  async rest(h, { at }) {
    // The rest of a list that was given up after a possible charge can be sent immediately.
    const done = await h.pick(at, 'done', 'ended');
    if (done === null) return false;
    await settled(call('projects.screenRest', { id: done.id }).then(({ id }) => h.ids.includes(id) || h.ids.push(id)));
    return true;
  },
  async sendRest(h, { at, people }) {
    const rests = (await h.views('draft')).filter(({ lineage }) => lineage?.kind === 'baseline' && 'rest' in lineage && lineage.rest);
    const rest = rests[at % rests.length];
    if (rest === undefined) return false;
    if (people > 0) await settled(call('cost.choose', { id: rest.id, best: best(first(people)) }));
    await h.send(rest.id);
    return true;
  },
  async remove(h, { at }) {
    const project = await h.pick(at, 'draft', 'done', 'ended');
    if (project === null) return false;
    if ((await settled(call('projects.remove', { id: project.id, loseResults: true }))) === null) h.removed.add(project.id);
    return true;
  },
  async fix(h, { at }) {
    const done = await h.pick(at, 'done');
    if (done === null) return false;
    const asked = call('projects.fixRefused', { id: done.id });
    if ((await settled(asked)) !== null) return false;
    const { id: fixing } = await asked;
    if (!h.ids.includes(fixing)) h.ids.push(fixing);
    const page = await call('check.page', { id: fixing, filter: { kind: 'all' }, find: '', offset: 0, limit: 20 });
    for (const { row } of page.rows)
      await call('check.edit', { id: fixing, row, field: 'personalEmail', value: `fixed${row}@example.org` });
    return true;
  },
  async edit(h, { at, row }) {
    const draft = await h.pick(at, 'draft');
    if (draft === null) return false;
    const page = await call('check.page', { id: draft.id, filter: { kind: 'all' }, find: '', offset: 0, limit: 20 });
    const seen = page.rows[row % Math.max(1, page.rows.length)];
    if (seen === undefined) return false;
    await call('check.edit', { id: draft.id, row: seen.row, field: 'city', value: 'Boston' });
    await call('check.edit', { id: draft.id, row: seen.row, field: 'rfmTotalGiftValue', value: String(5000 + row) });
    // The ledger cannot name people without an ID.
    const id = new RegExp(`${h.prefix}\\d+`).exec(JSON.stringify(seen))?.[0];
    if (id !== undefined) h.edited.add(id);
    return true;
  },
  async readAgain(h, { at, how }) {
    const draft = await h.pick(at, 'draft');
    if (draft === null) return false;
    await settled(call('import.change', how === 'file' ? { id: draft.id, encoding: 'utf-8' } : { id: draft.id, headerRow: 1 }));
    return true;
  },
  async newer(h, { at, compared }) {
    const done = await h.pick(at, 'done');
    const mayCompare = compared || h.days === 0;
    if (done === null || (await h.views('draft')).length > 4) return false;
    const of = mayCompare ? (done.lineage?.kind === 'retry' ? done.lineage.of : done.id) : null;
    await settled(h.import(of));
    return true;
  },
  async restart() {
    await desk.restart();
    return true;
  },
};

it('pays for nobody twice, sends whom the cost showed, and loses nobody', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ people, days, sendErrors, first: most, isPilot, begins, actions }) => {
      const history = new History(people, days, sendErrors);
      const id = await history.import(null);
      await call('cost.choose', { id, best: isPilot ? pilot(most) : best(first(most)) });
      if (begins === 'sent') await history.send(id);
      for (const given of actions) {
        // A step that is not possible now is replaced by one that is.
        const from = KINDS.indexOf(given.does);
        for (const does of [...KINDS.slice(from), ...KINDS.slice(0, from)]) {
          history.log.push(`${does} ${given.at}`);
          if (await runs[does](history, given)) break;
          history.log.pop();
        }
        expect(desk.log.errors).toEqual([]);
      }
      // A list of everyone with a recency window: people whom nobody has paid for are sent.
      const everyone = await desk.importList(history.lines());
      await call('projects.change', { id: everyone, sendErrors });
      const offered = await history.shown(everyone).catch(() => [] as string[]);
      // People of a list that was given up may be paid for later, so no other list sends them.
      const waiting = (await history.views('needs-decision', 'needs-token', 'paused', 'ended')).filter(
        ({ state }) => state.at !== 'ended' || state.charged === 'maybe',
      );
      await expectWhole(history);
      if (waiting.length === 0)
        for (let n = 1; n <= people; n++) {
          const who = `${history.prefix}${n}`;
          if (!history.charged.has(who) && (sendErrors || (n !== 2 && n !== people)) && !offered.includes(who))
            throw new Error(`${who} is lost; offered: ${offered.join(' ')}\n${history.log.join('\n')}`);
        }
      await call('projects.remove', { id: everyone });
      for (const project of await call('projects.list', {})) await settled(call('projects.remove', { id: project.id, loseResults: true }));
    }),
    { numRuns: 100 },
  );
});
