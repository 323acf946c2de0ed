import { expect, test } from 'vitest';
import { isOfficerHeading, objectionOf } from '../../../../shared/mapping/index.ts';

test.each([
  'Solicitor',
  'Assigned to',
  'AssignedTo',
  'Relationship manager',
  'Portfolio_Manager',
  'Gift Officer',
  'Major Gift Officer',
  'Primary Solicitor',
  'Assigned Solicitor Name',
  'Prospect Manager',
  'Solicitor Name',
  'Assigned Solicitor',
  'Contact Owner',
  'Account Owner',
  'Account Manager',
  'Assigned User',
  'Portfolio',
  'Portfolio Owner',
  'Assigned Gift Officer',
  'Prospect Mgr',
  'PRIMARY_FUNDRAISER',
])('%s names the officer', (heading) => {
  expect(isOfficerHeading(heading)).toBe(true);
});

test.each([
  'Manager',
  'Do Not Solicit',
  'Owner',
  'Solicit Code',
  'Spouse',
  'Account Owner ID',
  'Officer rank',
  'Assigned date',
  'Portfolio value',
  'Portfolio Status',
  'Home Owner',
  'Account Manager Email',
])('%s does not name the officer', (heading) => {
  expect(isOfficerHeading(heading)).toBe(false);
});

test.each([
  ['Do Not Mail', 'No mail'],
  ['No E-mail', 'No email'],
  ['do_not_call', 'No calls'],
  ["Don't contact", 'No contact'],
  ['Do not solicit', 'Do not solicit'],
  ['Email', null],
  ['Mail preference', null],
])('%s objects to: %s', (heading, text) => {
  expect(objectionOf(heading)).toBe(text);
});
