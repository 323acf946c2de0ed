/** Reads the texts of cells: names, addresses, emails, phone numbers and IDs. */
export { isAbroad } from './abroad.ts';
export { foldAccents, searchForm, searchWords } from './accents.ts';
export {
  ZIP,
  isAddressOfDead,
  looksLikeUnit,
  splitStreetLines,
  withoutAddressRemark,
  withZipHyphen,
  withZipZeros,
  zipShape,
} from './addresses.ts';
export { countryCode, isUsOrEmpty } from './countries.ts';
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
  kindByLastWord,
  splitPeople,
  withoutJoint,
} from './name-kinds.ts';
export { holdsMark, holdsScreeningBan, holdsUnusedMark, isDeceased, withoutDeath, withoutHtml, withoutMark } from './name-marks.ts';
export {
  beginsWithParticle,
  canBeFirstName,
  canBeGiven,
  isGivenName,
  isInitialLetter,
  isNamePrefix,
  isNameSuffix,
  isParticle,
  isSpanishName,
  isSureSuffix,
} from './name-words.ts';
export { isFirstName } from './couples.ts';
export { type NameEvidence, settleName } from './name-evidence.ts';
export { householdLastName } from './household-names.ts';
export { isNameOfDead, splitCoupleFirstNames, splitFullName, withoutTitles } from './names.ts';
export { areFormsOfOneName, isFormOfName } from './nicknames.ts';
export { endsLikeOrganization, isKnownOrganization, isOrganization, mayBeOrganization } from './organizations.ts';
export { isHardlyLastName, isInverted, lookSwapped, splitPerson, splitSecond } from './person-names.ts';
export { ADDRESS_USE, addressUse, isAddressType } from './address-types.ts';
export { childMarks } from './child-marks.ts';
export { contactUse, isContactType } from './contact-types.ts';
export { PHONE_DIGITS, firstPhoneNumber, isPhoneNumber, phoneNumbersIn, withoutExtension } from './phones.ts';
export {
  LONGEST_MARK,
  answerForm,
  hasDeathWord,
  saysPartOfDeath,
  hasNotToScreen,
  saysAlive,
  saysDeath,
  saysDoNotScreen,
  saysMayScreen,
  saysNoConsent,
} from './row-marks.ts';
export { idKeyOf, longSalesforceId, shortSalesforceId } from './salesforce-ids.ts';
export { mayBeMisread, restoredText, withApostrophes, withoutEntities } from './misread-text.ts';
export { isCardNumber, isSocialSecurityNumber } from './sensitive-numbers.ts';
export { placeKey } from './place-names.ts';
export { looksLikeCityStateZip, splitCityStateZip } from './places.ts';
export { isProvince, isUsState, stateCode, zipFitsState } from './states.ts';
export {
  LONGEST_READ,
  TEXT_CLASS,
  classesOf,
  cleanText,
  isMissing,
  isPlaceholder,
  scanText,
  tidySpaces,
  withoutApostrophe,
} from './text.ts';
export { countryAtEnd, splitAddress } from './whole-addresses.ts';
