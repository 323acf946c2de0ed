/** A disk that is full from one change of a project's file on. The tasks have to run on this thread (`tasks-here.ts`). */
import Database from 'better-sqlite3';
import { vi } from 'vitest';
import { ProjectFile } from '../../main/store/project-file/project-file.ts';

interface Inner {
  readonly db: Database.Database;
}

/** Nearly a page: what is left of one beside it holds nothing. */
const ALMOST_A_PAGE = Buffer.alloc(16_000, 1);

/**
 * Takes all room that the file has and lets it grow no more: SQLite itself says that it is full with the next change, which ends
 * the open transaction and gives the room back.
 */
function fill({ db }: Inner): void {
  const size = (pragma: 'page_count' | 'freelist_count') => db.pragma(pragma, { simple: true }) as number;
  const filler = db.prepare("INSERT INTO chunk VALUES ('filler', ?, 0, 0, 0, 0, ?)");
  const first = db.prepare("SELECT count(*) FROM chunk WHERE stream = 'filler'").pluck().get() as number;
  // A small change may have found room before, and another one comes.
  db.pragma('max_page_count = 1000000');
  for (let seq = first; seq === first || size('freelist_count') > 0; seq++) filler.run(seq, ALMOST_A_PAGE);
  db.pragma(`max_page_count = ${size('page_count')}`);
}

/** A change of a project's file, as a test asks for it. */
export interface Change {
  readonly kind: 'write' | 'keep' | 'commit';
  /** The stream that is written to, or the name under which something is kept. */
  readonly what: string;
  /** How often such a change was made before. */
  readonly before: number;
}

/** A method as it is without spies. */
const own = <M extends 'write' | 'keep' | 'commit'>(method: M): ProjectFile[M] =>
  Object.getOwnPropertyDescriptor(ProjectFile.prototype, method)?.value as ProjectFile[M];

/** From the first change that `hits` takes on, no project's file takes any more, until it is relieved or the spies are restored. */
export function fullDisk(hits: (change: Change) => boolean): { readonly isHit: () => boolean; readonly relieve: () => void } {
  const counts = new Map<string, number>();
  let isHit = false;
  let isFull = true;
  const write = own('write');
  const keep = own('keep');
  const commit = own('commit');
  const meets = (kind: Change['kind'], what: string): boolean => {
    const before = counts.get(`${kind} ${what}`) ?? 0;
    counts.set(`${kind} ${what}`, before + 1);
    if (isFull && !isHit) isHit = hits({ kind, what, before });
    return isFull && isHit;
  };
  const inner = (file: ProjectFile): Inner => file as unknown as Inner;
  vi.spyOn(ProjectFile.prototype, 'write').mockImplementation(function (this: ProjectFile, ...given) {
    if (meets('write', given[0])) fill(inner(this));
    write.apply(this, given);
  });
  vi.spyOn(ProjectFile.prototype, 'keep').mockImplementation(function (this: ProjectFile, ...given) {
    if (meets('keep', given[0])) fill(inner(this));
    keep.apply(this, given);
  });
  vi.spyOn(ProjectFile.prototype, 'commit').mockImplementation(function (this: ProjectFile) {
    if (!meets('commit', '')) {
      commit.apply(this);
      return;
    }
    // Pages that are allocated can always be committed here: that the journal cannot grow is said in SQLite's own words.
    const { db } = inner(this);
    const said = vi.spyOn(db, 'exec').mockImplementation(() => {
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    });
    try {
      commit.apply(this);
    } finally {
      said.mockRestore();
    }
  });
  return {
    isHit: () => isHit,
    relieve: () => {
      isFull = false;
    },
  };
}
