/** The terminal of the installed program. */
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../kit/eventually.ts';

const electron = await vi.hoisted(() => import('../../../fakes/electron.ts'));
vi.mock('electron', () => electron);
const { app, BrowserWindow, journal, resetElectron } = electron;

afterEach(() => vi.restoreAllMocks());

it.each([
  ['a command', ['Screening Desk', 'desk', 'check', 'people.csv'], true, ['check', 'people.csv']],
  ['a command, not packaged', ['electron', '.', 'desk', 'check'], false, ['check']],
  ['a file of the name', ['Screening Desk', '/lists/desk'], true, null],
  ['a switch first', ['Screening Desk', '--trace', 'desk'], true, null],
  ['no arguments', ['Screening Desk'], true, null],
])('the arguments are those behind "desk": %s', async (_name, argv, isPackaged, args) => {
  const { terminalArguments } = await import('../../../../main/electron/terminal.ts');
  expect(terminalArguments(argv, isPackaged)).toEqual(args);
});

it('a command runs without a window and without the lock of the window, and its exit code is that of the program', async () => {
  resetElectron();
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['Screening Desk', 'desk', 'no-such-command']);
  const printed = vi.spyOn(process.stderr, 'write').mockImplementation((...args) => {
    (args.at(-1) as (() => void) | undefined)?.call?.(null);
    return true;
  });
  await import('../../../../main/electron/index.ts');
  await eventually(() => expect(app.exitCode).toBe(1));
  expect(printed.mock.calls.join('')).toContain('no-such-command');
  expect([BrowserWindow.all, journal]).toEqual([[], ['exit 1']]);
});
