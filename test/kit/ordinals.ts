/** Marks the plain numbers of tests as numbers of rows or profiles. */
import type { ListIndex, ProfileNumber, SheetRow } from '../../main/worker/list/ordinals.ts';

export const listIndex = (number: number) => number as ListIndex;
export const profileNumber = (number: number) => number as ProfileNumber;
export const sheetRow = (number: number) => number as SheetRow;
