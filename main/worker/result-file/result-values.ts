/** Small values that a project's file stores about its results: the last answer, the join by order, and rows of linked projects. */
import { z } from 'zod';
import type { ProfileNumber, SheetRow } from '../list/ordinals.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';

const LAST_ANSWER = 'lastAnswer';
const ORDER_CHOICE = 'orderJoin';
const LINKED_ROWS = 'linkedRows';
const LINKED_ORDER_ROWS = 'linkedOrderRows';
const FLAWS = 'profileFlaws';

/**
 * The last answer. Its profiles have the numbers 1 to `profiles`. Profiles with higher numbers were kept from earlier answers or merged.
 * `notRead`: number of entries in lists that were neither the profiles nor the row errors.
 */
const LastAnswer = z.object({ profiles: z.int(), validRows: z.int().nullable(), notRead: z.int().default(0) });
export type LastAnswer = z.infer<typeof LastAnswer>;

/**
 * `joined`: profiles 1 to `profiles` were joined by order. `undone`: the user undid the join. `dropped`: a later answer had different
 * profiles, or a different order.
 */
const OrderChoice = z.discriminatedUnion('is', [
  z.object({ is: z.literal('joined'), profiles: z.int() }),
  z.object({ is: z.literal('undone') }),
  z.object({ is: z.literal('dropped') }),
]);
export type OrderChoice = z.infer<typeof OrderChoice>;

const Rows = z.array(z.int() as unknown as z.ZodType<SheetRow>);

const Profile = z.int() as unknown as z.ZodType<ProfileNumber>;

/**
 * Numbers of profiles that give no scores to a row. `unreadable`: malformed entries. `withoutScores`: profiles without scores, as ranges
 * from a first to a last number, because a service that is late returns many of them.
 */
const ProfileFlaws = z.object({ unreadable: z.array(Profile), withoutScores: z.array(z.tuple([Profile, Profile])) });
export type ProfileFlaws = z.infer<typeof ProfileFlaws>;

/** Null if there is no value, or if it has another shape. */
const valueOf = <T>(file: ProjectFile, name: string, shape: z.ZodType<T>): T | null => shape.safeParse(file.getValue(name)).data ?? null;

/** Null before the first answer. */
export const lastAnswer = (file: ProjectFile): LastAnswer | null => valueOf(file, LAST_ANSWER, LastAnswer);

export function storeLastAnswer(file: ProjectFile, answer: LastAnswer): void {
  file.putValue(LAST_ANSWER, answer);
}

/** None before the first answer. */
export const profileFlaws = (file: ProjectFile): ProfileFlaws =>
  valueOf(file, FLAWS, ProfileFlaws) ?? { unreadable: [], withoutScores: [] };

/** Collects and stores the flaws of profiles, which must be added in the order of their numbers. */
export class ProfileFlawList {
  private readonly flaws: ProfileFlaws;

  /** `present`: the flaws of the profiles that the file already has. */
  constructor(present: ProfileFlaws = { unreadable: [], withoutScores: [] }) {
    this.flaws = present;
  }

  get unreadable(): readonly ProfileNumber[] {
    return this.flaws.unreadable;
  }

  addUnreadable(profile: ProfileNumber): void {
    this.flaws.unreadable.push(profile);
  }

  addWithoutScores(profile: ProfileNumber): void {
    const last = this.flaws.withoutScores.at(-1);
    if (last?.[1] === profile - 1) last[1] = profile;
    else this.flaws.withoutScores.push([profile, profile]);
  }

  store(file: ProjectFile): void {
    file.putValue(FLAWS, this.flaws);
  }
}

/** Null if the user has not chosen yet. */
export const orderChoice = (file: ProjectFile): OrderChoice | null => valueOf(file, ORDER_CHOICE, OrderChoice);

export function storeOrderChoice(file: ProjectFile, choice: OrderChoice): void {
  file.putValue(ORDER_CHOICE, choice);
}

/** Number of the last profile that was joined by order; 0 for none. */
export function lastByOrder(file: ProjectFile): number {
  const choice = orderChoice(file);
  return choice?.is === 'joined' ? choice.profiles : 0;
}

/** Sheet rows whose results came from a linked project. */
export const linkedRows = (file: ProjectFile): Set<SheetRow> => new Set(valueOf(file, LINKED_ROWS, Rows));

export function storeLinkedRows(file: ProjectFile, rows: ReadonlySet<SheetRow>): void {
  file.putValue(LINKED_ROWS, [...rows]);
}

/** Rows of `linkedRows` that the other project joined by order. */
export const linkedOrderRows = (file: ProjectFile): Set<SheetRow> => new Set(valueOf(file, LINKED_ORDER_ROWS, Rows));

export function storeLinkedOrderRows(file: ProjectFile, rows: ReadonlySet<SheetRow>): void {
  file.putValue(LINKED_ORDER_ROWS, [...rows]);
}
