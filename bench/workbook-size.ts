/**
 * Size of an exported workbook, compared with a workbook with the same cells saved by LibreOffice. Needs `soffice`. Runs the tasks in this
 * process. Prints one line of JSON for each number of rows.
 * npx -c 'node bench/workbook-size.ts [--rows 2500,100000]'
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { csvOf, listRows, profileFor, ResultProject } from '../test/kit/result-project.ts';

/** Profiles that are created at once. */
const AT_ONCE = 2000;

function* answer(rows: number): Generator<Buffer> {
  for (let from = 0; from < rows; from += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, rows - from) }, (_, at) => JSON.stringify(profileFor(from + at)));
    yield Buffer.from(`${from === 0 ? '[' : ','}${part.join(',')}${from + AT_ONCE >= rows ? ']' : ''}`);
  }
}

async function measure(rows: number): Promise<void> {
  const project = await ResultProject.of(csvOf(listRows(rows)));
  try {
    await project.collect({ profiles: answer(rows) });
    const before = process.cpuUsage();
    const path = await project.export('results.xlsx');
    const { user, system } = process.cpuUsage(before);
    const out = join(project.folder, 'out');
    mkdirSync(out);
    const profile = `-env:UserInstallation=${pathToFileURL(join(project.folder, 'office')).href}`;
    const run = spawnSync('soffice', [profile, '--headless', '--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', out, path], {
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(`LibreOffice: ${run.stderr}`);
    const [ours, theirs] = [statSync(path).size, statSync(join(out, 'results.xlsx')).size];
    console.log(
      JSON.stringify({
        bench: 'workbook-size',
        rows,
        bytes: ours,
        libreOfficeBytes: theirs,
        times: Number((ours / theirs).toFixed(3)),
        target: 1,
        cpuSeconds: Number(((user + system) / 1e6).toFixed(2)),
      }),
    );
  } finally {
    project.dispose();
  }
}

const { values } = parseArgs({ options: { rows: { type: 'string', default: '2500,100000' } } });
for (const rows of values.rows.split(',')) await measure(Number(rows));
