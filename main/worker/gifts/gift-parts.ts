/** The rows of a file with several rows per gift, each with a part of its amount. All are kept: the user chooses later which count. */
import { GivingLedger } from '../../../shared/gifts/index.ts';

const FIRST_ROWS = 1 << 12;
const INTS = 4;
const [GIFT, PERSON, LINE, DAY] = [0, 1, 2, 3];

export class GiftParts {
  private ints = new Int32Array(FIRST_ROWS * INTS);
  private cents = new Float64Array(FIRST_ROWS);
  private rows = 0;
  private gifts = 0;

  /** `gift`: a number that the rows of one gift share. `day`: packed. The other parameters are the same as for a ledger. */
  add(gift: number, person: number, line: number, day: number, cents: number): void {
    if (this.rows === this.cents.length) {
      const [ints, own] = [new Int32Array(this.ints.length * 2), new Float64Array(this.rows * 2)];
      ints.set(this.ints);
      own.set(this.cents);
      [this.ints, this.cents] = [ints, own];
    }
    const at = this.rows * INTS;
    this.ints[at + GIFT] = gift;
    this.ints[at + PERSON] = person;
    this.ints[at + LINE] = line;
    this.ints[at + DAY] = day;
    this.cents[this.rows++] = cents;
    this.gifts = Math.max(this.gifts, gift + 1);
  }

  /** The gifts of the counted rows, each with the sum of its parts, all in line 0. */
  ledger(counts: (line: number) => boolean): GivingLedger {
    const { ints, cents, rows, gifts } = this;
    const sums = new Float64Array(gifts);
    /** For each gift, the index of its last row plus 1. */
    const last = new Int32Array(gifts);
    for (let row = 0; row < rows; row++) {
      if (!counts(ints[row * INTS + LINE]!)) continue;
      const gift = ints[row * INTS + GIFT]!;
      sums[gift]! += cents[row]!;
      last[gift] = row + 1;
    }
    const ledger = new GivingLedger();
    for (let gift = 0; gift < gifts; gift++) {
      const at = (last[gift]! - 1) * INTS;
      if (at >= 0) ledger.add(ints[at + PERSON]!, 0, ints[at + DAY]!, sums[gift]!);
    }
    return ledger;
  }
}
