import { CONTRACT, type Effect, EVENTS, type EventPayload, type Method, type MethodName } from '../../shared/contract/index.ts';

/** True if another event announces all that a command answers and changes, as an event with a snapshot does. */
const hasOwnEvent = ({ answers, changes }: Effect): boolean =>
  'query' in answers
    ? Object.values<Effect>(EVENTS).some(
        (event) =>
          'query' in event.answers &&
          event.answers.query === answers.query &&
          changes.every(({ tag, of }) => event.changes.some((change) => change.tag === tag && change.of === of)),
      )
    : changes.length === 0;

/** The event of a command that has succeeded, for the pages that did not make it; null if they learn everything from another event. */
export function doneEvent(method: string, input: unknown): EventPayload<'command.done'> | null {
  if (!Object.hasOwn(CONTRACT, method)) return null;
  const entry: Method = CONTRACT[method as MethodName];
  if (entry.kind === 'query' || hasOwnEvent(entry)) return null;
  const { id } = input as { readonly id?: unknown };
  return { method, id: typeof id === 'string' ? id : '' };
}
