/**
 * The promises and the recorded memory peaks of each benchmark. Figures are ratios to a baseline of the same run wherever there is one,
 * because machines differ. docs/PERFORMANCE.md explains the table.
 */
import type { Figure, Promises } from './judge.ts';

/** Enough rows to be representative of a long list. A million rows take five times as long. */
export const USUAL_ROWS = 200_000;

interface Bench extends Promises {
  readonly file: string;
  readonly args: (rows: number) => readonly string[];
}

const withRows = (rows: number) => ['--rows', String(rows)];
const threeTimes = (rows: number) => [...withRows(rows), '--runs', '3'];

/** The figures of one kind of edit. The targets are for a million rows. */
const editFigures = (of: string, work: string): readonly Figure[] => [
  { work: `edits: ${work}, seconds`, of: `works.${of}.seconds`, promise: null, target: 1.5 },
  { work: `edits: ${work}, milliseconds until the first report`, of: `works.${of}.firstReportMs`, promise: null, target: 100 },
  { work: `edits: ${work} ÷ reading every stored row, CPU time`, of: `works.${of}.timesCpu`, promise: null, target: null },
];

export const BENCHES = {
  job: {
    file: 'job.ts',
    args: withRows,
    figures: [
      { work: 'job: microseconds a row ÷ those of 10,000 rows', of: 'growthPerRow', promise: 1.3, target: 1.1 },
      { work: 'job: CPU microseconds a row', of: 'cpuMicrosecondsPerRow', promise: null, target: 75 },
    ],
    peaks: [
      { work: 'job: peak of the whole job', of: 'long.peakMB', recordedMB: { 200_000: 321, 1_000_000: 353 }, promise: 400, target: 300 },
      { work: 'job: peak of the import', of: 'long.memory.import.peakMB', recordedMB: { 200_000: 259, 1_000_000: 310 } },
      { work: 'job: peak of the fetch', of: 'long.memory.fetch.peakMB', recordedMB: { 200_000: 300, 1_000_000: 339 } },
      { work: 'job: peak of the sheet Report', of: 'long.memory.report.peakMB', recordedMB: { 200_000: 288, 1_000_000: 353 } },
      { work: 'job: peak of the export', of: 'long.memory.export.peakMB', recordedMB: { 200_000: 321, 1_000_000: 353 } },
    ],
  },
  results: {
    file: 'results.ts',
    args: threeTimes,
    figures: [
      { work: 'results: collecting ÷ splitter', of: 'times', promise: null, target: 1.6, noise: 'anchor.noise' },
      { work: 'results: CPU time of collecting ÷ splitter', of: 'timesCpu', promise: null, target: null, noise: 'anchor.noiseCpu' },
    ],
    peaks: [{ work: 'results: peak of collecting', of: 'collectPeakMB', recordedMB: { 200_000: 282 } }],
  },
  matrix: {
    file: 'matrix.ts',
    args: threeTimes,
    figures: [
      { work: 'matrix: rating and counting ÷ a map by words', of: 'matrixToMap', promise: 0.5, target: 0.1 },
      { work: 'matrix: counts and sums, milliseconds', of: 'matrixMs', promise: null, target: 100, noise: 'sumNoise' },
      { work: 'matrix: people by officer, milliseconds', of: 'officersMs', promise: null, target: 100 },
    ],
    peaks: [],
  },
  review: {
    file: 'review.ts',
    args: withRows,
    figures: [
      { work: 'review: milliseconds until the first page', of: 'firstPageMs', promise: 150, target: 150 },
      { work: 'review: milliseconds until the next person after a verdict', of: 'nextMs.median', promise: 50, target: 50 },
    ],
    peaks: [],
  },
  list: {
    file: 'list.ts',
    args: threeTimes,
    figures: [
      { work: 'list: import of XLSX ÷ unzip', of: 'importRatio', promise: null, target: 1.2, noise: 'anchorNoise' },
      { work: 'list: check after a mapping change ÷ import', of: 'recheck.zipZeros.afterToImport', promise: null, target: 0.5 },
    ],
    peaks: [{ work: 'list: peak for XLSX', of: 'peakMB', recordedMB: { 200_000: 301 } }],
  },
  listCsv: {
    file: 'list.ts',
    args: (rows) => [...threeTimes(rows), '--kind', 'csv'],
    figures: [{ work: 'list: import of CSV ÷ papaparse', of: 'importRatio', promise: null, target: 1.6, noise: 'anchorNoise' }],
    peaks: [{ work: 'list: peak for CSV', of: 'peakMB', recordedMB: { 200_000: 292 } }],
  },
  check: {
    file: 'check-command.ts',
    args: threeTimes,
    figures: [
      {
        work: 'check: desk check of XLSX ÷ unzip',
        of: 'xlsx.baselines.unzip.ratio',
        promise: null,
        target: 1.5,
        noise: 'xlsx.baselines.unzip.noise',
      },
      { work: 'check: CPU time of desk check of XLSX ÷ unzip', of: 'xlsx.baselines.unzip.ratioCpu', promise: null, target: null },
      {
        work: 'check: desk check of CSV ÷ papaparse',
        of: 'csv.baselines.papaparse.ratio',
        promise: null,
        target: 1.6,
        noise: 'csv.baselines.papaparse.noise',
      },
      { work: 'check: CPU time of desk check of CSV ÷ papaparse', of: 'csv.baselines.papaparse.ratioCpu', promise: null, target: null },
      {
        work: 'check: desk check of CSV ÷ udsv',
        of: 'csv.baselines.udsv.ratio',
        promise: null,
        target: null,
        noise: 'csv.baselines.udsv.noise',
      },
    ],
    peaks: [
      { work: 'check: peak for XLSX', of: 'xlsx.peakMB', recordedMB: { 200_000: 232 } },
      { work: 'check: peak for CSV', of: 'csv.peakMB', recordedMB: { 200_000: 210 } },
    ],
  },
  sort: {
    file: 'sort.ts',
    args: withRows,
    figures: [
      {
        work: 'sort: by a text ÷ plain sort',
        of: 'textSeconds',
        per: 'plainSortSeconds',
        promise: null,
        target: null,
        noise: 'plainSortNoise',
      },
      {
        work: 'sort: search without a hit ÷ plain sort',
        of: 'searchSeconds',
        per: 'plainSortSeconds',
        promise: null,
        target: null,
        noise: 'plainSortNoise',
      },
    ],
    peaks: [{ work: 'sort: peak', of: 'peakMB', recordedMB: { 200_000: 334 } }],
  },
  edits: {
    file: 'edits.ts',
    args: threeTimes,
    figures: [
      ...editFigures('fix', 'bulk fix of a tenth of the rows'),
      ...editFigures('undo', 'undo of the bulk fix'),
      ...editFigures('leaveOut', 'leaving out a quarter of the rows'),
      ...editFigures('order', 'ordering the people and choosing half of them'),
      ...editFigures('cut', 'another cut of the order'),
    ],
    peaks: [{ work: 'edits: peak', of: 'peakMB', recordedMB: {} }],
  },
  read: {
    file: 'read.ts',
    args: threeTimes,
    figures: [
      {
        work: 'read: XLSX ÷ unzip',
        of: 'results.xlsx shared ROWS.ratio',
        promise: null,
        target: 1.2,
        noise: 'results.xlsx shared ROWS.anchorNoise',
      },
      { work: 'read: CSV ÷ papaparse', of: 'results.csv ROWS.ratio', promise: null, target: 1, noise: 'results.csv ROWS.anchorNoise' },
    ],
    peaks: [{ work: 'read: peak for XLSX', of: 'results.xlsx shared ROWS.peakMB', recordedMB: {} }],
  },
  send: {
    file: 'send.ts',
    args: withRows,
    figures: [{ work: 'send: encode and send ÷ send a file', of: 'timesPlain', promise: null, target: null }],
    peaks: [{ work: 'send: peak', of: 'peakMb', recordedMB: { 200_000: 186 } }],
  },
  prove: {
    file: 'prove.ts',
    args: threeTimes,
    figures: [
      {
        work: 'prove: CPU time of writing a layout ÷ importing the list',
        of: 'layoutTimesCpu',
        promise: 3.5,
        target: 1.5,
        noise: 'noiseCpu',
      },
      { work: 'prove: CPU time of the proof ÷ importing the list', of: 'proveTimesCpu', promise: 4.5, target: 2, noise: 'noiseCpu' },
      { work: 'prove: writing a layout ÷ importing the list', of: 'layoutTimes', promise: null, target: 1.5, noise: 'noise' },
      { work: 'prove: the proof ÷ importing the list', of: 'proveTimes', promise: null, target: 2, noise: 'noise' },
    ],
    peaks: [
      { work: 'prove: peak of the proof', of: 'provePeakMB', recordedMB: { 1_000_000: 301 } },
      { work: 'prove: peak of writing a layout', of: 'layoutPeakMB', recordedMB: { 1_000_000: 268 } },
    ],
  },
  gifts: {
    file: 'gifts.ts',
    args: threeTimes,
    figures: [
      { work: 'gifts: joining a gift file ÷ importing it', of: 'times', promise: 1.5, target: null, noise: 'noise' },
      { work: 'gifts: the same, and writing it into the list ÷ importing it', of: 'writeTimes', promise: null, target: null },
    ],
    peaks: [{ work: 'gifts: peak', of: 'joinPeakMB', recordedMB: { 1_000_000: 290 }, promise: 400 }],
  },
  bundle: {
    file: 'bundle.ts',
    args: threeTimes,
    figures: [
      { work: 'bundle: making ÷ encrypting and writing its bytes', of: 'makeTimes', promise: null, target: 2, noise: 'noise' },
      { work: 'bundle: opening ÷ encrypting and writing its bytes', of: 'openTimes', promise: null, target: 2, noise: 'noise' },
    ],
    peaks: [
      { work: 'bundle: peak of making', of: 'makePeakMB', recordedMB: { 1_000_000: 321 }, promise: 400 },
      { work: 'bundle: peak of opening', of: 'openPeakMB', recordedMB: { 1_000_000: 326 }, promise: 400 },
    ],
  },
  history: {
    file: 'history.ts',
    args: () => [],
    figures: [{ work: 'history: a later look at every project ÷ the first one', of: 'times', promise: 0.5, target: null, noise: 'noise' }],
    peaks: [],
  },
  compare: {
    file: 'compare.ts',
    args: withRows,
    figures: [
      { work: 'compare: changes since ten earlier lists ÷ ten times those since one', of: 'manyTimes', promise: 1, target: null },
      { work: 'compare: milliseconds of a page during a comparison', of: 'pagesMs.during.median', promise: null, target: 50 },
    ],
    peaks: [],
  },
  write: {
    file: 'write.ts',
    args: threeTimes,
    figures: [
      { work: 'write: XLSX ÷ exceljs', of: 'ours.seconds', per: 'anchor.seconds', promise: null, target: 0.125, noise: 'anchor.noise' },
    ],
    peaks: [{ work: 'write: peak', of: 'ours.peakRssMB', recordedMB: {} }],
  },
  checks: {
    file: 'checks.ts',
    args: () => [],
    figures: [
      {
        work: 'checks: mapping and checks ÷ zod',
        of: 'zodRowsPerSecond',
        per: 'rowsPerSecond',
        promise: null,
        target: null,
        noise: 'zodNoise',
      },
    ],
    peaks: [],
  },
} as const satisfies Record<string, Bench>;

export type BenchName = keyof typeof BENCHES;
