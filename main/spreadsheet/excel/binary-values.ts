/** Values in the form that both binary Excel formats use. */

const half = new DataView(new ArrayBuffer(8));

/** A number in 30 bits: an integer or the upper half of a double, optionally times 100 ([MS-XLS] 2.5.217). */
export function rkNumber(bits: number): number {
  let value = bits >> 2;
  if ((bits & 2) === 0) {
    half.setInt32(0, bits & ~3);
    half.setInt32(4, 0);
    value = half.getFloat64(0);
  }
  return (bits & 1) === 0 ? value : value / 100;
}

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
};

/** The text of an error value ([MS-XLS] 2.5.10). */
export function errorText(code: number): string {
  return ERRORS[code] ?? '#VALUE!';
}
