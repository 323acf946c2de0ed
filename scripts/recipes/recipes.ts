/** The recipes of CONTRIBUTING.md as edits of the sources, each with an example, the closest tests and a test of the example. */
import type { Sources } from './sources.ts';

export interface Recipe {
  /** The heading in CONTRIBUTING.md. */
  readonly name: string;
  apply(sources: Sources): void;
  /** Names of the unit tests that are closest to the change. */
  readonly tests: readonly string[];
  /** A test that passes only with the example. */
  proof(sources: Sources): string;
}

const importLine = (sources: Sources, ...names: readonly string[]): string =>
  names.map((name) => `import { ${name} } from '${sources.fromTest(name)}';\n`).join('');

const proofOf = (sources: Sources, names: readonly string[], body: string): string =>
  `import { expect, it } from 'vitest';\n${importLine(sources, ...names)}\nit('the example works', async () => {\n${body}\n});\n`;

/** Raises the expected number of headings in their test, which counts them so that none is lost by accident. */
const countHeadings = (sources: Sources, more: number): void =>
  sources.replaceAllIn(sources.testNamed('known-layouts'), /(?<=knownHeadings\(\)\)\.toHaveLength\()\d+/g, (count) =>
    String(Number(count) + more),
  );

export const RECIPES: readonly Recipe[] = [
  {
    name: 'A field of the record',
    apply(sources) {
      sources.appendTo(
        /^const DEFINITIONS = \[/m,
        `  { key: 'alumniChapter', label: 'Alumni chapter', kind: 'text', group: 'business', purpose: 'score' },`,
      );
      sources.after(
        /^export const HEADINGS: Readonly<Record<FieldKey, string>> = \{/m,
        `  alumniChapter: 'alumniChapter|Alumni Chapter|Home Chapter',`,
      );
      countHeadings(sources, 3);
      sources.replaceInTestSupport(/^    rfmTotalGiftValue: /gm, `    alumniChapter: 'Boston',\n$&`);
    },
    tests: ['known-layouts', 'mapped-records', 'record-bytes'],
    proof: (sources) =>
      proofOf(
        sources,
        ['knownHeadings', 'typedRecord', 'RecordBytes'],
        `  expect(JSON.stringify(knownHeadings('Home Chapter'))).toContain('alumniChapter');
  const bytes = new RecordBytes();
  bytes.json(typedRecord({ alumniChapter: 'Boston' } as never));
  expect(bytes.take().toString()).toBe('{"alumniChapter":"Boston"}');`,
      ),
  },
  {
    name: 'A CRM',
    apply(sources) {
      sources.appendTo(
        /^export const SYSTEMS: readonly SystemPreset\[\] = \[/m,
        `  {
    id: 'orchard',
    name: 'Orchard CRM',
    marks: /^(?:Orchard Key|Orchard Segment|Orchard Mailing Name)$/i,
    usual: ['First Name', 'Last Name', 'City', 'State'],
    idPreference: ['Orchard Key'],
  },`,
      );
      sources.replace(/^(  constituentId:\s+)'constituentId\|/m, "$1'constituentId|Orchard Key|");
      countHeadings(sources, 1);
      sources.appendTo(
        /^export const LAYOUTS: readonly Layout\[\] = \[/m,
        `  {
    id: 'orchard',
    name: 'Orchard CRM',
    hint: 'For an import that updates donors by their Orchard Key.',
    format: 'csv',
    rows: 'person',
    dates: 'iso',
    columns: [id('Orchard Key'), ...parts((part) => \`Screening \${part}\`), day('Screening Date')],
  },`,
      );
    },
    tests: ['systems', 'known-layouts', 'heading-parser'],
    proof: (sources) =>
      proofOf(
        sources,
        ['recognizeSystem', 'layoutsWith', 'knownHeadings'],
        `  expect(recognizeSystem(['Orchard Key', 'Orchard Segment', 'First Name'])?.system.id).toBe('orchard');
  expect(JSON.stringify(knownHeadings('Orchard Key'))).toContain('constituentId');
  expect(layoutsWith([]).find(({ id }) => id === 'orchard')!.columns[0]!.title).toBe('Orchard Key');`,
      ),
  },
  {
    name: 'A check with its fix',
    apply(sources) {
      sources.appendTo(/^export const RULE_CODES = \[/m, `  'EMAIL_EXAMPLE',`);
      sources.after(
        /^const EMAILS = fieldsOf\(\{ kind: 'email' \}\);/m,
        `
const CLEAR_EXAMPLE = defineFix({
  id: 'clearExample',
  description: 'Clears an address that documents use as an example.',
  button: (rows) => \`Clear \${rows}\`,
  bulk: true,
  safe: false,
  apply: (_record, field) => [{ field, value: '' }],
});`,
      );
      sources.replace(
        /^(  EMAIL_EXTRACTED: \{)/m,
        `  EMAIL_EXAMPLE: {
    severity: 'warning',
    title: 'Email is an example',
    why: 'Nobody receives messages at example.com.',
    fields: EMAILS,
    fix: CLEAR_EXAMPLE,
  },
$1`,
      );
      sources.after(
        /^export const EMAIL = \{/m,
        `  records: [
    {
      compile: ({ checked }) => {
        const emails = checked(EMAILS);
        if (emails.length === 0) return null;
        return (record, found) => {
          for (const field of emails) if (record.values[field]!.endsWith('@example.com')) found(RULE_INDEX.EMAIL_EXAMPLE, field);
        };
      },
    },
  ],`,
      );
      sources.replaceAllIn(sources.testNamed('scope'), /^  email: \[/gm, "$&'jane@example.com', ");
      sources.replaceAllIn(
        'test/integration/lists/every-rule.test.ts',
        /^  EMAIL_FORMAT: .*$/gm,
        `$&\n  EMAIL_EXAMPLE: { personalEmail: 'jane@example.com' },`,
      );
    },
    tests: ['scope', 'safe-rules', 'issue-texts'],
    proof: (sources) =>
      proofOf(
        sources,
        ['RULES', 'FIXES', 'compileChecks', 'DEFAULT_RULES', 'typedRecord', 'FIELD_KEYS'],
        `  const found: string[] = [];
  const checker = compileChecks({ mapped: FIELD_KEYS, rules: DEFAULT_RULES, today: '2026-11-20' });
  const record = typedRecord({ personalEmail: 'jane@example.com' });
  checker.check(record, (rule) => found.push(RULES[rule]!.code));
  expect(found).toContain('EMAIL_EXAMPLE');
  expect(FIXES.clearExample.apply(record, 'personalEmail')).toEqual([{ field: 'personalEmail', value: '' }]);`,
      ),
  },
  {
    name: 'An endpoint',
    apply(sources) {
      sources.after(
        /^  'check\.emptyFields': projectQuery\(.*$/m,
        `  'check.lastRow': projectQuery(ById, z.strictObject({ row: SheetRow }), CHECK_NEEDED),`,
      );
      sources.after(
        /^    'check\.emptyFields': \(\) => .*$/m,
        `    'check.lastRow': () => ({ row: (this.request.sheetLayout.headerRow ?? 0) + this.request.sheetLayout.rows }),`,
      );
      sources.replace(
        /^  const lastRow = useContractQuery\(.*$/m,
        `  const lastRow = useContractQuery('check.lastRow', { id }).data?.row ?? check.rows;`,
      );
      sources.replaceInTestSupport(/^  'check\.emptyFields',/gm, `$&\n  'check.lastRow',`);
      sources.replaceInTestSupport(/^    'check\.emptyFields': .*$/gm, `$&\n    'check.lastRow': { row: 2 },`);
    },
    tests: ['query-cache'],
    proof: (sources) =>
      proofOf(sources, ['CONTRACT'], `  expect(CONTRACT['check.lastRow']).toMatchObject({ kind: 'query', needs: 'check' });`),
  },
  {
    name: 'An event of the journal',
    apply(sources) {
      sources.appendTo(/^const DETAILS = \{/m, `  printed: z.strictObject({ rows: number }),`);
      sources.appendTo(
        /^const TEXTS: \{ readonly \[T in JournalEventName\]: TextOf<T> \} = \{/m,
        `  printed: ({ rows }) => byPerson('Printed the results', count(rows, 'row')),`,
      );
      sources.after(
        /^        store\.appendJournal\(input\.id, \{ type: 'exported', rows, .*$/m,
        `        store.appendJournal(input.id, { type: 'printed', rows });`,
      );
    },
    tests: ['journal', 'timeline'],
    proof: (sources) =>
      proofOf(
        sources,
        ['readJournalEvent', 'timeline'],
        `  const event = readJournalEvent('printed', { rows: 3 });
  expect(timeline([{ seq: 1, at: 0, state: null, event }])).toMatchObject([{ title: 'Printed the results', evidence: '3 rows' }]);`,
      ),
  },
  {
    name: 'A column of the results',
    apply(sources) {
      sources.after(
        /^  mergedInto: SheetRow\.nullable\(\),/m,
        `  /** The constituent ID as sent; empty without one. */\n  constituentId: z.string(),`,
      );
      sources.replace(/^        mergedInto: null,/m, `        mergedInto: null,\n        constituentId: '',`);
      sources.replace(
        /^      mergedInto: isUnsent\(outcome\) \? .*$/m,
        `$&\n      constituentId: record === null ? '' : (record.values[0] ?? ''),`,
      );
      sources.replace(
        /^const UNREADABLE: GridColumn<ResultRow>/m,
        `const SENT_ID: GridColumn<ResultRow> = { key: 'sentId', title: 'Constituent ID', width: 120, text: (row) => row.constituentId };\n\n$&`,
      );
      sources.replace(/^      return \[name, PLACE, REASON, VALUE\];/m, `      return [name, PLACE, SENT_ID, REASON, VALUE];`);
      sources.replaceInTestSupport(/^ {6}mergedInto: null,/gm, `$&\n      constituentId: 'A-1',`);
    },
    tests: [],
    proof: (sources) =>
      proofOf(
        sources,
        ['resultColumns'],
        `  const columns = resultColumns({ outcome: 'refused', shown: [], sample: [], sort: null, since: null, hasUnreadable: false, personAt: () => null });
  expect(columns.map(({ title }) => title)).toContain('Constituent ID');
  expect(columns.find(({ key }) => key === 'sentId')!.text({ constituentId: 'A-1' } as never)).toBe('A-1');`,
      ),
  },
  {
    name: 'A layout of exports',
    apply(sources) {
      sources.appendTo(
        /^export const LAYOUTS: readonly Layout\[\] = \[/m,
        `  {
    id: 'mail-merge',
    name: 'Mail merge',
    hint: 'For letters: one row for each person.',
    format: 'xlsx',
    rows: 'person',
    dates: 'monthFirst',
    columns: [id('ID'), { title: 'Last name', from: { kind: 'field', field: 'primaryLast' } }, day('Scored on')],
  },`,
      );
    },
    tests: ['result-preferences'],
    proof: (sources) =>
      proofOf(
        sources,
        ['layoutsWith', 'isBuiltInLayout'],
        `  expect(isBuiltInLayout('mail-merge')).toBe(true);
  expect(layoutsWith([]).find(({ id }) => id === 'mail-merge')!.name).toBe('Mail merge');`,
      ),
  },
  {
    name: 'A sentence',
    apply(sources) {
      sources.replace(
        /^(\/\*\* That an earlier screening's people without a result are left out\.)/m,
        `/** What to do about such a screening. */
export const fetchFirstSentence = 'Fetch its results first to find out.';

$1`,
      );
      sources.exportNextTo('withoutResultSentence', 'fetchFirstSentence');
      const page = sources.containing(/\{withoutResultSentence\(screening\)\}\.\{/);
      const terminal = sources.containing(/; --again sends them anyway`\)/);
      for (const path of [page, terminal])
        sources.replaceAllIn(path, /^import \{([^}]*)\bwithoutResultSentence\b/gm, 'import {$1fetchFirstSentence, withoutResultSentence');
      sources.replaceAllIn(page, /\{withoutResultSentence\(screening\)\}\./g, '$& {fetchFirstSentence}');
      sources.replaceAllIn(terminal, /; --again sends them anyway`\)/g, '; --again sends them anyway. ${fetchFirstSentence}`)');
    },
    tests: [],
    proof: (sources) => proofOf(sources, ['fetchFirstSentence'], `  expect(fetchFirstSentence).toMatch(/^[A-Z].*\\.$/);`),
  },
  {
    name: 'A task of the worker',
    apply(sources) {
      sources.appendTo(
        /^export interface Tasks \{/m,
        `  /** File → its size in bytes, as the worker sees it. */\n  measureFile: TaskType<{ readonly path: string }, { readonly bytes: number }>;`,
      );
      const neighbor = sources.declaring('certificates');
      const [imported = ''] = /^import type \{ Task \} from .*$/m.exec(sources.textOf(neighbor)) ?? [];
      sources.put(
        neighbor.replace('certificates', 'measure-file'),
        `/** Measures a file. */
import { stat } from 'node:fs/promises';
${imported}

export const measureFile: Task<'measureFile'> = async ({ path }) => {
  const { size } = await stat(path);
  return { bytes: size };
};
`,
      );
      sources.appendTo(
        /^const TASKS: \{ readonly \[N in TaskName\]/m,
        `  measureFile: async () => (await import('../tasks/measure-file.ts')).measureFile,`,
      );
      sources.replace(
        /^( *)const answer = await spawnWorker\('importSuppressionList'.*$/m,
        `$1if ((await spawnWorker('measureFile', { path: file.path }).result).bytes === 0) throw new AppError('FILE_EMPTY', 'The file is empty.');\n$&`,
      );
    },
    tests: ['suppression-list'],
    proof: (sources) =>
      proofOf(
        sources,
        ['measureFile'],
        `  await expect(measureFile({ path: import.meta.filename }, {} as never)).resolves.toMatchObject({ bytes: expect.any(Number) });`,
      ),
  },
  {
    name: 'A setting',
    apply(sources) {
      sources.appendTo(
        /^export const CONNECTION_SETTINGS = \{/m,
        `  /** Rows of each project that stay free; none when it is missing. */
  freeRows: {
    shape: z.int().min(0).max(1000).optional(),
    field: { label: 'Free rows in a project', description: 'For rows that the service adds.', min: 0, max: 1000, whenMissing: 0 },
  },`,
      );
      sources.replace(/settings\.maxRows \?\? MAX_RECORDS;/, 'Math.max(1, (settings.maxRows ?? MAX_RECORDS) - (settings.freeRows ?? 0));');
    },
    tests: ['settings'],
    proof: (sources) =>
      proofOf(
        sources,
        ['maxRowsOf', 'ConnectionSettings', 'INITIAL_CONNECTION_SETTINGS'],
        `  expect(maxRowsOf({ settings: INITIAL_CONNECTION_SETTINGS })).toBe(1_000_000);
  expect(maxRowsOf({ settings: ConnectionSettings.parse({ ...INITIAL_CONNECTION_SETTINGS, freeRows: 10 }) })).toBe(999_990);`,
      ),
  },
];
