import { AppError } from '../../shared/base/errors.ts';
import type { MenuCommand, OfferedFile } from '../api/host-events.ts';
import { navigate, toScreen } from '../navigation/router.ts';

export interface MenuTargets {
  readonly setAppearance: (appearance: 'light' | 'dark' | 'auto') => void;
  readonly take: (file: OfferedFile) => void;
  readonly refuse: (name: string, error: AppError) => void;
  readonly showShortcuts: () => void;
}

function find(): void {
  document.querySelector<HTMLInputElement>('.page input[type="search"]')?.focus();
}

function beginExport(): void {
  document.querySelector<HTMLButtonElement>('.page [data-command="export"]')?.click();
}

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
      // A newer program can send commands that this page does not know.
      return undefined;
  }
}
