/**
 * A model of the service that is more careless than any real one: it adds a second list to the first and charges every start. When two
 * programs use it at the same time, it keeps the interface's rules of one list and one start per project, because simultaneous calls cannot
 * know of each other. A tape of numbers decides what goes wrong, so that runs can be repeated and shrunk.
 */
import type { SubmissionService } from '../../main/runner/step-context.ts';
import type { AnswerStream } from '../../main/service/client.ts';
import type { CallOutcome } from '../../main/service/service-requests.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { RemoteProject } from '../../shared/results/project-answer.ts';

/** Decisions in order. After the end of the tape everything succeeds, so that every run ends. */
export class Tape {
  private readonly numbers: readonly number[];
  private at = 0;

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  /** A number from 0 to `below` - 1; 0 means success. */
  next(below: number): number {
    const number = this.numbers[this.at++] ?? 0;
    return number % below;
  }

  get used(): boolean {
    return this.at >= this.numbers.length;
  }
}

interface ModelProject {
  readonly id: string;
  readonly name: string;
  rows: number;
  /** Observations until the rows become visible. */
  hidden: number;
  /** A part of the list is missing although the service accepted it. Only the number of rows can show this. */
  isCut: boolean;
  lists: number;
  starts: number;
  /** Rows that the service does not score. */
  refused: number;
  /** Observations until a start becomes visible; fewer than the application makes before it gives up. */
  lag: number;
  looksSinceStart: number;
}

/** Thrown in a process that was killed; its further actions have no effect. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

export const PARTS = [Buffer.from('{"scoreProfiles":['), Buffer.from('{}'.repeat(7)), Buffer.from(']}')];
export const BODY = Buffer.concat(PARTS);
export const LIST_ROWS = 7;

const lost = (): never => {
  throw new AppError('SERVICE_TIMEOUT', 'The model does not answer.');
};

/** How programs use the service. `alone`: one folder that is never restored, so nothing must be found by name. */
export type ModelUse = 'alone' | 'in turns' | 'at once';

/** Another project, returned in the answer for our ID. */
const STRANGER = { name: 'Somebody else · ZZZZ9999', status: 'processed', totalRows: LIST_ROWS, validRows: LIST_ROWS, createdAt: null };

export class ModelService {
  readonly projects: ModelProject[] = [];
  readonly tape: Tape;
  private readonly use: ModelUse;
  /** Returns another status word at each observation. */
  private readonly wordy: boolean;
  /** Where project names are returned. */
  private readonly names: 'everywhere' | 'in-list' | 'nowhere';
  private looks = 0;

  constructor(tape: Tape, use: ModelUse = 'alone') {
    this.tape = tape;
    this.use = use;
    this.wordy = tape.next(20) === 1;
    const names = tape.next(12);
    this.names = names === 1 ? 'in-list' : names === 2 && use === 'alone' ? 'nowhere' : 'everywhere';
  }

  get starts(): number {
    return this.projects.reduce((sum, { starts }) => sum + starts, 0);
  }

  /** Advances time until all changes are visible. */
  catchUp(): void {
    for (const project of this.projects) {
      project.hidden = 0;
      project.looksSinceStart += 10;
    }
  }

  private found(id: string): ModelProject {
    const project = this.projects.find((one) => one.id === id);
    if (project === undefined) throw new AppError('SERVICE_REFUSED', 'The model knows no such project.', { status: 404 });
    return project;
  }

  /** The outcome of a changing call; `act` is its effect, unless the interface's rules reject it. */
  private change<T>(act: () => T, isRefused: () => boolean = () => false): CallOutcome<T> {
    const failure = new AppError('SERVICE_UNREACHABLE', 'The model did not take it.');
    const conflict = {
      outcome: 'refused',
      status: 409,
      words: 'conflict',
      texts: [],
      failure: new AppError('SERVICE_REFUSED', 'Conflict.'),
    } as const;
    switch (this.tape.next(9)) {
      case 1:
        if (!isRefused()) act();
        return { outcome: 'unknown', why: 'The answer was dropped.' };
      case 2:
        return { outcome: 'unknown', why: 'A gateway failed before it passed the request on.' };
      case 3:
        return { outcome: 'not-sent', failure, waitMs: null };
      case 4:
        return { outcome: 'not-sent', failure: new AppError('SERVICE_BUSY', 'Wait.'), waitMs: 30_000 };
      case 5:
        return { outcome: 'token', failure: new AppError('TOKEN_REFUSED', 'No.') };
      case 6:
        return { outcome: 'refused', status: 400, words: 'no', texts: [], failure: new AppError('SERVICE_REFUSED', 'No.') };
      case 7:
        // A gateway sent the request twice and returned the second answer.
        if (!isRefused()) act();
        return conflict;
      default:
        return isRefused() ? conflict : { outcome: 'done', value: act(), requestId: null };
    }
  }

