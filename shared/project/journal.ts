/**
 * The journal of a project: what was intended, the outcome, and who decided. An entry is stored as an event name and a detail. Names and
 * fields are stored in all installations, so they can only be added, not changed.
 */
import { z } from 'zod';
import { Choice, Counts, ProjectState } from './project-shapes.ts';
import type { ProjectEvent } from './project-events.ts';

/** Null when a damaged entry has no value. */
const text = z.string().nullable();
const number = z.number().nullable();
/** For events that the user causes. `free`: the project ended without cost. */
const command = { by: z.literal('person').optional(), free: z.boolean().optional() };
/** The service's ID of the request, for its support. */
const answered = { requestId: text.optional() };
/** `name`: the name of a project that is not known to be ours. `others`: further projects with our marker. `rows`: rows sent. */
const observed = { status: text, totalRows: number, rows: number.optional(), name: text.optional(), others: z.number().optional() };
const found = { matches: number, marker: text.optional(), remoteIds: z.array(text).optional() };
const counts = { submitted: number, scored: number, refused: number, unknown: number, unmatched: number.optional() };
/** For checking a fetch of results later. */
const fetched = { validRows: number.optional(), report: z.string().optional(), balance: number.optional() };
/** Files that do not have the results of everybody. `some`: the results of some people. `forSystem`: a file for another system. */
const ExportedPart = z.enum(['some', 'forSystem', 'refusedRows', 'toReview', 'report', 'comparison']);
export type ExportedPart = z.infer<typeof ExportedPart>;
const SINGLE_CALLS = ['screenOne', 'requestScore'] as const;
/** The calls that change the service or cost credits. */
export const ChangingCall = z.enum(['create', 'add', 'process', ...SINGLE_CALLS]);
export type ChangingCall = z.infer<typeof ChangingCall>;
/** Keyed codes of the person in a single record (`PersonCodes`). */
const person = z.array(z.string());

/**
 * All events with their stored detail. Contains no tokens. Contains data of people only as words of the service in `answer` and `words`,
 * which the database encrypts.
 */
