/** Which row of the list an id belongs to; ids that were sent twice belong to several. */
import { KeyIndex } from '../results/keyindex.ts';

/** Services that keep ids as numbers give "00123" back as 123. */
const plainId = (id: string) => id.trim().replace(/^0+(?=\d)/, '');

export class SentIds {
  private readonly exact: KeyIndex;
  private readonly loose = new KeyIndex();
  /** For each place the next one with the same id, 0 for none: the first place of the list is never a next one. */
  private readonly next: Uint32Array;
  /** For the first place of an id: its last one, and the first that may still be without a profile. */
  private readonly last: Uint32Array;
  private readonly open: Uint32Array;

  /** `ids` in the order of the list, empty where a row has none; `length` is the number of rows. */
  constructor(ids: Iterable<string>, length: number) {
    this.exact = new KeyIndex(length);
    this.next = new Uint32Array(length);
    this.last = new Uint32Array(length);
    this.open = new Uint32Array(length);
    let place = 0;
    for (const id of ids) {
      this.last[place] = place;
      this.open[place] = place;
      if (id !== '') this.take(id, place);
      place += 1;
    }
  }

  private take(id: string, place: number): void {
    const first = this.exact.add(id, place);
    if (first >= 0) {
      this.next[this.last[first]!] = place;
      this.last[first] = place;
      return;
    }
    const plain = plainId(id);
    // Two ids that a number would make the same belong to nobody under that number.
    if (plain !== id && this.loose.add(plain, place) >= 0) this.loose.add(`\0${plain}`, 0);
  }

  /** The first place that was sent with this id; -1 when there is none. */
  any(id: string): number {
    const place = this.exact.get(id);
    if (place >= 0) return place;
    const trimmed = this.exact.get(id.trim());
    if (trimmed >= 0) return trimmed;
    const plain = plainId(id);
    const bare = this.exact.get(plain);
    return bare >= 0 || this.loose.get(`\0${plain}`) >= 0 ? bare : this.loose.get(plain);
  }

  /** The first place with this id that `taken` does not have; -1 when there is none. A place that was taken once stays taken. */
  free(id: string, taken: (place: number) => boolean): number {
    const first = this.any(id);
    if (first < 0) return -1;
    let place = this.open[first]!;
    while (taken(place)) {
      const next = this.next[place]!;
      if (next === 0) return -1;
      place = next;
      this.open[first] = place;
    }
    return place;
  }
}
