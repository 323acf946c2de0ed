/** The screens of projects, lists and single profiles, with their menus, dialogs and failures. */
import type { Place } from './look.ts';

export const PLACES: readonly Place[] = [
  { name: 'first-run', scenario: 'first-run', hash: '#/new' },
  { name: 'new', scenario: 'live', hash: '#/new' },
  {
    name: 'refused-file',
    scenario: 'live',
    hash: '#/new',
    act: async (page) => {
      await page.setInputFiles('input[type=file]', { name: 'brochure.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
      await page.getByText('was not imported').waitFor();
    },
  },
  { name: 'projects', scenario: 'projects', hash: '#/projects' },
  {
    name: 'projects-linked',
    scenario: 'projects',
    hash: '#/projects',
    act: async (page) => {
      await page.getByRole('button', { name: /^Fix / }).first().click();
      await page.goBack();
      await page.getByText(/^Not accepted: /).waitFor();
    },
  },
  { name: 'projects-second-window', scenario: 'second-window', hash: '#/projects' },
  {
    name: 'projects-duplicate',
    scenario: 'projects',
    hash: '#/projects',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of October newsletter readers' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate as new screening…' }).click();
    },
  },
  { name: 'projects-missing-changes', scenario: 'missing-changes', hash: '#/projects' },
  { name: 'projects-empty', scenario: 'first-run', hash: '#/projects' },
  { name: 'projects-failing', scenario: 'failing', hash: '#/projects' },
  {
    name: 'projects-menu',
    scenario: 'projects',
    hash: '#/projects',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of October newsletter readers' }).click();
    },
  },
  {
    name: 'projects-adopt',
    scenario: 'projects',
    hash: '#/projects',
    act: async (page) => {
      await page.getByRole('button', { name: 'Get a project from the service…' }).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'projects-remove',
    scenario: 'projects',
    hash: '#/projects',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of October newsletter readers' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
    },
  },
  {
    name: 'projects-remove-compared',
    scenario: 'since',
    hash: '#/projects',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of Summer camp parents' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      await page.getByText('left out people who had not changed').waitFor();
    },
  },
  {
    name: 'projects-lose',
    scenario: 'needs-token',
    hash: '#/projects',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of Alumni file 2026' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      await page.getByLabel(/^Type the project name/).fill('Alumni file');
      await page.keyboard.press('Enter');
      await page.getByText('This is not the project name.').waitFor();
    },
  },
  {
    name: 'results-remove',
    scenario: 'done',
    hash: '#/project/gala/results',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of Spring gala guests, rehearsal' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      await page.getByText('It has 8 rows without a result').waitFor();
    },
  },
  { name: 'reading', scenario: 'reading', hash: '#/project/fall' },
  {
    name: 'copying',
    scenario: 'copying',
    hash: '#/project/fall',
    act: async (page) => {
      await page.getByRole('heading', { name: 'Copying the rows of The rest: Spring gala' }).waitFor();
      await page.getByText('of 2,409 rows').waitFor();
    },
  },
  {
    name: 'not-copied',
    scenario: 'not-copied',
    hash: '#/project/fall',
    act: async (page) => {
      await page.getByText('“The rest: Spring gala” has no rows yet').waitFor();
      if ((await page.getByText('Choose another file').count()) > 0) throw new Error('There is no file to choose.');
    },
  },
  { name: 'unreadable', scenario: 'unreadable', hash: '#/project/fall' },
  { name: 'unreadable-sheet', scenario: 'unreadable-sheet', hash: '#/project/fall' },
  { name: 'unreadable-full', scenario: 'unreadable-full', hash: '#/project/fall' },
  { name: 'file', scenario: 'file', hash: '#/project/fall/file' },
  {
    name: 'file-end',
    scenario: 'file',
    hash: '#/project/fall/file',
    act: async (page) => {
      await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    },
  },
  {
    name: 'file-text',
    scenario: 'file-text',
    hash: '#/project/fall/file',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Separator' }).click();
      await page.getByRole('option', { name: 'Comma' }).click();
      await page.getByText('again', { exact: false }).first().waitFor();
    },
  },
  { name: 'columns', scenario: 'columns', hash: '#/project/fall/columns' },
  {
    name: 'columns-end',
    scenario: 'columns',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: 'Only E', exact: true }).click();
      await page.getByRole('button', { name: 'Accept Number of gifts for Total Gifts' }).click();
      await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    },
  },
  {
    name: 'columns-choose',
    scenario: 'columns',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Field for column N, Total Gifts' }).click();
    },
  },
  {
    name: 'columns-chip',
    scenario: 'columns',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: '38 deceased: left out' }).click();
      await page.getByRole('checkbox', { name: /Lost contact/ }).waitFor();
    },
  },
  {
    name: 'columns-chip-unsent',
    scenario: 'columns',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: 'stay in your file' }).click();
    },
  },
  {
    name: 'columns-system',
    scenario: 'columns',
    hash: '#/project/fall/columns',
    act: async (page) => {
      const system = page.getByRole('combobox', { name: 'The system that the file was exported from' });
      await system.click();
      await page.getByRole('option', { name: 'Bloomerang' }).click();
      await page.getByText('You picked').waitFor();
      await system.click();
    },
  },
  {
    name: 'columns-fill',
    scenario: 'columns',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: 'Fill Phone' }).click();
    },
  },
  { name: 'columns-recipe', scenario: 'columns-recipe', hash: '#/project/fall/columns' },
  {
    name: 'columns-recipe-preview',
    scenario: 'columns-recipe',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: /^Same as last time/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).waitFor();
    },
  },
  { name: 'columns-template', scenario: 'columns-template', hash: '#/project/fall/columns' },
  {
    name: 'columns-template-sets',
    scenario: 'columns-template',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: 'See its settings' }).click();
      await page.getByText('settings would change').waitFor();
    },
  },
  {
    name: 'columns-template-used',
    scenario: 'columns-template',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByText('is used for these columns').waitFor();
    },
  },
  {
    name: 'columns-template-save',
    scenario: 'columns-template',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: 'Save as a template…' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Alumni office');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Replace it' }).waitFor();
    },
  },
  {
    name: 'columns-templates',
    scenario: 'columns-template',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: 'Templates…' }).click();
      await page.setInputFiles('[role=dialog] input[type=file]', {
        name: 'broken.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{'),
      });
      await page.getByText('TEMPLATE_UNREADABLE').waitFor();
      await page.getByRole('button', { name: 'Menu of Alumni office' }).click();
      await page.getByRole('menuitem', { name: 'Rename…' }).click();
    },
  },
  {
    name: 'columns-templates-none',
    scenario: 'columns',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: 'Templates…' }).click();
    },
  },
  {
    name: 'check-incomplete',
    scenario: 'check',
    hash: '#/project/fall/check',
    act: async (page) => {
      await page.getByRole('button', { name: /^Incomplete / }).click();
      await page.getByRole('button', { name: 'Show rows other than “Incomplete”' }).waitFor();
    },
  },
  {
    name: 'check-replace',
    scenario: 'check',
    hash: '#/project/fall/check',
    act: async (page) => {
      await page.getByRole('button', { name: 'Find and replace' }).click();
      await page.getByRole('combobox', { name: 'Field', exact: true }).click();
      await page.getByRole('option', { name: 'City' }).click();
      await page.getByLabel('Find', { exact: true }).fill('Nashua');
      await page.getByLabel('Replace with').fill('Nashua City');
      await page.getByText('would change').waitFor();
    },
  },
  { name: 'profile', scenario: 'live', hash: '#/profile' },
  {
    name: 'profile-answer',
    scenario: 'projects',
    hash: '#/profile',
    act: async (page) => {
      await page.getByLabel('First name', { exact: true }).fill('Marguerite');
      await page.getByLabel('Last name', { exact: true }).fill('Ashdown');
      await page.getByLabel('Your ID').fill('100726');
      await page.getByLabel('Postal code').fill('1609');
      await page.getByRole('button', { name: /^Screen for 1 / }).click();
      await page.getByText('Current scores').waitFor();
      await page.getByLabel('Email', { exact: true }).fill('m.ashdown@example');
      await page.getByLabel('Latest gift amount').fill('1250');
      await page.getByLabel('Latest gift date').fill('9/2/26');
      await page.getByText('Screened on').waitFor();
      await page.getByText('After the @, an email address needs an ending').waitFor();
    },
  },
  {
    name: 'profile-calendar',
    scenario: 'live',
    hash: '#/profile',
    act: async (page) => {
      await page.getByLabel('Latest gift date').fill('9/2/26');
      await page.getByRole('button', { name: 'Choose the day of the latest gift' }).click();
      await page
        .getByRole('grid')
        .getByRole('button', { name: /2 September 2026|September 2, 2026/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'profile-older',
    scenario: 'live',
    hash: '#/profile',
    act: async (page) => {
      await page.getByText('Older calls').click();
      await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    },
  },
  {
    name: 'profile-list',
    scenario: 'live',
    hash: '#/profile',
    act: async (page) => {
      await page.getByText('Find a profile', { exact: true }).click();
      await page.getByRole('button', { name: 'prf-7001' }).click();
    },
  },
];
