/** What an organization asks for beyond the rules: it holds for every list that is checked from then on. */
import { HouseRules } from '../rules/row-checks.ts';
import { all, answerOf, command, event, Nothing, query } from './method.ts';

const RULES_ANSWERED = { answers: answerOf('houseRules.get'), changes: all('check', 'cost') } as const;

export const RULE_METHODS = {
  'houseRules.get': query(Nothing, HouseRules, { reads: ['rules'] }),
  'houseRules.set': command(HouseRules, HouseRules, RULES_ANSWERED),
};

export const RULE_EVENTS = { 'houseRules.changed': event(HouseRules, RULES_ANSWERED) };
