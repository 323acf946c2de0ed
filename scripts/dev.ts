/**
 * The development loop: `npm run dev [-- --data DIR] [-- --fake]`. Serves the page with hot reload and prints its address. The backend is
 * the loopback host, run from the sources and restarted when one of them changes. With `--fake`, it is the fake desk with a list of its
 * scenarios. Ctrl+C ends both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { ROOT } from './targets.mjs';

/** Paths that Vite forwards to the host; it serves everything else. */
const HOST_PATHS = ['/rpc', '/session', '/ticket', '/events', '/files', '/download'];

async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Vite's server for the page, in front of a host on 127.0.0.1. The host accepts only requests of its own origin. */
async function servePage(hostPort: number, plugin: Plugin): Promise<ViteDevServer> {
  const target = `http://127.0.0.1:${hostPort}`;
  const proxy = Object.fromEntries(HOST_PATHS.map((path) => [path, { target, changeOrigin: true, headers: { origin: target } }]));
  const server = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    root: join(ROOT, 'renderer'),
    plugins: [plugin],
    server: { host: '127.0.0.1', proxy, fs: { allow: [ROOT] } },
  });
  await server.listen();
  return server;
}

const addressOf = (server: ViteDevServer): string => server.resolvedUrls!.local[0]!;

/** Runs the loopback host; each start prints a URL whose fragment holds the code that opens a session. */
async function runHost(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const host = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(ROOT, 'main/loopback/index.ts'), '--data', dataDir, '--port', String(port)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(host, 'exit');
  // A reloaded page keeps its session until the host restarts, so one code per start of the host is enough.
  let code: string | null = null;
  const plugin: Plugin = {
    name: 'session-code',
    transformIndexHtml() {
      const fragment = code;
      code = null;
      return fragment === null
        ? []
        : [{ tag: 'script', children: `location.hash = ${JSON.stringify(fragment)};`, injectTo: 'head-prepend' }];
    },
  };
  const server = await servePage(port, plugin);
  let isFirst = true;
  createInterface({ input: host.stdout }).on('line', (line) => {
    if (!line.startsWith('{"url"')) return;
    code = new URL((JSON.parse(line) as { readonly url: string }).url).hash;
    if (isFirst) console.log(`The page with hot reload: ${addressOf(server)}   data: ${dataDir}`);
    else server.ws.send({ type: 'full-reload' });
    isFirst = false;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => host.kill('SIGTERM'));
  await ended;
  await server.close();
}

/** Serves the page with the fake desk; the list in the corner changes its scenario. */
async function runFake(): Promise<void> {
  const [{ startFakeDesk }, { SCENARIOS }] = await Promise.all([
    import('../test/fakes/fake-desk.ts'),
    import('../test/fakes/scenarios.ts'),
  ]);
  const fake = await startFakeDesk();
  const plugin: Plugin = {
    name: 'scenarios',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        const scenario = new URL(request.url ?? '/', fake.url).searchParams.get('scenario');
        if (scenario !== null) fake.start(scenario);
        next();
      });
    },
    transformIndexHtml: (_html, { originalUrl }) => {
      const current = new URL(originalUrl ?? '/', fake.url).searchParams.get('scenario');
      const options = SCENARIOS.map((name) => `<option${name === current ? ' selected' : ''}>${name}</option>`).join('');
      return [
        {
          tag: 'select',
          attrs: {
            'aria-label': 'Scenario',
            style: 'position:fixed;right:8px;bottom:8px;z-index:9999',
            onchange: "location.search = '?scenario=' + this.value",
          },
          children: options,
          injectTo: 'body',
        },
      ];
    },
  };
  const server = await servePage(Number(new URL(fake.url).port), plugin);
  console.log(`The page with the fake desk: ${addressOf(server)}?scenario=projects#code=fake`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
  await fake.close();
}

const { values } = parseArgs({ options: { data: { type: 'string' }, fake: { type: 'boolean', default: false } } });
if (values.fake) await runFake();
else await runHost(values.data === undefined ? join(ROOT, 'out/dev-data') : resolve(values.data));