const DETAILS = {
  brought: z.strictObject({ file: text, bytes: number }),
  read: z.strictObject({ rows: number, sheet: text.optional(), format: z.string().optional(), from: z.string().optional() }),
  unreadable: z.strictObject({ code: text }),
  'read-again': z.strictObject({}),
  /** The new baseline of the list; null when there is none. */
  baseline: z.strictObject({ name: text }),
  /** Who is sent; null values: everyone. `chosen`: people above the cut. `known`: only for a pilot, people whom the office knows. */
  best: z.strictObject({ people: number, chosen: number, sampled: number, seed: number, known: z.number().optional() }),
  /** The user filled the giving fields from a gift file. Null values: the user removed the gifts. */
  gifts: z.strictObject({ gifts: number, people: number }),
  /** A recipe was applied. `cells`: cells that its fixes changed. `name` null: it was undone. */
  recipe: z.strictObject({ name: text, cells: number }),
  /** The list was read again, and its gift file was removed. */
  'gifts-removed': z.strictObject({}),
  /**
   * `notChosen`: people who could be sent but are kept for later. `baseline`: its name; `fresh`, `changed` and `unchanged` count rows
   * compared with it. `objected`: rows of people who asked not to be screened; `words`: the user's reason. `again`: people of a pilot who
   * are charged a second time, for `credits`, to compare two settings.
   */
  send: z.strictObject({
    rows: number,
    connection: text.optional(),
    baseline: z.string().optional(),
    fresh: z.number().optional(),
    changed: z.number().optional(),
    unchanged: number.optional(),
    notChosen: z.number().optional(),
    again: z.number().optional(),
    credits: z.number().optional(),
    objected: z.number().optional(),
    words: text.optional(),
    ...command,
  }),
  prepared: z.strictObject({ rows: number, bytes: number, sha256: text, format: z.string().optional() }),
  'not-prepared': z.strictObject({ code: text }),
  /** A call that changes the service is about to be made. */
  intend: z.discriminatedUnion('what', [
    z.strictObject({ what: z.literal('create'), marker: text }),
    z.strictObject({ what: z.literal('add'), rows: number, bytes: number, sha256: text.optional(), remoteId: text.optional() }),
    z.strictObject({ what: z.literal('process'), balance: number, remoteId: text.optional() }),
    z.strictObject({ what: z.enum(SINGLE_CALLS), person }),
  ]),
  closing: z.strictObject({}),
  created: z.strictObject({ remoteId: text, ...answered }),
  added: z.strictObject(answered),
  started: z.strictObject(answered),
  failed: z.strictObject({
    delivery: z.enum(['not-sent', 'refused', 'unknown']),
    status: number,
    answer: text,
    code: z.string().optional(),
    words: text.optional(),
    ...answered,
  }),
  found: z.strictObject(found),
  searched: z.strictObject(found),
  observed: z.strictObject(observed),
  polled: z.strictObject(observed),
  'observation-failed': z.strictObject({ answer: text, code: z.string().optional() }),
  'fell-short': z.strictObject({ ...counts, ...fetched, missing: number }),
  collected: z.strictObject({ ...counts, ...fetched }),
  joined: z.strictObject({ ...counts, from: text }),
  /** `from`: where the rows of the list come from. */
  adopted: z.strictObject({ ...counts, ...fetched, remoteId: text, from: z.enum(['file', 'profiles']).nullable(), ...command }),
  'fetched-again': z.strictObject({ ...counts, ...fetched, before: Counts.optional(), ...command }),
  /** `rows`: how many were joined or separated again. */
  'order-joined': z.strictObject({ ...counts, rows: number, ...command }),
  'order-join-undone': z.strictObject({ ...counts, rows: number, ...command }),
  'token-refused': z.strictObject({ answer: text, ...answered }),
  'token-given': z.strictObject(command),
  /** `code`: the failure at which the program stopped; absent when the user paused. */
  pause: z.strictObject({ code: text.optional(), ...command }),
  resume: z.strictObject(command),
  cancel: z.strictObject(command),
  choose: z.strictObject({ choice: Choice.nullable(), ...command }),
  restarted: z.strictObject({}),
  'credits-short': z.strictObject({ balance: number, needed: number.optional() }),
  'parts-released': z.strictObject({ parts: number, rows: number }),
  /** A waiting part was left out because nobody in it could be sent any more. */
  'part-left-out': z.strictObject({ rows: number }),
  /** `layout`: only for a file for another system. */
  /** `what`: what the file has if it does not have the results of everybody. */
  exported: z.strictObject({ rows: number, layout: text.optional(), what: ExportedPart.optional() }),
  'exported-list': z.strictObject({ rows: number }),
  /** An export of another system was compared with what the layout writes. */
  proved: z.strictObject({ layout: text, values: number, there: number }),
  /** `right`: whether the right to send is handed over. */
  'bundle-made': z.strictObject({ right: z.enum(['copy', 'hand-over']) }),
  /** `computer`: where the bundle was made. `holder`: whether the project can be sent from here. */
  'bundle-opened': z.strictObject({ holder: z.enum(['here', 'copy']), computer: text }),
  /** The user confirmed that nobody will open the bundle in which the project was handed over. */
  'taken-back': z.strictObject({}),
  removed: z.strictObject({}),
  /** The outcome of a call for a single record. */
  single: z.strictObject({ what: z.enum(SINGLE_CALLS), outcome: z.enum(['done', 'not-sent', 'token', 'refused', 'unknown']), person }),
};

/** zod's type for a detail without fields conflicts with `type`, so it becomes `object`. */
type DetailOf<D> = D extends Readonly<Record<string, never>> ? object : D;
type Details = { readonly [T in keyof typeof DETAILS]: DetailOf<z.infer<(typeof DETAILS)[T]>> };
export type JournalEventName = keyof Details;
export const JournalEventName = z.enum(Object.keys(DETAILS) as [JournalEventName, ...JournalEventName[]]);
export type JournalEvent = { [T in JournalEventName]: { readonly type: T } & Details[T] }[JournalEventName];
export type JournalEventOf<T extends JournalEventName> = Extract<JournalEvent, { readonly type: T }>;

/** An entry that `readJournalEvent` cannot read, with its stored name. */
interface UnknownEntry {
  readonly type: 'unknown-entry';
  readonly name: string;
}

export interface JournalEntry {
  /** Increases across all projects, independent of the clock. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The state after the event; null when it changed no state. */
  readonly state: ProjectState['at'] | null;
  readonly event: JournalEvent | UnknownEntry;
}

