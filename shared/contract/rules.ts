/** An organization's own rules, which apply to every later check. */
import { RuleConfiguration } from '../rules/index.ts';
import { all, answerOf, command, event, Nothing, query } from './method.ts';

const RULES_ANSWERED = { answers: answerOf('houseRules.get'), changes: all('check', 'cost') } as const;

export const RULE_METHODS = {
  'houseRules.get': query(Nothing, RuleConfiguration, { reads: ['rules'] }),
  'houseRules.set': command(RuleConfiguration, RuleConfiguration, RULES_ANSWERED),
};

export const RULE_EVENTS = { 'houseRules.changed': event(RuleConfiguration, RULES_ANSWERED) };
