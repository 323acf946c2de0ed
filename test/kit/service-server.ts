/** A generated service on a TCP port of this computer. It uses sockets, because no HTTP server can send wrong framing. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Clock } from '../../main/platform/ports.ts';
import {
  creditsAnswer,
  errorsAnswer,
  isOver,
  profilesAnswer,
  projectId,
  projectsAnswer,
  QUOTED_TOKEN,
  refusalAnswer,
  statusAnswer,
  successAnswer,
} from './service-answers.ts';
import type { ListRequest, TextAnswer } from './service-lists.ts';
import {
  type Dimension,
  honestyOf,
  isUnusableAt,
  plainOf,
  type Features,
  type ServiceSpec,
  type ServiceStep,
} from './service-dimensions.ts';
import { type Acted, ServiceTruth, type StoredProject, uploadedRecords } from './service-truth.ts';
import { writeAnswer, type WireFeatures } from './service-wire.ts';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const PREFIX = '/integrations/20240515';

/** The request in the bytes so far; null while it is not complete. */
function requestIn(bytes: Buffer): Request | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()] as const),
  );
  const length = Number(headers.get('content-length') ?? 0);
  if (bytes.length < end + 4 + length) return null;
  const [method = '', target = ''] = line.split(' ');
  const url = new URL(target, 'http://service.invalid');
  return { method, path: url.pathname, query: url.searchParams, headers, body: bytes.toString('utf8', end + 4, end + 4 + length) };
}

/** The unusable values apply only to the chosen answers; all others are plain. */
const WIRE_DIMENSIONS = ['framing', 'encoding', 'charset', 'closing', 'interim', 'headers'] as const satisfies readonly Dimension[];

function wireFeatures(features: Features, isUnusable: boolean): WireFeatures {
  if (isUnusable) return features;
  const plain = WIRE_DIMENSIONS.map((dimension) => [
    dimension,
    honestyOf(dimension, features[dimension]) === 'unusable' ? plainOf(dimension) : features[dimension],
  ]);
  return Object.fromEntries(plain) as WireFeatures;
}

const page = (title: string) => `<!doctype html><html><head><title>${title}</title></head><body><form>${title}</form></body></html>`;

export class GeneratedService {
  readonly truth = new ServiceTruth();
  readonly spec: ServiceSpec;
  readonly token: string;
  /** Requests by step. */
  readonly requests: Partial<Record<ServiceStep | 'other', number>> = {};
  /** Number of requests that reached the other origin, to which no token may go. */
  strayed = 0;
  private readonly clock: Clock;
  private readonly server: Server;
  private readonly elsewhere: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(spec: ServiceSpec, token: string, clock: Clock) {
    this.spec = spec;
    this.token = token;
    this.clock = clock;
    // Half-open: the client may end its side and still read the answer.
    this.server = createServer({ allowHalfOpen: true }, (socket) => {
      this.serve(socket);
    });
    this.elsewhere = createServer((socket) => {
      this.strayed += 1;
      socket.destroy();
    });
  }

