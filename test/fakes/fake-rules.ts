/** House rules, the do-not-screen list and find and replace, in the stand-in of the application. */
import type { DoNotScreenView } from '../../shared/contract/index.ts';
import { DEFAULT_RULES, type RuleConfiguration } from '../../shared/rules/row-checks.ts';
import { replacer } from '../../shared/rules/replace.ts';
import type { Handlers } from '../../main/dispatch.ts';
import type { FakeCheck } from './fake-check.ts';

type Methods =
  | 'houseRules.get'
  | 'houseRules.set'
  | 'doNotScreen.get'
  | 'doNotScreen.add'
  | 'doNotScreen.addPerson'
  | 'doNotScreen.remove'
  | 'doNotScreen.removePerson'
  | 'doNotScreen.clear'
  | 'check.replacing'
  | 'check.replace';

/** Rows that are looked through for a replacement. */
const MOST_LOOKED_AT = 200;

export function ruleHandlers(list: () => FakeCheck, fileName: (token: string) => string): Pick<Handlers, Methods> {
  let rules: RuleConfiguration = DEFAULT_RULES;
  let lists: DoNotScreenView['lists'] = [];
  let made = 0;
  const view = (): DoNotScreenView => ({ people: lists.reduce((sum, { people }) => sum + people, 0), lists });
  const add = (name: string, people: number, withoutKey: number) => {
    made += 1;
    lists = [
      ...lists,
      { id: `part-${made}`, name, addedAt: Date.now(), people, ids: people, emails: Math.floor(people / 2), names: people },
    ];
    return { list: view(), added: people, withoutKey };
  };
  const found = ({ field, ...replacing }: Parameters<Handlers['check.replacing']>[0]) => {
    const page = list().page({ filter: { kind: 'all' }, find: '', offset: 0, limit: MOST_LOOKED_AT });
    const at = page.fields.indexOf(field);
    const replaced = replacer(replacing);
    return page.rows
      .map(({ row, values }) => ({ row, before: values[at] ?? '', after: replaced(values[at] ?? '') }))
      .filter(({ before, after }) => before !== after);
  };
  return {
    'houseRules.get': () => rules,
    'houseRules.set': (given) => (rules = given),
    'doNotScreen.get': view,
    'doNotScreen.add': ({ file }) => add(fileName(file), 214, 3),
    'doNotScreen.addPerson': () => add('One person', 1, 0),
    'doNotScreen.remove': ({ id }) => {
      lists = lists.filter((one) => one.id !== id);
      return view();
    },
    'doNotScreen.removePerson': () => ({ list: view(), removed: lists.length > 0 }),
    'doNotScreen.clear': () => {
      lists = [];
      return view();
    },
    'check.replacing': (input) => {
      const rows = found(input);
      return { rows: rows.length, examples: rows.slice(0, 8) };
    },
    'check.replace': (input) => {
      for (const { row, after } of found(input)) list().edit({ row, field: input.field, value: after });
      return list().view();
    },
  };
}
