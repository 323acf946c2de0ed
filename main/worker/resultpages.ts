/** Pages, order, filters and distributions over the results: a column is read once into a typed array and kept while asked for. */
import { FIELD_INDEX } from '../../shared/constituent.ts';
import type { Distribution, Outcome, ResultFilter, ResultRow, ResultSelection } from '../../shared/contract.ts';
import type { Draft } from '../../shared/mapping.ts';
import { columnsShownFirst, titlesOf } from '../../shared/scores.ts';
import { RowBlock } from '../spreadsheet/rowblock.ts';
import type { ProjectFile } from '../store/projectfile.ts';
import type { Edits } from './edits.ts';
import { Findings, NO_PERSON } from './findings.ts';
import type { RowBlocks } from './list.ts';
import type { QueryAnswers } from './messages.ts';
import type { Records } from './records.ts';
import { ResultFile } from './resultfile.ts';

const F = FIELD_INDEX;
/** Columns and orders that are kept at once. */
const KEPT = 12;
/** Bars of a distribution of numbers with many values. */
const BARS = 12;

/** A column over all profiles, by number from 1. Texts are kept as ranks of their sorted values. */
type Column =
  | { readonly type: 'number'; readonly values: Float64Array }
  | { readonly type: 'text'; readonly ranks: Uint32Array; readonly texts: readonly string[] };

export class ResultPages {
  private readonly file: ProjectFile;
  private readonly blocks: RowBlocks;
  private readonly edits: Edits;
  private readonly records: Records;
  readonly results: ResultFile;
  private readonly titles: ReadonlyMap<string, string>;
  private readonly columns = new Map<string, Column>();
  private readonly selections = new Map<string, Uint32Array>();
  private leftOutRows: Uint32Array | null = null;

  constructor(file: ProjectFile, blocks: RowBlocks, edits: Edits, records: Records) {
    this.file = file;
    this.blocks = blocks;
    this.edits = edits;
    this.records = records;
    this.results = new ResultFile(file);
    this.titles = titlesOf(this.results.columns.map(({ key }) => key));
  }

  /** Counts and columns. */
  overview(): QueryAnswers['results'] {
    const { results } = this;
    let scored = 0;
    let refused = 0;
    for (let place = 0; place < results.rows.length; place++) {
      const outcome = results.outcome(place);
      if (outcome === 'scored') scored += 1;
      else if (outcome === 'refused') refused += 1;
    }
    const submitted = results.rows.length;
    return {
      counts: { submitted, scored, refused, unknown: submitted - scored - refused, unmatched: results.profiles - scored },
      leftOut: this.leftOut().length,
      columns: results.columns.map((column) => ({ ...column, title: this.titles.get(column.key) ?? column.key })),
      shown: columnsShownFirst(results.columns.map(({ key }) => key)),
    };
  }

  /** Sheet rows of the list that were not sent. */
  private leftOut(): Uint32Array {
    if (this.leftOutRows !== null) return this.leftOutRows;
    const { rows } = this.results;
    const left: number[] = [];
    let at = 0;
    for (const { place, bytes } of this.file.chunks('rows')) {
      const block = new RowBlock(bytes);
      const found = this.file.read('findings', place.seq);
      const findings = found === null ? null : new Findings(found);
      for (let row = 0; row < block.rowCount; row++) {
        if (findings === null || findings.readiness(row) === NO_PERSON) continue;
        const number = block.rowNumber(row);
        if (rows[at] === number) at += 1;
        else left.push(number);
      }
    }
    return (this.leftOutRows = Uint32Array.from(left));
  }

  private column(key: string): Column {
    const known = this.columns.get(key);
    if (known !== undefined) return known;
    const made = this.readColumn(key);
    if (this.columns.size >= KEPT) this.columns.delete(this.columns.keys().next().value!);
    this.columns.set(key, made);
    return made;
  }

  private readColumn(key: string): Column {
    const { results } = this;
    const index = results.columns.findIndex((column) => column.key === key);
    const type = results.columns[index]?.type;
    if (type === 'number') {
      const values = new Float64Array(results.profiles + 1).fill(Number.NaN);
      for (const block of results.scoreBlocks())
        for (let row = 0; row < block.rowCount; row++) {
          const text = block.text(row, index);
          if (text !== '') values[block.rowNumber(row)] = Number(text);
        }
      return { type: 'number', values };
    }
    const numbers = new Map<string, number>();
    const ranks = new Uint32Array(results.profiles + 1);
    for (const block of index < 0 ? [] : results.scoreBlocks())
      for (let row = 0; row < block.rowCount; row++) {
        const text = block.text(row, index);
        if (text === '') continue;
        let number = numbers.get(text);
        if (number === undefined) numbers.set(text, (number = numbers.size + 1));
        ranks[block.rowNumber(row)] = number;
      }
    const compare = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;
    const texts = [...numbers.keys()].sort(compare);
    const rankOf = new Uint32Array(numbers.size + 1);
    for (const [rank, text] of texts.entries()) rankOf[numbers.get(text)!] = rank + 1;
    for (let profile = 0; profile < ranks.length; profile++) ranks[profile] = rankOf[ranks[profile]!]!;
    return { type: 'text', ranks, texts: ['', ...texts] };
  }

