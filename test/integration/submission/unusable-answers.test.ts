/**
 * Answers that break the rules of HTTP: what can be read is read, and for the rest the user is asked, with the cause.
 * @module-tag deep
 */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { rawAnswer, type RawRequest, startRawService } from '../../kit/raw-service.ts';
import { people } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const service = await startRawService(desk.practice.client.url);
afterAll(() => service.close());
desk.connectionId = (await desk.call('connections.add', { name: 'Odd', baseUrl: service.url })).id;

const OK = ['HTTP/1.1 200 OK', 'content-type: application/json'];
const LONG = `x-trace: ${'x'.repeat(1000)}`;
type Framing = (body: Buffer, head: readonly string[]) => Buffer | string;
const counted = (head: readonly string[], body: Buffer) => rawAnswer([...head, `content-length: ${body.length}`], body);

let number = 0;
let group = 'A';
beforeEach(() => {
  service.answer = () => null;
  group = String.fromCodePoint(65 + number++);
});

/** Imports and sends three people; after the start, every read from the service has this framing. */
async function screened(framing: Framing): Promise<string> {
  const id = await desk.importPeople(...people(group, 1, 2, 3));
  let isStarted = false;
  service.answer = async ({ method, path, forwarded }: RawRequest) => {
    if (path.endsWith('/process')) isStarted = true;
    if (!isStarted || method !== 'GET') return null;
    const { status, body } = await forwarded();
    return status === 200 ? framing(body, OK) : null;
  };
  await desk.send(id);
  return id;
}

/** The body with one more text, in ISO 8859-1. */
const latin1 = (body: Buffer) => Buffer.from(JSON.stringify({ ...JSON.parse(body.toString('utf8')), note: 'Zoë' }), 'latin1');

describe('is read', () => {
  it.each<[what: string, framing: Framing]>([
    ['with 100 kB of headers', (body, head) => counted([...head, ...Array.from({ length: 100 }, () => LONG)], body)],
    ['after 100 Continue', (body, head) => Buffer.concat([rawAnswer(['HTTP/1.1 100 Continue']), counted(head, body)])],
    [
      'after two of them with headers',
      (body, head) =>
        Buffer.concat([rawAnswer(['HTTP/1.1 100 Continue', 'x-a: b']), rawAnswer(['HTTP/1.1 100 Continue']), counted(head, body)]),
    ],
    ['that says gzip and is plain', (body, head) => counted([...head, 'content-encoding: gzip'], body)],
    ['that says br and is plain', (body, head) => counted([...head, 'content-encoding: br'], body)],
    ['in gzip', (body, head) => counted([...head, 'content-encoding: gzip'], gzipSync(body))],
    ['in deflate', (body, head) => counted([...head, 'content-encoding: deflate'], deflateSync(body))],
    ['in raw deflate', (body, head) => counted([...head, 'content-encoding: deflate'], deflateRawSync(body))],
    ['in two encodings', (body, head) => counted([...head, 'content-encoding: gzip, br'], brotliCompressSync(gzipSync(body)))],
    [
      'in UTF-16',
      (body, [status]) =>
        counted([status!, 'content-type: application/json; charset=utf-16le'], Buffer.from(body.toString('utf8'), 'utf16le')),
    ],
  ])('an answer %s', async (_what, framing) => {
    const before = await desk.charged();
    const id = await screened(framing);
    expect((await desk.call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { submitted: 3, scored: 3, refused: 0 } });
    expect((await desk.charged()) - before).toBe(3);
  });

  it('a profile alone, after 100 Continue, with large headers, in the charset that it names', async () => {
    service.answer = async ({ path, forwarded }) => {
      if (path !== '/profile') return null;
      const { status, body } = await forwarded();
      const head = [
        `HTTP/1.1 ${status} Created`,
        'content-type: application/json; charset=iso-8859-1',
        ...Array.from({ length: 30 }, () => LONG),
      ];
      return Buffer.concat([rawAnswer(['HTTP/1.1 100 Continue']), counted(head, latin1(body))]);
    };
    const record = { constituentId: 'one', primaryFirst: 'Kim', primaryLast: 'Berg', city: 'Kimball' };
    const answer = await desk.call('service.screenOne', { connectionId: desk.connectionId, record });
    expect(JSON.stringify(answer)).toContain('Zoë');
  });
});

describe('becomes a question that names its cause', () => {
  const chunked = (body: Buffer) => Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
  it.each<[what: string, framing: Framing, cause: RegExp]>([
    [
      'with 300 kB of headers',
      (body, head) => counted([...head, ...Array.from({ length: 300 }, () => LONG)], body),
      /headers of more than 256 kB/,
    ],
    [
      'with two different lengths',
      (body, head) => rawAnswer([...head, 'content-length: 3', `content-length: ${body.length}`], body),
      /does not have the length that it announces/,
    ],
    [
      'with a length and with chunks',
      (body, head) => rawAnswer([...head, `content-length: ${body.length}`, 'transfer-encoding: chunked'], chunked(body)),
      /does not have the length that it announces/,
    ],
    ['with chunks that are none', (body, head) => rawAnswer([...head, 'transfer-encoding: chunked'], body), /breaks the rules of HTTP/],
    ['in an unknown encoding', (body, head) => counted([...head, 'content-encoding: exi'], body), /compressed \(exi\)/],
    [
      'in a damaged gzip',
      (body, head) => {
        const packed = gzipSync(body);
        packed.fill(0xff, 12, 40);
        return counted([...head, 'content-encoding: gzip'], packed);
      },
      /compressed \(gzip\)/,
    ],
    [
      'that is shorter than its length',
      (body, head) => rawAnswer([...head, `content-length: ${body.length + 9}`], body),
      /does not have the length that it announces/,
    ],
  ])('an answer %s', async (_what, framing, cause) => {
    const before = await desk.charged();
    const asked = service.asked.length;
    const id = await screened(framing);
    const { state } = await desk.call('projects.get', { id });
    expect(state).toMatchObject({ at: 'needs-decision' });
    const timeline = await desk.call('project.timeline', { id });
    expect(JSON.stringify(timeline)).toMatch(cause);
    // The requests end after some minutes.
    expect(service.asked.length - asked).toBeLessThan(80);

    service.answer = () => null;
    await desk.call('project.decide', { id, choice: 'look-again' });
    await desk.idle();
    expect((await desk.call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { scored: 3 } });
    expect((await desk.charged()) - before).toBe(3);
  });
});

it('asks for an answer without compression', async () => {
  const encodings = new Set<unknown>();
  service.answer = ({ headers }) => {
    encodings.add(headers['accept-encoding']);
    return null;
  };
  await desk.send(await desk.importPeople(...people(group, 1, 2)));
  expect([...encodings]).toEqual(['identity']);
});
