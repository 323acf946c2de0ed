/** Runs the menu commands of the installed program, which arrive on the event channel. A host without a menu sends none. */
import { AppError } from '../../shared/base/errors.ts';
import type { MenuCommand, OfferedFile } from '../api/host-events.ts';
import { navigate, toScreen } from '../navigation/router.ts';

/** What a command can do to the window. */
export interface MenuTargets {
  readonly setAppearance: (appearance: 'light' | 'dark' | 'auto') => void;
  readonly take: (file: OfferedFile) => void;
  readonly refuse: (name: string, error: AppError) => void;
  readonly showShortcuts: () => void;
}

/** Focuses the search field of the current screen, if it has one. */
function find(): void {
  document.querySelector<HTMLInputElement>('.page input[type="search"]')?.focus();
}

/** Starts the export of the current screen, if it has one. */
function beginExport(): void {
  document.querySelector<HTMLButtonElement>('.page [data-command="export"]')?.click();
}

/** Runs a menu command. */
export function runMenuCommand(command: MenuCommand, targets: MenuTargets): void {
  switch (command.command) {
    case 'go':
      return navigate(toScreen(command.to));
    case 'find':
      return find();
    case 'export':
      return beginExport();
    case 'shortcuts':
      return targets.showShortcuts();
    case 'appearance':
      return targets.setAppearance(command.appearance);
    case 'open-file':
      return targets.take(command.file);
    case 'open-failed':
      return targets.refuse('The file', AppError.from(command.failure));
    default:
      // A newer program may send commands that this page does not know.
      return undefined;
  }
}