  /** The draft of a sheet row. */
  private draftOf(rowNumber: number): Draft | null {
    const at = this.blocks.find(rowNumber);
    return at === null ? null : this.records.of(at.block, at.row);
  }

  /**
   * What a selection takes: places of the list, or for rows left out their sheet rows, or for strangers their profiles'
   * numbers.
   */
  private select({ outcome, filters, find }: ResultSelection): Uint32Array {
    const key = JSON.stringify([outcome, filters, find]);
    const known = this.selections.get(key);
    if (known !== undefined) return known;
    let items = this.ofOutcome(outcome);
    for (const filter of filters) items = items.filter((item) => this.passes(filter, this.profileOf(outcome, item)));
    const wanted = find.trim().toLowerCase();
    if (wanted !== '') items = items.filter((item) => this.holds(outcome, item, wanted));
    if (this.selections.size >= KEPT) this.selections.delete(this.selections.keys().next().value!);
    this.selections.set(key, items);
    return items;
  }

  private ofOutcome(outcome: Outcome): Uint32Array {
    const { results } = this;
    if (outcome === 'leftOut') return this.leftOut();
    if (outcome === 'unmatched') return Uint32Array.from(results.strangers());
    const places = new Uint32Array(results.rows.length);
    let count = 0;
    for (let place = 0; place < places.length; place++) if (results.outcome(place) === outcome) places[count++] = place;
    return places.slice(0, count);
  }

  /** Number of the profile behind an item, 0 without one. */
  private profileOf(outcome: Outcome, item: number): number {
    if (outcome === 'unmatched') return item;
    return outcome === 'leftOut' ? 0 : this.results.matches[item]!;
  }

  private passes(filter: ResultFilter, profile: number): boolean {
    const column = this.column(filter.column);
    if (column.type === 'number') {
      const value = profile === 0 ? Number.NaN : column.values[profile]!;
      if (filter.kind === 'empty') return Number.isNaN(value);
      if (filter.kind === 'is') return value === Number(filter.value);
      return !Number.isNaN(value) && (filter.min === null || value >= filter.min) && (filter.max === null || value <= filter.max);
    }
    const text = column.texts[column.ranks[profile]!]!;
    if (filter.kind === 'empty') return text === '';
    if (filter.kind === 'is') return text === filter.value;
    return false;
  }

  private holds(outcome: Outcome, item: number, wanted: string): boolean {
    if (outcome === 'unmatched') return (this.results.profileJson(item) ?? '').toLowerCase().includes(wanted);
    const draft = this.draftOf(outcome === 'leftOut' ? item : this.results.rows[item]!);
    return draft !== null && draft.values.some((value) => value !== '' && value.toLowerCase().includes(wanted));
  }

  private sorted(selection: ResultSelection, sort: { readonly column: string; readonly descending: boolean } | null): Uint32Array {
    const items = this.select(selection);
    if (sort === null) return items;
    const key = JSON.stringify([selection, sort]);
    const known = this.selections.get(key);
    if (known !== undefined) return known;
    const column = this.column(sort.column);
    const sign = sort.descending ? -1 : 1;
    const of = (item: number): number => {
      const profile = this.profileOf(selection.outcome, item);
      if (column.type === 'number') return profile === 0 ? Number.NaN : column.values[profile]!;
      const rank = column.ranks[profile]!;
      return rank === 0 ? Number.NaN : rank;
    };
    const values = Float64Array.from(items, of);
    const order = Uint32Array.from(items, (_, index) => index);
    // What is empty comes last whichever way it is sorted; equal values keep the order of the list.
    order.sort((a, b) => {
      const left = values[a]!;
      const right = values[b]!;
      const leftEmpty = Number.isNaN(left);
      if (leftEmpty || Number.isNaN(right)) return leftEmpty === Number.isNaN(right) ? a - b : leftEmpty ? 1 : -1;
      return (left - right) * sign || a - b;
    });
    const made = order.map((index) => items[index]!);
    this.selections.set(key, made);
    return made;
  }

