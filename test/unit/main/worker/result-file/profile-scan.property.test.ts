/** Profiles that are read from their bytes give the same blocks, columns and keys as profiles that are parsed. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readProfileKeys } from '../../../../../shared/results/index.ts';
import type { ChunkSink } from '../../../../../main/store/project-file/index.ts';
import type { ProfileNumber } from '../../../../../main/worker/list/ordinals.ts';
import { readEntry } from '../../../../../main/worker/result-file/answer-entry.ts';
import { BatchReader } from '../../../../../main/worker/result-file/profile-batches.ts';
import { ProfileScan } from '../../../../../main/worker/result-file/profile-scan.ts';
import { ScoreBlocks } from '../../../../../main/worker/result-file/score-blocks.ts';

function recorded(): { readonly sink: ChunkSink; readonly calls: unknown[] } {
  const calls: unknown[] = [];
  const sink: ChunkSink = {
    write: (stream, place, bytes) => void calls.push({ stream, place, bytes: Buffer.from(bytes).toString('base64') }),
    clear: (...streams) => void calls.push({ clear: streams }),
    putValue: (name, value) => void calls.push({ name, value }),
  };
  return { sink, calls };
}

/** The batches as `BatchReader` reads them. */
function read(batches: readonly (readonly Buffer[])[]) {
  const { sink, calls } = recorded();
  const reader = new BatchReader(sink);
  let count = 0;
  const keys = batches.map((lines) => {
    const first = (count + 1) as ProfileNumber;
    count += lines.length;
    return reader.read(first, Buffer.concat(lines.flatMap((line, at) => (at === 0 ? [line] : [Buffer.from('\n'), line]))));
  });
  return { keys, columns: reader.finish(count), calls };
}

/** The result from parsed profiles. */
function readParsed(batches: readonly (readonly Buffer[])[]) {
  const { sink, calls } = recorded();
  const scores = new ScoreBlocks(sink);
  let number = 0;
  const keys = batches.map((lines) => {
    const read = lines.map((line) => {
      number += 1;
      const { value, problem } = readEntry(line.toString('utf8'));
      const hasScore = scores.add(number, value);
      const isUnreadable = problem !== null || typeof value === 'string';
      return { ...readProfileKeys(value), number, isUnreadable, isWithoutScore: !isUnreadable && !hasScore };
    });
    return {
      ids: read.map(({ constituentId }) => constituentId),
      rows: read.map(({ row }) => row),
      names: read.map(({ name }) => name),
      unreadable: read.filter(({ isUnreadable }) => isUnreadable).map((one) => one.number),
      withoutScores: read.filter(({ isWithoutScore }) => isWithoutScore).map((one) => one.number),
    };
  });
  return { keys, columns: scores.finish(number), calls };
}

const SPACES = ['', '', '', '', ' ', '\t', ' \r '];
const space = fc.constantFrom(...SPACES);
/** Few keys, so profiles have the same keys, in any order and more than once. */
const KEYS = [
  'id constituentId row primaryFirst primaryLast profile record mostRecentScore pendingScore pendingScore.rating overallScore rating'.split(
    ' ',
  ),
  ['a', 'b', 'a.b', 'date', '1', '007', '', '__proto__', 'é', String.raw`\u0061`],
].flat();
const key = fc.constantFrom(...KEYS);
const written = fc
  .tuple(
    fc.constantFrom('', '', '-'),
    fc.constantFrom('0', '1', '4', '10', '900719925474099', '12345678901234567', '00', '01', ''),
    fc.constantFrom('', '', '.5', '.25', '.10', '.0', '.', '.0000001', '.000001', '.123456789012345678'),
    fc.constantFrom('', '', '', '', 'e3', 'E-7', 'e+400', 'e'),
  )
  .map((parts) => parts.join(''));
const number = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(String) },
  written,
);
const text = fc.oneof(
  fc
    .constantFrom('', '$50K - $100K', 'n/a', '2026-11-08', '2026-11-08T10:00:00Z', '2026-00-xx12', 'a', 'x'.repeat(250))
    .map((one) => `"${one}"`),
  fc.string({ unit: 'binary' }).map((one) => JSON.stringify(one)),
  fc.string().map((one) => `"${one.replaceAll(/[\n"]/g, '')}"`),
);
const word = fc.constantFrom('true', 'false', 'null', 'null', 'NaN', 'nul', 'tru e', '');
const leaf = fc.oneof({ weight: 5, arbitrary: number }, { weight: 5, arbitrary: text }, { weight: 1, arbitrary: word });

const joined = (open: string, close: string) => (parts: readonly (readonly [string, string])[]) =>
  `${open}${parts.map(([before, part]) => before + part).join(',')}${close}`;

