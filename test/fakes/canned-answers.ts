/**
 * The answers of the fake desk: one per method, as a value or as a function of the input where a page needs rows or an entry of a
 * list. The types come from the contract. A method without an answer fails when a page calls it.
 */
import { DIAGNOSTICS } from './diagnostics-fixtures.ts';
import type { Answers, Result } from './answers.ts';
import { BEST_SETTINGS, withBest } from './best-fixtures.ts';
import { personFound } from './person-fixtures.ts';
import type { OrderSettings } from '../../shared/order/index.ts';
import { noticesText } from '../../scripts/make-notices.ts';
import type { AppEvent, MethodName, Output, ProjectView } from '../../shared/contract/index.ts';
import { diskError } from '../../shared/base/disk-failures.ts';
import { AppError } from '../../shared/base/errors.ts';
import { DEFAULT_RULES } from '../../shared/rules/row-checks.ts';
import { checkAnswers } from './check-answers.ts';
import { CARRIED_CORRECTIONS, CHECK_FIELDS } from './check-fixtures.ts';
import * as comparisons from './comparison-fixtures.ts';
import { app, balances, connections, LIVE, PRACTICE, troubledConnections } from './connection-fixtures.ts';
import { cost, COST_ISSUES, elsewhere, sample, SCORE_PRESETS, sinceOffers } from './cost-fixtures.ts';
import { asText, columns as listColumns, imported, withOpenDates, withProblems } from './list-fixtures.ts';
import { answer } from './people-fixtures.ts';
import { POLICY_RULES, policyOf } from './policy-fixtures.ts';
import { project } from './project-fixtures.ts';
import { giftAnswers } from './gift-fixtures.ts';
import { PILOT_COMPARISON } from './pilot-fixtures.ts';
import * as results from './results-fixtures.ts';
import { notesAnswers, RESULT_ANSWERS } from './result-answers.ts';
import { reportAnswers } from './report-fixtures.ts';
import { reviewAnswers } from './review-fixtures.ts';
import { runTimeline } from './run-fixtures.ts';
import { projectsOf } from './scenario-projects.ts';
import type { Scenario } from './scenarios.ts';
import { planAnswers } from './plan-fixtures.ts';
import { retentionAnswers } from './retention-fixtures.ts';
import { recipeAnswers } from './recipe-fixtures.ts';
import { templates } from './template-fixtures.ts';

/** The answers of a scenario; commands change the lists according to the contract. */
export interface Canned {
  readonly answers: Answers;
  readonly views: { projects: ProjectView[]; readonly connections: Output<'connections.list'> };
  /** Answers that a command replaces. */
  readonly afterwards: { readonly [N in MethodName]?: Answers };
}

const NOTICES = noticesText(
  ['alpha', 'beta', '@gamma/gamma'].map((name, index) => ({
    name,
    version: '1.0.0',
    identifier: index === 2 ? 'Apache-2.0' : 'MIT',
    text: index === 2 ? 'Apache License\n\nVersion 2.0' : 'MIT License\n\nPermission is hereby granted',
  })),
);

const MISSING_CHANGES =
  'The latest changes in the history are missing: the file history.sqlite-wal was missing when the data folder was opened on November 22, 2026. Screenings that are not shown here may have been sent. Before you send a list, check all projects of its connection on the service.';
const SECOND_WINDOW = 'Another Screening Desk window is using this data folder. Sending waits until it is done.';
/** The scenarios that use the practice connection; names of reading errors begin with `unreadable`. */
const PRACTICING = /^(?:first-run|projects|reading|unreadable.*|done|ended|failing|since|missing-changes|second-window|parts|fetching)$/;

const PEOPLE_ADDED = { id: 'part-1', name: 'opted-out.csv', people: 214, ids: 214, emails: 107, names: 214 };

function listAnswers(scenario: Scenario, now: number): Answers {
  const columns = scenario === 'columns-template' ? withOpenDates(listColumns()) : listColumns();
  const saved = templates(columns, now);
  const rows = scenario === 'million' ? 1_000_000 : 10_240;
  const file = scenario === 'file-text' ? asText(imported(rows)) : imported(rows);
  return {
    'import.get': /^(?:reading|unreadable)/.test(scenario) ? { ...file, rows: 0, lastRows: [], totalsRows: [] } : file,
    'import.change': file,
    'columns.get': columns,
    'columns.change': ({ plan }) => withProblems({ ...columns, plan }),
    'columns.system': { ...columns, system: { id: 'bloomerang', name: 'Bloomerang', known: 0, of: 18 } },
    ...recipeAnswers(scenario === 'columns-recipe', now),
    'templates.list': scenario === 'columns-template' ? saved.list : [],
    'templates.get': saved.get,
    'templates.offers': scenario === 'columns-template' ? saved.offers : [],
    'templates.fit': saved.fit,
    'templates.apply': withProblems(saved.applied),
    'templates.save': new AppError('TEMPLATE_NAME_TAKEN', 'There is a template “Alumni office” already.'),
    'templates.import': new AppError(
      'TEMPLATE_UNREADABLE',
      '“broken.json” does not contain a usable template: it is not a JSON file, or it was cut off. Nothing was imported. Export the template again.',
    ),
  };
}

