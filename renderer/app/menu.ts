import { AppError } from '../../shared/base/index.ts';
import type { MenuCommand, OfferedFile } from '../api/index.ts';
import { navigate, toScreen } from '../navigation/index.ts';

/** What menu commands do in the window. */
export interface MenuActions {
  readonly setAppearance: (appearance: 'light' | 'dark' | 'auto') => void;
  readonly importHostFile: (file: OfferedFile) => void;
  readonly showFailure: (name: string, error: AppError) => void;
  readonly showShortcuts: () => void;
}

/** Focuses the search field of the screen; false when it has none. */
export function find(): boolean {
  const field = document.querySelector<HTMLInputElement>('.page input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

function beginExport(): void {
  document.querySelector<HTMLButtonElement>('.page [data-command="export"]')?.click();
}

/** Uses the field's own undo in a text field, and the screen's undo elsewhere. */
function undoOrRedo(command: 'undo' | 'redo'): void {
  if (document.activeElement?.matches('input:not([type=radio], [type=checkbox]), textarea') === true) document.execCommand(command);
  else document.querySelector<HTMLButtonElement>(`.page [data-command="${command}"]`)?.click();
}

export function runMenuCommand(command: MenuCommand, actions: MenuActions): void {
  switch (command.command) {
    case 'go':
      return navigate(toScreen(command.to));
    case 'find':
      find();
      return undefined;
    case 'undo':
    case 'redo':
      return undoOrRedo(command.command);
    case 'export':
      return beginExport();
    case 'shortcuts':
      return actions.showShortcuts();
    case 'appearance':
      return actions.setAppearance(command.appearance);
    case 'open-file':
      return actions.importHostFile(command.file);
    case 'open-failed':
      return actions.showFailure('The file', AppError.from(command.failure));
    default:
      // A newer program can send commands that this page does not know.
      return undefined;
  }
}
