/** The session of the pages: permissions, requests and the proxy. */
import { EventEmitter } from 'node:events';
import { world } from './world.ts';

type Session = Electron.Session;

const defaultSession = Object.assign(new EventEmitter(), {
  permissionRequest: null as Parameters<Session['setPermissionRequestHandler']>[0],
  permissionCheck: null as Parameters<Session['setPermissionCheckHandler']>[0],
  devicePermission: null as Parameters<Session['setDevicePermissionHandler']>[0],
  beforeRequest: null as ((details: { url: string }, answer: (response: Electron.CallbackResponse) => void) => void) | null,
  spellChecker: true,
  setPermissionRequestHandler(handler: Parameters<Session['setPermissionRequestHandler']>[0]): void {
    defaultSession.permissionRequest = handler;
  },
  setPermissionCheckHandler(handler: Parameters<Session['setPermissionCheckHandler']>[0]): void {
    defaultSession.permissionCheck = handler;
  },
  setDevicePermissionHandler(handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {
    defaultSession.devicePermission = handler;
  },
  setSpellCheckerEnabled(enabled: boolean): void {
    defaultSession.spellChecker = enabled;
  },
  webRequest: {
    onBeforeRequest(handler: NonNullable<(typeof defaultSession)['beforeRequest']>): void {
      defaultSession.beforeRequest = handler;
    },
  },
  resolveProxy: async (_url: string): Promise<string> => world.proxy,
});
export const session = { defaultSession };

/** The session's answers to each way of requesting a permission; undefined without a handler. */
export function permissionAnswers(permission: string): (boolean | undefined)[] {
  const { permissionRequest, permissionCheck, devicePermission } = defaultSession;
  let granted: boolean | undefined;
  permissionRequest?.(null as never, permission as never, (answer) => (granted = answer), {} as never);
  return [granted, permissionCheck?.(null, permission as never, '', {} as never), devicePermission?.({ deviceType: permission } as never)];
}
