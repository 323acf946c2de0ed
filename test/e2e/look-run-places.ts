/** The screens to check from Check to the results, in states that are hard to reach. */
import type { Page } from '@playwright/test';
import { Question } from '../../shared/project/project-shapes.ts';
import type { Place } from './look.ts';

const press =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name }).first().click();
  };

const DRAFT = '#/project/fall';
const RUN = '#/project/alumni/progress';
const DONE = '#/project/gala/results';

const check: readonly Place[] = [
  { name: 'check', scenario: 'check', hash: `${DRAFT}/check` },
  { name: 'check-rule', scenario: 'check', hash: `${DRAFT}/check?rule=ZIP_FOUR_DIGITS` },
  { name: 'check-fixed', scenario: 'check', hash: `${DRAFT}/check`, act: press(/^Add the zero/) },
  { name: 'check-duplicates', scenario: 'check', hash: `${DRAFT}/check?rule=HOUSEHOLD_TWICE` },
  { name: 'check-fix-all', scenario: 'check', hash: `${DRAFT}/check`, act: press(/^Fix all safe/) },
  { name: 'check-million', scenario: 'million', hash: `${DRAFT}/check?show=all` },
  {
    name: 'check-edit',
    scenario: 'check',
    hash: `${DRAFT}/check`,
    act: async (page) => {
      await page.getByRole('grid').focus();
      for (const key of ['F8', 'F8', 'F2']) await page.keyboard.press(key);
    },
  },
  { name: 'check-again', scenario: 'check-again', hash: `${DRAFT}/check` },
  {
    name: 'check-again-shown',
    scenario: 'check-again',
    hash: `${DRAFT}/check`,
    act: async (page) => {
      await page.getByRole('button', { name: 'See them' }).click();
      await page.getByRole('dialog').getByText('and 19 more').waitFor();
    },
  },
  {
    name: 'check-again-made',
    scenario: 'check-again',
    hash: `${DRAFT}/check`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Apply them again' }).click();
      await page.getByRole('button', { name: 'Undo: 27 corrections, 2 merges, and 3 left-out rows were applied again' }).waitFor();
    },
  },
  { name: 'check-sent', scenario: 'run-processing', hash: '#/project/alumni/check?show=all' },
];

const cost: readonly Place[] = [
  { name: 'cost', scenario: 'check', hash: `${DRAFT}/cost` },
  { name: 'cost-practice', scenario: 'cost-practice', hash: `${DRAFT}/cost` },
  { name: 'cost-short', scenario: 'cost-short', hash: `${DRAFT}/cost` },
  { name: 'cost-again', scenario: 'cost-again', hash: `${DRAFT}/cost` },
  {
    name: 'cost-elsewhere',
    scenario: 'cost-elsewhere',
    hash: `${DRAFT}/cost`,
    act: (page) => page.getByText('A colleague may have sent this list', { exact: true }).waitFor(),
  },
  {
    name: 'cost-unread',
    scenario: 'cost-unread',
    hash: `${DRAFT}/cost`,
    act: (page) => page.getByText('Has a colleague already sent this list?', { exact: true }).waitFor(),
  },
  { name: 'cost-since', scenario: 'cost-since', hash: `${DRAFT}/cost` },
  {
    name: 'check-since',
    scenario: 'cost-since',
    hash: `${DRAFT}/check`,
    act: async (page) => {
      await page.getByText(/^All [\d,]+$/).click();
      await page
        .getByRole('rowheader', { name: /, Not sent again$/ })
        .first()
        .waitFor();
      await page
        .getByRole('button', { name: 'Row 4 is not sent: Not changed since the earlier screening, which has the scores' })
        .and(page.locator(':disabled'))
        .waitFor();
    },
  },
  {
    name: 'cost-since-chosen',
    scenario: 'cost-since',
    hash: `${DRAFT}/cost`,
    act: async (page) => {
      await page.getByRole('radio', { name: /^Only new or changed since/ }).click();
      await page.getByText(/keep their scores$/).waitFor();
    },
  },
  {
    name: 'cost-best',
    scenario: 'check',
    hash: `${DRAFT}/cost`,
    act: async (page) => {
      await page.getByRole('radio', { name: 'The best for your credits' }).click();
      await page.getByText(/are kept for later; nobody is sent twice/).waitFor();
    },
  },
  {
    name: 'cost-pilot',
    scenario: 'check',
    hash: `${DRAFT}/cost`,
    act: async (page) => {
      await page.getByRole('radio', { name: 'A pilot first, the rest later' }).click();
      await page.getByText(/can be sent after the pilot; nobody is sent twice/).waitFor();
    },
  },
  { name: 'cost-settings', scenario: 'check', hash: `${DRAFT}/cost`, act: press(/^Advanced/) },
  {
    name: 'cost-presets',
    scenario: 'check',
    hash: `${DRAFT}/cost`,
    act: async (page) => {
      await press(/^Advanced/)(page);
      await page.getByRole('combobox', { name: 'Saved settings' }).click();
      await page.getByRole('option', { name: 'Capital campaign' }).click();
      await page.getByRole('button', { name: 'Menu of Capital campaign' }).click();
      await page.getByRole('menuitem', { name: 'Rename…' }).click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
    },
  },
  { name: 'cost-sample', scenario: 'check', hash: `${DRAFT}/cost`, act: press(/^See the first 20/) },
  {
    name: 'cost-sample-text',
    scenario: 'check',
    hash: `${DRAFT}/cost`,
    act: async (page) => {
      await press(/^See the first 20/)(page);
      await page.getByText('JSON', { exact: true }).click();
    },
  },
];

