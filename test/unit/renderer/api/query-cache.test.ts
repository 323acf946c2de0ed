/** How commands and events change the page's cache: which queries an answer fills, and which are invalidated. */
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { doneEvent } from '../../../../main/events/index.ts';
import { applyAnswer, applyEvent, beginCommand } from '../../../../renderer/api/query-cache.ts';
import {
  type AppEvent,
  type CommandName,
  CONTRACT,
  type EventName,
  type EventPayload,
  EVENTS,
  type Output,
  type ProjectView,
  type QueryName,
} from '../../../../shared/contract/index.ts';
import {
  a,
  BASELINES,
  both,
  CHECK,
  COMPARISONS,
  connection,
  COST,
  filledIn,
  invalidatedIn,
  JUDGED,
  LIST,
  RECORD,
  RESULTS,
  runIn,
  SCREENINGS,
  seededCache,
  snapshot,
  TEMPLATES,
  TIMELINE,
  without,
} from '../../../kit/seeded-cache.ts';

let cache: QueryClient;
beforeEach(() => {
  cache = seededCache();
});
const invalidated = () => invalidatedIn(cache);
const filled = () => filledIn(cache);
const run = (name: CommandName, input: unknown, value: unknown) => runIn(cache, name, input, value);

interface Expected {
  readonly fills?: readonly string[];
  readonly invalidates?: readonly string[];
}
const PROJECT: readonly string[] = ['projects.get a', 'projects.list'];
const LIST_CHANGED = [...a(LIST, CHECK, COST, BASELINES)];
const CHECK_ANSWERED: Expected = { fills: ['check.get a'], invalidates: without(a(CHECK, COST), 'check.get a') };
const COLUMNS_ANSWERED: Expected = { fills: ['columns.get a'], invalidates: without(LIST_CHANGED, 'columns.get a') };
const GIFTS_CHANGED: Expected = { fills: ['gifts.get a'], invalidates: without(a(LIST, CHECK, COST), 'gifts.get a') };
const SUPPRESSION_ANSWERED: Expected = { fills: ['doNotScreen.get'], invalidates: both(CHECK, COST) };
const REMOVED: Expected = { fills: ['projects.list'], invalidates: both(CHECK, COST, BASELINES, COMPARISONS, SCREENINGS, RECORD) };
const STEERED: Expected = { fills: PROJECT, invalidates: a(TIMELINE) };
const SENT_ALONE: Expected = { invalidates: both(['service.screenedAlone', 'credits.read']) };
const PLANS = ['plan.get a', 'plan.get b', 'plan.reminders'];
const PEOPLE = ['people.find', 'people.letters', 'people.erasing'];
const NOTHING: Expected = {};

