/** Fastify hooks that delay, reject, cut and corrupt the calls that match a fault rule. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderError } from './answers.ts';
import { chunksOf } from './bodies.ts';
import type { ListBody } from './endpoint.ts';
import { breakConnection, failAfter, pace, passThrough, corruptBody, corruptsBody } from './fault-streams.ts';
import type { CallFaults, Fault } from './faults.ts';
import { acceptsGzip } from './http-rules.ts';
import { ErrorResponse } from './error-response.ts';
import type { PracticeService } from './service.ts';

type StatusFault = Extract<Fault, { kind: 'status' }>;

const WORDS: Record<number, string> = {
  429: 'Too many requests.',
  503: 'Not available right now.',
  502: 'Bad gateway.',
  504: 'Gateway timeout.',
};

/** Sets status, headers and body of the error that a rule requests; returns the body. */
function setStatus(reply: FastifyReply, rule: StatusFault, service: PracticeService, now: number): string {
  const error = new ErrorResponse(rule.status, 'fault', WORDS[rule.status] ?? 'The request failed.');
  const rendered = renderError(error, reply.request.id, service.dialect);
  reply.code(rule.status).type(rendered.contentType ?? 'text/plain');
  if (rule.retryAfter !== undefined) {
    const { seconds, form } = rule.retryAfter;
    reply.header('retry-after', form === 'date' ? new Date(now + seconds * 1000).toUTCString() : String(seconds));
  }
  if (rule.headers !== undefined) reply.headers(rule.headers);
  return rule.body ?? rendered.body ?? '';
}

/** Reads a list to its end and discards it: the following error imitates a service that has received the whole body. */
async function drain(body: unknown): Promise<void> {
  if (typeof body !== 'object' || body === null || !('stream' in body)) return;
  for await (const _chunk of chunksOf((body as ListBody).stream)) continue;
}

function cutRequest(request: FastifyRequest, payload: Readable, rule: Extract<Fault, { kind: 'reset-request' }>): Readable {
  const length = Number(request.headers['content-length'] ?? Infinity);
  const limit = rule.atByte < 0 ? length + rule.atByte : rule.atByte;
  const cut = () => breakConnection(request.raw.socket, rule.how);
  if (limit > 0 && request.routeOptions.config.endpoint?.body !== 'none') return passThrough(payload, failAfter(limit, cut));
  cut();
  // Throwing prevents the call's effect; the caller never receives this response.
  throw new ErrorResponse(400, 'reset', 'The connection was broken.');
}

async function corruptAnswer(service: PracticeService, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { faults } = request;
  const latency = faults.of('latency');
  if (latency?.when === 'act') await service.delayCall(latency.ms);
  const drop = faults.of('drop-answer');
  if (drop !== undefined) {
    discard(payload);
    breakConnection(request.raw.socket, drop.how);
    return null;
  }
  let body = payload;
  const status = faults.of('status');
  if (status?.when === 'act') {
    discard(payload);
    body = setStatus(reply, status, service, now(service, faults));
  }
  const type = faults.of('content-type');
  if (type !== undefined) reply.header('content-type', type.value);
  const packed = faults.of('gzip')?.packed ?? (service.dialect.gzip && acceptsGzip(request.headers['accept-encoding']));
  if (body === null || body === undefined) {
    // For an answer without a body, break the connection before the headers.
    const reset = faults.of('reset-answer');
    if (reset !== undefined) breakConnection(request.raw.socket, reset.how);
    return body;
  }
  if (!packed && !corruptsBody(faults)) return body;
  reply.removeHeader('content-length');
  if (packed) reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  const source = body instanceof Readable ? body : Readable.from([Buffer.from(body as string)]);
  return corruptBody(source, faults, packed, request.raw.socket);
}

function discard(payload: unknown): void {
  if (payload instanceof Readable) payload.destroy();
}

const now = (service: PracticeService, faults: CallFaults) => service.clock() + (faults.of('clock-skew')?.ms ?? 0);

/** Adds the hooks after authorization and validation, so that faults hit only accepted calls. */
export function installFaults(app: FastifyInstance, service: PracticeService): void {
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined) return undefined;
    const { id = null } = request.params as { id?: string };
    const project = endpoint.path.startsWith('/project/') ? id : null;
    request.faults = service.faults.match({ step: endpoint.step, method: endpoint.method, route: endpoint.path, project });
    const { faults } = request;
    if (faults.of('clock-skew') !== undefined) reply.header('date', new Date(now(service, faults)).toUTCString());
    const latency = faults.of('latency');
    if (latency?.when === 'head') await service.delayCall(latency.ms);
    if (faults.of('token-expires') !== undefined) {
      throw new ErrorResponse(401, 'token_expired', 'The bearer token has expired.', {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
    }
    const status = faults.of('status');
    if (status?.when === 'head') return reply.send(setStatus(reply, status, service, now(service, faults)));
    return undefined;
  });

  app.addHook('preParsing', async (request, _reply, payload) => {
    const { faults } = request;
    let stream: Readable = payload;
    const slow = faults.of('slow-request');
    if (slow !== undefined) stream = passThrough(stream, pace(slow.bytesPerSecond));
    const reset = faults.of('reset-request');
    if (reset !== undefined) stream = cutRequest(request, stream, reset);
    return stream;
  });

  app.addHook('preHandler', async (request, reply) => {
    const status = request.faults.of('status');
    if (status?.when !== 'body') return undefined;
    await drain(request.body);
    return reply.send(setStatus(reply, status, service, now(service, request.faults)));
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    return endpoint === undefined ? payload : corruptAnswer(service, request, reply, payload);
  });
}
