/** Texts about the corrections that a list can take over from its baseline. */
import { countText } from '../base/index.ts';
import type { CarriedCorrectionsView } from '../contract/index.ts';

type Changes = Pick<CarriedCorrectionsView, 'corrections' | 'merged' | 'leftOut'>;

const list = new Intl.ListFormat('en-US');

export const carriedChanges = ({ corrections, merged, leftOut }: Changes): number => corrections + merged + leftOut;

/** "27 corrections, 2 merges, and 3 left-out rows"; empty for nothing. */
export const carriedCorrectionsText = ({ corrections, merged, leftOut }: Changes): string =>
  list.format([
    ...(corrections === 0 ? [] : [countText(corrections, 'correction')]),
    ...(merged === 0 ? [] : [countText(merged, 'merge')]),
    ...(leftOut === 0 ? [] : [countText(leftOut, 'left-out row')]),
  ]);
