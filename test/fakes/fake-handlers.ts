/** What the stand-in of the application answers to every method: of projects and their lists here, of the rest in files of their own. */
import type { Handlers } from '../../main/dispatch.ts';
import { AppError } from '../../shared/base/errors.ts';
import { systemOf } from '../../shared/mapping/systems.ts';
import { waitingParts } from '../../shared/view-texts/waiting-parts.ts';
import { PRACTICE } from './connection-fixtures.ts';
import { cost, elsewhere, sinceOffers } from './cost-fixtures.ts';
import { accountHandlers } from './fake-accounts.ts';
import { resultHandlers } from './fake-results.ts';
import { ruleHandlers } from './fake-rules.ts';
import { type FakeWorld, found, newId } from './fake-world.ts';
import { withProblems } from './list-fixtures.ts';
import { person } from './people-fixtures.ts';
import { project as made } from './project-fixtures.ts';
import { runTimeline } from './run-fixtures.ts';

/** A handler for every method of the contract; each works on the world as it is when it is called. */
export function handlersOf(world: FakeWorld): Handlers {
  return {
    ...accountHandlers(world),
    ...resultHandlers(world),
    'app.get': () => world.state.app,
    'app.dismissNotice': () => {
      world.state.app = { ...world.state.app, notice: null };
      return world.state.app;
    },

    'projects.list': () => {
      if (world.scenario === 'failing')
        throw new AppError(
          'DATABASE_DAMAGED',
          'The history of projects cannot be read: the file is damaged. The lists themselves lie beside it and are whole. Keep the data folder as it is, and send the copied details to support.',
        );
      return world.state.projects;
    },
    'projects.get': ({ id }) => world.project(id),
    'projects.fixRefused': ({ id }) => {
      const of = world.project(id);
      if (of.state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not there yet.');
      const rows = of.state.counts.refused;
      return world.addProject({
        ...made({ id: `${id}-refused`, name: `Refused rows: ${of.name}`, file: of.file.name, rows, at: Date.now() }),
        connection: of.connection,
        state: { at: 'draft' },
        link: { kind: 'refused', of: id },
      });
    },
    'projects.create': ({ file, name }) => {
      const known = world.file(file);
      if (known.name.endsWith('.pdf'))
        throw new AppError(
          'FILE_NOT_SPREADSHEET',
          'This is a PDF and no spreadsheet. Nothing was kept of it. Bring the list as XLSX, XLS, ODS or CSV.',
        );
      return world.create(name ?? known.name.replace(/\.[^.]+$/, ''), known, world.state.app.connectionId === PRACTICE);
    },
    'projects.sample': ({ sample }) => world.create('Sample workbook', { name: `sample-${sample}.xlsx`, bytes: 412_000 }, true),
    'projects.change': ({ id, name, purpose, connectionId, sendErrors, again, screenedWithin, since, scoreConfiguration }) => {
      if (since !== undefined) world.state.since = since;
      if (screenedWithin !== undefined) world.state.within = screenedWithin;
      if (again !== undefined) world.state.again = again;
      if (sendErrors !== undefined) world.state.sendErrors = sendErrors;
      if (scoreConfiguration !== undefined) world.state.scoreConfiguration = scoreConfiguration;
      const connection = world.state.connections.find((one) => one.id === connectionId);
      return world.changeProject(id, {
        ...(name !== undefined && { name }),
        ...(purpose !== undefined && { purpose }),
        ...(connection !== undefined && { connection: { id: connection.id, name: connection.name, kind: connection.kind } }),
      });
    },
    'projects.remove': ({ id }) => {
      world.state.projects = world.state.projects.filter((one) => one.id !== id);
      world.emit({ name: 'project.removed', payload: { id } });
      return {};
    },

    'import.get': ({ id }) => {
      const { sheet } = world.project(id);
      return sheet === null ? { ...world.imported(1), rows: 0, lastRows: [], totalsRows: [] } : world.imported(sheet.rows);
    },
    'import.change': ({ id, sheet, headerRow, totalsRows, encoding, delimiter }) => {
      const view = world.imported(world.project(id).sheet?.rows ?? 0);
      return {
        ...view,
        ...(typeof sheet === 'number' && { sheet }),
        ...(totalsRows !== undefined && { totalsRows }),
        ...(view.text !== null && { text: { encoding: encoding ?? view.text.encoding, delimiter: delimiter ?? view.text.delimiter } }),
        ...(headerRow !== undefined && { headerRow, headerReason: 'You said so.' }),
      };
    },

    'columns.get': () => world.state.columns,
    'columns.change': ({ plan }) => {
      const { template } = world.state.columns;
      world.state.columns = withProblems({ ...world.state.columns, plan, template: template && { ...template, changed: true } });
      return world.state.columns;
    },
    'columns.system': ({ system }) => {
      const chosen = system === null ? null : systemOf(system, world.state.columns.headers);
      world.state.columns = { ...world.state.columns, system: chosen?.system ?? null };
      return world.state.columns;
    },

    'templates.list': () => world.state.templates.list(),
    'templates.get': ({ id }) => world.state.templates.get(id),
    'templates.offers': () => world.state.templates.offers(world.state.columns),
    'templates.fit': ({ template }) => world.state.templates.fit(template, world.state.columns),
    'templates.apply': ({ template }) => (world.state.columns = withProblems(world.state.templates.apply(template, world.state.columns))),
    'templates.undo': () => (world.state.columns = withProblems(world.state.templates.undo(world.state.columns))),
    'templates.save': ({ name, replace }) => world.state.templates.save(name, replace, world.state.columns),
    'templates.rename': ({ id, name }) => world.state.templates.rename(id, name),
    'templates.remove': ({ id }) => world.state.templates.remove(id),
    'templates.export': ({ id }) => ({
      shown: `${world.state.templates.get(id).name} - template.json`,
      download: newId(),
    }),
    'templates.import': ({ file }) => world.state.templates.import(world.file(file).name, world.state.columns),

    'check.get': () => world.state.check.view(),
    'check.page': (input) => world.state.check.page(input),
    'check.edit': (input) => world.state.check.edit(input),
    'check.fix': (input) => world.state.check.fix(input),
    'check.leaveOut': (input) => world.state.check.leaveOut(input),
    ...ruleHandlers(
      () => world.state.check,
      (token) => world.file(token).name,
    ),
    'check.madeBefore': () => {
      const of = world.scenario === 'check-again' ? 'gala' : world.state.since;
      return of === null ? null : world.state.check.madeBefore(world.project(of).name);
    },
    'check.makeAgain': () => world.state.check.makeAgain(),
    'check.undo': () => world.state.check.undo(),
    'check.redo': () => world.state.check.redo(),

    'cost.get': ({ id }) => {
      const one = world.project(id);
      const running = world.scenario === 'cost-short' ? 20_000 : 9432;
      return cost({
        project: one,
        connection: world.connection(one.connection.id),
        sendErrors: world.state.sendErrors,
        again: world.state.again,
        within: world.state.within ?? (one.connection.kind === 'live' ? 90 : 0),
        scoreConfiguration: world.state.scoreConfiguration,
        running: [{ id: 'alumni', name: 'Alumni file 2026', credits: running }],
        withoutResult: world.scenario === 'cost-elsewhere' ? [{ id: 'gala', name: 'Gala attendees', rows: 12 }] : [],
        since: sinceOffers(Date.now()).find(({ id: of }) => of === world.state.since) ?? null,
      });
    },
    'cost.elsewhere': () => (world.scenario === 'cost-elsewhere' ? elsewhere(Date.now()) : []),
    'cost.since': () => (world.scenario === 'cost-since' ? sinceOffers(Date.now()) : []),
    'cost.sample': ({ limit }) => Array.from({ length: limit }, (_, index) => JSON.stringify(person(index))),

    'project.send': ({ id, rows }) =>
      world.changeProject(id, {
        state: {
          at: 'adding',
          body: { rows, bytes: rows * 331, sha256: 'a'.repeat(64), format: 'json' },
          remoteId: '8c1f2a70',
          attempt: 1,
          phase: 'sending',
        },
      }),
    'project.pause': ({ id }) => {
      const { state: before } = world.project(id);
      if (before.at !== 'adding') throw new AppError('NOT_NOW', 'There is nothing to pause at this step.');
      return world.changeProject(id, { state: { at: 'paused', resume: { ...before, phase: 'ready' } }, activity: null });
    },
    'project.resume': ({ id }) => {
      const { state: before } = world.project(id);
      return 'resume' in before && before.resume !== null ? world.changeProject(id, { state: before.resume }) : world.project(id);
    },
    'project.cancel': ({ id }) =>
      world.changeProject(id, { state: { at: 'ended', how: 'cancelled', charged: 'no', resume: null }, activity: null }),
    'project.decide': ({ id }) => world.project(id),
    'parts.sendNext': ({ id }) => {
      const { waiting } = found(waitingParts(world.project(id), world.state.projects) ?? undefined);
      return world.changeProject(waiting[0].id, { state: { at: 'preparing', attempt: 1 } });
    },
    'parts.release': ({ id }) => {
      const { waiting, rows } = found(waitingParts(world.project(id), world.state.projects) ?? undefined);
      for (const part of waiting) {
        world.state.projects = world.state.projects.filter((one) => one.id !== part.id);
        world.emit({ name: 'project.removed', payload: { id: part.id } });
      }
      return { parts: waiting.length, rows };
    },
    'project.timeline': ({ id }) => runTimeline(world.project(id), Date.now()),
  };
}
