/** A CSV answer that is held whole (client tolerance: lists may come as text/csv): its rows as objects, their headings as keys. */
import type { Json } from './answers.ts';

/** The cells of each line (RFC 4180: quoted cells may hold commas, quotes and line ends). Empty lines are left out. */
function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let quoted = false;
  const endLine = () => {
    line.push(cell);
    cell = '';
    if (line.length > 1 || line[0] !== '') lines.push(line);
    line = [];
  };
  for (let at = text.startsWith('﻿') ? 1 : 0; at < text.length; at++) {
    const sign = text[at]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === ',') {
      line.push(cell);
      cell = '';
    } else if (sign === '\n') endLine();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || line.length > 0) endLine();
  return lines;
}

/** The rows as objects of texts; cells without a value and columns without a heading are left out. */
export function readCsvAnswer(text: string): Json[] {
  const [headings = [], ...rows] = linesOf(text);
  return rows.map((cells) =>
    Object.fromEntries(
      headings.map((heading, column) => [heading.trim(), cells[column] ?? '']).filter(([heading, cell]) => heading !== '' && cell !== ''),
    ),
  );
}
