/**
 * Scores readings of names against labels. Another kind of label, such as addresses, is another entry of `KINDS`. A file of labels has one
 * JSON object per line: `{id, kind, input, expected}`. Case, accents, points and quotation marks do not count, and a part that is null
 * is not judged.
 */
import { readFileSync } from 'node:fs';
import { parseFullName } from 'parse-full-name';
import { FIELD_INDEX as F } from '../shared/fields/index.ts';
import { compileMapping, createMappedRecord, type MappingPlan, STANDARD_CLEANING } from '../shared/mapping/index.ts';
import { restoredText, splitFullName } from '../shared/transforms/index.ts';

type Parts = Readonly<Record<string, string | null | undefined>>;

export interface Label {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expected: Parts;
}

/** One figure of a table, in percent; `of`: the number of judged labels. */
export interface Score {
  readonly percent: number;
  readonly of: number;
}

export type Table = Readonly<Record<string, Readonly<Record<string, Score>>>>;

interface Kind {
  readonly title: string;
  readonly isOf: (label: Label) => boolean;
  /** The parsers by name, ours first. */
  readonly parsers: Readonly<Record<string, (input: string) => Parts>>;
  /** The figures that a label counts for: true when the reading is right. */
  readonly judge: (expected: Parts, read: Parts) => Readonly<Record<string, boolean>>;
}

export const readLabels = (path: string): readonly Label[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Label);

/** A label can have been misread in another encoding itself. */
const plain = (text: string | null | undefined): string =>
  restoredText(text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[.,;]/g, ' ')
    .replace(/["“”'‘’`()[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const isSame = (expected: string | null | undefined, read: string | null | undefined): boolean =>
  expected === null || expected === undefined || plain(expected) === plain(read);

const PLAN: MappingPlan = {
  columns: [{ column: 0, to: { kind: 'split', splitter: 'fullName' }, settled: true, dateOrder: null, decimal: 'point' }],
  combinations: [],
  constants: [],
  cleaning: STANDARD_CLEANING,
};
const mapper = compileMapping(PLAN);
const record = createMappedRecord();

/** The name as the program sends it. */
function readAsSent(input: string): Parts {
  mapper.map(() => input, record);
  const value = (key: keyof typeof F): string => record.values[F[key]]!;
  return {
    is: splitFullName(input).kind,
    first: value('primaryFirst'),
    middle: value('primaryMiddle'),
    last: value('primaryLast'),
    spouseFirst: value('spouseFirst'),
    spouseMiddle: value('spouseMiddle'),
    spouseLast: value('spouseLast'),
  };
}

function readByParseFullName(input: string): Parts {
  const { first, middle, last } = parseFullName(input);
  return { is: 'person', first, middle, last };
}

const NAME_PARTS = ['first', 'middle', 'last', 'spouseFirst', 'spouseMiddle', 'spouseLast'];

function judgeName(expected: Parts, read: Parts): Readonly<Record<string, boolean>> {
  const isOrganization = expected['is'] === 'organization';
  if (isOrganization) return { 'organizations found': read['is'] === 'organization' };
  const notCalled = { 'not called organizations': read['is'] !== 'organization' };
  // In a list of persons only the kind is known.
  if (expected['last'] === undefined) return notCalled;
  const all = NAME_PARTS.every((part) => isSame(expected[part], read[part]));
  return {
    'all parts': all,
    'last name': isSame(expected['last'], read['last']),
    'first name': isSame(expected['first'], read['first']),
    ...(expected['is'] === 'couple' && { couples: all }),
    ...notCalled,
  };
}

export const KINDS = {
  names: {
    title: 'Names',
    isOf: ({ expected }) => typeof expected['is'] === 'string',
    parsers: { 'Screening Desk': readAsSent, 'parse-full-name': readByParseFullName },
    judge: judgeName,
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** The figures of each parser, over all labels and by kind of label. */
export function scoresOf(kind: Kind, labels: readonly Label[]): Readonly<Record<string, Table>> {
  const own = labels.filter(kind.isOf);
  return Object.fromEntries(
    Object.entries(kind.parsers).map(([name, parse]) => {
      const counts = new Map<string, Map<string, { right: number; of: number }>>();
      for (const { kind: of, input, expected } of own)
        for (const [figure, isRight] of Object.entries(kind.judge(expected, parse(input))))
          for (const group of ['all', of]) {
            const figures = counts.get(group) ?? new Map<string, { right: number; of: number }>();
            counts.set(group, figures);
            const count = figures.get(figure) ?? { right: 0, of: 0 };
            figures.set(figure, { right: count.right + (isRight ? 1 : 0), of: count.of + 1 });
          }
      const table = [...counts].map(
        ([group, figures]) =>
          [
            group,
            Object.fromEntries([...figures].map(([figure, { right, of }]) => [figure, { percent: (100 * right) / of, of }])),
          ] as const,
      );
      return [name, Object.fromEntries(table)];
    }),
  );
}

/** The labels that a parser reads otherwise, with its reading. */
export function misread(kind: Kind, labels: readonly Label[], parser: string): readonly string[] {
  const parse = kind.parsers[parser]!;
  return labels.filter(kind.isOf).flatMap(({ kind: of, input, expected }) => {
    const read = parse(input);
    return Object.values(kind.judge(expected, read)).every(Boolean) ? [] : [`${of}: ${input} → ${JSON.stringify(read)}`];
  });
}