/** The ID in every input is `a`. An answer with a project has a later version that is otherwise equal. */
const COMMANDS: Readonly<Record<CommandName, Expected>> = {
  'app.dismissNotice': { fills: ['app.get'] },
  'app.copy': NOTHING,
  'app.savePdf': NOTHING,
  'results.openLink': NOTHING,
  'app.dismiss': { fills: ['app.get'] },
  'app.openFolder': NOTHING,
  'app.signInToProxy': NOTHING,
  'app.saveDiagnostics': NOTHING,
  'app.forgetProxies': NOTHING,
  'connections.use': { fills: ['app.get'] },
  'people.erase': {
    invalidates: both(
      PEOPLE,
      ['doNotScreen.get', 'notes.get', 'proof.get', 'proof.page', 'connections.list', 'layouts.list', 'organizationRules.get'],
      ['projects.get', 'projects.list', 'recipe.of', 'scorePresets.list', 'segments.list', 'service.screenedAlone'],
      [...LIST, ...CHECK, ...COST, ...RESULTS, ...JUDGED, ...TIMELINE, ...TEMPLATES],
    ),
  },
  'retention.keep': { fills: ['retention.get'] },
  'retention.agree': { fills: ['retention.get'] },
  'retention.apply': { fills: ['retention.get'] },
  'plan.save': { invalidates: PLANS },
  'plan.snooze': { invalidates: PLANS },
  'plan.draft': { fills: PROJECT, invalidates: PLANS },
  'connections.add': { fills: ['connections.list'] },
  'connections.change': { fills: ['connections.list'] },
  'connections.setToken': { fills: ['connections.list'] },
  'connections.refillPractice': { fills: ['connections.list'] },
  'connections.test': { fills: ['connections.list'] },
  'connections.remove': { fills: ['connections.list'] },
  'gifts.read': { fills: ['gifts.get a'] },
  'gifts.choose': { fills: ['gifts.get a'] },
  'gifts.report': { fills: ['gifts.get a'] },
  'gifts.use': GIFTS_CHANGED,
  'gifts.remove': GIFTS_CHANGED,
  'gifts.restore': GIFTS_CHANGED,
  'projects.create': { fills: PROJECT },
  'projects.unlock': { fills: PROJECT },
  'projects.sample': { fills: PROJECT },
  'projects.adopt': { fills: PROJECT },
  'projects.change': { fills: PROJECT, invalidates: a(CHECK, COST) },
  'projects.fixRefused': { fills: PROJECT },
  'projects.startAgain': { fills: PROJECT },
  'projects.screenRest': { fills: PROJECT },
  'project.sendRest': { fills: PROJECT },
  'project.comparePilot': { fills: PROJECT },
  'cost.choose': { fills: ['cost.get a'], invalidates: without(a(CHECK, COST, TIMELINE), 'cost.get a') },
  'projects.remove': REMOVED,
  'import.change': { fills: ['import.get a'], invalidates: without(LIST_CHANGED, 'import.get a') },
  'columns.change': COLUMNS_ANSWERED,
  'columns.system': COLUMNS_ANSWERED,
  'recipe.apply': { invalidates: LIST_CHANGED },
  'recipe.undo': { invalidates: LIST_CHANGED },
  'templates.apply': COLUMNS_ANSWERED,
  'templates.undo': COLUMNS_ANSWERED,
  'templates.save': { invalidates: both(TEMPLATES) },
  'templates.rename': { invalidates: both(TEMPLATES) },
  'templates.remove': { invalidates: both(TEMPLATES) },
  'templates.export': NOTHING,
  'templates.import': { invalidates: both(TEMPLATES) },
  'check.edit': CHECK_ANSWERED,
  'check.merge': CHECK_ANSWERED,
  'check.editCells': CHECK_ANSWERED,
  'check.fix': CHECK_ANSWERED,
  'check.fixSafe': CHECK_ANSWERED,
  'check.leaveOut': CHECK_ANSWERED,
  'check.sendObjected': CHECK_ANSWERED,
  'check.sendRepeats': CHECK_ANSWERED,
  'check.replace': CHECK_ANSWERED,
  'check.applyCarriedCorrections': CHECK_ANSWERED,
  'check.undo': CHECK_ANSWERED,
  'check.redo': CHECK_ANSWERED,
  'check.takeBack': CHECK_ANSWERED,
  'check.keepRepeats': CHECK_ANSWERED,
  'check.settle': CHECK_ANSWERED,
  'organizationRules.set': { fills: ['organizationRules.get'], invalidates: both(CHECK, COST, RECORD) },
  'doNotScreen.add': SUPPRESSION_ANSWERED,
  'doNotScreen.addPerson': SUPPRESSION_ANSWERED,
  'people.neverScreen': SUPPRESSION_ANSWERED,
  'people.export': { fills: ['exports.get a'] },
  'doNotScreen.remove': SUPPRESSION_ANSWERED,
  'doNotScreen.removePerson': SUPPRESSION_ANSWERED,
  'doNotScreen.clear': SUPPRESSION_ANSWERED,
  'project.send': { fills: PROJECT, invalidates: a(CHECK, COST, TIMELINE) },
  'project.pause': STEERED,
  'project.resume': STEERED,
  'project.cancel': STEERED,
  'project.decide': STEERED,
  'parts.sendNext': { fills: PROJECT, invalidates: both(TIMELINE) },
  'parts.release': { invalidates: both(['projects.get', 'projects.list', 'recipe.of'], TIMELINE) },
  'results.fetchAgain': { fills: PROJECT, invalidates: both(RESULTS, ['segments.list']) },
  'results.joinByOrder': { fills: PROJECT, invalidates: both(RESULTS, ['segments.list']) },
  'results.undoOrderJoin': { fills: PROJECT, invalidates: both(RESULTS, ['segments.list']) },
  'results.arrange': {
    fills: ['results.get a'],
    invalidates: without(
      both(['results.get', 'results.history', 'results.since', 'results.compare', 'review.get', 'writeBack.plan', 'report.get']),
      'results.get a',
    ),
  },
  'ratings.save': { invalidates: both(RESULTS, ['segments.list']) },
  'ratings.remove': { invalidates: both(RESULTS, ['segments.list']) },
  'officers.choose': { invalidates: both(RESULTS, ['segments.list']) },
  'officers.assign': { invalidates: a(RESULTS, ['segments.list']) },
  'officers.undo': { invalidates: a(RESULTS, ['segments.list']) },
  'segments.save': { fills: ['segments.list a'], invalidates: ['segments.list b'] },
  'segments.remove': { fills: ['segments.list a'], invalidates: ['segments.list b'] },
  'layouts.save': { fills: ['layouts.list a'], invalidates: ['layouts.list b', ...both(['writeBack.plan'])] },
  'layouts.remove': { fills: ['layouts.list a'], invalidates: ['layouts.list b', ...both(['writeBack.plan'])] },
  'results.export': { fills: ['exports.get a'] },
  'review.set': { invalidates: a(JUDGED, ['segments.list']) },
  'review.undo': { invalidates: a(JUDGED, ['segments.list']) },
  'review.carry': { invalidates: a(JUDGED, ['segments.list']) },
  'review.import': { invalidates: a(JUDGED, ['segments.list']) },
  'review.accept': { invalidates: both(JUDGED) },
  'writeBack.save': { fills: ['exports.get a'], invalidates: both(['layouts.list', 'writeBack.plan']) },
  'proof.run': { fills: ['proof.get a'], invalidates: ['proof.page a', 'report.get a'] },
  'proof.columns': NOTHING,
  'proof.choose': { fills: ['proof.get a'], invalidates: ['proof.page a', 'report.get a'] },
  'proof.repair': { fills: ['exports.get a'] },
  'proof.save': { fills: ['exports.get a'] },
  'record.export': NOTHING,
  'bundles.make': NOTHING,
  'bundles.open': { ...REMOVED, fills: PROJECT },
  'bundles.takeBack': { fills: PROJECT },
  'report.save': { invalidates: ['report.get a'] },
  'notes.save': { invalidates: ['notes.get a'] },
  'exports.reveal': NOTHING,
  'exports.cancel': NOTHING,
  'service.exportProfiles': { fills: ['exports.get a'] },
  'service.screenOne': SENT_ALONE,
  'scorePresets.save': { invalidates: ['scorePresets.list'] },
  'scorePresets.rename': { invalidates: ['scorePresets.list'] },
  'scorePresets.remove': { invalidates: ['scorePresets.list'] },
  'service.requestScore': SENT_ALONE,
};

