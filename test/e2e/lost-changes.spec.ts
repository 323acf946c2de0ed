/** A draft whose project file lacks its latest changes: the page says so, and offers a remedy. */
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { toCheck } from './list-steps.ts';

const LIST = ['Constituent ID,First Name,Last Name,ZIP', 'A1,Rosalind,Quayle,01609', 'A2,Ines,Duarte,01609'];

const REPEATED = [...LIST, 'A1,Rosalind,Quayle,01609'];

for (const [where, lines, search] of [
  ['the rows', LIST, ''],
  ['the rows that repeat each other', REPEATED, '?rule=ID_DUPLICATE'],
] as const)
  test(`a draft without its latest changes says so among ${where}, and its list is imported again`, async ({ desk }) => {
    await toCheck(desk, lines);
    const list = desk.file('list.csv', lines);
    const address = `${new URL(desk.page.url()).hash.split('?')[0]!}${search}`;
    const projects = join(dirname(list), '..', 'data', 'projects');
    const [file] = readdirSync(projects).filter((name) => name.endsWith('.sqlite'));
    const page = await desk.restart();
    // Acts as if the file had been replaced by a copy from before its last changes.
    writeFileSync(join(projects, `${file}.changes`), `${'9'.padStart(16, '0')}\n`);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    const alert = page.getByRole('alert', { name: 'These rows could not be read' });
    await expect(alert).toContainText('The latest changes in the project’s file');
    await expect(alert).toContainText('If it was not sent, import the list again.');
    const chooser = page.waitForEvent('filechooser');
    await alert.getByRole('button', { name: 'Import the list again…' }).click();
    await (await chooser).setFiles(list);
    await page.getByRole('button', { name: /See the columns/ }).waitFor();
  });
