/** The types of Electron that the stand-in must have. */
import type { EventEmitter } from 'node:events';

/** The used parts of Electron. Event names are compared where the program subscribes. */
export interface Used {
  readonly app: Pick<
    Electron.App,
    | 'isPackaged'
    | 'enableSandbox'
    | 'setAppUserModelId'
    | 'requestSingleInstanceLock'
    | 'whenReady'
    | 'getPath'
    | 'setPath'
    | 'quit'
    | 'getAppPath'
    | 'getVersion'
    | 'setAboutPanelOptions'
    | 'relaunch'
    | 'exit'
  >;
  readonly BrowserWindow: new (options: Electron.BrowserWindowConstructorOptions) => Pick<
    Electron.BrowserWindow,
    | 'loadURL'
    | 'getNormalBounds'
    | 'isMaximized'
    | 'isMinimized'
    | 'isFocused'
    | 'maximize'
    | 'restore'
    | 'show'
    | 'focus'
    | 'setProgressBar'
    | 'setTitle'
    | 'close'
  > & {
    readonly webContents: Pick<Electron.WebContents, 'isDestroyed' | 'send' | 'setWindowOpenHandler'> & {
      readonly mainFrame: Pick<Electron.WebFrameMain, 'url'>;
    };
  };
  readonly protocol: Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>;
  readonly ipcMain: Pick<Electron.IpcMain, 'handle'>;
  readonly session: {
    readonly defaultSession: Pick<
      Electron.Session,
      'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setSpellCheckerEnabled' | 'resolveProxy'
    > & { readonly webRequest: { onBeforeRequest(listener: Parameters<Electron.WebRequest['onBeforeRequest']>[0]): void } };
  };
  readonly Menu: {
    buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Pick<Electron.Menu, 'popup'>;
    setApplicationMenu(menu: Parameters<(typeof Electron.Menu)['setApplicationMenu']>[0]): void;
  };
  readonly nativeTheme: Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;
  readonly screen: { getAllDisplays(): readonly Pick<Electron.Display, 'workArea'>[] };
  readonly dialog: Pick<Electron.Dialog, 'showSaveDialog' | 'showOpenDialog' | 'showMessageBox' | 'showErrorBox'>;
  readonly shell: Pick<Electron.Shell, 'openExternal' | 'showItemInFolder'>;
  readonly Notification: (new (options: Electron.NotificationConstructorOptions) => Pick<Electron.Notification, 'show'>) &
    Pick<typeof Electron.Notification, 'isSupported'>;
  readonly clipboard: Pick<Electron.Clipboard, 'writeText'>;
  readonly powerMonitor: EventEmitter;
  readonly powerSaveBlocker: Pick<Electron.PowerSaveBlocker, 'start' | 'isStarted' | 'stop'>;
  readonly net: Pick<Electron.Net, 'isOnline'>;
  readonly contextBridge: Pick<Electron.ContextBridge, 'exposeInMainWorld'>;
  readonly ipcRenderer: Pick<Electron.IpcRenderer, 'invoke'>;
  readonly webUtils: Pick<Electron.WebUtils, 'getPathForFile'>;
}