const EVENT_TABLE: Readonly<Record<EventName, Expected & { readonly payload: unknown }>> = {
  'app.changed': { payload: {}, fills: ['app.get'] },
  'command.done': { payload: { method: 'exports.cancel', id: 'a' } },
  'connection.changed': { payload: connection('a'), fills: ['connections.list'] },
  'connection.removed': { payload: { id: 'a' }, fills: ['connections.list'] },
  'project.changed': { payload: snapshot('a', 2), fills: PROJECT },
  'project.removed': { payload: { id: 'a' }, ...REMOVED, invalidates: [...REMOVED.invalidates!, 'projects.get a'] },
  'export.changed': { payload: { id: 'a', done: 7 }, fills: ['exports.get a'] },
  'retention.changed': { payload: {}, fills: ['retention.get'] },
  'organizationRules.changed': { payload: {}, fills: ['organizationRules.get'], invalidates: both(CHECK, COST, RECORD) },
  'doNotScreen.changed': { payload: {}, ...SUPPRESSION_ANSWERED },
};

/** A command's answer with only the parts that the cache reads. */
function answerTo(name: CommandName): unknown {
  const { answers } = CONTRACT[name];
  const part = 'part' in answers ? answers.part : null;
  const content = (): unknown => {
    if ('view' in answers) return answers.view === 'project' ? snapshot('a', 2) : { ...connection('a'), name: 'Other' };
    return { answered: name };
  };
  return part === null ? content() : { [part]: content() };
}

