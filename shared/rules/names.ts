/** Rules for people's names. */
import { CHANGE } from '../mapping/index.ts';
import { TEXT_CLASS } from '../transforms/index.ts';
import { compileBusiness, compileInitials, findWholeName, findWholeSpouse, LAST_NAMES, lookAtName, MAIN_NAMES, NAMED, NAMES, UNUSUAL } from './name-detection.ts';
import {
  DROP_TITLES,
  HOUSEHOLD_TO_LAST,
  KEEP_SPOUSE_NAME,
  READ_OTHERWISE,
  SPLIT_LAST,
  SPLIT_PEOPLE,
  SPLIT_SPOUSE,
  SPLIT_UNCLEAR,
} from './name-fixes.ts';
import type { RuleTable, Subject } from './rule.ts';

const rules = {
  TWO_PEOPLE: {
    severity: 'warning',
    weakens: true,
    title: 'Two people in one name',
    why: 'The service finds each person by their own name.',
    fields: MAIN_NAMES,
    fix: SPLIT_PEOPLE,
  },
  ORGANIZATION: {
    severity: 'warning',
    weakens: true,
    title: 'An organization, not a person',
    why: 'Only people can be screened. The row would cost a credit for nothing.',
    fields: [...MAIN_NAMES, 'businessName'],
    leaveOut: true,
    names: 'organization',
  },
  NOT_A_PERSON: {
    severity: 'warning',
    weakens: true,
    title: 'Not the name of a person',
    why: 'A gift by “Anonymous Donor” or “In memory of Ann Poe” names nobody to screen. The row would cost a credit for nothing.',
    fields: ['primaryFirst', 'primaryLast'],
    leaveOut: true,
    names: 'notAPerson',
  },
  HOUSEHOLD_NAME: {
    severity: 'warning',
    weakens: true,
    title: 'A household, not a person',
    why: 'The service finds “The Smith Family” by the last name Smith.',
    fields: LAST_NAMES,
    fix: HOUSEHOLD_TO_LAST,
  },
  DECEASED: {
    severity: 'warning',
    weakens: true,
    title: 'Marked as deceased',
    why: 'Screening a person who has died costs a credit for nothing.',
    leaveOut: true,
    names: 'deceased',
    change: CHANGE.deceased,
  },
  DEATH_UNCLEAR: {
    severity: 'warning',
    weakens: true,
    title: 'Unclear whether deceased',
    why: 'The column that tells who has died says neither yes nor no. Screening a person who has died costs a credit for nothing.',
    leaveOut: true,
    change: CHANGE.deathUnclear,
  },
  NAME_TITLE: {
    severity: 'warning',
    weakens: true,
    title: 'Title or suffix in the name',
    why: 'Mr., Dr. and Jr. prevent a match.',
    fields: MAIN_NAMES,
    fix: DROP_TITLES,
  },
  NAME_INITIAL: {
    severity: 'warning',
    weakens: true,
    title: 'Last name is one letter',
    why: 'An initial is not enough to find a person.',
    fields: LAST_NAMES,
  },
  NAME_DIGITS: {
    severity: 'warning',
    weakens: true,
    title: 'Digits in a name',
    why: 'Names have no digits. This is probably something else.',
    fields: NAMES,
  },
  NAME_EMAIL: {
    severity: 'warning',
    weakens: true,
    title: 'Email address in a name',
    why: 'An email address is not a name.',
    fields: NAMES,
  },
  FULL_NAME_IN_LAST: {
    severity: 'warning',
    weakens: true,
    title: 'Whole name in the last name',
    why: 'The service matches first and last name separately.',
    fields: ['primaryLast'],
    fix: SPLIT_LAST,
  },
  LAST_NAME_UNCLEAR: {
    severity: 'warning',
    weakens: true,
    title: 'Several words in the last name, and no first name',
    why: 'This can be a whole name, an organization, or a last name of several words.',
    fields: ['primaryLast'],
    fix: SPLIT_UNCLEAR,
  },
  SPOUSE_NOT_NAMED: {
    severity: 'warning',
    weakens: true,
    title: 'Other words in the spouse’s first name',
    why: 'The service would look for a spouse with the first name “Single”, “Deceased” or “and Kim”.',
    fields: ['spouseFirst'],
    fix: KEEP_SPOUSE_NAME,
  },
  FULL_NAME_IN_SPOUSE_FIRST: {
    severity: 'warning',
    weakens: true,
    title: 'Whole name in the spouse’s first name',
    why: 'The service matches first and last name separately.',
    fields: ['spouseFirst'],
    fix: SPLIT_SPOUSE,
  },
  NAME_UNCLEAR: {
    severity: 'warning',
    weakens: true,
    title: 'Unclear name',
    why: 'A word can be a title, a degree, the last name, a company, or no name. The service would look for another person.',
    fields: MAIN_NAMES,
    fix: READ_OTHERWISE,
    change: CHANGE.nameUnclear,
  },
  MAIDEN_PARTED: {
    severity: 'note',
    title: 'Maiden name taken out of the name',
    why: 'The name had a maiden name, such as “née Kern”. It is sent in its own field.',
    fields: ['primaryMaiden'],
    change: CHANGE.maiden,
  },
  NAME_RECASED: {
    severity: 'note',
    title: 'Capitalization of a name corrected',
    why: 'The name was all in capitals, all in lower case, or typed like jANE. Columns can turn it off: “Fix ALL-CAPS names”.',
    fields: NAMES,
    change: CHANGE.shouted,
  },
} satisfies RuleTable;

export const PERSON_NAMES = {
  rules,
  values: [
    { kinds: ['givenName', 'familyName'], mask: UNUSUAL | TEXT_CLASS.point, want: 0, look: lookAtName },
    { kinds: ['middleName', 'maidenName'], mask: UNUSUAL, want: 0, look: lookAtName },
  ],
  records: [
    { compile: compileInitials },
    { compares: { fields: [...NAMED, 'businessName'], rules: ['ORGANIZATION'], on: 'businessName' }, compile: compileBusiness },
    {
      compares: { fields: ['primaryFirst', 'primaryLast'], rules: ['FULL_NAME_IN_LAST', 'LAST_NAME_UNCLEAR', 'NOT_A_PERSON'] },
      compile: ({ mapped }) => (mapped.has('primaryLast') ? findWholeName : null),
    },
    {
      compares: { fields: ['spouseFirst', 'spouseLast', 'primaryLast'], rules: ['FULL_NAME_IN_SPOUSE_FIRST', 'SPOUSE_NOT_NAMED'] },
      compile: ({ mapped }) => (mapped.has('spouseFirst') ? findWholeSpouse : null),
    },
  ],
} satisfies Subject;