  static async start(spec: ServiceSpec, token: string, clock: Clock): Promise<GeneratedService> {
    const service = new GeneratedService(spec, token, clock);
    for (const server of [service.server, service.elsewhere]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    return service;
  }

  private static portOf = (server: Server) => (server.address() as AddressInfo).port;

  get url(): string {
    return `http://127.0.0.1:${GeneratedService.portOf(this.server)}/`;
  }

  get total(): number {
    return Object.values(this.requests).reduce((sum, count) => sum + count, 0);
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    let bytes = Buffer.alloc(0);
    let isAnswered = false;
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const request = isAnswered ? null : requestIn(bytes);
      if (request === null) return;
      isAnswered = true;
      void this.respond(socket, request);
    });
    socket.on('end', () => {
      if (!isAnswered || this.spec.features.closing !== 'half-closed') socket.end();
    });
  }

  private async respond(socket: Socket, request: Request): Promise<void> {
    const { step, project } = this.routeOf(request);
    const before = this.requests[step] ?? 0;
    this.requests[step] = before + 1;
    const { after, times } = this.spec.unusable;
    const isUnusable = isUnusableAt(this.spec, step) && before >= after && (times === null || before < after + times);
    const refusal = isUnusable ? this.refusal() : null;
    // A call that is refused before it reaches the service has no effect.
    const acts = refusal === null || (this.spec.acts && ![401, 404, 429].includes(refusal.status));
    const real = acts || request.method === 'GET' ? this.real(step, project, request) : null;
    const answer = refusal ?? real ?? refusalAnswer(500, 'Nothing was done.');
    const wire = wireFeatures(this.spec.features, isUnusable && refusal === null);
    await writeAnswer(socket, this.quoted(answer), wire);
  }

  private routeOf({ method, path }: Request): { readonly step: ServiceStep | 'other'; readonly project: StoredProject | null } {
    const [root = '', id, last] = path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length + 1).split('/') : [];
    const project = this.truth.projects.find((one) => id !== undefined && one.id === decodeURIComponent(id)) ?? null;
    const key = `${method} ${root}${id === undefined ? '' : '/:id'}${last === undefined ? '' : `/${last}`}`;
    const steps: Readonly<Record<string, ServiceStep>> = {
      'GET credits': 'credits',
      'GET project': 'projects',
      'POST project': 'create',
      'POST project/:id/scores': 'add',
      'POST project/:id/process': 'process',
      'GET project/:id': 'status',
      'GET project/:id/profiles': 'profiles',
      'GET project/:id/errors': 'errors',
    };
    return { step: steps[key] ?? 'other', project };
  }

  private refusal(): TextAnswer | null {
    const { spec, clock } = this;
    const html = (status: number, title: string, headers: TextAnswer['headers'] = []): TextAnswer => ({
      status,
      text: page(title),
      contentType: 'text/html',
      headers,
    });
    switch (spec.features.refusal) {
      case 'none':
        return null;
      case 'busy':
        return refusalAnswer(429, 'Too many requests.');
      case 'busy-seconds':
        return refusalAnswer(429, 'Too many requests.', [['Retry-After', '7']]);
      case 'busy-date': {
        const date = (ms: number) => new Date(ms).toUTCString();
        return refusalAnswer(429, 'Too many requests.', [
          ['Date', date(clock.now())],
          ['Retry-After', date(clock.now() + 9_000)],
        ]);
      }
      case 'down':
        return refusalAnswer(503, 'Maintenance.');
      case 'down-seconds':
        return refusalAnswer(503, 'Maintenance.', [['Retry-After', '20']]);
      case 'broken':
        return refusalAnswer(
          500,
          spec.features.quotes === 'error-body' ? `No rows for Whitfield8c with Bearer ${QUOTED_TOKEN}.` : 'Internal error.',
        );
      case 'web-page':
        return html(200, 'Welcome to the portal');
      case 'login-page':
        return html(200, 'Sign in', [['Set-Cookie', 'session=1; Path=/']]);
      case 'redirect':
        return html(302, 'Moved', [['Location', '/login']]);
      case 'not-found':
        return refusalAnswer(404, 'Not found.');
      case 'token-refused':
        return refusalAnswer(401, `The token ${QUOTED_TOKEN} has expired.`);
      case 'empty':
        return { status: 200, text: '', contentType: 'application/json', headers: [] };
    }
  }

  private real(step: ServiceStep | 'other', project: StoredProject | null, request: Request): TextAnswer {
    const { spec, truth, clock } = this;
    if (request.headers.get('authorization') !== `Bearer ${this.token}`) return refusalAnswer(401, 'No token.');
    const list: ListRequest = {
      query: request.query,
      address: `http://127.0.0.1:${GeneratedService.portOf(this.server)}${request.path}`,
      elsewhere: `http://127.0.0.1:${GeneratedService.portOf(this.elsewhere)}${PREFIX}`,
    };
    const acted = (what: 'create' | 'add' | 'process', given: Acted<unknown>, of: StoredProject) =>
      'refused' in given ? refusalAnswer(given.refused, given.message) : successAnswer(spec, what, of);
    if (step === 'credits') return creditsAnswer(spec, truth.balance);
    if (step === 'projects') return projectsAnswer(spec, truth.projects, list);
    if (step === 'create') {
      const { name } = JSON.parse(request.body) as { readonly name: string };
      const created = truth.create(projectId(spec, truth.projects.length), name, clock.now());
      return successAnswer(spec, 'create', created);
    }
    if (step === 'other' || project === null) return refusalAnswer(404, 'There is nothing here.');
    if (step === 'add')
      return acted('add', truth.add(project, uploadedRecords(request.body, request.headers.get('content-type') ?? '')), project);
    if (step === 'process') return acted('process', truth.process(project), project);
    if (step === 'status') {
      if (project.starts > 0) project.looks += 1;
      return statusAnswer(spec, project);
    }
    if (!isOver(spec, project)) return refusalAnswer(409, 'The project is not processed.');
    return step === 'profiles' ? profilesAnswer(spec, project, list) : errorsAnswer(spec, project, list);
  }

  /** The answer with the token in it, if the service quotes it. */
  private quoted(answer: TextAnswer): TextAnswer {
    const ids = this.spec.features.quotes === 'request-id' ? ([['X-Request-Id', `r-${this.token}-Whitfield8c`]] as const) : [];
    return {
      ...answer,
      text: answer.text.replaceAll(QUOTED_TOKEN, this.token),
      headers: [...answer.headers, ...ids],
    };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(
      [this.server, this.elsewhere].map(
        (server) =>
          new Promise((done) => {
            server.close(done);
          }),
      ),
    );
  }
}
