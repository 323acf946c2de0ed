/**
 * A stand-in for the application behind the loopback protocol, answering every method from fixtures in memory: for
 * looking at states of the window that are hard to reach, and for tests of its screens. Answers are checked against the
 * contract, so that the fixtures can not drift away from it. As a program: `fake-desk.ts [port] [scenario]`.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Answer,
  type AppEvent,
  type ConnectionView,
  CONTRACT,
  type MethodName,
  type Output,
  type ProjectView,
} from '../../shared/contract.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { type Layout, layoutsWith } from '../../shared/results/layouts.ts';
import type { ColumnArrangement, Segment } from '../../shared/results/result-shapes.ts';
import { cost } from './cost-fixtures.ts';
import * as fixtures from './desk-fixtures.ts';
import { FakeCheck } from './fake-check.ts';
import { FakeTemplates } from './fake-templates.ts';
import { ruleHandlers } from './fake-rules.ts';
import * as results from './results-fixtures.ts';
import { RUN_SCENARIOS, runChange, runTimeline } from './run-fixtures.ts';
import { systemOf } from '../../shared/mapping/systems.ts';

/** The states that the stand-in can begin in. */
const SCENARIOS: readonly string[] = [
  'first-run',
  'projects',
  'live',
  'reading',
  'unreadable',
  'unreadable-sheet',
  'file',
  'file-text',
  'columns',
  'columns-template',
  'check',
  'million',
  'cost',
  'sending',
  'decision',
  'paused',
  'needs-token',
  'screening',
  'done',
  'ended',
  'failing',
  'cost-short',
  'cost-again',
  'cost-practice',
  ...RUN_SCENARIOS,
];
export type Scenario = string;

const PAGE = join(import.meta.dirname, '../../out/renderer');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Handlers = { readonly [N in MethodName]: (input: Output2<N>) => Output<N> | Promise<Output<N>> };
/** What a handler is given: the input after its schema has filled in what was left out. */
type Output2<N extends MethodName> = Parsed<(typeof CONTRACT)[N]['input']>;
type Parsed<S> = S extends { readonly _zod: { readonly output: infer T } } ? T : never;

interface State {
  app: Output<'app.get'>;
  connections: ConnectionView[];
  projects: ProjectView[];
  columns: Output<'columns.get'>;
  check: FakeCheck;
  templates: FakeTemplates;
  sendErrors: boolean;
  again: boolean;
  within: number | null;
  scoreConfiguration: Output<'cost.get'>['scoreConfiguration'];
  exports: Output<'exports.get'>[];
  arranged: ColumnArrangement;
  segments: Segment[];
  layouts: Layout[];
}

function stateOf(scenario: Scenario, now: number): State {
  const live = [
    'live',
    'columns',
    'columns-template',
    'check',
    'million',
    'cost',
    'sending',
    'decision',
    'screening',
    'needs-token',
    'paused',
    'file',
    'file-text',
  ];
  const projects = projectsOf(scenario, now);
  const columns = scenario === 'columns-template' ? fixtures.withOpenDates(fixtures.columns()) : fixtures.columns();
  return {
    app: fixtures.app(
      live.includes(scenario) || scenario.startsWith('cost') || RUN_SCENARIOS.includes(scenario) ? fixtures.LIVE : fixtures.PRACTICE,
    ),
    connections: fixtures.connections(now).filter((one) => scenario !== 'first-run' || one.kind === 'practice'),
    projects,
    columns,
    templates: new FakeTemplates(scenario === 'columns-template' ? columns : null),
    check: new FakeCheck(scenario === 'million' ? 1_000_000 : 10_240),
    sendErrors: false,
    again: false,
    within: null,
    scoreConfiguration: null,
    exports: [],
    arranged: { shown: null, columns: [] },
    segments: results.segments(),
    layouts: [],
  };
}

