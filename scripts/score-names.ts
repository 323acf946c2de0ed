/**
 * Scores how names are read, by kind of label and compared with other parsers.
 * npm run score-names -- LABELS.jsonl… [--misread]; without a path it reads the comma-separated paths in DESK_LABELS.
 */
import { existsSync } from 'node:fs';
import { KINDS, misread, readLabels, scoresOf } from './label-scores.ts';

const given = process.argv.slice(2).filter((option) => !option.startsWith('--'));
const paths = given.length > 0 ? given : (process.env['DESK_LABELS'] ?? '').split(',').filter((path) => path !== '');
const missing = paths.filter((path) => !existsSync(path));
if (paths.length === 0 || missing.length > 0) {
  console.log(
    paths.length === 0
      ? 'Nothing is scored: give the path of a file with labels, or set DESK_LABELS.'
      : `Nothing is scored: ${missing.join(', ')} does not exist.`,
  );
  process.exit(0);
}
const labels = paths.flatMap(readLabels);
for (const kind of Object.values(KINDS)) {
  if (!labels.some(kind.isOf)) continue;
  console.log(`\n${kind.title}`);
  for (const [parser, table] of Object.entries(scoresOf(kind, labels))) {
    console.log(`\n  ${parser}`);
    for (const [group, figures] of Object.entries(table)) {
      const texts = Object.entries(figures).map(([figure, { percent, of }]) => `${figure} ${percent.toFixed(1)}% of ${of}`);
      console.log(`    ${group.padEnd(22)} ${texts.join(', ')}`);
    }
  }
  if (!process.argv.includes('--misread')) continue;
  console.log(`\n  Read otherwise\n${misread(kind, labels, Object.keys(kind.parsers)[0]!).map((line) => `    ${line}\n`).join('')}`); // prettier-ignore
}
