/** Counts of random lists over time, compared with a calculation on their plain rows that shares no code with the pass over the files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_RULES } from '../../../../../shared/rules/index.ts';
import { type Census, dueGroup, type PlanSettings } from '../../../../../shared/plan/plan.ts';
import { RowBlock } from '../../../../../main/spreadsheet/core/rowblock.ts';
import { newKey } from '../../../../../main/store/project-file/cipher.ts';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import { Edits } from '../../../../../main/worker/list/edits.ts';
import { census, planDraft } from '../../../../../main/worker/plan/tasks.ts';
import type { CountedList } from '../../../../../main/worker-protocol/plan.ts';
import { randomOf } from '../../../../kit/random.ts';
import { csvOf, ResultProject } from '../../../../kit/result-project.ts';
import { quietContext } from '../../../../kit/task-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-plan-'));
const projects: ResultProject[] = [];
afterAll(() => {
  for (const project of projects) project.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const TODAY = '2026-11-27';
const DAYS = ['2021-03-31', '2023-11-30', '2024-11-27', '2025-06-01', '2026-10-15'];
const HEADINGS = ['Constituent ID', 'First Name', 'Last Name', 'Address', 'City', 'State', 'ZIP', 'Deceased', 'Do Not Screen'];
const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);

/** A row as the test sees it. `key`: name and address; '' if the address is incomplete. */
interface PlainRow {
  readonly id: string;
  readonly person: number;
  readonly street: string;
  readonly key: string;
  readonly hasDied: boolean;
  readonly objected: boolean;
  readonly isOut: boolean;
  readonly outcome: 'screened' | 'running' | 'refused' | 'notSent';
}
interface PlainList {
  readonly rows: readonly PlainRow[];
  readonly day: string | null;
}

const KINDS = ['done', 'done', 'running', 'stopped', 'draft'] as const;

/** A list of some of the people, in a project file and as plain rows. */
async function listOf(random: () => number, isDraft: boolean): Promise<{ readonly plain: PlainList; readonly counted: CountedList }> {
  const chance = (share: number) => random() < share;
  const kind = isDraft ? 'draft' : KINDS[Math.floor(random() * KINDS.length)]!;
  const day = kind === 'done' || kind === 'stopped' ? DAYS[Math.floor(random() * DAYS.length)]! : null;
  const drawn = Array.from({ length: 4 + Math.floor(random() * 12) }, () => Math.floor(random() * 10));
  // A person can be in several rows, and one extra row makes sure that there is somebody to send.
  const people = [...drawn, 99];
  const taken = new Set<string>();
  const rows = people.map((person): PlainRow => {
    // Each ID is in a list only once, because a second row with it would not be sent. Two people can have the same name and address.
    const own = taken.has(`P-${person}`) || chance(0.1) ? `Q-${person}` : `P-${person}`;
    const id = person === 99 || chance(taken.has(`P-${person}`) ? 0.7 : 0.25) || taken.has(own) ? '' : own;
    if (id !== '') taken.add(id);
    const street = chance(0.1) ? '' : `${person}${chance(0.3) ? 'b' : ''} Quay Rd`;
    const isPlain = person === 99;
    return {
      id,
      person,
      street,
      key: street === '' ? '' : `${person} ${street}`,
      hasDied: !isPlain && chance(0.1),
      objected: !isPlain && chance(0.1),
      isOut: !isPlain && kind === 'draft' && chance(0.4),
      outcome: 'notSent',
    };
  });
  const cells = rows.map(({ id, person, street, hasDied, objected }) => [
    id,
    `First${letters(person)}`,
    `Last${letters(person)}`,
    street,
    'Worcester',
    'MA',
    '01609',
    hasDied ? 'Yes' : 'No',
    objected ? 'Yes' : 'No',
  ]);
  const project = await ResultProject.of(csvOf([HEADINGS, ...cells]));
  projects.push(project);
  const file = new ProjectFile(project.request.file, 'write');
  const out = rows.flatMap(({ isOut }, at) => (isOut ? [at + 2] : []));
  if (out.length > 0) new Edits(file).add(file, { kind: 'leaveOut', label: 'out', rows: out, leaveOut: true, as: 'byHand' });
  const sent = new Set([...file.chunks('list')].flatMap(({ bytes }) => [...new Uint32Array(new Uint8Array(bytes).buffer)]));
  file.close();
  const refused = new Set(rows.flatMap(({ id }, at) => (id !== '' && sent.has(at + 2) && chance(0.2) ? [id] : [])));
  if (kind === 'done') {
    const profiles = rows
      .filter(({ id }, at) => id !== '' && sent.has(at + 2) && !refused.has(id))
      .map(({ id }) => ({ id, constituentId: id, mostRecentScore: { overallScore: 2 } }));
    const errors = [...refused].map((constituentId) => ({ constituentId, message: 'no' }));
    await project.collect({ profiles: JSON.stringify(profiles), errors: JSON.stringify(errors) });
  }
  const outcomeOf = (row: PlainRow, at: number): PlainRow['outcome'] => {
    if (kind === 'draft' || !sent.has(at + 2)) return 'notSent';
    if (kind === 'running') return 'running';
    return kind === 'done' && refused.has(row.id) ? 'refused' : 'screened';
  };
  const options = { sendErrors: true, resendRecent: false };
  const sentAs = {
    done: { rows: 'results', othersWereSent: true, day: day! },
    running: { rows: 'sending', options, day: null },
    stopped: { rows: 'sending', options, day },
    draft: null,
  } as const;
  return {
    plain: { rows: rows.map((row, at) => ({ ...row, outcome: outcomeOf(row, at) })), day },
    counted: { name: 'List', list: project.request, sent: sentAs[kind] },
  };
}