  /** A page of at most 200 rows. */
  page(
    selection: ResultSelection,
    columns: readonly string[],
    sort: { readonly column: string; readonly descending: boolean } | null,
    offset: number,
    limit: number,
  ): { total: number; rows: ResultRow[] } {
    const items = this.sorted(selection, sort);
    const indexes = columns.map((key) => this.results.columns.findIndex((column) => column.key === key));
    return {
      total: items.length,
      rows: [...items.subarray(offset, offset + limit)].map((item) => this.rowOf(selection.outcome, item, indexes)),
    };
  }

  private rowOf(outcome: Outcome, item: number, indexes: readonly number[]): ResultRow {
    const { results } = this;
    const profile = this.profileOf(outcome, item);
    const scores = profile === 0 ? null : results.scores(profile);
    const cells = indexes.map((index) => (scores === null || index < 0 ? '' : scores.block.text(scores.row, index)));
    if (outcome === 'unmatched') return { row: null, name: strangerName(results.profileJson(item)), place: '', cells, reasons: [] };
    const rowNumber = outcome === 'leftOut' ? item : results.rows[item]!;
    const draft = this.draftOf(rowNumber);
    return {
      row: rowNumber,
      name: draft === null ? '' : nameOf(draft),
      place: draft === null ? '' : [draft.values[F.city], draft.values[F.state]].filter((part) => part !== '').join(', '),
      cells,
      reasons: outcome === 'leftOut' ? [] : this.reasons(item),
    };
  }

  /** What the service said of a place of the list. */
  reasons(place: number): ResultRow['reasons'] {
    return (this.results.errors().get(place) ?? []).slice(0, 20).map(({ field, message, value }) => ({ field, message, value }));
  }

  /** How the values of a column are spread over a selection. Numbers of few values have a bar each, others a bar a range. */
  distribution(selection: ResultSelection, key: string): Distribution {
    const items = this.select(selection);
    const column = this.column(key);
    let empty = 0;
    if (column.type === 'text') {
      const counts = new Map<string, number>();
      for (const item of items) {
        const text = column.texts[column.ranks[this.profileOf(selection.outcome, item)]!]!;
        if (text === '') empty += 1;
        else counts.set(text, (counts.get(text) ?? 0) + 1);
      }
      const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, BARS);
      const order = new Map(column.texts.map((text, rank) => [text, rank]));
      most.sort((a, b) => order.get(a[0])! - order.get(b[0])!);
      return { column: key, bars: most.map(([label, rows]) => ({ label, rows, from: null, to: null })), empty };
    }
    const counts = new Map<number, number>();
    for (const item of items) {
      const profile = this.profileOf(selection.outcome, item);
      const value = profile === 0 ? Number.NaN : column.values[profile]!;
      if (Number.isNaN(value)) empty += 1;
      else counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const values = [...counts].sort((a, b) => a[0] - b[0]);
    if (values.length <= BARS)
      return { column: key, bars: values.map(([value, rows]) => ({ label: String(value), rows, from: value, to: value })), empty };
    return { column: key, bars: rangesOf(values), empty };
  }

  title(key: string): string {
    return this.titles.get(key) ?? key;
  }
}

/** Bars of equal, round width over the range of the values. */
function rangesOf(values: readonly (readonly [number, number])[]): Distribution['bars'] {
  const least = values[0]![0];
  const most = values.at(-1)![0];
  const rough = (most - least) / (BARS - 2);
  const power = 10 ** Math.floor(Math.log10(rough));
  const width = [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= rough) ?? rough;
  const start = Math.floor(least / width) * width;
  const bars: Distribution['bars'] = [];
  for (const [value, rows] of values) {
    const at = Math.floor((value - start) / width);
    while (bars.length <= at) {
      const from = start + bars.length * width;
      bars.push({ label: `${round(from)} – ${round(from + width)}`, rows: 0, from: round(from), to: round(from + width) });
    }
    bars[at]!.rows += rows;
  }
  // The upper end of a bar is the lower end of the next, which holds it.
  return bars.map((bar, index) => (index === bars.length - 1 ? bar : { ...bar, to: bar.to === null ? null : bar.to - width * 1e-9 }));
}

const round = (value: number) => Number(value.toPrecision(12));

/** A person's name as sent: first, last, or what there is. */
export function nameOf(draft: Draft): string {
  const { values } = draft;
  const name = [values[F.primaryFirst], values[F.primaryMiddle], values[F.primaryLast]].filter((part) => part !== '').join(' ');
  return name === '' ? (values[F.businessName] ?? '') : name;
}

function strangerName(json: string | null): string {
  if (json === null) return '';
  const profile = JSON.parse(json) as Record<string, unknown>;
  const text = (key: string) => (typeof profile[key] === 'string' ? profile[key] : '');
  const name = [text('primaryFirst'), text('primaryLast')].filter((part) => part !== '').join(' ');
  return name === '' ? text('constituentId') || text('id') || 'No name in the answer' : name;
}
