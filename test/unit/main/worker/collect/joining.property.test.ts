/** No score or refusal goes to another row: tricky IDs in every returned form, shuffled answers, refusals, gaps, and unmatched profiles. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Base, FIRST_ROW } from '../../../../../main/worker/collect/row-numbering.ts';
import { foldId } from '../../../../../shared/results/constituent-ids.ts';
import { shortSalesforceId } from '../../../../../shared/transforms/salesforce-ids.ts';
import { joinAnswer } from '../../../../kit/joined-answer.ts';

/** IDs that services confuse, and similar ones. */
const TRICKY = [
  '7',
  '007',
  '07',
  '7.0',
  '7.00',
  '+7',
  '1e3',
  '1E3',
  '1000',
  '1,000',
  '01000',
  '1.1',
  '1.10',
  '0',
  '00',
  '-0',
  '0.0',
  'AB1',
  'ab1',
  'Ab1',
  'aB1',
  ' AB1',
  'AB1 ',
  'A B1',
  'A  B1',
  'é1',
  'e\u03011',
  'E1',
  'ﬁ1',
  'fi1',
  'straße',
  'STRASSE',
  'ǅ',
  'dž',
  '003A0000006Vm9r',
  '003a0000006vm9r',
  '003A0000006Vm9rIAC',
  '003a0000006vm9rAAA',
  'row-4',
  'row-04',
  'ROW-4',
  '12345678901234567',
  '12345678901234568',
  '12345678901234569',
  '9007199254740993',
  '90071992547409901',
  '90071992547409903',
  '90071992547409904',
  '90071992547409905',
  'null',
  '1-7',
  '01-7',
] as const;

const NAMES = ['Ann', 'Anna', 'Bob', 'Cy', 'Dörte', 'Łukasz', 'O’Neil', ''] as const;

/** How a service changes an ID before it returns it. `null`: it returns none. */
const ECHOES: Readonly<Record<string, (id: string) => unknown>> = {
  asSent: (id) => id,
  trimmed: (id) => id.trim(),
  padded: (id) => ` ${id} `,
  number: (id) => (id.trim() !== '' && Number.isFinite(Number(id)) ? Number(id) : id),
  numberText: (id) => (id.trim() !== '' && Number.isFinite(Number(id)) ? String(Number(id)) : id),
  rounded: (id) => (/^\d+$/.test(id) ? String(BigInt(Number(id))) : id),
  withoutZeros: (id) => id.replace(/^0+(?=\d)/, ''),
  upper: (id) => id.toUpperCase(),
  lower: (id) => id.toLowerCase(),
  composed: (id) => id.normalize('NFC'),
  decomposed: (id) => id.normalize('NFD'),
  compatible: (id) => id.normalize('NFKC'),
  plainLetters: (id) => id.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  none: () => null,
};

type What = 'scored' | 'refused' | 'missing';

interface Answer {
  readonly rows: readonly {
    readonly id: string;
    readonly first: string;
    readonly last: string;
    readonly what: What;
    readonly order: number;
    readonly twice: boolean;
  }[];
  readonly echo: keyof typeof ECHOES;
  readonly errorEcho: keyof typeof ECHOES;
  readonly base: Base;
  /** What the row number of a profile counts. */
  readonly counts: 'rows' | 'answer' | 'valid' | 'nothing';
  readonly countsName: 'row' | 'index' | 'line_number';
  readonly errorRows: boolean;
  readonly shape: 'flat' | 'grouped';
  readonly names: 'none' | 'asSent' | 'upper';
  readonly shuffled: boolean;
  readonly unmatched: readonly string[];
  readonly reportsValid: boolean;
  readonly report: 'whole' | 'none' | 'part';
  readonly set: 'find' | 'right' | 'wrong';
}

const id = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TRICKY) },
  fc.string({ minLength: 1, maxLength: 4 }),
  fc.nat(30).map(String),
);

const answers: fc.Arbitrary<Answer> = fc.record({
  rows: fc.array(
    fc.record({
      id,
      first: fc.constantFrom(...NAMES),
      last: fc.constantFrom(...NAMES),
      what: fc.oneof(
        { weight: 6, arbitrary: fc.constant<What>('scored') },
        { weight: 2, arbitrary: fc.constant<What>('refused') },
        { weight: 1, arbitrary: fc.constant<What>('missing') },
      ),
      order: fc.nat(1000),
      twice: fc.nat(11).map((one) => one === 0),
    }),
    { minLength: 1, maxLength: 14 },
  ),
  echo: fc.constantFrom(...Object.keys(ECHOES)),
  errorEcho: fc.constantFrom(...Object.keys(ECHOES)),
  base: fc.constantFrom<Base>('zero', 'one', 'sheet'),
  counts: fc.constantFrom('rows', 'answer', 'valid', 'nothing'),
  countsName: fc.constantFrom('row', 'index', 'line_number'),
  errorRows: fc.boolean(),
  shape: fc.constantFrom('flat', 'grouped'),
  names: fc.constantFrom('none', 'asSent', 'upper'),
  shuffled: fc.boolean(),
  unmatched: fc.array(id, { maxLength: 2 }),
  reportsValid: fc.boolean(),
  report: fc.constantFrom('whole', 'none', 'part'),
  set: fc.constantFrom('find', 'find', 'right', 'wrong'),
});

