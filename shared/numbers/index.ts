/** Reading the numbers of a cell: amounts and their currencies, dates, whole numbers. */
export {
  type AmountEvidence,
  type AmountNotation,
  amountReadings,
  amountWith,
  countAmount,
  isUnclearAmount,
  noAmountEvidence,
  notationOf,
  provesDecimal,
  readAmount,
  readCount,
  readPlainAmount,
} from './amounts.ts';
export { type StatedCurrencies, commonCurrency, countCurrencies, currencyOf, isOtherCurrency, mainCurrency } from './currencies.ts';
export { type DateEvidence, countDate, noDateEvidence, orderOf } from './date-order.ts';
export { DATE, DateOrder, NO_DATE, dayOf, formatDay, packedDay, readDate, readPlainDate, toIsoDate } from './dates.ts';
export { fromScientific, isCutNumber, isFloat, withoutDecimals } from './whole-numbers.ts';
export { isNoDate, isPartialDate } from './no-dates.ts';
