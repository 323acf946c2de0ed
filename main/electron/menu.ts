/** The application menu with its keyboard shortcuts, and the context menu. */
import { type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Failure } from '../../shared/base/index.ts';

/** The color scheme of the window; `auto` follows the system. */
export type Appearance = 'light' | 'dark' | 'auto';

/** A menu command that the page carries out. */
export type MenuCommand =
  /** Opens a screen, by the page's name for it. */
  | { readonly command: 'go'; readonly to: 'projects' | 'person' | 'new' | 'profile' | 'connections' | 'settings' }
  /** Acts on the current screen; screens without such a function ignore it. */
  | { readonly command: 'export' | 'find' | 'undo' | 'redo' | 'shortcuts' }
  | { readonly command: 'appearance'; readonly appearance: Appearance }
  /** The user chose a file in the menu's dialog; its token is ready for `projects.create`. */
  | { readonly command: 'open-file'; readonly file: { readonly token: string; readonly name: string; readonly bytes: number } }
  | { readonly command: 'open-failed'; readonly failure: Failure };

/** A menu command on the event channel, in addition to the application's events. */
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
  /** Shows reload and developer tools, for development builds. */
  readonly development: boolean;
  readonly appearance: Appearance;
}

const APPEARANCES: readonly (readonly [Appearance, string, string])[] = [
  ['auto', 'Same as the Computer', 'CmdOrCtrl+Alt+0'],
  ['light', 'Light', 'CmdOrCtrl+Alt+1'],
  ['dark', 'Dark', 'CmdOrCtrl+Alt+2'],
];

/** The menu as data, so that tests do not need a window. */
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
        item('Undo', 'CmdOrCtrl+Z', { command: 'undo' }),
        item('Redo', mac ? 'Shift+Cmd+Z' : 'CmdOrCtrl+Shift+Z', { command: 'redo' }),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        item('Find…', 'CmdOrCtrl+F', { command: 'find' }),
        item('Find a Person…', 'CmdOrCtrl+Shift+F', { command: 'go', to: 'person' }),
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

export function installMenu(actions: MenuActions, settings: MenuSettings): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, settings)));
}

/** The entries of the context menu that apply at the pointer. */
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
