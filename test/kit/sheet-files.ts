/** Temporary files for tests, and their content as the readers see it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type OpenOptions, openSpreadsheet } from '../../main/spreadsheet/open.ts';
import { rowsAsTexts, type TextRowsOptions } from '../../main/spreadsheet/rows-as-texts.ts';
import type { FileFacts, SheetFacts, SheetInfo, Workbook } from '../../main/spreadsheet/core/workbook.ts';

/** A folder that exists while the tests of a file run. */
export function temporaryFolder(): {
  write: (name: string, bytes: Uint8Array | string) => Promise<string>;
  path: (name: string) => Promise<string>;
} {
  let folder: Promise<string> | null = null;
  const path = async (name: string) => join(await (folder ??= mkdtemp(join(tmpdir(), 'sheet-'))), name);
  afterAll(async () => {
    if (folder) await rm(await folder, { recursive: true, force: true });
  });
  return {
    path,
    async write(name, bytes) {
      const target = await path(name);
      await writeFile(target, bytes);
      return target;
    },
  };
}

export interface Read {
  readonly rows: string[][];
  readonly sheets: readonly SheetInfo[];
  readonly facts: FileFacts;
  readonly sheetFacts: SheetFacts;
  readonly notes: readonly string[];
  readonly format: Workbook['format'];
}

/** Opens a file, reads one sheet (by default the first) and closes it. */
export async function read(path: string, options: OpenOptions & TextRowsOptions & { readonly sheet?: string } = {}): Promise<Read> {
  const workbook = await openSpreadsheet(path, options);
  try {
    const sheet = options.sheet === undefined ? 0 : workbook.sheets.findIndex(({ name }) => name === options.sheet);
    const rows: string[][] = [];
    for await (const row of rowsAsTexts(workbook, sheet, options)) rows.push(row);
    const { sheets, facts, notes, format } = workbook;
    return { rows, sheets, facts, notes, format, sheetFacts: workbook.sheetFacts(sheet) };
  } finally {
    await workbook.close();
  }
}
