/** Gifts: the columns of a gift file, which types count, and what each person has given. */
export { centsOf, centsText } from './cents.ts';
export { GIFT_ROLES, type GiftRole, ROLE_NAMES, giftColumnsByHeading, isAfterRefunds } from './gift-columns.ts';
export { type GiftMark, giftMarkOf } from './gift-marks.ts';
export { giftListOf, type RepeatedPeople } from './gift-list.ts';
export { GiftLines } from './gift-lines.ts';
export {
  areRecordTypes,
  hasRecurringPayments,
  reasonOf,
  recordTypeName,
  REPEATED,
  stateMarked,
  stateOfRest,
  typeOf,
} from './gift-types.ts';
export { type Giving, GivingLedger, giftTexts } from './giving.ts';
export { moneyText, partsText, refundedText } from './money.ts';
export { giftsProblem, joinRemedy, lostZerosText, missingColumns, unclearAmountsText, unclearDatesText } from './gifts-problem.ts';
export { compareReport } from './own-report.ts';
export { allNeeds, type AmountKind, amountNeeds, dateNeeds, type Needs, NO_NEEDS, type Notation } from './readings.ts';
export { withLines } from './with-lines.ts';
export { GiftChoices, GiftReport, GiftsView, ListGifts, STANDARD_GIFT_CHOICES } from './shapes.ts';