const { value } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: tie('object') },
    { weight: 1, arbitrary: tie('array') },
  ),
  object: fc
    .array(
      fc.tuple(
        space,
        fc.tuple(key, space, space, tie('value'), space).map(([name, before, after, of, end]) => `"${name}"${before}:${after}${of}${end}`),
      ),
      { maxLength: 6 },
    )
    .map(joined('{', '}')),
  array: fc.oneof(
    fc.array(fc.tuple(space, tie('object')), { maxLength: 22 }).map(joined('[', ']')),
    fc.array(fc.tuple(space, leaf), { maxLength: 5 }).map(joined('[', ']')),
    fc.array(fc.tuple(space, tie('value')), { maxLength: 3 }).map(joined('[', ']')),
  ),
}));
const anyProfile = fc
  .array(fc.tuple(key, value), { maxLength: 8 })
  .map((pairs) => `{${pairs.map(([name, of]) => `"${name}":${of}`).join(',')}}`);
const deep = fc
  .tuple(fc.integer({ min: 8, max: 16 }), fc.constantFrom('{"a":', '['), fc.constantFrom('1', '{"b":2}', '[1,null,0.10]'))
  .map(([levels, open, inner]) => `{"a":${open.repeat(levels)}${inner}${(open === '[' ? ']' : '}').repeat(levels)}}`);
/** A profile as services write them; texts and numbers repeat from one profile to the next, and columns have values of several types. */
const usual = fc
  .record(
    {
      id: fc.oneof(fc.constantFrom('p1', 'p2'), fc.integer()),
      constituentId: fc.option(fc.oneof(fc.constantFrom('7', '007', 'é'), fc.integer(), fc.double())),
      primaryFirst: fc.constantFrom('Ann', ''),
      primaryLast: fc.constant('Lee'),
      mostRecentScore: fc.record(
        {
          range: fc.constantFrom('$50K', '$100K', '', '5', 5, 5, true, '2026-11-08'),
          dateScored: fc.constantFrom('2026-11-08', '2026-11-08T10:00:00Z', null),
          lenses: fc.array(fc.record({ lens: fc.constantFrom('Arts', 'Faith €'), value: fc.double({ noNaN: true }) }), { maxLength: 3 }),
        },
        { requiredKeys: [] },
      ),
      pendingScore: fc.constant(null),
      tags: fc.array(fc.constantFrom('a', null, 2.5, false), { maxLength: 3 }),
      record: fc.record({ constituentId: fc.constant('9'), row: fc.integer() }),
      // The path of a value in the score.
      'mostRecentScore.range': fc.constantFrom('$50K', 4),
    },
    { requiredKeys: ['id'] },
  )
  .map((profile) => Buffer.from(JSON.stringify(profile)));
const damaged = fc
  .tuple(
    anyProfile,
    fc.nat(),
    fc.integer({ min: 0, max: 255 }).filter((byte) => byte !== 0x0a),
  )
  .map(([profile, at, byte]) => {
    const bytes = Buffer.from(profile);
    bytes[at % bytes.length] = byte;
    return bytes;
  });
const cut = fc.tuple(anyProfile, fc.nat()).map(([profile, at]) => Buffer.from(profile).subarray(0, 1 + (at % profile.length)));
const line = fc
  .oneof(
    { weight: 8, arbitrary: usual },
    { weight: 6, arbitrary: anyProfile.map((one) => Buffer.from(one)) },
    { weight: 1, arbitrary: fc.json().map((one) => Buffer.from(one)) },
    { weight: 1, arbitrary: deep.map((one) => Buffer.from(one)) },
    { weight: 1, arbitrary: damaged },
    { weight: 1, arbitrary: cut },
  )
  .filter((bytes) => bytes.length > 0 && !bytes.includes('\n'));

test('any lines give the same blocks, columns and keys as parsed ones', () => {
  fc.assert(
    fc.property(fc.array(fc.array(line, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }), (batches) => {
      expect(read(batches)).toEqual(readParsed(batches));
    }),
    { numRuns: 100 },
  );
});

test('a text with the characters of the number before it is no number', () => {
  const batches = [['{"rating":5}', '{"rating":"5"}'].map((json) => Buffer.from(json))];
  expect(read(batches)).toEqual(readParsed(batches));
});

const scans = (json: string): boolean => new ProfileScan().scan(Buffer.from(json), 0, Buffer.byteLength(json));

test.each([
  '{"id":"prf-8","constituentId":"C-8","mostRecentScore":{"overallScore":2.8,"dateScored":"2026-11-08","capacityValue":5750},"pendingScore":null}',
  '{ "score" : { "rating" : 0.10, "big" : 12345678901234567, "isNew" : true } , "tags" : [ "a", null, 2 ] }',
  '{"lenses":[{"lens":"Arts","rating":1},{"lens":"Faith","note":"€ \\u00e9"}],"none":[],"empty":{}}',
])('the profile %s is read from its bytes', (json) => {
  expect(scans(json)).toBe(true);
});

test.each([
  '{"a":1,"a":2}',
  '{"b":1,"1":2}',
  '{"pendingScore":{"rating":1}}',
  '{"a":[{},null]}',
  '{"a":NaN}',
  '{"a":01}',
  '{"a":1}}',
  '{"a":"',
  '[]',
])('%s is left to the other reader', (json) => {
  expect(scans(json)).toBe(false);
});
