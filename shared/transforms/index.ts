/** Reading the text of a cell: names, amounts, dates, addresses, phone numbers. */
export { foldAccents, searchForm, searchWords } from './accents.ts';
export { ZIP, looksLikeUnit, splitStreetLines, withZipHyphen, withZipZeros, zipShape } from './addresses.ts';
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
export { countryCode, isUsOrEmpty } from './countries.ts';
export { type DateEvidence, countDate, noDateEvidence, orderOf } from './date-order.ts';
export { DATE, DateOrder, NO_DATE, dayOf, formatDay, packedDay, readDate, readPlainDate, toIsoDate } from './dates.ts';
export {
  NO_ADDRESS,
  UNUSUAL,
  addressesIn,
  atSignIn,
  bareAddress,
  isEmailAddress,
  isMadeUpAddress,
  readAddress,
  repairedAddress,
} from './emails.ts';
export { hasSmallStart, recaseOften } from './name-case.ts';
export {
  areFormsOfOnePerson,
  areNobody,
  isDedication,
  isHonorific,
  isHousehold,
  isNoSpouse,
  isStatus,
  isUnnamed,
  splitPeople,
  withoutJoint,
} from './name-kinds.ts';
export { isDeceased, withoutDeath, withoutHtml } from './name-marks.ts';
export { beginsWithParticle, canBeFirstName, isGivenName, isInitialLetter, isNamePrefix, isNameSuffix, isParticle } from './name-words.ts';
export { type NameEvidence, settleName } from './name-evidence.ts';
export { householdLastName, splitCoupleFirstNames, splitFullName, withoutTitles } from './names.ts';
export { areFormsOfOneName, isFormOfName } from './nicknames.ts';
export { endsLikeOrganization, isOrganization, mayBeOrganization } from './organizations.ts';
export { isInverted, splitPerson, splitSecond } from './person-names.ts';
export { PHONE_DIGITS, firstPhoneNumber, isPhoneNumber, phoneNumbersIn } from './phones.ts';
export {
  LONGEST_MARK,
  answerForm,
  hasDeathWord,
  hasNotToScreen,
  saysAlive,
  saysDeath,
  saysDoNotScreen,
  saysNoConsent,
} from './row-marks.ts';
export { idKeyOf, longSalesforceId, shortSalesforceId } from './salesforce-ids.ts';
export { fromScientific, isCutNumber, isFloat, withoutDecimals } from './whole-numbers.ts';
export { isNoDate, isPartialDate } from './no-dates.ts';
export { isCardNumber, isSocialSecurityNumber } from './sensitive-numbers.ts';
export { looksLikeCityStateZip, splitCityStateZip } from './places.ts';
export { isProvince, isUsState, stateCode, zipFitsState } from './states.ts';
export { LONGEST_READ, TEXT_CLASS, classesOf, cleanText, isPlaceholder, scanText, tidySpaces, withoutApostrophe } from './text.ts';
export { countryAtEnd, splitAddress } from './whole-addresses.ts';
