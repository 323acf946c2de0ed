/**
 * 600 random gift files for random lists: the eight giving fields as they would be sent, from the bytes of the files, are compared with
 * an independent calculation from the gifts before they were written as text.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIELD_INDEX, type FieldKey } from '../../shared/fields/index.ts';
import { type GiftChoices, STANDARD_GIFT_CHOICES } from '../../shared/gifts/index.ts';
import { NO_INPUTS } from '../../main/worker-protocol/check.ts';
import type { ListSource } from '../../main/worker-protocol/index.ts';
import { RowBlock } from '../../main/spreadsheet/index.ts';
import { ProjectFile } from '../../main/store/project-file/index.ts';
import { Edits } from '../../main/worker/list/edits.ts';
import { RecordReader } from '../../main/worker/list/record-reader.ts';
import { localTasks } from '../kit/local-tasks.ts';
import { randomOf } from '../kit/random.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const LISTS = 40;
const FILES = 15;
const TODAY = '2026-11-20';
const FIELDS = ['rfmFirstGiftValue', 'rfmFirstGiftDate', 'rfmMostRecentGiftValue', 'rfmMostRecentGiftDate', 'rfmLargestGiftValue', 'rfmLargestGiftDate', 'rfmTotalGiftCount', 'rfmTotalGiftValue'] as const satisfies readonly FieldKey[]; // prettier-ignore
/** The giving fields that the lists have. */
const LIST_FIELDS = ['rfmMostRecentGiftValue', 'rfmMostRecentGiftDate', 'rfmTotalGiftCount', 'rfmTotalGiftValue'] as const;
/** The types of the files, and whether they count by default. */
const TYPES = [
  ['Cash', true],
  ['Stock/Property', true],
  ['Pledge', false],
  ['Soft Credit', false],
  ['Refund', false],
] as const;

interface Gift {
  readonly id: string;
  readonly day: string;
  readonly cents: number;
  readonly type: (typeof TYPES)[number][0];
}

