/**
 * Which chunks and values a project file holds. Each stream has an encrypted list of its chunks with their places and authentication
 * tags; the manifest holds the tag of each list and of each other value. So a chunk that is missing, exchanged or older is noticed.
 */
import { z } from 'zod';
import type { AppError } from '../../../shared/base/index.ts';
import { ChunkList } from './chunk-list.ts';
import { authenticationTag } from './cipher.ts';
import type { EncryptedTables } from './encrypted-tables.ts';
import { partDamaged } from './project-file-errors.ts';

/** Name of the value that holds the manifest. */
export const MANIFEST = 'manifest';
/** Name of the value that counts the committed transactions. Files of older programs lack it. */
export const CHANGES = 'changes';
const Changes = z.int().nonnegative();
const LIST = 'chunks/';
/** Name of the value that lists the chunks of a stream. */
const listName = (stream: string): string => LIST + stream;
/** The stream whose chunks the value lists; null for another value. */
export const streamOfList = (name: string): string | null => (name.startsWith(LIST) ? name.slice(LIST.length) : null);

const tagText = (body: Buffer): string => authenticationTag(body).toString('base64');

const Tags = z.record(z.string(), z.string());

/** `none`: not opened yet. `lost`: one that cannot be read, to a tolerant connection. */
type ManifestState = 'present' | 'none' | 'lost';

/** Any method may throw PROJECT_PART_DAMAGED when the file does not hold what the manifest lists. */
export class Manifest {
  private readonly tables: EncryptedTables;
  private readonly fileName: string;
  private readonly isTolerant: boolean;
  private state: ManifestState = 'none';
  /** Tags by the name of the value, with the changes of the open transaction; null until they are read. */
  private loadedTags: Map<string, string> | null = null;
  private readonly lists = new Map<string, ChunkList>();
  private readonly changedLists = new Set<string>();
  private areTagsChanged = false;

  /** In the state `none`. `fileName`: for errors. */
  constructor(tables: EncryptedTables, fileName: string, isTolerant: boolean) {
    this.tables = tables;
    this.fileName = fileName;
    this.isTolerant = isTolerant;
  }

  get isPresent(): boolean {
    return this.state === 'present';
  }

  get isLost(): boolean {
    return this.state === 'lost';
  }

  /** True while the open transaction has changed what the manifest lists. */
  get hasChanges(): boolean {
    return this.areTagsChanged || this.changedLists.size > 0;
  }

  /** The manifest is in the file; the next use reads it. */
  setPresent(): void {
    this.state = 'present';
  }

  /** The manifest in the file cannot be read. */
  setLost(): void {
    if (!this.isTolerant) throw this.lacks(MANIFEST);
    this.state = 'lost';
  }

  /** Starts the manifest of a new file. */
  createEmpty(): void {
    this.loadedTags = new Map();
    this.state = 'present';
  }

  private get tags(): Map<string, string> {
    if (this.loadedTags === null) {
      const body = this.tables.value(MANIFEST);
      if (body === undefined) throw this.lacks(MANIFEST);
      this.loadedTags = new Map(Object.entries(Tags.parse(JSON.parse(this.tables.decryptValue(MANIFEST, body).toString()))));
    }
    return this.loadedTags;
  }

  /** Names of the listed values, those of chunk lists included. */
  names(): Iterable<string> {
    return this.tags.keys();
  }

  /** The chunks that a stream has; null when there is nothing to compare them with. */
  listOf(stream: string): ChunkList | null {
    if (!this.isPresent) return null;
    const known = this.lists.get(stream);
    if (known !== undefined) return known;
    try {
      const list = new ChunkList(this.valueBytes(listName(stream)));
      this.lists.set(stream, list);
      return list;
    } catch (error) {
      if (this.isTolerant) return null;
      throw error;
    }
  }

  /** As `listOf`, for a caller that changes the list. */
  listToChange(stream: string): ChunkList {
    this.changedLists.add(stream);
    const list = this.lists.get(stream) ?? this.listOf(stream) ?? new ChunkList();
    this.lists.set(stream, list);
    return list;
  }

  /** Empties the list of a stream if it has one. `hadChunks`: the file had chunks of the stream. */
  clearList(stream: string, hadChunks: boolean): void {
    if (!hadChunks && !(this.isPresent && this.tags.has(listName(stream)))) return;
    this.lists.set(stream, new ChunkList());
    this.changedLists.add(stream);
  }

  /** The decrypted value; undefined when there is none. */
  valueBytes(name: string): Buffer | undefined {
    const body = this.tables.value(name);
    if (this.isPresent && this.tags.get(name) !== (body === undefined ? undefined : tagText(body))) throw this.lacks(name);
    return body === undefined ? undefined : this.tables.decryptValue(name, body);
  }

  /** Encrypts and writes a value, and lists it. */
  putValue(name: string, bytes: Uint8Array): void {
    const body = this.tables.encryptValue(name, bytes);
    this.tables.putValue(name, body);
    if (!this.isPresent) return;
    this.tags.set(name, tagText(body));
    this.areTagsChanged = true;
  }

  /** How many transactions the file has had; null when the count is damaged. */
  changes(): number | null {
    const body = this.tables.value(CHANGES);
    const tag = this.tags.get(CHANGES);
    if (body === undefined && tag === undefined) return 0;
    if (body === undefined || tag !== tagText(body)) return null;
    return Changes.parse(JSON.parse(this.tables.decryptValue(CHANGES, body).toString()));
  }

  /**
   * Counts the open transaction and writes its changes. Returns the count; null when there are no changes. `recorded`: transactions that
   * count although the file may lack them, such as those of the file that it replaces.
   */
  store(recorded: number): number | null {
    if (!this.isPresent || !this.hasChanges) return null;
    const changes = Math.max(recorded, this.changes() ?? 0) + 1;
    this.putValue(CHANGES, Buffer.from(JSON.stringify(changes)));
    for (const stream of this.changedLists) this.putValue(listName(stream), this.lists.get(stream)!.toBytes());
    this.changedLists.clear();
    this.areTagsChanged = false;
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries(this.tags)), 'utf8');
    this.tables.putValue(MANIFEST, this.tables.encryptValue(MANIFEST, bytes));
    return changes;
  }

  /** Drops what was read and changed; the next use reads the manifest again. */
  invalidate(): void {
    this.loadedTags = null;
    this.lists.clear();
    this.changedLists.clear();
    this.areTagsChanged = false;
  }

  /** The error for a part that the file lacks. `part`: name of the stream or value. */
  lacks(part: string): AppError {
    return partDamaged(this.fileName, part);
  }
}