/** Wrong matches and counts of a joined answer. */
interface Outcome {
  readonly wrong: readonly string[];
  readonly scored: number;
  readonly refused: number;
  /** Entries of the list that could not be matched. */
  readonly unplaced: number;
}

function join(answer: Answer): Outcome {
  const { rows, base, counts, set } = answer;
  const sent = rows.map((row) => row.id);
  const valid = rows.flatMap(({ what }, place) => (what === 'refused' ? [] : [place]));
  const received = valid.filter((place) => rows[place]!.what === 'scored');
  const ordered = answer.shuffled ? received.toSorted((a, b) => rows[a]!.order - rows[b]!.order) : received;
  const named = (name: string) => (answer.names === 'upper' ? name.toUpperCase() : name);
  const texts: { readonly text: string; readonly place: number }[] = [];
  for (const [at, place] of ordered.entries()) {
    const row = rows[place]!;
    const echoed = ECHOES[answer.echo]!(row.id);
    const number = { rows: place, answer: at, valid: valid.indexOf(place), nothing: null }[counts];
    const text = JSON.stringify({
      id: `profile ${place}`,
      ...(echoed === null ? {} : { constituentId: echoed }),
      ...(number === null ? {} : { [answer.countsName]: number + FIRST_ROW[base] }),
      ...(answer.names === 'none' ? {} : { primaryFirst: named(row.first), primaryLast: named(row.last) }),
    });
    texts.push({ text, place });
    if (row.twice) texts.push({ text, place });
  }
  const folded = new Set(sent.map(foldId));
  // An unmatched profile cannot be recognized by its ID if the ID could belong to the list.
  for (const unmatchedId of answer.unmatched)
    if (!folded.has(foldId(unmatchedId)) && !sent.some((one) => shortSalesforceId(one) === shortSalesforceId(unmatchedId)))
      texts.splice(texts.length >> 1, 0, { text: JSON.stringify({ id: 'stranger', constituentId: unmatchedId }), place: -1 });
  const reported = rows.flatMap(({ what }, place) => (what === 'refused' ? [place] : []));
  const listed = { whole: reported, none: [], part: reported.slice(0, reported.length >> 1) }[answer.report];
  const elements = listed.map((place) => {
    const echoed = ECHOES[answer.errorEcho]!(rows[place]!.id);
    const of = { ...(answer.errorRows ? { row: place + FIRST_ROW[base] } : {}), ...(echoed === null ? {} : { constituentId: echoed }) };
    const message = `refused ${place}`;
    return answer.shape === 'flat'
      ? { ...of, message }
      : {
          ...of,
          errors: [
            { index: 0, message },
            { index: 1, message },
          ],
        };
  });

  const other: Readonly<Record<Base, Base>> = { zero: 'one', one: 'sheet', sheet: 'zero' };
  const chosen = set === 'find' ? 'find' : set === 'right' ? base : other[base];
  const joined = joinAnswer(rows, {
    profiles: texts.map(({ text }) => text),
    errors: elements,
    validRows: answer.reportsValid ? valid.length : null,
    set: chosen,
  });

  const wrong: string[] = [];
  for (const [place, profile] of joined.profiles.entries())
    if (profile !== null && texts[profile]!.place !== place) wrong.push(`row ${place} has the score of ${texts[profile]!.place}`);
  for (const [place, messages] of joined.refusals.entries())
    for (const message of messages) if (message !== `refused ${place}`) wrong.push(`row ${place} has "${message}"`);
  return {
    wrong,
    scored: joined.profiles.filter((profile) => profile !== null).length,
    refused: joined.refusals.filter((messages) => messages.length > 0).length,
    unplaced: joined.unplaced,
  };
}

const RUNS = Number(process.env['JOINING_RUNS'] ?? 20_000);

describe('matching an answer to its rows', () => {
  it('never assigns a score or a row error to another row', { timeout: 300_000 }, () => {
    let scored = 0;
    let refused = 0;
    fc.assert(
      fc.property(answers, (answer) => {
        // A wrong setting for row numbers is recognized only if the answer proves another one.
        const isTrue = answer.set !== 'wrong' && (answer.counts === 'rows' || answer.counts === 'nothing');
        fc.pre(answer.set === 'find' || isTrue || join({ ...answer, set: 'find' }).unplaced === 0);
        const outcome = join(answer);
        expect(outcome.wrong).toEqual([]);
        scored += outcome.scored;
        refused += outcome.refused;
      }),
      { numRuns: RUNS },
    );
    // Without matches, the test would prove nothing.
    expect(scored).toBeGreaterThan(RUNS);
    expect(refused).toBeGreaterThan(RUNS / 8);
  });
});
