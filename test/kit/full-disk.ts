/** Simulates a disk that becomes full at a change of a project file. The tasks must run on this thread (`local-tasks.ts`). */
import Database from 'better-sqlite3';
import { vi } from 'vitest';
import { ProjectFile } from '../../main/store/project-file/project-file.ts';

interface Inner {
  readonly db: Database.Database;
}

/** Nearly a page, so the rest of the page has no room for anything. */
const ALMOST_A_PAGE = Buffer.alloc(16_000, 1);

/**
 * Fills the file and forbids it to grow. SQLite itself then reports a full disk at the next change, which ends the open transaction and
 * frees the space.
 */
function fill({ db }: Inner): void {
  const size = (pragma: 'page_count' | 'freelist_count') => db.pragma(pragma, { simple: true }) as number;
  const filler = db.prepare("INSERT INTO chunk VALUES ('filler', ?, 0, 0, 0, 0, ?)");
  const first = db.prepare("SELECT count(*) FROM chunk WHERE stream = 'filler'").pluck().get() as number;
  // If an earlier small change still fit, allow the file to grow again for another attempt.
  db.pragma('max_page_count = 1000000');
  for (let seq = first; seq === first || size('freelist_count') > 0; seq++) filler.run(seq, ALMOST_A_PAGE);
  db.pragma(`max_page_count = ${size('page_count')}`);
}

/** A change of a project file that a test selects. */
export interface Change {
  readonly kind: 'write' | 'putValue' | 'commit';
  /** The stream, or the name of the stored value. */
  readonly what: string;
  /** Number of earlier changes of this kind. */
  readonly before: number;
}

/** The original method, without spies. */
const own = <M extends 'write' | 'putValue' | 'commit'>(method: M): ProjectFile[M] =>
  Object.getOwnPropertyDescriptor(ProjectFile.prototype, method)?.value as ProjectFile[M];

/** From the first change that `hits` selects, all project files are full until `relieve` or until the spies are restored. */
export function fullDisk(hits: (change: Change) => boolean): { readonly isHit: () => boolean; readonly relieve: () => void } {
  const counts = new Map<string, number>();
  let isHit = false;
  let isFull = true;
  const write = own('write');
  const putValue = own('putValue');
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
  vi.spyOn(ProjectFile.prototype, 'putValue').mockImplementation(function (this: ProjectFile, ...given) {
    if (meets('putValue', given[0])) fill(inner(this));
    putValue.apply(this, given);
  });
  vi.spyOn(ProjectFile.prototype, 'commit').mockImplementation(function (this: ProjectFile) {
    if (!meets('commit', '')) {
      commit.apply(this);
      return;
    }
    // Allocated pages can always be committed, so imitate SQLite's error for a journal that cannot grow.
    const { db } = inner(this);
    const execSpy = vi.spyOn(db, 'exec').mockImplementation(() => {
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    });
    try {
      commit.apply(this);
    } finally {
      execSpy.mockRestore();
    }
  });
  return {
    isHit: () => isHit,
    relieve: () => {
      isFull = false;
    },
  };
}
