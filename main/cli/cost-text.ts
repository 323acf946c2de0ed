/** The cost of a list, and what the user should know before it is sent. */
import { countText, numberText } from '../../shared/base/index.ts';
import { fieldOf } from '../../shared/fields/index.ts';
import type { Output as MethodOutput } from '../../shared/contract/index.ts';
import { bestSentences } from '../../shared/order/index.ts';
import { dispositionText } from '../../shared/rows/index.ts';
import { ELSEWHERE_UNREAD, elsewhereText, isAlone, withoutResultSentence } from '../../shared/view-texts/index.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';

type Cost = MethodOutput<'cost.get'>;

/** Names the unfinished lists that some of the people are already in. */
function inProgressText({ leftOut, screened: { inProgress } }: Cost): string[] {
  if (!leftOut.some(({ reason }) => reason === 'inProgress')) return [];
  const [givenUp, running] = [true, false].map((wanted) => inProgress.filter(({ isGivenUp }) => isGivenUp === wanted));
  const again = (lists: Cost['screened']['inProgress']) => `--again sends the people in ${lists.length === 1 ? 'it' : 'them'} anyway`;
  return [
    ...(running!.length === 0 ? [] : [`Not finished yet: ${running!.map(({ name }) => `“${name}”`).join(', ')}; ${again(running!)}`]),
    ...(givenUp!.length === 0
      ? []
      : [
          `Given up, and may have been paid for: ${givenUp!.map(({ name }) => `“${name}”`).join(', ')}; ${givenUp!.map(({ id }) => `“desk resume ${id.slice(0, 8)}”`).join(' and ')} asks for the results again, ${again(givenUp!)}`,
        ]),
  ];
}

/** Names the screenings that have no result for some of the people who are left out. */
function withoutResultText({ leftOut, screened: { withoutResult } }: Cost): string[] {
  if (!leftOut.some(({ reason }) => reason === 'recentlyScreened')) return [];
  return withoutResult.map((screening) => `${withoutResultSentence(screening)}; --again sends them anyway`);
}

/** Describes the changes since the baseline. */
function baselineText({ baseline }: Cost, rules: MethodOutput<'check.get'>['rules']): string[] {
  if (baseline === null) return [];
  const { name, newRows, changed, unchanged, saved, otherSettings } = baseline;
  const { rows = 0, leftOut = 0 } = rules.find(({ code }) => code === 'CHANGED_SINCE') ?? {};
  const more = rows + leftOut - changed;
  const others = more > 0 ? ` (${numberText(more)} more changed and ${more === 1 ? 'is' : 'are'} left out for the reasons above)` : '';
  return [
    `Since “${name}”: ${numberText(newRows)} new, ${numberText(changed)} changed${others}, ${numberText(unchanged)} unchanged and left out; sending everyone would cost about ${countText(saved, 'credit')} more`,
    ...(otherSettings ? [`“${name}” was scored with other score settings: its scores and the new ones may not be comparable`] : []),
  ];
}

/** The cost of sending a list over a connection. */
export function costText(cost: Cost, connection: string, rules: MethodOutput<'check.get'>['rules']): string {
  const leftOut = cost.leftOut.map(({ reason, rows }) => `${numberText(rows)} ${dispositionText(reason).phrase}`);
  return [
    `${numberText(cost.rowsToSend)} of ${countText(cost.rowsInFile, 'row')} to send to ${connection} (${cost.host})${leftOut.length === 0 ? '' : `; left out: ${leftOut.join(', ')}`}`,
    ...(cost.neverSent.length === 0
      ? []
      : [`Kept here and never sent over this connection: ${cost.neverSent.map((field) => fieldOf(field).label).join(', ')}`]),
    ...inProgressText(cost),
    ...withoutResultText(cost),
    ...(cost.best === null ? [] : bestSentences(cost.best)),
    ...baselineText(cost, rules),
    `About ${countText(cost.estimate, 'credit')}${cost.balance?.remaining === null || cost.balance === null ? '' : ` of ${numberText(cost.balance.remaining)}`}${cost.saved === 0 ? '' : `; leaving rows out saves about ${numberText(cost.saved)}`}`,
  ].join('\n');
}

/** Warns of service projects that may already contain this list, or that could not be read. Returns whether there are any. */
export async function warnElsewhere(desk: Desk, id: string, output: Output): Promise<boolean> {
  const { found, isUnread } = await desk.call('cost.elsewhere', { id });
  if (isUnread) output.step(ELSEWHERE_UNREAD);
  for (const project of found)
    output.step(
      isAlone(project)
        ? `Paid for before: ${elsewhereText(project)}; --elsewhere sends this person anyway`
        : project.isHeld === true
          ? `Another computer can send people of this list: ${elsewhereText(project)}; --elsewhere sends it anyway`
          : `The service already has ${elsewhereText(project)}, which was not sent from here: a colleague may have sent this list, or it was sent before a backup of the data folder was put back; --elsewhere sends it anyway`,
    );
  return found.length > 0;
}
