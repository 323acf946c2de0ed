const format = new Intl.NumberFormat('en-US');

/** A number with thousands separators: 18,432. */
export const numberText = (value: number): string => format.format(value);

/** "1 row", "412 rows". `many`: the plural, if it is irregular. */
export const countText = (value: number, one: string, many = `${one}s`): string => `${numberText(value)} ${value === 1 ? one : many}`;

/** The local day of a time in milliseconds since 1970: "November 3, 2026". */
export const usDay = (at: number): string => new Date(at).toLocaleDateString('en-US', { dateStyle: 'long' });

/** A local time: "November 24, 2026 at 9:02 AM". */
export const usTime = (at: number): string => new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** "June 30, 2027". `day`: YYYY-MM-DD. */
export const longDay = (day: string): string => LONG_DAY.format(Date.parse(`${day}T00:00:00Z`));
