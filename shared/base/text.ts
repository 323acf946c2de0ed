const format = new Intl.NumberFormat('en-US');

/** A number with thousands separators: 18,432. */
export const numberText = (value: number): string => format.format(value);

/** "1 row", "412 rows". `many`: the plural, if it is irregular. */
export const countText = (value: number, one: string, many = `${one}s`): string => `${numberText(value)} ${value === 1 ? one : many}`;

/** The local day of a time in milliseconds since 1970: "November 3, 2026". */
export const usDay = (at: number): string => new Date(at).toLocaleDateString('en-US', { dateStyle: 'long' });
