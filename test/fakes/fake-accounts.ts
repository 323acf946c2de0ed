/** Everything that goes over a connection, in the stand-in of the application: connections, credits and single profiles. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { isRunning } from '../../shared/project/project.ts';
import { type FakeWorld, found, type HandlersOf, newId } from './fake-world.ts';
import { answer } from './people-fixtures.ts';

/** Answers as a service would, after a moment where a person would wait; the address says whether a test is refused. */
export function accountHandlers(world: FakeWorld): HandlersOf<'connections' | 'credits' | 'service'> {
  return {
    'connections.list': () => world.state.connections,
    'connections.add': ({ name, baseUrl, version, token }) => {
      if (!baseUrl.startsWith('https://'))
        throw new AppError('BASE_URL_INVALID', 'The address must begin with https://. Nothing was kept.');
      const id = newId();
      const made: ConnectionView = {
        id,
        name,
        kind: 'live',
        baseUrl,
        version: version ?? '20240515',
        token: token === undefined ? 'none' : 'kept',
        testedAt: null,
        credits: null,
        settings: { listFormat: 'json', rowBase: 'find' },
        creditsPerRecord: null,
        account: [id],
        revisions: { terms: '' },
      };
      world.state.connections = [...world.state.connections, made];
      world.emit({ name: 'connection.changed', payload: made });
      return made;
    },
    'connections.change': ({ id, name, baseUrl, version, settings }) => {
      const running = world.state.projects.find(({ connection, state }) => connection.id === id && isRunning(state));
      if ((baseUrl !== undefined || version !== undefined) && running !== undefined)
        throw new AppError(
          'NOT_NOW',
          `“${running.name}” was sent over this connection and is not finished. The address and the version of the connection can be changed once that project is finished or stopped. Nothing was changed.`,
        );
      return world.changeConnection(id, {
        ...(name !== undefined && { name }),
        ...(baseUrl !== undefined && { baseUrl }),
        ...(version !== undefined && { version }),
        ...(settings !== undefined && { settings }),
      });
    },
    'connections.setToken': ({ id }) => world.changeConnection(id, { token: 'kept', testedAt: null }),
    'connections.test': async ({ id }) => {
      await delay(300);
      const { baseUrl } = world.connection(id);
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
      return world.changeConnection(id, { testedAt: Date.now(), credits: { remaining: 24_650, raw: null, readAt: Date.now() } });
    },
    'connections.use': ({ id }) => {
      world.state.app = { ...world.state.app, connectionId: id };
      world.emit({ name: 'app.changed', payload: world.state.app });
      return world.state.app;
    },
    'connections.remove': ({ id }) => {
      world.state.connections = world.state.connections.filter((one) => one.id !== id);
      world.emit({ name: 'connection.removed', payload: { id } });
      return {};
    },

    'credits.read': ({ connectionId }) => found(world.connection(connectionId).credits ?? undefined),

    'service.projects': () => [
      { remoteId: '8c1f2a70', name: 'Alumni file 2026 · M4QX82TD', status: 'created', totalRows: 0, validRows: 0, projectId: 'alumni' },
    ],
    'service.profiles': ({ page, itemsPerPage }) => ({
      profiles: Array.from({ length: itemsPerPage }, (_, index) => answer(page * itemsPerPage + index)),
      more: page < 3,
    }),
    'service.profile': ({ profileId }) => {
      if (profileId === 'none') throw new AppError('SERVICE_REFUSED', 'The service knows no profile of this number. Nothing was spent.');
      return answer(3);
    },
    'service.screenOne': async ({ record }) => {
      await delay(400);
      return answer(0, record);
    },
    'service.requestScore': ({ record }) => answer(1, record),
    'service.scoreRequest': () => answer(2),
  };
}
