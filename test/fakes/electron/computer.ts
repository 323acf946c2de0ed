/** The parts of the computer that the program uses: menus, dialogs, the clipboard, notifications and power. */
import { EventEmitter } from 'node:events';
import { world } from './world.ts';

export interface FakeMenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly checked?: boolean;
  readonly click?: () => void;
  readonly submenu?: readonly FakeMenuItem[];
}

export const Menu = {
  application: [] as readonly FakeMenuItem[],
  popups: [] as (readonly FakeMenuItem[])[],
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]) {
    const items = template as unknown as readonly FakeMenuItem[];
    return { items, popup: (_options?: Electron.PopupOptions) => void Menu.popups.push(items) };
  },
  setApplicationMenu(menu: Electron.Menu | null): void {
    Menu.application = (menu as unknown as ReturnType<typeof Menu.buildFromTemplate>).items;
  },
};

export const nativeTheme = {
  themeSource: 'system' as Electron.NativeTheme['themeSource'],
  get shouldUseDarkColors(): boolean {
    return world.darkColors;
  },
};

export const screen = { getAllDisplays: () => world.displays };

/** The dialogs that the user saw, with their options. */
export const asked: { readonly kind: 'save' | 'open' | 'message'; readonly options: Record<string, unknown> }[] = [];

const lastOf = (args: unknown[]) => args.at(-1) as Record<string, unknown>;

export const dialog = {
  errors: [] as string[],
  async showSaveDialog(...args: unknown[]): Promise<typeof world.save> {
    asked.push({ kind: 'save', options: lastOf(args) });
    return world.save;
  },
  async showOpenDialog(...args: unknown[]): Promise<typeof world.open> {
    asked.push({ kind: 'open', options: lastOf(args) });
    return world.open;
  },
  async showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    asked.push({ kind: 'message', options: lastOf(args) });
    return { checkboxChecked: false, ...world.message };
  },
  showErrorBox(_title: string, message: string): void {
    dialog.errors.push(message);
  },
};

export const shell = {
  opened: [] as string[],
  revealed: [] as string[],
  async openExternal(url: string): Promise<void> {
    if (!world.hasBrowser) throw new Error('Failed to open: no application is registered for it');
    shell.opened.push(url);
  },
  showItemInFolder(path: string): void {
    shell.revealed.push(path);
  },
};

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  readonly options: Electron.NotificationConstructorOptions;

  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
  }

  static isSupported(): boolean {
    return world.notifications;
  }

  show(): void {
    Notification.shown.push(this);
    if (world.notificationEnds !== null) this.emit(world.notificationEnds);
  }
}

export const clipboard = {
  async writeText(text: string): Promise<void> {
    if (!world.clipboardWorks) throw new Error('the clipboard is held by another program');
    world.clipboard = text;
  },
};

export const powerMonitor = new EventEmitter();

export const powerSaveBlocker = {
  started: new Set<number>(),
  next: 1,
  start(_type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    powerSaveBlocker.started.add(powerSaveBlocker.next);
    return powerSaveBlocker.next++;
  },
  isStarted: (id: number) => powerSaveBlocker.started.has(id),
  stop(id: number): boolean {
    if (!powerSaveBlocker.started.delete(id)) throw new Error(`blocker ${id} was not started`);
    return true;
  },
};

export const net = { isOnline: () => world.online };