function projectsOf(scenario: Scenario, now: number): ProjectView[] {
  const history = fixtures.history(now);
  const change = (id: string, changes: Partial<ProjectView>) => history.map((one) => (one.id === id ? { ...one, ...changes } : one));
  const resume = {
    at: 'processing',
    body: { rows: 18_432, bytes: 6_100_000, sha256: 'a'.repeat(64), format: 'json' },
    remoteId: '8c1f2a70',
    attempt: 1,
    nextPollAt: now + 30_000,
    look: { at: now - 9000, status: 'processing', totalRows: 18_432 },
    polls: 4,
  } as const;
  switch (scenario) {
    case 'first-run':
      return [];
    case 'reading':
      return change('fall', {
        state: { at: 'reading' },
        sheet: null,
        readiness: null,
        activity: { kind: 'reading', done: 2_900_000, total: 6_100_000, unit: 'bytes', startedAt: now - 2000, note: null, nextAt: null },
      });
    case 'unreadable':
      return change('fall', {
        state: {
          at: 'unreadable',
          code: 'FILE_ENCRYPTED',
          message:
            'The workbook is protected by a password, so it can not be read. Open it in Excel, save a copy without the password, and bring that copy.',
        },
        sheet: null,
        readiness: null,
      });
    case 'unreadable-sheet':
      return change('fall', {
        state: { at: 'unreadable', code: 'NO_ROWS', message: 'There is a heading but no row below it.' },
        sheet: null,
        readiness: null,
      });
    case 'file':
    case 'file-text':
    case 'columns':
    case 'columns-template':
      return change('fall', { readiness: null });
    case 'million':
      return change('fall', {
        sheet: { name: 'All constituents', rows: 1_000_000 },
        file: { name: 'all-constituents.csv', bytes: 214_000_000, sha256: null },
        readiness: { ready: 909_961, thin: 67_188, refused: 22_851, leftOut: 0 },
      });
    case 'paused':
      return change('alumni', { state: { at: 'paused', resume }, activity: null });
    case 'needs-token':
      return change('alumni', { state: { at: 'needs-token', resume }, activity: null });
    case 'screening':
      return change('alumni', {
        state: resume,
        activity: { kind: 'waiting', done: 0, total: null, unit: 'none', startedAt: now - 120_000, note: null, nextAt: now + 30_000 },
      });
    case 'ended':
      return change('alumni', { state: { at: 'ended', how: 'cancelled', charged: 'no', resume: null }, activity: null });
    case 'cost-again':
      return change('fall', {
        notice: {
          code: 'SENT_BEFORE',
          message:
            'This very list was sent before, as “October newsletter readers”. Sending it again would be charged again, so nothing was sent. Say so if it is meant.',
        },
      });
    case 'cost-practice':
      return change('fall', { connection: { id: fixtures.PRACTICE, name: 'Practice', kind: 'practice' } });
    default:
      return change('alumni', runChange(scenario, now));
  }
}

/** The running stand-in. */
export interface FakeDesk {
  readonly url: string;
  /** The address of the page with a code in it, at a place of the window. */
  readonly page: (place?: string) => string;
  readonly enter: (scenario: Scenario) => void;
  /** Pushes an event to every page. */
  readonly emit: (event: AppEvent) => void;
  /** Lets the next call of a method fail. */
  readonly failNext: (method: MethodName, code: ErrorCode, message: string) => void;
  /** Cuts the event streams, as a sleeping computer does. */
  readonly cutEvents: () => void;
  readonly close: () => Promise<void>;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new AppError('NOT_FOUND', 'This is no longer there. It may have been removed in another window.');
  return value;
};

