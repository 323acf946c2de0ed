/**
 * Scores parsed names against labels. For another kind of label, such as addresses, add an entry to `KINDS`. A label file has one JSON
 * object per line: `{id, kind, input, expected}`. The comparison ignores case, accents, punctuation and brackets, and every part whose
 * label is null.
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

/** The percentage of correct readings. `of`: the number of labels that were compared. */
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
  /** The figures that a label contributes to; true: the reading is correct for this figure. */
  readonly judge: (expected: Parts, read: Parts) => Readonly<Record<string, boolean>>;
}

export const readLabels = (path: string): readonly Label[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Label);

/** Restores the encoding, because the text of a label can itself be garbled. */
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
  // A label without parts only says that the name is a person's.
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

/** The scores of each parser, for all labels together and for each kind of label. */
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

/** The labels that a parser reads incorrectly, with its reading. */
export function misread(kind: Kind, labels: readonly Label[], parser: string): readonly string[] {
  const parse = kind.parsers[parser]!;
  return labels.filter(kind.isOf).flatMap(({ kind: of, input, expected }) => {
    const read = parse(input);
    return Object.values(kind.judge(expected, read)).every(Boolean) ? [] : [`${of}: ${input} → ${JSON.stringify(read)}`];
  });
}
