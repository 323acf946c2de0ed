const quoted = (value: string): string => (/[\t\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Cells as tab-separated lines, as every spreadsheet program takes them. */
export const blockText = (cells: readonly (readonly string[])[]): string => cells.map((line) => line.map(quoted).join('\t')).join('\n');