export async function startFakeDesk(options: { readonly port?: number; readonly scenario?: Scenario } = {}): Promise<FakeDesk> {
  let scenario: Scenario = options.scenario ?? 'projects';
  let state = stateOf(scenario, Date.now());
  const streams = new Set<ServerResponse>();
  const failures = new Map<string, AppError>();
  const files = new Map<string, { name: string; bytes: number }>();

  const emit = (event: AppEvent) => {
    for (const stream of streams) stream.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const project = (id: string) => found(state.projects.find((one) => one.id === id));
  const changeProject = (id: string, changes: Partial<ProjectView>): ProjectView => {
    const before = project(id);
    const after = { ...before, ...changes, version: before.version + 1, changedAt: Date.now() };
    state.projects = state.projects.map((one) => (one.id === id ? after : one));
    emit({ name: 'project.changed', payload: after });
    return after;
  };
  const changeConnection = (id: string, changes: Partial<ConnectionView>): ConnectionView => {
    const after = { ...found(state.connections.find((one) => one.id === id)), ...changes };
    state.connections = state.connections.map((one) => (one.id === id ? after : one));
    emit({ name: 'connection.changed', payload: after });
    return after;
  };
  /** Reads a file over a second or two, with its progress told. */
  const read = async (id: string, bytes: number): Promise<void> => {
    for (let step = 1; step <= 10; step++) {
      await wait(120);
      if (!state.projects.some((one) => one.id === id)) return;
      changeProject(id, {
        activity: {
          kind: 'reading',
          done: (bytes * step) / 10,
          total: bytes,
          unit: 'bytes',
          startedAt: Date.now(),
          note: null,
          nextAt: null,
        },
      });
    }
    changeProject(id, { state: { at: 'draft' }, sheet: { name: 'Query 14', rows: 10_240 }, activity: null });
  };
  const create = (name: string, file: { name: string; bytes: number }, practice: boolean): ProjectView => {
    const id = randomBytes(6).toString('hex');
    const made = fixtures.project({ id, name, file: file.name, rows: 1, at: Date.now(), practice, state: { at: 'reading' } });
    const reading: ProjectView = { ...made, file: { name: file.name, bytes: file.bytes, sha256: null }, sheet: null, readiness: null };
    state.projects = [reading, ...state.projects];
    emit({ name: 'project.changed', payload: reading });
    void read(id, file.bytes);
    return reading;
  };
  const segments = () => state.segments.map((one) => ({ ...one, rows: results.countOf(one) }));
  const imported = (rows: number) => (scenario === 'file-text' ? fixtures.asText(fixtures.imported(rows)) : fixtures.imported(rows));
  const handlers: Handlers = {
    'app.get': () => state.app,
    'connections.list': () => state.connections,
    'connections.add': ({ name, baseUrl, version, token }) => {
      if (!baseUrl.startsWith('https://'))
        throw new AppError('BASE_URL_INVALID', 'The address must begin with https://. Nothing was kept.');
      const made: ConnectionView = {
        id: randomBytes(6).toString('hex'),
        name,
        kind: 'live',
        baseUrl,
        version: version ?? '20240515',
        token: token === undefined ? 'none' : 'kept',
        testedAt: null,
        credits: null,
        settings: { listFormat: 'json', rowBase: 'find' },
        creditsPerRecord: null,
      };
      state.connections = [...state.connections, made];
      emit({ name: 'connection.changed', payload: made });
      return made;
    },
    'connections.change': ({ id, name, baseUrl, version, settings }) =>
      changeConnection(id, {
        ...(name !== undefined && { name }),
        ...(baseUrl !== undefined && { baseUrl }),
        ...(version !== undefined && { version }),
        ...(settings !== undefined && { settings }),
      }),
    'connections.setToken': ({ id }) => changeConnection(id, { token: 'kept', testedAt: null }),
    'connections.test': async ({ id }) => {
      await wait(300);
      const { baseUrl } = found(state.connections.find((one) => one.id === id));
      if (baseUrl.includes('refused'))
        throw new AppError(
          'TOKEN_REFUSED',
          'The service answered, and refused the token. Nothing was spent. Enter the token once more, or ask for a new one.',
        );
      if (baseUrl.includes('nowhere'))
        throw new AppError(
          'SERVICE_HOST_UNKNOWN',
          'No computer of this name was found. Look at the address for a slip, and whether this computer is online.',
        );
      return changeConnection(id, { testedAt: Date.now(), credits: { remaining: 24_650, raw: null, readAt: Date.now() } });
    },
    'connections.use': ({ id }) => {
      state.app = { ...state.app, connectionId: id };
      emit({ name: 'app.changed', payload: state.app });
      return state.app;
    },
    'connections.remove': ({ id }) => {
      state.connections = state.connections.filter((one) => one.id !== id);
      emit({ name: 'connection.removed', payload: { id } });
      return {};
    },
    'credits.read': ({ connectionId }) => found(found(state.connections.find((one) => one.id === connectionId)).credits ?? undefined),

    'projects.list': () => {
      if (scenario === 'failing')
        throw new AppError(
          'DATABASE_DAMAGED',
          'The history of projects can not be read: the file is damaged. The lists themselves lie beside it and are whole. Keep the data folder as it is, and send the copied details to support.',
        );
      return state.projects;
    },
    'projects.get': ({ id }) => project(id),
    'projects.fixRefused': ({ id }) => {
      const of = project(id);
      if (of.state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not there yet.');
      const rows = of.state.counts.refused;
      const made: ProjectView = {
        ...fixtures.project({ id: `${id}-refused`, name: `Refused rows: ${of.name}`, file: of.file.name, rows, at: Date.now() }),
        connection: of.connection,
        state: { at: 'draft' },
        link: { kind: 'refused', of: id },
      };
      state.projects = [made, ...state.projects.filter((one) => one.id !== made.id)];
      emit({ name: 'project.changed', payload: made });
      return made;
    },
    'projects.create': ({ file, name }) => {
      const known = found(files.get(file));
      if (known.name.endsWith('.pdf'))
        throw new AppError(
          'FILE_NOT_SPREADSHEET',
          'This is a PDF and no spreadsheet. Nothing was kept of it. Bring the list as XLSX, XLS, ODS or CSV.',
        );
      return create(name ?? known.name.replace(/\.[^.]+$/, ''), known, state.app.connectionId === fixtures.PRACTICE);
    },
    'projects.sample': ({ sample }) => create('Sample workbook', { name: `sample-${sample}.xlsx`, bytes: 412_000 }, true),
    'projects.change': ({ id, name, purpose, connectionId, sendErrors, again, screenedWithin, scoreConfiguration }) => {
      if (screenedWithin !== undefined) state.within = screenedWithin;
      if (again !== undefined) state.again = again;
      if (sendErrors !== undefined) state.sendErrors = sendErrors;
      if (scoreConfiguration !== undefined) state.scoreConfiguration = scoreConfiguration;
      const connection = state.connections.find((one) => one.id === connectionId);
      return changeProject(id, {
        ...(name !== undefined && { name }),
        ...(purpose !== undefined && { purpose }),
        ...(connection !== undefined && { connection: { id: connection.id, name: connection.name, kind: connection.kind } }),
      });
    },
    'projects.remove': ({ id }) => {
      state.projects = state.projects.filter((one) => one.id !== id);
      emit({ name: 'project.removed', payload: { id } });
      return {};
    },

    'import.get': ({ id }) => {
      const { sheet } = project(id);
      return sheet === null ? { ...imported(1), rows: 0, lastRows: [], totalsRows: [] } : imported(sheet.rows);
    },
    'import.change': ({ id, sheet, headerRow, totalsRows, encoding, delimiter }) => {
      const view = imported(project(id).sheet?.rows ?? 0);
      return {
        ...view,
        ...(typeof sheet === 'number' && { sheet }),
        ...(totalsRows !== undefined && { totalsRows }),
        ...(view.text !== null && { text: { encoding: encoding ?? view.text.encoding, delimiter: delimiter ?? view.text.delimiter } }),
        ...(headerRow !== undefined && { headerRow, headerReason: 'You said so.' }),
      };
    },
    'columns.get': () => state.columns,
    'columns.change': ({ plan }) => {
      const { template } = state.columns;
      state.columns = fixtures.withProblems({ ...state.columns, plan, template: template && { ...template, changed: true } });
      return state.columns;
    },
    'columns.system': ({ system }) => {
      const chosen = system === null ? null : systemOf(system, state.columns.headers);
      state.columns = { ...state.columns, system: chosen?.system ?? null };
      return state.columns;
    },

    'templates.list': () => state.templates.list(),
    'templates.get': ({ id }) => state.templates.get(id),
    'templates.offers': () => state.templates.offers(state.columns),
    'templates.fit': ({ template }) => state.templates.fit(template, state.columns),
    'templates.apply': ({ template }) => (state.columns = fixtures.withProblems(state.templates.apply(template, state.columns))),
    'templates.undo': () => (state.columns = fixtures.withProblems(state.templates.undo(state.columns))),
    'templates.save': ({ name, replace }) => state.templates.save(name, replace, state.columns),
    'templates.rename': ({ id, name }) => state.templates.rename(id, name),
    'templates.remove': ({ id }) => state.templates.remove(id),
    'templates.export': ({ id }) => ({
      shown: `${state.templates.get(id).name} - template.json`,
      download: randomBytes(12).toString('hex'),
    }),
    'templates.import': ({ file }) => state.templates.import(found(files.get(file)).name, state.columns),

    'check.get': () => state.check.view(),
    'check.page': (input) => state.check.page(input),
    'check.edit': (input) => state.check.edit(input),
    'check.fix': (input) => state.check.fix(input),
    'check.leaveOut': (input) => state.check.leaveOut(input),
    ...ruleHandlers(
      () => state.check,
      (token) => found(files.get(token)).name,
    ),
    'check.undo': () => state.check.undo(),
    'check.redo': () => state.check.redo(),

    'cost.get': ({ id }) => {
      const one = project(id);
      const running = scenario === 'cost-short' ? 20_000 : 9432;
      return cost({
        project: one,
        connection: found(state.connections.find(({ id }) => id === one.connection.id)),
        sendErrors: state.sendErrors,
        again: state.again,
        within: state.within ?? (one.connection.kind === 'live' ? 90 : 0),
        scoreConfiguration: state.scoreConfiguration,
        running: [{ id: 'alumni', name: 'Alumni file 2026', credits: running }],
      });
    },
    'cost.sample': ({ limit }) => Array.from({ length: limit }, (_, index) => JSON.stringify(fixtures.person(index))),

    'project.send': ({ id, rows }) =>
      changeProject(id, {
        state: {
          at: 'adding',
          body: { rows, bytes: rows * 331, sha256: 'a'.repeat(64), format: 'json' },
          remoteId: '8c1f2a70',
          attempt: 1,
          phase: 'sending',
        },
      }),
    'project.pause': ({ id }) => {
      const { state: before } = project(id);
      if (before.at !== 'adding') throw new AppError('NOT_NOW', 'There is nothing to pause at this step.');
      return changeProject(id, { state: { at: 'paused', resume: { ...before, phase: 'ready' } }, activity: null });
    },
    'project.resume': ({ id }) => {
      const { state: before } = project(id);
      return 'resume' in before && before.resume !== null ? changeProject(id, { state: before.resume }) : project(id);
    },
    'project.cancel': ({ id }) =>
      changeProject(id, { state: { at: 'ended', how: 'cancelled', charged: 'no', resume: null }, activity: null }),
    'project.decide': ({ id }) => project(id),
    'project.timeline': ({ id }) => runTimeline(project(id), Date.now()),

    'results.get': () => results.results(state.arranged),
    'results.history': ({ row }) => results.history(row, state.projects),
    'results.compare': ({ id, withId, column }) => results.comparison(id, project(withId), column, state.arranged),
    'results.comparePage': (input) => results.comparePage(input),
    'results.arrange': ({ shown, columns }) => {
      state.arranged = { shown, columns };
      return results.results(state.arranged);
    },
    'segments.list': () => segments(),
    'segments.save': ({ segmentId, name, filters, find }) => {
      const made = { id: segmentId ?? randomBytes(6).toString('hex'), name, filters, find };
      if (state.segments.some((one) => one.id !== made.id && one.name === name))
        throw new AppError('INPUT_INVALID', `There is a segment named “${name}” already. Choose another name.`);
      state.segments = [...state.segments.filter((one) => one.id !== made.id), made];
      return segments();
    },
    'segments.remove': ({ segmentId }) => {
      state.segments = state.segments.filter((one) => one.id !== segmentId);
      return segments();
    },
    'layouts.list': () => layoutsWith(state.layouts),
    'layouts.save': ({ layout }) => {
      state.layouts = [...state.layouts.filter(({ id }) => id !== layout.id), layout];
      return layoutsWith(state.layouts);
    },
    'layouts.remove': ({ layoutId }) => {
      state.layouts = state.layouts.filter(({ id }) => id !== layoutId);
      return layoutsWith(state.layouts);
    },
    'results.page': (input) => results.resultPage(input),
    'results.distribution': (input) => results.distribution(input),
    'results.person': ({ row }) => results.personView(row),
    'results.export': ({ id, format }) => {
      const made = {
        id: randomBytes(6).toString('hex'),
        projectId: id,
        state: 'done' as const,
        shown: `screened.${format}`,
        download: randomBytes(12).toString('hex'),
        done: 2431,
        total: 2431,
        failure: null,
      };
      state.exports.push(made);
      return made;
    },
    'exports.get': ({ id }) => found(state.exports.find((one) => one.id === id)),
    'exports.reveal': () => ({}),

    'service.projects': () => [
      { remoteId: '8c1f2a70', name: 'Alumni file 2026 · M4QX82TD', status: 'created', totalRows: 0, validRows: 0, projectId: 'alumni' },
    ],
    'service.profiles': ({ page, itemsPerPage }) => ({
      profiles: Array.from({ length: itemsPerPage }, (_, index) => fixtures.answer(page * itemsPerPage + index)),
      more: page < 3,
    }),
    'service.profile': ({ profileId }) => {
      if (profileId === 'none') throw new AppError('SERVICE_REFUSED', 'The service knows no profile of this number. Nothing was spent.');
      return fixtures.answer(3);
    },
    'service.screenOne': async ({ record }) => {
      await wait(400);
      return fixtures.answer(0, record);
    },
    'service.requestScore': ({ record }) => fixtures.answer(1, record),
    'service.scoreRequest': () => fixtures.answer(2),
  };

  const dispatch = async (method: string, input: unknown): Promise<Answer> => {
    try {
      if (!Object.hasOwn(CONTRACT, method)) throw new AppError('METHOD_UNKNOWN', `There is no method ${method}.`);
      const name = method as MethodName;
      const planned = failures.get(name);
      if (planned !== undefined) {
        failures.delete(name);
        throw planned;
      }
      const parsed = CONTRACT[name].input.safeParse(input);
      if (!parsed.success) throw new AppError('INPUT_INVALID', parsed.error.message);
      const handle = handlers[name] as (input: unknown) => unknown;
      return { ok: true, value: CONTRACT[name].output.parse(await handle(parsed.data)) };
    } catch (error) {
      const said = error instanceof AppError ? error : new AppError('INTERNAL', String(error));
      return { ok: false, error: said.toFailure() };
    }
  };

  const sendJson = (response: ServerResponse, value: unknown) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(value));
  };
  const sendFile = (response: ServerResponse, path: string) => {
    const file = join(PAGE, path === '/' ? 'index.html' : path);
    if (!file.startsWith(PAGE) || !existsSync(file)) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('Cache-Control', 'no-store');
    createReadStream(file).pipe(response);
  };

  const enter = (next: Scenario) => {
    scenario = next;
    state = stateOf(next, Date.now());
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method === 'GET' && url.pathname === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(': hello\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
      return;
    }
    if (request.method === 'GET') {
      const asked = SCENARIOS.find((one) => one === url.searchParams.get('scenario'));
      if (asked !== undefined) enter(asked);
      return sendFile(response, url.pathname);
    }
    const body = await bodyOf(request);
    switch (url.pathname) {
      case '/session':
        return sendJson(response, { token: 'fake' });
      case '/ticket':
        return sendJson(response, { ticket: randomBytes(8).toString('hex') });
      case '/files': {
        const token = randomBytes(12).toString('hex');
        const name = url.searchParams.get('name') ?? 'list.xlsx';
        files.set(token, { name, bytes: body.byteLength });
        return sendJson(response, { ok: true, value: { token, name, bytes: body.byteLength } });
      }
      case '/rpc': {
        const { method, input } = JSON.parse(body.toString('utf8')) as { method: string; input: unknown };
        return sendJson(response, await dispatch(method, input));
      }
      default:
        response.statusCode = 404;
        response.end();
    }
  };

  const server: Server = createServer((request, response) => {
    void serve(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cutEvents = () => {
    for (const stream of streams) stream.destroy();
  };
  return {
    url,
    page: (place = '') => `${url}/#${place === '' ? 'code=fake' : place}`,
    enter,
    emit,
    failNext: (method, code, message) => failures.set(method, new AppError(code, message)),
    cutEvents,
    close: async () => {
      cutEvents();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const entry = process.argv[1];
if (entry !== undefined && import.meta.url === pathToFileURL(entry).href) {
  const scenario = SCENARIOS.find((one) => one === process.argv[3]) ?? 'projects';
  const desk = await startFakeDesk({ port: Number(process.argv[2] ?? 0), scenario });
  process.stdout.write(`${desk.url}/?scenario=${scenario}#code=fake\n`);
}