describe('the answer', () => {
  test.each(Object.entries(COMMANDS) as [CommandName, Expected][])(
    'the answer of %s fills and invalidates its queries',
    (name, { fills = [], invalidates = [] }) => {
      run(name, { id: 'a' }, answerTo(name));
      expect(filled()).toEqual([...fills].toSorted());
      expect(invalidated()).toEqual([...invalidates].toSorted());
    },
  );

  test('a change of one project invalidates a query that covers all projects', () => {
    cache.setQueryData(['cost.get', { connectionId: 'c' }], {});
    run('projects.change', { id: 'a' }, snapshot('a', 2));
    expect(invalidated()).toEqual(['cost.get', ...a(CHECK, COST)].toSorted());
  });

  test('the answer of a removal takes the project off the list', () => {
    run('projects.remove', { id: 'a' }, {});
    expect(cache.getQueryData<ProjectView[]>(['projects.list', {}])?.map(({ id }) => id)).toEqual(['b']);
  });

  test('the answer of a creation adds the project to the list', () => {
    run('projects.create', { file: 'token-of-a-file' }, snapshot('c'));
    expect(cache.getQueryData<ProjectView[]>(['projects.list', {}])?.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('the answer of a canceled export fills nothing', () => {
    run('results.export', { id: 'a' }, null);
    expect(filled()).toEqual([]);
  });

  test('has the shape of the query that it fills', () => {
    type Part<T, P> = P extends keyof NonNullable<T> ? NonNullable<T>[P] : NonNullable<T>;
    type Fits<N extends CommandName, Answers> = Answers extends { query: infer Q extends QueryName; part: infer P }
      ? Part<Output<N>, P> extends Output<Q>
        ? never
        : N
      : Answers extends { view: 'project'; part: infer P }
        ? Part<Output<N>, P> extends ProjectView
          ? never
          : N
        : never;
    type Misfits = { [N in CommandName]: Fits<N, (typeof CONTRACT)[N]['answers']> }[CommandName];
    expectTypeOf<Misfits>().toBeNever();
  });
});

describe('events', () => {
  test.each(Object.entries(EVENT_TABLE))(
    'the event %s fills and invalidates its queries',
    (name, { payload, fills = [], invalidates = [] }) => {
      applyEvent(cache, { name, payload } as AppEvent);
      expect(filled()).toEqual([...fills].toSorted());
      expect(invalidated()).toEqual([...invalidates].toSorted());
    },
  );

  test('are all in the contract', () => {
    expect(Object.keys(EVENT_TABLE).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
    expectTypeOf<EventPayload<'project.changed'>>().toEqualTypeOf<ProjectView>();
  });

  test('restored events invalidate everything', () => {
    applyEvent(cache, { name: 'transport.restored' });
    expect(invalidated()).toHaveLength(cache.getQueryCache().getAll().length);
  });
});

describe('a command of another page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const COMMAND_TABLE = Object.entries(COMMANDS) as [CommandName, Expected][];
  const announce = (method: CommandName) => {
    const payload = doneEvent(method, { id: 'a' });
    if (payload !== null) applyEvent(cache, { name: 'command.done', payload });
  };
  /** The query that the answer of a command fills in the page that made it. */
  const filledBy = (name: CommandName, fills: readonly string[]) => ('query' in CONTRACT[name].answers ? fills : []);

  test.each(COMMAND_TABLE.filter(([name]) => doneEvent(name, {}) !== null))(
    '%s invalidates what its answer fills and what it changes',
    (name, { fills = [], invalidates = [] }) => {
      announce(name);
      expect(invalidated()).toEqual([]);
      vi.runAllTimers();
      expect(invalidated()).toEqual([...new Set([...filledBy(name, fills), ...invalidates])].toSorted());
      expect(filled()).toEqual([]);
    },
  );

  test.each(COMMAND_TABLE.filter(([name]) => doneEvent(name, {}) === null))(
    '%s needs no announcement, because an event with a snapshot says the same, or nothing changes',
    (_name, { fills = [], invalidates = [] }) => {
      const isCoveredBy = (event: Expected) =>
        fills.every((name) => event.fills?.includes(name)) && invalidates.every((name) => event.invalidates?.includes(name));
      expect(Object.values(EVENT_TABLE).some(isCoveredBy)).toBe(true);
    },
  );

  test('is read once together with the snapshots that it changed', () => {
    const cacheReads = vi.spyOn(cache, 'refetchQueries');
    announce('check.fix');
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 2, { list: '2' }) });
    expect(invalidated()).toEqual([]);
    vi.runAllTimers();
    expect(invalidated()).toEqual(a(LIST, CHECK, COST, BASELINES).toSorted());
    expect(cacheReads).toHaveBeenCalledOnce();
  });

  test('is not confused with a command of this page, whose answer says the same', () => {
    const sent = beginCommand(cache, 'segments.save', { id: 'a' } as never);
    announce('segments.save');
    vi.runAllTimers();
    applyAnswer(cache, sent, [] as never);
    expect(cache.getQueryData(['segments.list', { id: 'a' }])).toEqual([]);
    expect(invalidated()).toEqual(['segments.list b']);
  });

  test('is also applied if this page makes the same command at the same time', () => {
    const sent = beginCommand(cache, 'segments.save', { id: 'a' } as never);
    announce('segments.save');
    announce('segments.save');
    applyAnswer(cache, sent, [] as never);
    vi.runAllTimers();
    expect(invalidated()).toEqual(['segments.list a', 'segments.list b']);
  });

  test('that changes what an answer of this page has filled is read after that answer', () => {
    const sent = beginCommand(cache, 'check.fix', { id: 'a', code: 'x', field: null });
    announce('gifts.use');
    announce('check.fix');
    applyEvent(cache, { name: 'project.changed', payload: snapshot('a', 2, { list: '2' }) });
    applyAnswer(cache, sent, {} as never);
    vi.runAllTimers();
    expect(invalidated()).toContain('check.get a');
  });

  test('does not hide that the other page has removed a project', () => {
    announce('projects.remove');
    applyEvent(cache, { name: 'project.removed', payload: { id: 'a' } });
    expect(invalidated()).toContain('projects.get a');
  });

  test('of a newer program that this page does not know changes nothing', () => {
    applyEvent(cache, { name: 'command.done', payload: { method: 'people.merge', id: 'a' } });
    vi.runAllTimers();
    expect(invalidated()).toEqual([]);
  });
});