  /**
   * The calls of one program. After `dead` returns true they never answer, as for an ended process. `between` runs before every request.
   */
  calls(dead: () => boolean, between: () => Promise<void>): SubmissionService {
    const read = async <T>(answer: () => T): Promise<T> => {
      await between();
      if (dead()) throw new Killed();
      return this.tape.next(6) === 1 ? lost() : answer();
    };
    const isStrict = this.use === 'at once';
    return {
      servedAt: null,
      createProject: async (name) => {
        await between();
        return this.change(() => {
          const id = `P${this.projects.length + 1}`;
          this.projects.push({ id, name, rows: 0, hidden: 0, isCut: false, lists: 0, starts: 0, refused: 0, lag: 0, looksSinceStart: 0 });
          return id;
        });
      },
      addList: async (remoteId, body) => {
        const cut = this.tape.next(5);
        let parts = 0;
        for await (const _part of body.chunks) {
          parts += 1;
          // Cut before the last part was requested, or after it was sent.
          if (cut === parts) return { outcome: 'unknown', why: 'The connection broke.' };
        }
        await between();
        const project = this.found(remoteId);
        const outcome = this.change(
          () => {
            project.lists += 1;
            project.rows += this.tape.next(6) === 1 && !isStrict ? 3 : LIST_ROWS;
            project.hidden = this.tape.next(4) === 1 ? this.tape.next(9) : 0;
            return null;
          },
          () => isStrict && (project.lists > 0 || project.starts > 0),
        );
        if (outcome.outcome === 'done') project.isCut = project.rows % LIST_ROWS !== 0;
        return outcome;
      },
      process: async (remoteId) => {
        await between();
        const project = this.found(remoteId);
        return this.change(
          () => {
            project.starts += 1;
            project.lag = this.tape.next(3);
            project.refused = this.tape.next(4) === 1 ? this.tape.next(LIST_ROWS) : 0;
            project.looksSinceStart = 0;
            return null;
          },
          () => isStrict && project.starts > 0,
        );
      },
      project: (remoteId) => read(() => this.status(this.found(remoteId))),
      projects: () =>
        read(() => {
          const all = this.projects.map(({ id, name }) => ({
            remoteId: id,
            name: this.names === 'nowhere' ? null : name,
            status: 'created',
            totalRows: null,
            validRows: null,
            createdAt: null,
          }));
          // One page is missing. Not if there are copies: these must find their project in the list.
          const isCut = this.use === 'alone' && this.tape.next(8) === 1;
          return { projects: isCut ? all.slice(1) : all, whole: !isCut };
        }),
      credits: () => read(() => ({ remaining: 1000 - this.starts * LIST_ROWS, raw: null, readAt: 0, organization: null })),
      profiles: (remoteId) =>
        read(() => {
          const { rows, refused, starts } = this.found(remoteId);
          if (starts === 0) throw new AppError('SERVICE_REFUSED', 'The project was not processed.', { status: 409 });
          // Sometimes a profile is missing.
          return answerOf(rows - refused - (this.tape.next(4) === 1 && rows > refused ? 1 : 0));
        }),
      errors: (remoteId) => read(() => answerOf(this.found(remoteId).refused)),
    };
  }

  private status(project: ModelProject): RemoteProject {
    const { id: remoteId, starts } = project;
    const anomaly = this.tape.next(12);
    // Another project answers, as with a changed address; this shows only when names are returned.
    if (anomaly === 3 && this.names === 'everywhere') return { remoteId, ...STRANGER };
    const name = this.names === 'everywhere' ? project.name : null;
    const totalRows = project.hidden > 0 ? 0 : project.rows;
    if (project.hidden > 0) project.hidden -= 1;
    if (starts > 0) project.looksSinceStart += 1;
    const hasStarted = starts > 0 && project.looksSinceStart > project.lag;
    const processed = hasStarted && project.looksSinceStart > project.lag + 2;
    const word = hasStarted ? 'processing' : 'created';
    const status = processed ? 'Processed' : this.wordy ? `${word} ${++this.looks}` : word;
    const validRows = processed ? project.rows - project.refused : null;
    // A temporary status word, and a service that currently returns no row counts.
    if (anomaly === 1 && !hasStarted) return { remoteId, name, status: 'migrating', totalRows, validRows: null, createdAt: null };
    const [total, valid] = anomaly === 2 && !project.isCut ? [null, null] : [totalRows, validRows];
    return { remoteId, name, status, totalRows: total, validRows: valid, createdAt: null };
  }
}

/** An answer with this many rows. */
function answerOf(rows: number): AnswerStream {
  const chunks = Object.assign([Buffer.from(JSON.stringify(Array(rows).fill(0)))], { destroy: () => undefined });
  return {
    contentType: 'application/json',
    contentLength: null,
    pageHeaders: {},
    chunks: chunks as unknown as AnswerStream['chunks'],
    page: () => Promise.resolve(answerOf(rows)),
    following: () => null,
  };
}
