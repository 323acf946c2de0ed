/**
 * The channels between page and application: `call` for requests, `event` for events, and `progress` for the progress of calls. The sender
 * is checked before the content, and errors are returned as answers.
 */
import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import type { Answer, AppEvent } from '../../shared/contract/index.ts';
import { AppError, type Failure } from '../../shared/base/index.ts';
import type { Application } from '../application.ts';
import { type PageCall, PageCalls } from '../page-calls.ts';
import type { Log } from '../platform/index.ts';
import type { MenuEvent } from './menu.ts';
import { isPageUrl } from './protocol.ts';

/** What delays the start: the keychain (`failure` null), or the user's decision after it failed. Null once the application opens. */
type StartState = { readonly failure: Failure | null } | null;

/** All events that the page receives. */
export type PageEvent = AppEvent | MenuEvent | { readonly name: 'start'; readonly payload: StartState };

/**
 * Requests of the preload script. The page chooses only the method and input of a `call`. It cannot name a path, because the preload script
 * reads the path of a `file` from a File object that the user chose.
 */
const Request = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('call'), id: z.int(), method: z.string(), input: z.unknown() }),
  /** Cancels a call. */
  z.strictObject({ kind: z.literal('cancel'), id: z.int() }),
  z.strictObject({ kind: z.literal('file'), path: z.string().max(32_768) }),
  /** The page is ready to receive events. */
  z.strictObject({ kind: z.literal('listening') }),
  /** The user wants to try the keychain again. */
  z.strictObject({ kind: z.literal('tryAgain') }),
]);

export interface PageChannelOptions {
  readonly ipc: Pick<IpcMain, 'handle'>;
  readonly application: Promise<Application>;
  readonly tryAgain: () => void;
  readonly log: Log;
}

/** The most events that wait for the page. If there are more, the oldest are dropped. */
const MAX_WAITING_EVENTS = 500;

/** True when the sender is the main frame of the window and still shows our page. */
function isFromPage(event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>, page: WebContents | null): boolean {
  const { sender, senderFrame } = event;
  // Null: the frame was closed or navigated while its message was in transit.
  if (page === null || senderFrame === null || sender !== page || page.isDestroyed()) return false;
  return senderFrame === page.mainFrame && isPageUrl(senderFrame.url);
}

/**
 * Checks the path of a user's file.
 * @throws FILE_NOT_FOUND; FILE_NO_PERMISSION; FILE_UNREADABLE.
 */
export async function checkFilePath(path: string): Promise<void> {
  if (path === '')
    throw new AppError('FILE_NOT_FOUND', 'This file is not on this computer. Save it to a folder first, then choose it there.');
  // Opening a network path would send the user's credentials to its server.
  if (/^[\\/]{2}/.test(path))
    throw new AppError(
      'FILE_NO_PERMISSION',
      'Files cannot be opened directly from a network address. Copy the file to this computer first.',
    );
  if (!isAbsolute(path) || path.includes('\0')) throw new AppError('FILE_NOT_FOUND', 'The file could not be found. Choose it again.');
  const found = await stat(path).catch(() => null);
  // The application reports a missing file, a folder and missing permissions.
  if (found !== null && !found.isFile() && !found.isDirectory())
    throw new AppError('FILE_UNREADABLE', 'This is a device or a pipe, not a file. Choose a spreadsheet.');
}

/** The application's connection to the page. There is one window, so one page at a time. */
export class PageChannel {
  private readonly options: PageChannelOptions;
  private readonly calls = new PageCalls();
  private page: WebContents | null = null;
  private closed = false;
  private listening = false;
  private start: StartState = null;
  private waiting: PageEvent[] = [];

  constructor(options: PageChannelOptions) {
    this.options = options;
    options.ipc.handle('call', async (event, request: unknown) => {
      if (!isFromPage(event, this.page)) {
        options.log.error('sender refused', null);
        return failure(new AppError('SENDER_REFUSED', 'Only the Screening Desk window can make this request.'));
      }
      if (this.closed)
        return failure(new AppError('CLOSING', 'Screening Desk is closing. Nothing is lost: it continues at the next start.'));
      return await this.answer(request);
    });
  }

  /** Accepts messages of `page` from now on. After each reload the page must ask for events again. */
  attach(page: WebContents): void {
    this.page = page;
    const leave = () => {
      if (this.page !== page) return;
      this.listening = false;
      this.calls.leaveAll();
    };
    leave();
    page.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) leave();
    });
    page.on('render-process-gone', leave);
    page.once('destroyed', () => {
      leave();
      if (this.page === page) this.page = null;
    });
  }

  /** Sends an event now, or when the page is ready. */
  send(event: PageEvent): void {
    if (this.page !== null && this.listening && !this.page.isDestroyed()) {
      this.page.send('event', event);
      return;
    }
    // An event is a full snapshot, so a newer one replaces it.
    const key = keyOf(event);
    this.waiting = [...this.waiting.filter((waiting) => key === null || keyOf(waiting) !== key), event].slice(-MAX_WAITING_EVENTS);
  }

  /** Sends the state of the start to the page, and to any page that is loaded later. */
  showStart(state: StartState): void {
    this.start = state;
    if (this.listening) this.send({ name: 'start', payload: state });
  }

  /** Refuses all further calls. They still get an answer, because the page waits for it. */
  close(): void {
    this.closed = true;
  }

  private async answer(message: unknown): Promise<Answer> {
    try {
      const parsed = Request.safeParse(message);
      if (!parsed.success) throw new AppError('INPUT_INVALID', 'The window requested something that does not exist.');
      const request = parsed.data;
      if (request.kind === 'listening') {
        this.startListening();
        return { ok: true, value: {} };
      }
      if (request.kind === 'tryAgain') {
        this.options.tryAgain();
        return { ok: true, value: {} };
      }
      if (request.kind === 'cancel') {
        this.calls.cancel(request.id);
        return { ok: true, value: {} };
      }
      const application = await this.options.application;
      if (request.kind === 'call') return await this.call(application, request);
      await checkFilePath(request.path);
      return { ok: true, value: await application.offerFile(request.path, basename(request.path)) };
    } catch (error) {
      if (error instanceof AppError) return failure(error);
      this.options.log.error('call failed', error);
      return failure(new AppError('INTERNAL', 'Something went wrong inside Screening Desk. What was done is kept.'));
    }
  }

  private async call(application: Application, call: PageCall): Promise<Answer> {
    const { page } = this;
    return await this.calls.answer(application, call, (progress) => {
      if (this.page === page && page?.isDestroyed() === false) page.send('progress', { id: call.id, ...progress });
    });
  }

  private startListening(): void {
    this.listening = true;
    if (this.start !== null) this.showStart(this.start);
    const waiting = this.waiting;
    this.waiting = [];
    for (const event of waiting) this.send(event);
  }
}

/** The key of a snapshot event's subject; null for an event that does not replace another one. */
function keyOf(event: PageEvent): string | null {
  if (event.name === 'menu' || event.name === 'start' || event.name === 'command.done') return null;
  const { payload } = event;
  return `${event.name} ${'id' in payload ? payload.id : ''}`;
}

function failure(error: AppError): Answer {
  return { ok: false, error: error.toFailure() };
}
