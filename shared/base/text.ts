const format = new Intl.NumberFormat('en-US');

/** A number with thousands separators: 18,432. */
export const numberText = (value: number): string => format.format(value);

/** "1 row", "412 rows". `many`: the plural, when an s does not form it. */
export const countText = (value: number, one: string, many = `${one}s`): string => `${numberText(value)} ${value === 1 ? one : many}`;

/** The day of a time, in milliseconds since 1970, where the user is: "November 3, 2026". */
export const usDay = (at: number): string => new Date(at).toLocaleDateString('en-US', { dateStyle: 'long' });