/** What the journal stores of an event of the state machine. */
const FROM_EVENT = {
  read: () => ({}),
  unreadable: ({ code }) => ({ code }),
  'read-again': () => ({}),
  send: () => ({}),
  prepared: ({ body: { rows, bytes, sha256, format } }) => ({ rows, bytes, sha256, format }),
  'not-prepared': () => ({}),
  intend: () => ({}),
  closing: () => ({}),
  created: ({ remoteId }) => ({ remoteId }),
  added: () => ({}),
  started: () => ({}),
  failed: ({ delivery, status, answer }) => ({ delivery, status, answer }),
  found: ({ matches }) => ({ matches }),
  searched: ({ matches }) => ({ matches }),
  observed: ({ observation: { status, totalRows } }) => ({ status, totalRows }),
  polled: ({ observation: { status, totalRows } }) => ({ status, totalRows }),
  'observation-failed': ({ answer }) => ({ answer }),
  'fell-short': (event) => ({ ...event.counts, missing: event.missing }),
  collected: (event) => event.counts,
  joined: (event) => ({ ...event.counts, from: event.from }),
  adopted: (event) => ({ ...event.counts, remoteId: event.remoteId }),
  'fetched-again': (event) => event.counts,
  'order-joined': (event) => event.counts,
  'order-join-undone': (event) => event.counts,
  'token-refused': () => ({}),
  'token-given': () => ({}),
  pause: () => ({}),
  resume: () => ({}),
  cancel: () => ({}),
  choose: ({ choice }) => ({ choice }),
  restarted: () => ({}),
} as const satisfies {
  readonly [T in ProjectEvent['type']]: (event: Extract<ProjectEvent, { type: T }>) => Partial<Details[T]>;
};

type OmitEach<U, K extends PropertyKey> = U extends unknown ? Omit<U, K> : never;
type NotesFor<T extends ProjectEvent['type']> = OmitEach<Details[T], keyof ReturnType<(typeof FROM_EVENT)[T]>>;
/** What the journal stores in addition to the event of the state machine. */
export type JournalNotes<E extends ProjectEvent> = E extends unknown ? NotesFor<E['type']> : never;
export function journalEvent<E extends ProjectEvent>(event: E, notes: JournalNotes<E>): JournalEvent {
  const keep = FROM_EVENT[event.type] as (event: ProjectEvent) => object;
  // By the types of the table, the two parts together are the detail of this event.
  return { type: event.type, ...keep(event), ...notes } as JournalEvent;
}

export function storedForm(event: JournalEvent): { readonly name: JournalEventName; readonly detail: object } {
  const { type: name, ...detail } = event;
  return { name, detail };
}

const isName = (name: string): name is JournalEventName => Object.hasOwn(DETAILS, name);

/** Reads a stored entry. Tolerates damaged entries by leaving out what cannot be read. No other code does. */
export function readJournalEvent(name: string, detail: unknown): JournalEntry['event'] {
  if (!isName(name)) return { type: 'unknown-entry', name };
  // Spreading a damaged detail that is not an object gives no known field.
  const given = { ...(detail as object | null) };
  const exact = DETAILS[name].safeParse(given);
  const read = exact.success ? exact.data : lenient(name, given);
  return read === null ? { type: 'unknown-entry', name } : ({ type: name, ...read } as JournalEvent);
}

/** The readable fields; a missing or damaged one is undefined, or null where the field allows it. */
function lenient(name: JournalEventName, detail: Readonly<Record<string, unknown>>): object | null {
  const schema = DETAILS[name];
  const shape =
    'shape' in schema ? schema.shape : schema.options.find((option) => option.shape.what.safeParse(detail['what']).success)?.shape;
  if (shape === undefined) return null;
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries<z.ZodType>(shape)) {
    const given = field.safeParse(detail[key]);
    if (given.success) fields[key] = given.data;
    else if (field.safeParse(null).success) fields[key] = null;
    else if (!field.safeParse(undefined).success) return null;
  }
  return fields;
}

const STATES: ReadonlySet<string> = new Set(ProjectState.options.flatMap((option) => [...option.shape.at.values]));

/** The stored text is empty for an event that changed no state. */
export const storedState = (state: string): JournalEntry['state'] => (STATES.has(state) ? (state as ProjectState['at']) : null);