const STATES = [
  'run-preparing',
  'run-adding',
  'run-confirming',
  'run-processing',
  'run-offline',
  'run-waits-days',
  'run-collecting',
  'held-token',
  'held-paused',
  'held-trouble',
  'ended-free',
  'ended-watching',
] as const;

const running: readonly Place[] = [...STATES, ...Question.options.map((question) => `decide-${question}` as const)].map((scenario) => ({
  name: scenario,
  scenario,
  hash: RUN,
}));

const runDialogs: readonly Place[] = [
  { name: 'run-stop', scenario: 'run-adding', hash: RUN, act: press('Stop sending') },
  {
    name: 'decide-twice',
    scenario: 'decide-start-unclear',
    hash: RUN,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Ask once more to start' }).click();
      await press(/^Ask once more, could cost/)(page);
    },
  },
  { name: 'parts-ended', scenario: 'parts', hash: '#/project/annual-2/progress' },
  { name: 'parts-first', scenario: 'parts', hash: '#/project/annual/progress' },
  {
    name: 'parts-release',
    scenario: 'parts',
    hash: '#/project/annual-2/progress',
    act: async (page) => {
      await press('Release the 3 parts that are not sent')(page);
      await page.getByRole('dialog', { name: 'Release 3 parts?' }).waitFor();
    },
  },
  { name: 'timeline', scenario: 'run-processing', hash: `${RUN}/timeline` },
];

const results: readonly Place[] = [
  { name: 'results', scenario: 'done', hash: DONE },
  { name: 'pilot', scenario: 'done', hash: `${DONE}/pilot` },
  {
    name: 'pilot-compared',
    scenario: 'compared',
    hash: `${DONE}/pilot`,
    act: async (page) => {
      await page.getByText('Who differs most').scrollIntoViewIfNeeded();
    },
  },
  { name: 'pilot-compare', scenario: 'done', hash: `${DONE}/pilot`, act: press('Compare…') },
  { name: 'results-refused', scenario: 'done', hash: `${DONE}?outcome=refused` },
  { name: 'results-unknown', scenario: 'done', hash: `${DONE}?outcome=unknown` },
  { name: 'results-left-out', scenario: 'done', hash: `${DONE}?outcome=leftOut` },
  { name: 'results-bar', scenario: 'done', hash: DONE, act: press(/^\$1M and more/) },
  { name: 'results-filter', scenario: 'done', hash: DONE, act: press('Filter') },
  { name: 'results-columns', scenario: 'done', hash: DONE, act: press(/^Columns/) },
  {
    name: 'results-selected',
    scenario: 'done',
    hash: DONE,
    act: async (page) => {
      const ticks = page.getByRole('grid').getByRole('row').getByRole('checkbox');
      for (const at of [1, 2, 4]) await ticks.nth(at).click();
      await page.getByText('3 of 2,431 selected').waitFor();
    },
  },
  { name: 'results-menu', scenario: 'done', hash: DONE, act: press(/^Menu of/) },
  { name: 'results-export', scenario: 'done', hash: DONE, act: press('Export…') },
  {
    name: 'results-exported',
    scenario: 'done',
    hash: DONE,
    act: async (page) => {
      await press('Export…')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('dialog', { name: 'The results are saved' }).waitFor();
    },
  },
  { name: 'person', scenario: 'done', hash: `${DONE}/person/2` },
  { name: 'person-refused', scenario: 'done', hash: `${DONE}/person/2437` },
  {
    name: 'person-left-out',
    scenario: 'done',
    hash: `${DONE}/person/2505`,
    act: (page) => page.getByText('Screened recently, and nothing has changed since.').waitFor(),
  },
  {
    name: 'person-json',
    scenario: 'done',
    hash: `${DONE}/person/2`,
    act: async (page) => {
      await press(/^Details/)(page);
      await page.getByText('As JSON').click();
    },
  },
];

export const RUN_PLACES: readonly Place[] = [...check, ...cost, ...running, ...runDialogs, ...results];
