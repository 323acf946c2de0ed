/** A whole column in memory, its cells, and filters on it. */
import { type ResultFilter, valueText } from '../../../shared/results/index.ts';

/**
 * A whole column. For texts, `ranks` are indexes in the sorted `texts`, 0 for none. `written`: the text of numbers that JavaScript would
 * write differently. Numbers that a double cannot represent are texts, sorted by value.
 */
export type Column = { readonly by: 'profile' | 'row' } & (
  | { readonly type: 'number'; readonly values: Float64Array; readonly written?: ReadonlyMap<number, string> }
  | { readonly type: 'text'; readonly ranks: Uint32Array; readonly texts: readonly string[] }
);

/** Collects texts by index, and sorts them at the end. */
export class TextColumnBuilder {
  private readonly numbers = new Map<string, number>();
  private readonly ranks: Uint32Array;

  constructor(length: number) {
    this.ranks = new Uint32Array(length);
  }

  set(index: number, text: string): void {
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.numbers.size + 1));
    this.ranks[index] = number;
  }

  sorted(compare: (one: string, other: string) => number = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare): {
    readonly ranks: Uint32Array;
    readonly texts: readonly string[];
  } {
    const { numbers, ranks } = this;
    const texts = [...numbers.keys()].sort(compare);
    const rankOf = new Uint32Array(numbers.size + 1);
    for (const [rank, text] of texts.entries()) rankOf[numbers.get(text)!] = rank + 1;
    for (let index = 0; index < ranks.length; index++) ranks[index] = rankOf[ranks[index]!]!;
    return { ranks, texts: ['', ...texts] };
  }
}

/** The text of a cell of a column; '' for none. */
export function cellOf(column: Column, index: number): string {
  if (column.type === 'text') return column.texts[column.ranks[index]!]!;
  const value = column.values[index]!;
  return column.written?.get(index) ?? (Number.isNaN(value) ? '' : valueText(value));
}

/** A predicate on indexes of the column. Texts that are not numbers match no range. */
export function predicateOf(column: Column, filter: ResultFilter): (index: number) => boolean {
  if (column.type === 'number') {
    const { values } = column;
    const test = numberTest(filter);
    return (index) => test(values[index]!);
  }
  const { ranks, texts } = column;
  const test = textTest(filter);
  const passes = Uint8Array.from(texts, (text) => (test(text) ? 1 : 0));
  return (index) => passes[ranks[index]!] === 1;
}

function numberTest(filter: ResultFilter): (value: number) => boolean {
  switch (filter.kind) {
    case 'range': {
      const { min, max } = filter;
      return (value) => !Number.isNaN(value) && (min === null || value >= min) && (max === null || value <= max);
    }
    case 'is': {
      const wanted = filter.value.trim() === '' ? Number.NaN : Number(filter.value);
      return (value) => value === wanted;
    }
    case 'contains':
      return (value) => !Number.isNaN(value) && String(value).includes(filter.text.trim());
    case 'days':
      return () => false;
    case 'empty':
      return (value) => Number.isNaN(value);
  }
}

function textTest(filter: ResultFilter): (text: string) => boolean {
  switch (filter.kind) {
    case 'range': {
      // In a column with mixed values, only the texts that are numbers are compared.
      const test = numberTest(filter);
      return (text) => text !== '' && test(Number(text));
    }
    case 'is': {
      const wanted = filter.value.trim().toLowerCase();
      return (text) => text !== '' && text.trim().toLowerCase() === wanted;
    }
    case 'contains': {
      const wanted = filter.text.trim().toLowerCase();
      return (text) => text.toLowerCase().includes(wanted);
    }
    case 'days': {
      const { from, to } = filter;
      return (text) => {
        const day = text.slice(0, 10);
        return /^\d{4}-\d{2}-\d{2}$/.test(day) && (from === null || day >= from) && (to === null || day <= to);
      };
    }
    case 'empty':
      return (text) => text === '';
  }
}
