/** Texts about a join by order, for the window and the terminal. */
import { numberText } from '../base/index.ts';
import type { OrderJoinView } from '../contract/index.ts';

/** The warning before a join by order. */
export const ORDER_WARNING =
  'The service’s answer does not say which row a profile belongs to, and the service does not promise an order. Join only if you know that it keeps the order of the list. Otherwise, people get the scores of others.';

type Pair = OrderJoinView['pairs'][number];

/** The profile of a pair: its name, if it has one, and some of its values. */
export const profileOfPair = ({ profileName, text }: Pair): string =>
  [profileName, text].filter((part) => part !== '').join(' · ') || 'no values';

/** "Row 2, Ada Byron: profile 1, Overall score: 71"; a warning follows when the names contradict. */
export const pairText = (pair: Pair): string =>
  `Row ${numberText(pair.row)}, ${pair.name || 'no name'}: profile ${numberText(pair.profile)}, ${profileOfPair(pair)}${pair.contradicts ? ' (another name)' : ''}`;
