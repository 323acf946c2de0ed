/** Numbers of tests as those of a row or a profile. */
import type { ListIndex, ProfileNumber, SheetRow } from '../../main/worker/list/ordinals.ts';

export const listIndex = (number: number) => number as ListIndex;
export const profileNumber = (number: number) => number as ProfileNumber;
export const sheetRow = (number: number) => number as SheetRow;
