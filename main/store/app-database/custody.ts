/** Which data folder may send a project. After a project was in a bundle, at most one computer has the right to send it. */
import { AppError } from '../../../shared/base/index.ts';
import type { StoredCustody } from './schema/project.ts';

interface Held {
  readonly name: string;
  readonly custody?: StoredCustody | undefined;
}

/** Why the project cannot be sent from here; null when it can. */
export function heldElsewhere({ name, custody }: Held): string | null {
  switch (custody?.holder) {
    case 'given':
      return `“${name}” was handed over in a bundle, so only the computer that opens it can send it. Here it can be read and saved.`;
    case 'copy':
      return `“${name}” is a copy. It belongs to the computer ${custody.computer}, which can send it or hand it over. Here it can be read and saved.`;
    default:
      return null;
  }
}

/** @throws HELD_ELSEWHERE when nothing of the project may be sent from here. */
export function assertHeldHere(project: Held): void {
  const why = heldElsewhere(project);
  if (why !== null) throw new AppError('HELD_ELSEWHERE', why);
}