const decimal = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  const plain = `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/0$/, '').replace(/0$/, '').replace(/\.$/, '');
  return cents < 0n ? `-${plain}` : plain;
};

/** The eight fields of a person; null without a gift that counts. */
function fieldsOf(gifts: readonly Gift[]): readonly string[] | null {
  if (gifts.length === 0) return null;
  const above = gifts.filter(({ cents }) => cents > 0);
  const best = (...orders: readonly ((a: Gift, b: Gift) => number)[]) => {
    const found = above.toSorted((a, b) => orders.map((order) => order(a, b)).find((order) => order !== 0) ?? 0)[0];
    return found === undefined ? ['', ''] : [decimal(BigInt(found.cents)), found.day];
  };
  const [early, late] = [(a: Gift, b: Gift) => a.day.localeCompare(b.day), (a: Gift, b: Gift) => b.day.localeCompare(a.day)];
  const large = (a: Gift, b: Gift) => b.cents - a.cents;
  const sum = gifts.reduce((all, { cents }) => all + BigInt(cents), 0n);
  return [...best(early, large), ...best(late, large), ...best(large, late), String(gifts.length), sum < 0n ? '' : decimal(sum)];
}

/** The fields if the list wins: an amount and its date are a pair, which comes from the list if the list has one of the two. */
function withList(own: readonly string[], gifts: readonly string[]): string[] {
  const pair = (at: number) => ((own[at] ?? '') === '' && (own[at + 1] ?? '') === '' ? gifts : own).slice(at, at + 2);
  return [...pair(0), ...pair(2), ...pair(4), own[6] === '' ? gifts[6]! : own[6]!, own[7] === '' ? gifts[7]! : own[7]!];
}

const folder = temporaryFolder();

it('gives every person what an independent calculation says', async () => {
  const next = randomOf(20_26);
  const below = (most: number) => Math.floor(next() * most);
  const one = <T>(of: readonly T[]): T => of[below(of.length)]!;
  const isTrue = () => below(2) === 0;
  const day = () => `20${String(10 + below(15))}-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`;
  const cell = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

  for (let list = 0; list < LISTS; list++) {
    const prefix = one(['', 'C-', '00', 'a']);
    const ids = Array.from({ length: 1 + below(8) }, (_, at) => `${prefix}${1000 + at * 7}`);
    // Some people are in two rows, and some are in the list without an ID of their own.
    const rows = [...ids, ...(isTrue() ? [ids[0]!] : []), ...(isTrue() ? [''] : [])].map((id) => ({
      id,
      own: [
        isTrue() ? String(1 + below(900)) : '',
        isTrue() ? day() : '',
        isTrue() ? String(1 + below(9)) : '',
        isTrue() ? String(900 + below(900)) : '',
      ],
    }));
    const listPath = join(folder, `list-${list}.csv`);
    const headings = 'ID,First Name,Last Name,Street,City,State,ZIP,Last Gift Amount,Last Gift Date,Number of Gifts,Total Giving';
    const lines = rows.map(({ id, own }, at) => `${id},Ada,Ashdown,${at + 3} Quarry Rd,Nashua,NH,03060,${own.join(',')}`);
    writeFileSync(listPath, `${[headings, ...lines].join('\n')}\n`);
    const file = { path: join(folder, `list-${list}.sqlite`), projectId: `list-${list}`, key: new Uint8Array(32).fill(list) };
    const load = { path: listPath, name: 'list.csv', options: {}, file, today: TODAY, inputs: NO_INPUTS };
    const { sheetLayout, plan: suggested } = await localTasks('load', load).result;
    // Mapped directly, because this test is not about the suggested mapping.
    const giving = LIST_FIELDS.map((field, at) => ({ column: 7 + at, to: { kind: 'field', field } as const, settled: true, dateOrder: null, decimal: 'point' as const })); // prettier-ignore
    const plan = { ...suggested, columns: [...suggested.columns.filter(({ column }) => column < 7), ...giving] };
    const source: ListSource = { file, sheetLayout, plan, today: TODAY, rowIdPrefix: '' };
    const recordsOf = (of: ListSource['plan']) => {
      using project = new ProjectFile(file, 'read');
      const reader = new RecordReader(of, new Edits(project));
      const found: string[][] = [];
      for (const { bytes } of project.chunks('rows')) {
        const block = new RowBlock(bytes);
        for (let row = 0; row < block.rowCount; row++) {
          if (block.rowNumber(row) <= (sheetLayout.headerRow ?? 0)) continue;
          const { values } = reader.of(block, row);
          found.push(FIELDS.map((field) => values[FIELD_INDEX[field]]!));
        }
      }
      return found;
    };
    const own = recordsOf(plan);
    expect(own.map((values) => [values[2], values[3], values[6], values[7]])).toEqual(rows.map((row) => row.own));

    for (let at = 0; at < FILES; at++) {
      const sign = one(['point', 'comma'] as const);
      const isChosen = isTrue();
      const order = one(['mdy', 'dmy', 'ymd'] as const);
      const currency = one(['', '$', 'USD ']);
      const gifts = Array.from({ length: 1 + below(40) }, (_, gift): Gift => ({
        // A file without anybody on the list is refused.
        id: gift > 0 && below(6) === 0 ? `${prefix}${9000 + below(3)}` : one(ids),
        day: isTrue() ? day() : one(['2019-02-03', '2019-03-02', '2020-02-29']),
        cents: below(8) === 0 ? -1 - below(90_000) : one([0, 1, 999, 100_000, 125_000, 1_234_567, below(9_000_000)]),
        type: one(TYPES)[0],
      }));
      const amountText = (cents: number) => {
        const size = Math.abs(cents);
        const [whole, rest] = [Math.floor(size / 100), String(size % 100).padStart(2, '0')];
        const grouped = isTrue() ? whole.toLocaleString('en-US') : String(whole);
        // Only a chosen sign allows whole amounts with a sign between their thousands.
        const plain = isChosen && rest === '00' && isTrue() ? grouped : `${grouped}.${rest}`;
        const text = sign === 'point' ? plain : plain.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
        return cents >= 0 ? `${currency}${text}` : isTrue() ? `(${currency}${text})` : `-${currency}${text}`;
      };
      const dateText = (iso: string) => {
        const [year, month, date] = iso.split('-').map(Number) as [number, number, number];
        return order === 'ymd' ? iso : order === 'mdy' ? `${month}/${date}/${year}` : `${date}/${month}/${year}`;
      };
      const cells = gifts.map(({ id, day: given, cents, type }) => ({ ID: id, 'Gift Date': dateText(given), 'Gift Amount': amountText(cents), 'Gift Type': type })); // prettier-ignore
      const columns = (['ID', 'Gift Date', 'Gift Amount', 'Gift Type'] as const).toSorted(() => next() - 0.5);
      const separator = one([',', ';', '\t']);
      const path = join(folder, `gifts-${list}.csv`);
      const text = [columns, ...cells.map((row) => columns.map((heading) => cell(row[heading])))].map((row) => row.join(separator));
      writeFileSync(path, `${isTrue() ? '\uFEFF' : ''}${text.join(isTrue() ? '\r\n' : '\n')}\n`);

      const ticks = new Map(TYPES.map(([type, counts]) => [type, isTrue() ? counts : isTrue()]));
      const belowZero = isTrue();
      const choices: GiftChoices = {
        ...STANDARD_GIFT_CHOICES,
        dateOrder: order === 'ymd' ? null : order,
        decimal: isChosen ? sign : null,
        lines: {
          ...Object.fromEntries([...ticks].map(([type, counts]) => [`type:${type.toLowerCase()}`, counts])),
          'below-zero': belowZero,
        },
        wins: one(['gifts', 'list'] as const),
      };
      // Amounts below zero have their own line, for types that count by default.
      const isCounted = ({ type, cents }: Gift) =>
        cents < 0 && (type === 'Cash' || type === 'Stock/Property') ? belowZero : ticks.get(type)!;
      const { view, first } = await localTasks('gifts', {
        ...source,
        gifts: { path, name: 'gifts.csv', options: {} },
        choices,
        write: true,
      }).result;
      const filled = recordsOf({ ...plan, gifts: { first, wins: choices.wins } });
      const expected = rows.map(({ id }, row) => {
        const given = id === '' ? null : fieldsOf(gifts.filter((gift) => gift.id === id && isCounted(gift)));
        if (given === null) return own[row];
        return choices.wins === 'gifts' ? given : withList(own[row]!, given);
      });
      expect({ list, at, filled }).toEqual({ list, at, filled: expected });
      const counted = gifts.filter(isCounted);
      const [onList, others] = [counted.filter(({ id }) => ids.includes(id)), counted.filter(({ id }) => !ids.includes(id))];
      expect(view).toMatchObject({
        gifts: gifts.length,
        counted: { gifts: counted.length, sum: decimal(counted.reduce((all, { cents }) => all + BigInt(cents), 0n)) },
        onList: { gifts: onList.length, people: new Set(onList.map(({ id }) => id)).size },
        notOnList: { gifts: others.length, people: new Set(others.map(({ id }) => id)).size },
      });
    }
  }
});
