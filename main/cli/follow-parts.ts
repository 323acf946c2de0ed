/** Follows the parts of a list in order, and names the waiting ones. */
import { countText, numberText } from '../../shared/base/index.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { type WaitingParts, waitingParts } from '../../shared/view-texts/index.ts';
import { firstPartOf } from '../../shared/project/index.ts';
import type { Desk } from './desk.ts';
import { follow, isSettled } from './follow.ts';
import { type Output } from './output.ts';

/** Follows a project and then each later part. Returns the last project that it followed. */
export async function followParts(desk: Desk, from: Pick<ProjectView, 'id' | 'lineage'>, output: Output): Promise<ProjectView> {
  const first = firstPartOf(from);
  let last = await follow(desk, from.id, output, isSettled);
  for (let part = from.lineage?.kind === 'part' ? from.lineage.part + 1 : 2; last.state.at === 'done'; part++) {
    const all = await desk.call('projects.list', {});
    const next = all.find(({ lineage }) => lineage?.kind === 'part' && lineage.of === first && lineage.part === part);
    if (next === undefined) break;
    output.step(`“${next.name}”`);
    last = await follow(desk, next.id, output, (view) => isSettled(view) && (view.state.at !== 'draft' || view.lastError !== null));
  }
  return last;
}

/** The parts of a project's list that wait for a decision; null if there are none. */
export async function partsWaiting(desk: Desk, project: Pick<ProjectView, 'id' | 'lineage'>): Promise<WaitingParts | null> {
  return waitingParts(project, await desk.call('projects.list', {}));
}

/** Describes the waiting parts and the commands for them. `id`: any project of the list. */
export function waitingText(id: string, { parts, waiting, rows }: WaitingParts): string {
  const [next] = waiting;
  const short = id.slice(0, 8);
  const which = waiting.length === 1 ? `Part ${next.part} of ${parts} is` : `${numberText(waiting.length)} parts of ${parts} are`;
  return [
    `${which} not sent: ${countText(rows, 'row')}. Nothing was charged for ${rows === 1 ? 'it' : 'them'}.`,
    `"desk parts ${short} --send" sends part ${next.part} of ${parts}${waiting.length === 1 ? '' : ' and then the others'}; "desk parts ${short} --release" releases ${waiting.length === 1 ? 'it' : 'them'}.`,
  ].join('\n');
}

/** At the end of a command, reports which parts of the list wait for a decision. */
export async function printWaiting(desk: Desk, project: Pick<ProjectView, 'id' | 'lineage'>, output: Output): Promise<void> {
  const found = await partsWaiting(desk, project);
  if (found !== null) output.step(waitingText(project.id, found));
}
