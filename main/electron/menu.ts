/** The application menu, with a key for every command, and the small menu under the right mouse button. */
import { type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Failure } from '../../shared/base/errors.ts';

/** How the window is coloured; `auto` follows the computer. */
export type Appearance = 'light' | 'dark' | 'auto';

/** A command of the menu that the page carries out. */
export type MenuCommand =
  /** To a screen of the page, by the name that it has there. */
  | { readonly command: 'go'; readonly to: 'projects' | 'new' | 'profile' | 'connections' | 'settings' }
  /** Applies to what is in sight; a page that has no such thing in sight does nothing. */
  | { readonly command: 'export' | 'find' | 'shortcuts' }
  | { readonly command: 'appearance'; readonly appearance: Appearance }
  /** A file was chosen by the menu's own dialog and is ready for `projects.create`. */
  | { readonly command: 'open-file'; readonly file: { readonly token: string; readonly name: string; readonly bytes: number } }
  | { readonly command: 'open-failed'; readonly failure: Failure };

/** A menu command as it comes on the event channel, beside the application's own events. */
export interface MenuEvent {
  readonly name: 'menu';
  readonly payload: MenuCommand;
}

export interface MenuActions {
  readonly send: (command: MenuCommand) => void;
  readonly openFile: () => void;
  readonly setAppearance: (appearance: Appearance) => void;
}

export interface MenuSettings {
  readonly platform: NodeJS.Platform;
  /** Reload and developer tools are for those who build the program. */
  readonly development: boolean;
  readonly appearance: Appearance;
}

const APPEARANCES: readonly (readonly [Appearance, string, string])[] = [
  ['auto', 'As the Computer', 'CmdOrCtrl+Alt+0'],
  ['light', 'Light', 'CmdOrCtrl+Alt+1'],
  ['dark', 'Dark', 'CmdOrCtrl+Alt+2'],
];

/** The menu as data, so that it can be looked at without a window. */
export function menuTemplate(actions: MenuActions, settings: MenuSettings): MenuItemConstructorOptions[] {
  const { send, openFile, setAppearance } = actions;
  const mac = settings.platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const item = (label: string, accelerator: string, command: MenuCommand) => ({ label, accelerator, click: () => send(command) });
  const settingsItem = item('Settings…', 'CmdOrCtrl+,', { command: 'go', to: 'settings' });
  return [
    ...(mac
      ? [
          {
            role: 'appMenu',
            submenu: [
              { role: 'about' },
              separator,
              settingsItem,
              separator,
              { role: 'services' },
              separator,
              { role: 'hide' },
              { role: 'hideOthers' },
              { role: 'unhide' },
              separator,
              { role: 'quit' },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: '&File',
      submenu: [
        item('New Screening', 'CmdOrCtrl+N', { command: 'go', to: 'new' }),
        { label: 'Open File…', accelerator: 'CmdOrCtrl+O', click: openFile },
        separator,
        item('Export Results…', 'CmdOrCtrl+E', { command: 'export' }),
        separator,
        ...(mac ? [{ role: 'close' } as const] : [settingsItem, separator, { role: 'quit' } as const]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        item('Find…', 'CmdOrCtrl+F', { command: 'find' }),
      ],
    },
    {
      label: '&View',
      submenu: [
        item('Projects', 'CmdOrCtrl+1', { command: 'go', to: 'projects' }),
        item('Single Profile', 'CmdOrCtrl+2', { command: 'go', to: 'profile' }),
        item('Connections', 'CmdOrCtrl+3', { command: 'go', to: 'connections' }),
        separator,
        {
          label: 'Appearance',
          submenu: APPEARANCES.map(([appearance, label, accelerator]) => ({
            type: 'radio',
            label,
            accelerator,
            checked: settings.appearance === appearance,
            click: () => setAppearance(appearance),
          })),
        },
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        ...(settings.development ? [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        item('Keyboard Shortcuts', 'CmdOrCtrl+/', { command: 'shortcuts' }),
        ...(mac ? [] : [separator, { role: 'about' } as const]),
      ],
    },
  ];
}

/** Puts the menu in place. */
export function installMenu(actions: MenuActions, settings: MenuSettings): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, settings)));
}

/** What the right mouse button offers: only what applies to the place under it. */
export function contextTemplate(
  params: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>,
): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = params;
  if (isEditable)
    return [
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
}
