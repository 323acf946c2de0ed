/** The answers of the user and the computer to the program, and what the program did. */

/** An event of Electron that can be prevented. */
export class FakeEvent {
  prevented = false;
  preventDefault = (): void => {
    this.prevented = true;
  };
}

/** The actions of the program, in order. */
export const journal: string[] = [];

/** The answers of the user and the computer; a test sets these. */
export const world = {
  userData: '',
  documents: '',
  isPackaged: true,
  hasLock: true,
  /** The data that the program passes to an instance that is already running. */
  lockData: null as Record<string, unknown> | null,
  online: true,
  darkColors: false,
  notifications: true,
  /** The event that follows a notification, or null for none. */
  notificationEnds: 'show' as 'show' | 'failed' | null,
  clipboard: '',
  clipboardWorks: true,
  hasBrowser: true,
  proxy: 'DIRECT',
  save: { canceled: true, filePath: '' },
  open: { canceled: true, filePaths: [] as string[] },
  message: { response: 1 },
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};
