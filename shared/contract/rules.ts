/** An organization's own rules, which apply to all later checks. */
import { OrganizationRules } from '../rules/index.ts';
import { all, answerOf, command, event, Nothing, query } from './method.ts';

const RULES_ANSWERED = { answers: answerOf('organizationRules.get'), changes: all('check', 'cost', 'record') } as const;

export const RULE_METHODS = {
  'organizationRules.get': query(Nothing, OrganizationRules, { reads: ['rules'] }),
  'organizationRules.set': command(OrganizationRules, OrganizationRules, RULES_ANSWERED),
};

export const RULE_EVENTS = { 'organizationRules.changed': event(OrganizationRules, RULES_ANSWERED) };
