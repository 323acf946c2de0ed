import { isDeepStrictEqual } from 'node:util';

/** Caches the values of rows by their IDs: decrypting and checking a row takes many times longer than comparing it. */
export class ReadRows<Row, Value> {
  private readonly known = new Map<string, { readonly row: Row; readonly value: Value }>();

  /** The value of the row; null if it was not read, or has changed since. */
  of(id: string, row: Row): Value | null {
    const known = this.known.get(id);
    return known !== undefined && isDeepStrictEqual(known.row, row) ? known.value : null;
  }

  keep(id: string, row: Row, value: Value): void {
    this.known.set(id, { row, value });
  }

  forget(id: string): void {
    this.known.delete(id);
  }

  /** Forgets all rows except these. */
  retain(ids: ReadonlySet<string>): void {
    for (const id of this.known.keys()) if (!ids.has(id)) this.known.delete(id);
  }
}
