/** The contents of a bundle: JSON records, then the project file. Texts that can name people stay encrypted with the project's key. */
import { z } from 'zod';
import { AppError } from '../../shared/base/index.ts';
import { SentOfList } from '../../shared/project/index.ts';
import { RecordFile } from '../../shared/record/index.ts';
import { erasedName, erasedOf } from '../projects/index.ts';
import {
  type Transferred,
  TransferredClaim,
  TransferredJournal,
  TransferredProject,
  TransferredReview,
} from '../store/app-database/index.ts';
import type { BundleReader, BundleWriter } from './format.ts';

/** The longest record. The headings, mapping and examples of a list need far less. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;
/**
 * The maximum size of all records together, so that a forged bundle cannot exhaust the memory. Ten thousand verdicts of one person are 5
 * MB.
 */
const MAX_BYTES = 128 * 1024 * 1024;
/** The least memory that a record takes, even if it is short. */
const LEAST_RECORD_BYTES = 256;
const LENGTH_BYTES = 4;

const Head = z.strictObject({
  kind: z.literal('head'),
  /** A random ID: 32 hexadecimal digits. */
  bundle: z.string().regex(/^[0-9a-f]{32}$/),
  /** When it was made, in milliseconds since 1970. */
  at: z.number(),
  /** The name of the computer that made the bundle. */
  computer: z.string().max(256),
  /** `hand-over`: the computer that made the bundle has given up the right to send. `copy`: it keeps the right. */
  right: z.enum(['copy', 'hand-over']),
  /** How often the right was handed over or taken back, including this time. */
  moves: z.int().min(0),
  /** What lists that are not in the bundle have sent of the project's people. */
  sentElsewhere: z.array(SentOfList),
  /** The key of the project, 32 bytes in base64. */
  key: z.base64().length(44),
  connection: z.strictObject({
    name: z.string(),
    kind: z.enum(['practice', 'live']),
    baseUrl: z.string(),
    organization: z.string().nullable(),
  }),
  claim: TransferredClaim.nullable(),
});
export type Head = z.infer<typeof Head>;

const Item = z.discriminatedUnion('kind', [
  Head,
  z.strictObject({ kind: z.literal('project'), row: TransferredProject }),
  z.strictObject({ kind: z.literal('journal'), row: TransferredJournal }),
  z.strictObject({ kind: z.literal('review'), row: TransferredReview }),
  z.strictObject({ kind: z.literal('setting'), name: z.string(), value: z.string() }),
  z.strictObject({ kind: z.literal('record'), file: RecordFile }),
]);
type Item = z.infer<typeof Item>;

export interface BundleContents {
  readonly head: Head;
  readonly rows: Transferred;
  /** Notes, officers, the report and erased rows, by name. Each name contains the project's ID. */
  readonly settings: ReadonlyMap<string, string>;
  readonly record: RecordFile | null;
}

/**
 * The names of a project's settings, including the rows that were erased. Names that begin with one of these and a slash belong to the
 * project, too.
 */
export const settingsOf = (id: string): readonly string[] => [`notes/${id}`, `officers/${id}`, `report/${id}`, erasedName(id)];
const isSettingOf = (id: string, name: string): boolean => settingsOf(id).some((own) => name === own || name.startsWith(`${own}/`));

function* itemsOf({ head, rows, settings, record }: BundleContents): Generator<Item> {
  yield head;
  yield { kind: 'project', row: rows.project };
  for (const row of rows.journal) yield { kind: 'journal', row };
  for (const row of rows.reviews) yield { kind: 'review', row };
  for (const [name, value] of settings) yield { kind: 'setting', name, value };
  if (record !== null) yield { kind: 'record', file: record };
}

/** Returns a function that gets the length of each record, and says whether the records exceed the limits of a bundle. */
function limit(): (length: number) => boolean {
  let bytes = 0;
  return (length) => {
    bytes += Math.max(length, LEAST_RECORD_BYTES);
    return length > MAX_RECORD_BYTES || bytes > MAX_BYTES;
  };
}

/**
 * Writes everything before the project file. A length of 0 ends the records.
 * @throws NOT_NOW when it is too much.
 */
export async function writeContents(writer: BundleWriter, contents: BundleContents): Promise<void> {
  const isTooMuch = limit();
  for (const item of itemsOf(contents)) {
    const bytes = Buffer.from(JSON.stringify(item), 'utf8');
    if (isTooMuch(bytes.length)) throw new AppError('NOT_NOW', 'What is stored of this list is too long for a bundle. No bundle was made.');
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(bytes.length);
    await writer.append(length);
    await writer.append(bytes);
  }
  await writer.append(Buffer.alloc(LENGTH_BYTES));
}

function parsed(bytes: Buffer): Item | null {
  try {
    return Item.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

/**
 * Reads everything before the project file.
 * @throws BUNDLE_DAMAGED.
 */
export async function readContents(reader: BundleReader): Promise<BundleContents> {
  let head: Head | null = null;
  let project: Transferred['project'] | null = null;
  let record: RecordFile | null = null;
  const journal: Transferred['journal'][number][] = [];
  const reviews: Transferred['reviews'][number][] = [];
  const settings = new Map<string, string>();
  const isTooMuch = limit();
  for (;;) {
    const length = (await reader.read(LENGTH_BYTES)).readUInt32BE();
    if (length === 0) break;
    if (isTooMuch(length)) throw reader.damaged();
    const item = parsed(await reader.read(length));
    if (item?.kind === 'head') head = item;
    else if (item?.kind === 'project') project = item.row;
    else if (item?.kind === 'journal') journal.push(item.row);
    else if (item?.kind === 'review') reviews.push(item.row);
    else if (item?.kind === 'setting') settings.set(item.name, item.value);
    else if (item?.kind === 'record') record = item.file;
    else throw reader.damaged();
  }
  if (head === null || project === null) throw reader.damaged();
  const { id } = project;
  // A bundle must not change anything but its project.
  if (![...settings.keys()].every((name) => isSettingOf(id, name))) throw reader.damaged();
  try {
    erasedOf(settings.get(erasedName(id)) ?? null);
  } catch {
    throw reader.damaged();
  }
  return { head, rows: { project, journal, reviews, claim: head.claim }, settings, record };
}