function settingsAnswers(now: number): Answers {
  const suppressed = { people: 214, lists: [{ ...PEOPLE_ADDED, addedAt: now }] };
  return {
    'organizationRules.get': DEFAULT_RULES,
    'organizationRules.set': (rules) => rules,
    'records.chain': {
      verdict: { problem: null, at: null, proven: 0, text: 'There is no entry yet.' },
      entries: 0,
      since: null,
      mark: null,
      newest: [],
    },
    'scorePresets.list': SCORE_PRESETS,
    'doNotScreen.get': { people: 0, lists: [] },
    'doNotScreen.add': { list: suppressed, added: 214, known: 0, withoutKey: 3, allowed: 0 },
  };
}

const SERVICE_ANSWERS: Answers = {
  'service.projects': [
    { remoteId: '8c1f2a70', name: 'Alumni file 2026 · M4QX82TD', status: 'created', totalRows: 0, validRows: 0, projectId: 'alumni' },
    { remoteId: '41d09b6e', name: 'Spring appeal · K7WQ2MPX', status: 'processed', totalRows: 8214, validRows: 8190, projectId: null },
    { remoteId: '5e77c1a3', name: 'Board prospects · 9TRD4HZV', status: 'processing', totalRows: 312, validRows: null, projectId: null },
  ],
  'service.profiles': ({ page, itemsPerPage }) => ({
    profiles: Array.from({ length: itemsPerPage }, (_, index) => answer(page * itemsPerPage + index)),
    more: page < 3,
    total: 4 * itemsPerPage,
  }),
  'service.findProfiles': { profiles: [answer(3)], read: 100, isComplete: true },
  'service.profile': { ...answer(3), from: 'profile' },
  'service.screenedAlone': null,
  'service.screenOne': ({ record }) => answer(0, record, true),
  'service.requestScore': ({ record }) => answer(0, record, true),
  'service.scoreRequest': answer(3),
};

