/** What a project's file stores of a join by order: the last answer, a person's choice, and rows whose project chose it. */
import { z } from 'zod';
import type { ProjectFile } from '../../store/project-file/project-file.ts';

const ANSWER = 'lastAnswer';
const CHOICE = 'orderJoin';
const LINKED = 'linkedOrderRows';

/** The last answer: its profiles are those with the numbers 1 to `profiles`; later numbers were kept or merged. */
const LastAnswer = z.object({ profiles: z.int(), validRows: z.int().nullable() });
export type LastAnswer = z.infer<typeof LastAnswer>;

/**
 * `joined`: profiles 1 to `profiles` were joined by order. `undone`: the user took it back. `dropped`: a later answer had other profiles
 * or another order.
 */
const OrderChoice = z.discriminatedUnion('is', [
  z.object({ is: z.literal('joined'), profiles: z.int() }),
  z.object({ is: z.literal('undone') }),
  z.object({ is: z.literal('dropped') }),
]);
export type OrderChoice = z.infer<typeof OrderChoice>;

/** Null for results that an earlier program fetched. */
export const lastAnswer = (file: ProjectFile): LastAnswer | null => LastAnswer.safeParse(file.getValue(ANSWER)).data ?? null;

export function storeLastAnswer(file: ProjectFile, answer: LastAnswer): void {
  file.putValue(ANSWER, answer);
}

/** Null while nobody has chosen. */
export const orderChoice = (file: ProjectFile): OrderChoice | null => OrderChoice.safeParse(file.getValue(CHOICE)).data ?? null;

export function storeOrderChoice(file: ProjectFile, choice: OrderChoice): void {
  file.putValue(CHOICE, choice);
}

/** Number of the last profile that was joined by order; 0 for none. */
export function lastByOrder(file: ProjectFile): number {
  const choice = orderChoice(file);
  return choice?.is === 'joined' ? choice.profiles : 0;
}

/** Sheet rows whose results came from a linked project that joined them by order. */
export const linkedOrderRows = (file: ProjectFile): Set<number> => new Set(z.array(z.int()).safeParse(file.getValue(LINKED)).data ?? []);

export function storeLinkedOrderRows(file: ProjectFile, rows: Iterable<number>): void {
  file.putValue(LINKED, [...rows]);
}
