/**
 * The two channels between the page and the application: `call` in, `event` out. The sender is looked at before anything
 * that it sent, and a refusal is an answer like any other.
 */
import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import type { Answer, AppEvent } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { Application } from '../application.ts';
import type { Log } from '../platform/ports.ts';
import type { MenuEvent } from './menu.ts';
import { isPageUrl } from './protocol.ts';

/** Everything that is pushed to the page. */
export type PageEvent = AppEvent | MenuEvent;

/**
 * What the preload script sends. The page chooses the method of a `call` and nothing else here: the path of a `file` is
 * read by the preload script from a file that a person handed to the page, so that the page cannot name one.
 */
const Request = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('call'), method: z.string(), input: z.unknown() }),
  z.strictObject({ kind: z.literal('file'), path: z.string().max(32_768) }),
  /** The page listens to events from now on. */
  z.strictObject({ kind: z.literal('listening') }),
]);

export interface PageChannelOptions {
  readonly ipc: Pick<IpcMain, 'handle'>;
  readonly application: Promise<Application>;
  readonly log: Log;
}

/** Events that wait for the page: more than these have been overtaken by newer ones. */
const WAITING_EVENTS = 500;

/** True when the message came from the page itself: the main frame of its window, still showing our page. */
function isFromPage(event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>, page: WebContents | null): boolean {
  const { sender, senderFrame } = event;
  // null: the frame has gone or moved on while its message was under way
  if (page === null || senderFrame === null || sender !== page || page.isDestroyed()) return false;
  return senderFrame === page.mainFrame && isPageUrl(senderFrame.url);
}

/** A path as it comes from a person's file, or the reason why it is not taken. */
export async function checkFilePath(path: string): Promise<void> {
  if (path === '')
    throw new AppError('FILE_NOT_FOUND', 'This is no file on this computer. Save it to a folder first, then choose it there.');
  // reaching for a network path sends the user's credentials to whoever named it
  if (/^[\\/]{2}/.test(path))
    throw new AppError('FILE_NO_PERMISSION', 'Files are not opened straight from a network address. Copy the file to this computer first.');
  if (!isAbsolute(path) || path.includes('\0')) throw new AppError('FILE_NOT_FOUND', 'The file could not be found. Choose it once more.');
  const found = await stat(path).catch(() => null);
  // a missing file, a folder, and one without permission are told apart by the application
  if (found !== null && !found.isFile() && !found.isDirectory())
    throw new AppError('FILE_UNREADABLE', 'This is a device or a pipe and no file. Choose a spreadsheet.');
}

/** The page's end of the application: one at a time, as there is one window. */
export class PageChannel {
  readonly #options: PageChannelOptions;
  #page: WebContents | null = null;
  #closed = false;
  #listening = false;
  #waiting: PageEvent[] = [];

  constructor(options: PageChannelOptions) {
    this.#options = options;
    options.ipc.handle('call', async (event, request: unknown) => {
      if (!isFromPage(event, this.#page)) {
        options.log.error('sender refused', null);
        return failure(new AppError('SENDER_REFUSED', 'Only the window of Screening Desk may ask this.'));
      }
      if (this.#closed)
        return failure(new AppError('CLOSING', 'Screening Desk is closing. Nothing is lost: it goes on at the next start.'));
      return await this.#answer(request);
    });
  }

  /** Makes `page` the one that is listened to. A page that is loaded anew has to say again that it listens. */
  attach(page: WebContents): void {
    this.#page = page;
    this.#listening = false;
    page.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument && this.#page === page) this.#listening = false;
    });
    page.on('render-process-gone', () => {
      if (this.#page === page) this.#listening = false;
    });
    page.once('destroyed', () => {
      if (this.#page === page) this.#page = null;
    });
  }

  /** Pushes to the page, now or as soon as it listens. */
  send(event: PageEvent): void {
    if (this.#page !== null && this.#listening && !this.#page.isDestroyed()) {
      this.#page.send('event', event);
      return;
    }
    // a whole snapshot makes the one before it worthless
    const key = keyOf(event);
    this.#waiting = [...this.#waiting.filter((waiting) => key === null || keyOf(waiting) !== key), event].slice(-WAITING_EVENTS);
  }

  /** Takes no more calls: they are answered, as the page waits for an answer, and do nothing. */
  close(): void {
    this.#closed = true;
  }

  async #answer(request: unknown): Promise<Answer> {
    try {
      const parsed = Request.safeParse(request);
      if (!parsed.success) throw new AppError('INPUT_INVALID', 'The window asked for something that does not exist.');
      const asked = parsed.data;
      if (asked.kind === 'listening') {
        this.#startListening();
        return { ok: true, value: {} };
      }
      const application = await this.#options.application;
      if (asked.kind === 'call') return await application.call(asked.method, asked.input);
      await checkFilePath(asked.path);
      return { ok: true, value: await application.offerFile(asked.path, basename(asked.path)) };
    } catch (error) {
      if (error instanceof AppError) return failure(error);
      this.#options.log.error('call failed', error);
      return failure(new AppError('INTERNAL', 'Something went wrong inside Screening Desk. What was done is kept.'));
    }
  }

  #startListening(): void {
    this.#listening = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const event of waiting) this.send(event);
  }
}

/** What an event is a snapshot of; null for what happens once and replaces nothing. */
function keyOf(event: PageEvent): string | null {
  if (event.name === 'menu') return null;
  const { payload } = event;
  return `${event.name} ${'id' in payload ? payload.id : ''}`;
}

function failure(error: AppError): Answer {
  return { ok: false, error: error.toFailure() };
}