interface PlainPerson {
  readonly ids: Set<string>;
  readonly rows: (PlainRow & { readonly list: number; readonly day: string | null })[];
}

/** People by ID, else by name and address, else by the whole row; the list with the newest values first. */
function peopleIn(lists: readonly PlainList[]): PlainPerson[] {
  const people: PlainPerson[] = [];
  const byKey = new Map<string, PlainPerson>();
  for (const [list, { rows, day }] of lists.entries())
    for (const row of rows) {
      const whole = `only ${row.person}`;
      let person = row.id === '' ? byKey.get(row.key === '' ? whole : row.key) : people.find(({ ids }) => ids.has(row.id));
      if (person === undefined && row.id !== '') {
        const known = row.key === '' ? undefined : byKey.get(row.key);
        if (known?.ids.size === 0) person = known;
      }
      if (person === undefined) {
        person = { ids: new Set(), rows: [] };
        people.push(person);
      }
      if (row.id !== '') person.ids.add(row.id);
      const key = row.key !== '' ? row.key : row.id === '' ? whole : '';
      if (key !== '' && !byKey.has(key)) byKey.set(key, person);
      person.rows.push({ ...row, list, day });
    }
  return people;
}

/** The expected group of a person in the plan. */
function groupOf({ rows }: PlainPerson) {
  const newestList = rows[0]!.list;
  const ofNewest = rows.filter(({ list }) => list === newestList);
  const newest = ofNewest.find(({ isOut, hasDied }) => !isOut && !hasDied) ?? ofNewest[0]!;
  // Every list here says who has died and who objected, so the newest one decides.
  const isOut = newest.isOut || newest.hasDied || ofNewest.some(({ hasDied, objected }) => hasDied || objected);
  const screened = rows.filter(({ outcome }) => outcome === 'screened').toSorted((a, b) => b.day!.localeCompare(a.day!));
  const last = screened[0];
  const kind = isOut
    ? 'leftOut'
    : rows.some(({ outcome }) => outcome === 'running')
      ? 'running'
      : last !== undefined
        ? 'screened'
        : rows.some(({ outcome }) => outcome === 'refused')
          ? 'notAccepted'
          : 'never';
  const hasMoved = last !== undefined && newest.street !== '' && last.street !== '' && newest.street !== last.street;
  return { kind, newest, screened: last?.day ?? null, hasMoved } as const;
}

function naive(lists: readonly PlainList[]): Census {
  const fates = peopleIn(lists).map(groupOf);
  const count = (kind: (typeof fates)[number]['kind']) => fates.filter((one) => one.kind === kind).length;
  const days = DAYS.map((day) => {
    const then = fates.filter(({ kind, screened }) => kind === 'screened' && screened === day);
    return { day, people: then.length, moved: then.filter(({ hasMoved }) => hasMoved).length };
  });
  return {
    lists: lists.length,
    screened: days.filter(({ people }) => people > 0),
    running: count('running'),
    never: count('never'),
    notAccepted: count('notAccepted'),
    leftOut: count('leftOut'),
  };
}

/** The IDs, names and streets in the draft, sorted. */
function rowsIn(path: string, key: Uint8Array): string[] {
  const file = new ProjectFile({ path, projectId: 'draft', key }, 'read');
  const rows = [...file.chunks('rows')].flatMap(({ bytes }) => {
    const block = new RowBlock(bytes);
    return Array.from({ length: block.rowCount }, (_, row) => block.rowTexts(row));
  });
  file.close();
  const [headings, ...others] = rows;
  const at = ['Constituent ID', 'Last name', 'Street'].map((title) => headings!.indexOf(title));
  return others.map((cells) => at.map((column) => cells[column] ?? '').join('|')).toSorted();
}

describe('a random life of lists', () => {
  it.each(Array.from({ length: 14 }, (_, at) => at + 1))(
    'with the seed %i has the counts and the draft of its plain rows',
    async (seed) => {
      const random = randomOf(seed);
      const lists = [];
      for (let at = 0; at < 2 + (seed % 4); at++) lists.push(await listOf(random, at === 0 && seed % 2 === 0));
      const plain = lists.map((one) => one.plain);
      const input = { lists: lists.map(({ counted }) => counted), rules: DEFAULT_RULES, suppression: null, today: TODAY };
      expect(await census(input, quietContext)).toEqual(naive(plain));
      const settings: PlanSettings = { months: 24, renewal: null, moved: seed % 2 === 0, never: seed % 3 !== 0 };
      const key = newKey();
      const path = join(folder, `${seed}.sqlite`);
      const draft = await planDraft({ ...input, settings, target: { path, projectId: 'draft', key } }, quietContext);
      const due = peopleIn(plain)
        .map(groupOf)
        .filter(({ kind }) => kind === 'screened' || kind === 'never')
        .filter((person) => dueGroup({ ...person, screened: person.kind === 'never' ? null : person.screened }, settings, TODAY) !== null);
      expect(draft?.rows ?? 0).toBe(due.length);
      const expected = due.map(({ newest }) => `${newest.id}|Last${letters(newest.person)}|${newest.street}`).toSorted();
      expect(draft === null ? [] : rowsIn(path, key)).toEqual(expected);
    },
  );
});
