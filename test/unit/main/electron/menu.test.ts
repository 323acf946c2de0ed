import { describe, expect, it, vi } from 'vitest';
import { type MenuCommand, menuTemplate } from '../../../../main/electron/menu.ts';
import type { FakeMenuItem } from '../../../fakes/electron.ts';

vi.mock('electron', () => import('../../../fakes/electron.ts'));

function build(platform: NodeJS.Platform, development = false) {
  const did: (MenuCommand | string)[] = [];
  const template = menuTemplate(
    {
      send: (command) => did.push(command),
      openFile: () => did.push('open file'),
      setAppearance: (appearance) => did.push(`appearance ${appearance}`),
    },
    { platform, development, appearance: 'dark' },
  ) as unknown as FakeMenuItem[];
  const flat = (items: readonly FakeMenuItem[]): FakeMenuItem[] => items.flatMap((item) => [item, ...flat(item.submenu ?? [])]);
  return { items: flat(template), did };
}

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  it('gives each of our commands its own shortcut', () => {
    const { items } = build(platform);
    const ours = items.filter((item) => item.click !== undefined);
    expect(ours.filter((item) => item.accelerator === undefined)).toEqual([]);
    const keys = ours.map((item) => item.accelerator);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(
      expect.arrayContaining(['CmdOrCtrl+N', 'CmdOrCtrl+O', 'CmdOrCtrl+E', 'CmdOrCtrl+F', 'CmdOrCtrl+1', 'CmdOrCtrl+,']),
    );
  });

  it('does not use shortcuts that text fields and windows need', () => {
    const taken = /^CmdOrCtrl\+(Shift\+)?(A|C|V|X|Z|Y|M|W|Q|H|0|=|\+|-|Plus)$/;
    // The page applies Undo and Redo to the field that has the focus.
    const others = build(platform).items.filter(({ label }) => label !== 'Undo' && label !== 'Redo');
    expect(others.filter((item) => taken.test(item.accelerator ?? ''))).toEqual([]);
  });

  it('runs each command', () => {
    const { items, did } = build(platform);
    for (const item of items) item.click?.();
    expect(did).toHaveLength(items.filter((item) => item.click !== undefined).length);
    expect(did).toEqual(
      expect.arrayContaining([
        { command: 'go', to: 'new' },
        { command: 'go', to: 'projects' },
        { command: 'go', to: 'profile' },
        { command: 'go', to: 'connections' },
        { command: 'go', to: 'settings' },
        { command: 'export' },
        { command: 'find' },
        { command: 'undo' },
        { command: 'redo' },
        { command: 'shortcuts' },
        'open file',
        'appearance light',
        'appearance dark',
        'appearance auto',
      ]),
    );
  });

  it('has zoom, editing, quitting, and the current appearance', () => {
    const { items } = build(platform);
    const roles = new Set(items.map((item) => item.role));
    for (const role of ['zoomIn', 'zoomOut', 'resetZoom', 'cut', 'copy', 'paste', 'selectAll', 'quit', 'about', 'togglefullscreen'])
      expect(roles).toContain(role);
    expect(items.filter((item) => item.checked === true).map((item) => item.label)).toEqual(['Dark']);
  });

  it('has developer tools only in development', () => {
    const tools = (development: boolean) =>
      build(platform, development).items.filter((item) => /reload|toggleDevTools/i.test(item.role ?? ''));
    expect(tools(false)).toEqual([]);
    expect(tools(true)).toHaveLength(2);
  });
});
