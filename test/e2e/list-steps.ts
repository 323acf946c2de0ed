/** The steps of a screening before the list is sent: imports a list of CSV lines (headings first) and moves from screen to screen. */
import type { Desk } from './fixtures.ts';

/** Imports a new list and opens its columns. */
export async function toColumns({ page, file }: Desk, lines: readonly string[], name = 'list.csv'): Promise<void> {
  await page.getByRole('link', { name: 'New screening' }).first().click();
  const place = page.getByRole('region', { name: 'Import a spreadsheet' });
  await place.locator('input').first().setInputFiles(file(name, lines));
  await page.getByRole('button', { name: /See the columns/ }).click();
}

/** Imports a new list and opens its check. */
export async function toCheck(desk: Desk, lines: readonly string[], name?: string): Promise<void> {
  await toColumns(desk, lines, name);
  await desk.page.getByRole('button', { name: /Check the rows/ }).click();
  await desk.page.getByRole('grid').waitFor();
}

/** Shows all rows with issues; Check opens with its first issue. */
export async function toAllIssues({ page }: Pick<Desk, 'page'>): Promise<void> {
  const clear = page.getByRole('button', { name: /^Show rows other than/ });
  await clear.click();
  await clear.waitFor({ state: 'detached' });
}

/** Imports a new list and opens its cost. */
export async function toCost(desk: Desk, lines: readonly string[], name?: string): Promise<void> {
  await toCheck(desk, lines, name);
  await desk.page.getByRole('button', { name: /See the cost/ }).click();
}