/** The answers at the start of a scenario. `now` in milliseconds. */
export function cannedAnswers(scenario: Scenario, now: number, emit: (event: AppEvent) => void): Canned {
  const isFirstRun = scenario === 'first-run';
  const views = {
    projects: projectsOf(scenario, now),
    connections: [
      ...connections(now).filter(({ kind }) => !isFirstRun || kind === 'practice'),
      ...(scenario === 'connections-troubled' ? troubledConnections(now) : []),
    ],
  };
  const gone = new AppError('NOT_FOUND', 'This is no longer there. It may have been removed in another window.');
  const one = (id: string) => views.projects.find((view) => view.id === id);
  const earlierThan = (id: string) => views.projects.filter((view) => view.id !== id && view.state.at === 'done').slice(0, 1);
  const same = ({ id }: { readonly id: string }) => one(id) ?? gone;
  const appView = app(PRACTICING.test(scenario) ? PRACTICE : LIVE);
  const [live] = connections(now).filter(({ kind }) => kind === 'live');
  const tested = { ...live!, testedAt: now };
  const offers = scenario === 'cost-since' ? sinceOffers(now) : [];
  const costOf = (id: string, since: (typeof offers)[number] | null): Result<'cost.get'> => {
    const of = one(id);
    if (of === undefined) return gone;
    return cost({
      project: of,
      connection: views.connections.find((view) => view.id === of.connection.id) ?? live!,
      sendErrors: false,
      resendRecent: false,
      recencyDays: of.connection.kind === 'live' ? 90 : 0,
      scoreConfiguration: null,
      running: [{ id: 'alumni', name: 'Alumni file 2026', credits: scenario === 'cost-short' ? 20_000 : 9432 }],
      withoutResult: scenario === 'cost-elsewhere' ? [{ id: 'gala', name: 'Gala attendees', rows: 12 }] : [],
      baseline: since,
    });
  };
  const review = reviewAnswers(now);
  /** The choice of people that was made last. */
  let chosen: OrderSettings | null = BEST_SETTINGS;
  const answers: Answers = {
    ...listAnswers(scenario, now),
    ...giftAnswers(scenario),
    ...checkAnswers(scenario),
    ...RESULT_ANSWERS,
    ...notesAnswers(),
    ...review,
    ...reportAnswers(
      now,
      views.projects.find(({ id, state }) => id !== 'gala' && state.at === 'done'),
      () => review['review.get']({ id: 'gala', filters: [], find: '', value: null }),
    ),
    ...settingsAnswers(now),
    ...(scenario === 'policy' && { 'organizationRules.get': POLICY_RULES }),
    ...planAnswers(scenario === 'plan', now, LIVE),
    ...retentionAnswers(scenario === 'retention'),
    ...SERVICE_ANSWERS,
    'app.get': {
      ...appView,
      notice: scenario === 'missing-changes' ? MISSING_CHANGES : null,
      continued: null,
      proxy: scenario === 'proxy-asks' ? { address: 'proxy.example.org:3128', refused: false } : null,
      policy: policyOf(scenario),
      isNew: isFirstRun,
      runnerElsewhere: scenario === 'second-window' ? SECOND_WINDOW : null,
    },
    'app.dismiss': ({ key }) => ({ ...appView, dismissed: [key] }),
    'app.folder': { path: '/home/dana/.config/Screening Desk/data', canOpen: false },
    'app.openFolder': { opened: false },
    'connections.refillPractice': () => ({
      ...connections(now).find(({ id }) => id === PRACTICE)!,
      credits: { remaining: 1_000_000, raw: null, readAt: now + 1 },
    }),
    'app.notices': { text: NOTICES },
    'app.diagnostics': { text: DIAGNOSTICS },
    'app.saveDiagnostics': { shown: 'Screening Desk diagnostics.txt in the folder Documents', download: null },
    'app.signInToProxy': { kept: true },
    'app.forgetProxies': {},
    'app.dismissNotice': { ...appView, notice: null },
    'connections.list': () =>
      scenario === 'policy' ? views.connections.map((one) => ({ ...one, isOffered: one.kind === 'live' })) : views.connections,
    'connections.add': ({ name, baseUrl }) => ({ ...live!, id: 'added', name, baseUrl, testedAt: null, credits: null, account: ['added'] }),
    'connections.change': new AppError(
      'NOT_NOW',
      '“Alumni file 2026” was sent over this connection and is not finished. Nothing was changed. You can change the address and the version of the connection once that project is finished or stopped.',
    ),
    'connections.test': ({ id }) =>
      id === LIVE
        ? tested
        : new AppError(
            'TOKEN_REFUSED',
            'The service answered, and refused the token. Nothing was spent. Enter the token once more, or ask for a new one.',
          ),
    'credits.history': ({ connectionId }) => balances(connectionId, now),
    'credits.read': ({ connectionId }) => views.connections.find(({ id }) => id === connectionId)?.credits ?? gone,
    'projects.list': scenario === 'failing' ? diskError('damaged', null, '') : () => views.projects,
    'projects.get': same,
    'projects.create': new AppError(
      'FILE_NOT_SPREADSHEET',
      'This is a PDF and no spreadsheet. Nothing was kept of it. Bring the list as XLSX, XLS, ODS or CSV.',
    ),
    'projects.change': same,
    'projects.fixRefused': ({ id }) => {
      const of = one(id);
      if (of?.state.at !== 'done') return gone;
      const { name, file, connection } = of;
      const derived = { id: `${id}-refused`, name: `Not accepted: ${name}`, file: file.name, rows: of.state.counts.refused, at: now };
      return project({ ...derived, state: { at: 'draft' }, more: { connection, lineage: { kind: 'retry', of: id } } });
    },
    'projects.startAgain': same,
    'project.pace': ({ id }) =>
      id === 'alumni' ? { name: 'Gala attendees', at: now - 40 * 86_400_000, rows: 8802, screeningMs: 168_000 } : null,
    'projects.remove': {},
    'project.timeline': ({ id }) => runTimeline(one(id)!, now),
    'project.send': same,
    'project.comparePilot': same,
    'project.decide': same,
    'parts.sendNext': () => {
      const next = one('annual-3');
      return next === undefined ? gone : { ...next, version: 2, state: { at: 'preparing', attempt: 1 } };
    },
    'parts.release': () => {
      const waiting = views.projects.filter(({ lineage, state }) => lineage?.kind === 'part' && state.at === 'draft');
      views.projects = views.projects.filter((view) => !waiting.includes(view));
      for (const { id } of waiting) emit({ name: 'project.removed', payload: { id } });
      return { parts: 3, rows: 27_424 };
    },
    'cost.get': ({ id }) => costOf(id, null),
    'cost.elsewhere': { found: scenario === 'cost-elsewhere' ? elsewhere(now) : [], isUnread: scenario === 'cost-unread' },
    'cost.baselines': offers,
    'cost.fields': [...CHECK_FIELDS],
    'cost.issues': COST_ISSUES,
    'cost.sample': ({ limit }) => sample(limit),
    'results.earlier': ({ id, row }) => {
      const link = one(id)?.lineage;
      return link?.kind === 'baseline' ? results.earlierView(row, one(link.of)!) : null;
    },
    'results.history': ({ row }) => comparisons.history(row, views.projects),
    'people.find': ({ text }) =>
      text === 'nobody'
        ? { ...personFound([], now), texts: [], alone: [], unread: [] }
        : personFound(
            views.projects.slice(0, 2).map(({ id }) => id),
            now,
          ),
    'people.letters': [{ connection: 'Fernhollow account', text: 'Subject: A person in our screenings\n' }],
    'people.erasing': {
      blocked: [],
      breaks: ['The rows are kept, but emptied. Row numbers, counts, the cost and decisions about other people do not change.'],
      texts: [
        {
          key: 'report',
          where: 'the report (“Spring appeal 2026”)',
          before: 'Ask Marguerite Ashdown for lunch',
          after: 'Ask [erased] for lunch',
          isSure: true,
          stays: null,
        },
        {
          key: 'segment',
          where: 'segments, layouts or titles of columns of Fernhollow account',
          before: 'The Ashdown circle',
          after: 'The [erased] circle',
          isSure: false,
          stays: null,
        },
        {
          key: 'record',
          where: 'entry 3 of the screening records',
          before: 'Ask amount for Marguerite Ashdown',
          after: 'Ask amount for [erased]',
          isSure: true,
          stays: 'It is part of the record that proves what was sent, and entries of the record are never changed.',
        },
      ],
      more: 0,
      remains: ['The service still has what was sent of the person: send it the letter.'],
    },
    'people.erase': { places: 1, texts: 1, text: 'Erased from 1 place.' },
    'people.neverScreen': { list: { people: 1, lists: [] }, added: 1, known: 1, withoutKey: 0 },
    'results.screenedBefore': ({ record }) => {
      const before = views.projects.find(({ state }) => state.at === 'done');
      if (before === undefined || record.constituentId !== '100726') return { found: null, unread: 0 };
      const sent = { constituentId: '100726', primaryFirst: 'Marguerite', primaryLast: 'Ashdown', postalCode: '01609' } as const;
      const fields = Object.entries(sent).map(([field, value]) => ({ field: field as keyof typeof sent, value }));
      return { found: { projectId: before.id, name: before.name, at: now - 86_400_000, row: 3, by: 'id', record: fields }, unread: 0 };
    },
    'results.since': ({ id, since }) => comparisons.since(earlierThan(id), since),
    'results.compare': ({ id, withId, column }) => comparisons.comparison(id, one(withId)!, column),
    ...(scenario === 'compared' && { 'results.pilotComparison': PILOT_COMPARISON }),
    ...(scenario === 'by-order' && {
      'results.get': results.UNMATCHED_RESULTS,
      'results.orderJoin': results.ORDER_JOIN,
      'results.page': (input) => {
        const { total, rows } = results.resultPage(input);
        return { total, rows: rows.map((row) => ({ ...row, byOrder: input.selection.outcome === 'scored' })) };
      },
      'results.person': ({ row }) => ({ ...results.personView(row), byOrder: true }),
    }),
    'results.joinByOrder': ({ id }) => {
      const of = one(id);
      const { counts } = results.RESULTS;
      return of === undefined ? gone : { project: of, before: results.UNMATCHED_RESULTS.counts, after: counts, rows: counts.scored };
    },
    'cost.choose': ({ id, best }) => {
      chosen = best;
      const now = costOf(id, null);
      return now instanceof AppError ? now : withBest(now, best);
    },
    'results.fetchAgain': ({ id }) => {
      const of = one(id);
      if (of?.state.at !== 'done') return gone;
      const before = of.state.counts;
      const after = { ...before, scored: before.scored + before.unknown, unknown: 0 };
      return { project: { ...of, version: of.version + 1, state: { ...of.state, counts: after } }, before, after, report: 'read', kept: 0 };
    },
  };
  const afterwards: Canned['afterwards'] = {
    'cost.choose': {
      'cost.get': ({ id }) => {
        const now = costOf(id, null);
        return now instanceof AppError ? now : withBest(now, chosen);
      },
    },
    'results.joinByOrder': {
      'results.get': results.JOINED_RESULTS,
      'results.orderJoin': { ...results.ORDER_JOIN, state: 'joined', pairs: [] },
    },
    'check.applyCarriedCorrections': {
      'check.carriedCorrections': { ...CARRIED_CORRECTIONS, corrections: 0, rows: 0, merged: 0, leftOut: 0, fields: [], examples: [] },
    },
    ...(scenario === 'cost-since' && { 'projects.change': { 'cost.get': ({ id }) => costOf(id, offers[0]!) } }),
  };
  return { answers, views, afterwards };
}
