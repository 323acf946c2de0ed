/** The browser fills in and stores no field of the window, because a service token or a person would then be stored outside the program. */
import type { Page } from '@playwright/test';
import type { PlainRoute, Step } from '../../renderer/navigation/router.ts';
import { expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';

const LIST = [
  'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email',
  'A1,Rosalind,Quayle,1 Larkspur Ln,Worcester,MA,01609,',
  'A2,Ines,Duarte,2 Larkspur Ln,Worcester,MA,01609,nobody@example.invalid',
];

/** The addresses of every screen; for a screen of a project, the part after the project's address. */
const SCREENS: Readonly<Record<PlainRoute['at'], readonly string[]>> = {
  projects: ['projects'],
  person: ['person'],
  new: ['new'],
  profile: ['profile'],
  connections: ['connections'],
  settings: ['settings', 'settings/rules', 'settings/do-not-screen', 'settings/guide', 'settings/notices'],
  record: ['record'],
};
const STEPS: Readonly<Record<Step, readonly string[]>> = {
  file: ['file'],
  columns: ['columns'],
  check: ['check', 'check?show=all'],
  cost: ['cost'],
  progress: ['progress', 'progress/timeline'],
  results: ['results', 'results?outcome=refused', 'results/person/2'],
};

interface Field {
  readonly label: string;
  readonly autocomplete: string | null;
}

/** The fields that accept typed text. A hidden copy of a text area, which only measures its height, is not one. */
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea:not([aria-hidden=true]), select';

const fieldsOn = (page: Page): Promise<Field[]> =>
  page.locator(FIELDS).evaluateAll((fields) =>
    fields.map((field) => ({
      label: field.getAttribute('aria-label') ?? field.id,
      autocomplete: field.getAttribute('autocomplete'),
    })),
  );

/** Shows a screen and returns its fields by address. */
async function visit(page: Page, address: string): Promise<Field[]> {
  await page.evaluate((to) => {
    location.hash = to;
  }, `#/${address}`);
  await page.locator('h1').waitFor();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return await fieldsOn(page);
}

test('no field of any screen has autofill', async ({ desk }) => {
  const { page } = desk;
  const seen = new Map<string, readonly Field[]>();
  await toCost(desk, LIST);
  const project = /project\/[^/?]+/.exec(page.url())![0];
  for (const step of ['file', 'columns', 'check', 'cost'] as const)
    for (const address of STEPS[step]) seen.set(`draft ${address}`, await visit(page, `${project}/${address}`));
  await page.getByRole('button', { name: /^Advanced/ }).click();
  seen.set('draft cost, advanced', await fieldsOn(page));
  await page.getByRole('button', { name: /^Send \d+ row/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  for (const address of Object.values(STEPS).flat()) seen.set(address, await visit(page, `${project}/${address}`));
  for (const address of Object.values(SCREENS).flat()) seen.set(address, await visit(page, address));
  await visit(page, 'connections');
  await page.getByRole('button', { name: /^Add a connection/ }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Token' }).waitFor();
  seen.set('adding a connection', await fieldsOn(page));
  const fields = [...seen].flatMap(([screen, shown]) => shown.map((field) => ({ screen, ...field })));
  expect(fields.filter(({ autocomplete }) => autocomplete !== 'off')).toEqual([]);
  // The test must not be vacuous: these screens have fields.
  const withFields = new Set(fields.map(({ screen }) => screen));
  for (const screen of ['draft columns', 'draft check', 'draft cost, advanced', 'results', 'projects', 'profile', 'adding a connection'])
    expect(withFields).toContain(screen);
});
