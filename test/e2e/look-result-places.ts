/** The result screens: segments, columns, exports, a person, a comparison. */
import type { Place } from './look.ts';

export const RESULT_PLACES: readonly Place[] = [
  {
    name: 'results-order',
    scenario: 'done',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('radiogroup', { name: 'Picture' }).getByText('Order').click();
      await page.getByText(/^Above the cut 120 of/).waitFor();
    },
  },
  {
    name: 'results-matrix',
    scenario: 'done',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('radiogroup', { name: 'View' }).getByText('Matrix').click();
      await page.getByRole('button', { name: 'A Principal, Very likely: 9' }).click();
    },
  },
  {
    name: 'results-ratings',
    scenario: 'done',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('radiogroup', { name: 'View' }).getByText('Matrix').click();
      await page.getByRole('button', { name: 'Edit ratings…' }).click();
    },
  },
  {
    name: 'results-assign',
    scenario: 'done',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('grid').focus();
      await page.keyboard.press('a');
    },
  },
  {
    name: 'results-review',
    scenario: 'done',
    hash: '#/project/gala/results/review',
    act: async (page) => {
      await page.getByRole('heading', { name: /^Is this / }).waitFor();
      await page.keyboard.press('w');
      await page.getByText('Last verdict: wrong.').waitFor();
    },
  },
  {
    name: 'results-segment',
    scenario: 'done',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('tab', { name: 'Capacity 4, propensity 3+' }).click();
      await page.getByRole('button', { name: 'Remove the filter: Propensity rating 3 or more' }).click();
      await page.getByRole('button', { name: 'Save as segment' }).click();
    },
  },
  {
    name: 'results-arrange',
    scenario: 'done',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('button', { name: /^Columns \d/ }).click();
      await page.getByRole('button', { name: 'Arrange columns…' }).click();
      await page.getByRole('button', { name: 'Move Propensity rating up' }).click();
    },
  },
  {
    name: 'results-layout',
    scenario: 'done',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('button', { name: 'Export…' }).click();
      await page.getByRole('combobox', { name: 'For' }).click();
      await page.getByRole('option', { name: 'Salesforce and NPSP, for Data Loader' }).click();
      await page.getByRole('link', { name: 'Change its columns' }).waitFor();
    },
  },
  {
    name: 'results-by-order',
    scenario: 'by-order',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('button', { name: /^Join .* by order$/ }).waitFor();
    },
  },
  {
    name: 'results-joined-by-order',
    scenario: 'by-order',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('button', { name: /^Join .* by order$/ }).click();
      await page.getByRole('button', { name: 'Undo the join' }).waitFor();
    },
  },
  {
    name: 'results-joined-export',
    scenario: 'by-order',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('button', { name: /^Join .* by order$/ }).click();
      await page.getByRole('button', { name: 'Undo the join' }).waitFor();
      await page
        .getByRole('button', { name: /^Export/ })
        .first()
        .click();
      await page.getByRole('combobox', { name: 'For' }).click();
      await page.getByRole('option').nth(1).click();
      await page.getByRole('dialog').getByText('cannot mark').waitFor();
    },
  },
  {
    name: 'write-back',
    scenario: 'done',
    hash: '#/project/gala/results/write-back',
    act: async (page) => {
      await page.getByRole('heading', { name: 'What passes' }).waitFor();
    },
  },
  {
    name: 'report',
    scenario: 'done',
    hash: '#/project/gala/results/report',
    act: async (page) => {
      await page.getByRole('article', { name: /^Report/ }).waitFor();
    },
  },
  {
    name: 'write-back-held',
    scenario: 'done',
    hash: '#/project/gala/results/write-back',
    act: async (page) => {
      await page.getByRole('button', { name: 'See: Same ID twice' }).click();
      await page.getByRole('link', { name: 'Silas Drummond' }).waitFor();
    },
  },
  {
    name: 'write-back-words',
    scenario: 'done',
    hash: '#/project/gala/results/write-back',
    act: async (page) => {
      await page.getByText('Columns of each line:').click();
      await page.getByRole('button', { name: 'Words and length of CAttrDesc' }).click();
      await page.getByRole('button', { name: 'Add a word' }).click();
    },
  },
  {
    name: 'write-back-shorten',
    scenario: 'done',
    hash: '#/project/gala/results/write-back',
    act: async (page) => {
      await page.getByRole('button', { name: 'Shorten…' }).click();
      await page
        .getByRole('cell', { name: /^Property and giving elsewhere, business and a$/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'write-back-settings',
    scenario: 'done',
    hash: '#/project/gala/results/write-back',
    act: async (page) => {
      await page.getByRole('button', { name: 'Name, file and dates' }).click();
    },
  },
  {
    name: 'write-back-proof',
    scenario: 'done',
    hash: '#/project/gala/results/write-back',
    act: async (page) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose the export…' }).click();
      await (await chooser).setFiles({ name: 'Attributes export.csv', mimeType: 'text/csv', buffer: Buffer.from('ConsID,CAttrCat\n') });
      await page.getByRole('heading', { name: /values are there/ }).waitFor();
      await page.getByRole('button', { name: 'All 4' }).first().click();
    },
  },
  { name: 'person-by-order', scenario: 'by-order', hash: '#/project/gala/results/person/2' },
  { name: 'results-parts', scenario: 'parts', hash: '#/project/annual/results' },
  { name: 'results-fetching', scenario: 'fetching', hash: '#/project/gala/results' },
  {
    name: 'results-fetched',
    scenario: 'done',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of Spring gala guests, rehearsal' }).click();
      await page.getByRole('menuitem', { name: 'Fetch the results again' }).click();
      await page.getByText('Fetched again: 8 more scored').first().waitFor();
    },
  },
  {
    name: 'person-unchanged',
    scenario: 'since',
    hash: '#/project/volunteers/results/person/2515',
    act: async (page) => {
      await page.getByRole('heading', { name: 'Scored before, on' }).waitFor();
    },
  },
  {
    name: 'person-link',
    scenario: 'done',
    hash: '#/project/gala/results/person/2',
    act: async (page) => {
      await page.getByRole('button', { name: 'Open in browser' }).click();
      await page.getByRole('dialog', { name: 'Open a page of profiles.example.org?' }).waitFor();
    },
  },
  { name: 'compare', scenario: 'done', hash: '#/project/gala/results/compare' },
  {
    name: 'compare-since',
    scenario: 'since',
    hash: '#/project/volunteers/results/compare',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Earlier screening' }).and(page.locator('[value^="Summer camp parents"]')).waitFor();
      await page.getByRole('tab', { name: 'Not sent again 412' }).click();
      await page.getByText('Their earlier scores still apply.').waitFor();
    },
  },
];
