/**
 * Which chunks and values a project file has. Each stream has an encrypted list of its chunks with their places and authentication tags;
 * the manifest has the tag of each list and of every other value. So a chunk that is missing, swapped or outdated is noticed.
 */
import { z } from 'zod';
import type { AppError } from '../../../shared/base/index.ts';
import { ChunkList } from './chunk-list.ts';
import { authenticationTag } from './cipher.ts';
import type { EncryptedTables } from './encrypted-tables.ts';
import { partDamaged } from './project-file-errors.ts';

/** Name of the value with the manifest. */
export const MANIFEST = 'manifest';
/** Name of the value that counts the committed transactions. Files of older programs do not have it. */
export const CHANGES = 'changes';
const Changes = z.int().nonnegative();
const LIST = 'chunks/';
/** Name of the value that lists the chunks of a stream. */
const listName = (stream: string): string => LIST + stream;
/** The stream whose chunks this value lists; null for any other value. */
export const streamOfList = (name: string): string | null => (name.startsWith(LIST) ? name.slice(LIST.length) : null);

const tagText = (body: Buffer): string => authenticationTag(body).toString('base64');

const Tags = z.record(z.string(), z.string());

/** `none`: not opened yet. `lost`: cannot be read, and the connection is tolerant. */
type ManifestState = 'present' | 'none' | 'lost';

/** Any method may throw PROJECT_PART_DAMAGED when the file does not match its manifest. */
export class Manifest {
  private readonly tables: EncryptedTables;
  private readonly fileName: string;
  private readonly isTolerant: boolean;
  private state: ManifestState = 'none';
  /** Tags by the name of the value, including the changes of the open transaction; null until they are read. */
  private loadedTags: Map<string, string> | null = null;
  private readonly lists = new Map<string, ChunkList>();
  private readonly changedLists = new Set<string>();
  private areTagsChanged = false;

  /** Starts in the state `none`. `fileName`: for errors. */
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

  /** True when the open transaction has changed what the manifest lists. */
  get hasChanges(): boolean {
    return this.areTagsChanged || this.changedLists.size > 0;
  }

  /** Call it when the file has a manifest. The next use reads it. */
  setPresent(): void {
    this.state = 'present';
  }

  /**
   * Call it when the manifest in the file cannot be read.
   * @throws PROJECT_PART_DAMAGED unless the connection is tolerant.
   */
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

  /** Names of all values, including the chunk lists. */
  names(): Iterable<string> {
    return this.tags.keys();
  }

  /** The list of a stream's chunks; null if there is no readable list. */
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
   * Counts the open transaction and writes its changes. Returns the new count, or null if nothing changed. `recorded`: a number that the
   * count must exceed, even if the file itself has fewer transactions, for example the count of the file that it replaces.
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

  /** Drops everything that was read or changed. The next use reads the manifest again. */
  invalidate(): void {
    this.loadedTags = null;
    this.lists.clear();
    this.changedLists.clear();
    this.areTagsChanged = false;
  }

  /** The error for a missing part. `part`: the name of a stream or value. */
  lacks(part: string): AppError {
    return partDamaged(this.fileName, part);
  }
}
