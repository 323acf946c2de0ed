/** A choice is shown immediately, however long the application takes. Numbers that depend on it are blank until they are counted. */
import { expect, type Page, test } from '@playwright/test';
import type { CostView, MethodName } from '../../shared/contract/index.ts';
import { connections, LIVE } from '../fakes/connection-fixtures.ts';
import { cost, elsewhere } from '../fakes/cost-fixtures.ts';
import { checkedDraft } from '../fakes/project-fixtures.ts';
import type { Scenario } from '../fakes/scenarios.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Calls that are held back from the application until they are released. */
class Held {
  readonly inputs: unknown[] = [];
  private waiting: (() => void)[] = [];
  private readonly methods = new Set<MethodName>();

  static async over(page: Page): Promise<Held> {
    const held = new Held();
    await page.route('**/rpc', async (route) => {
      const { method, input } = JSON.parse(route.request().postData() ?? '{}') as { method: MethodName; input: unknown };
      if (held.methods.has(method)) {
        held.inputs.push(input);
        await new Promise<void>((resolve) => held.waiting.push(resolve));
      }
      await route.continue();
    });
    return held;
  }

  hold(...methods: readonly MethodName[]): void {
    for (const method of methods) this.methods.add(method);
  }

  letGo(method: MethodName): void {
    this.methods.delete(method);
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

async function open(page: Page, hash: string, scenario: Scenario = 'check'): Promise<Held> {
  const held = await Held.over(page);
  await openFake(page, fake().url, scenario, hash);
  return held;
}

/** The cost of the draft with other options. `running` has the credits of the other project. */
function costWith(options: Pick<CostView, 'sendErrors' | 'resendRecent'>, running = 9432): CostView {
  const now = Date.now();
  return cost({
    project: checkedDraft(now),
    connection: connections(now).find(({ id }) => id === LIVE)!,
    recencyDays: 90,
    scoreConfiguration: null,
    running: [{ id: 'alumni', name: 'Alumni file 2026', credits: running }],
    baseline: null,
    ...options,
  });
}

test('a switch of the cost moves immediately, and no earlier number stays visible as if it were final', async ({ page }) => {
  const held = await open(page, '#/project/fall/cost');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  const errors = page.getByRole('switch', { name: 'Send rows with errors anyway' });
  const again = page.getByRole('switch', { name: 'Send them again anyway' });
  const rowsToSend = page.getByRole('row', { name: 'Rows to send' });
  const send = page.getByRole('button', { name: /^Send\b/ });
  await expect(rowsToSend).toContainText('8,485');

  held.hold('projects.change', 'cost.get');
  // Each choice builds on the one before it.
  for (const isOn of [true, false, true]) await errors.setChecked(isOn);
  await again.setChecked(true);
  await expect(errors).toBeChecked();
  await expect(rowsToSend).toContainText('…');
  await expect(page.getByText('8,485')).toHaveCount(0);
  await expect(page.getByText('The rows are being counted')).toBeVisible();
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  // Each call is sent only after the one before it was answered.
  expect(held.inputs).toHaveLength(1);

  held.letGo('projects.change');
  await expect.poll(() => held.inputs.length).toBeGreaterThan(1);
  await expect(errors).toBeChecked();
  await expect(again).toBeChecked();
  await expect(rowsToSend).toContainText('…');
  fake().answer({ 'cost.get': costWith({ sendErrors: true, resendRecent: true }) });
  held.letGo('cost.get');
  await expect(rowsToSend).toContainText('10,240');
  await expect(send).toHaveText('Send 10,240 rows');
  await expect(send).toHaveAttribute('aria-disabled', 'false');
  await expect(errors).toBeChecked();
  await expect(again).toBeChecked();
});

test('after “only new or changed” is chosen, no number about everyone is visible until the new count', async ({ page }) => {
  const held = await open(page, '#/project/fall/cost', 'cost-since');
  const rowsToSend = page.getByRole('row', { name: 'Rows to send' });
  const send = page.getByRole('button', { name: /^Send\b/ });
  await expect(rowsToSend).toContainText(/\d/);
  const before = await send.innerText();
  held.hold('projects.change', 'cost.get');
  const since = page.getByRole('radio', { name: /^Only new or changed since/ });
  const other = (await since.isChecked()) ? page.getByRole('radio', { name: 'Everyone' }) : since;
  await other.click();
  await expect(other).toBeChecked();
  await expect(rowsToSend).toContainText('…');
  await expect(page.getByText(before, { exact: true })).toHaveCount(0);
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  held.letGo('projects.change');
  held.letGo('cost.get');
  await expect(send).toHaveAttribute('aria-disabled', 'false');
});

test('a choice of the cost that cannot be stored is reverted, with a message', async ({ page }) => {
  const held = await open(page, '#/project/fall/cost');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  const errors = page.getByRole('switch', { name: 'Send rows with errors anyway' });
  await expect(errors).not.toBeChecked();
  held.hold('projects.change');
  fake().failNext('projects.change', 'DISK_FULL', 'The disk is full. Make room, then try again.');
  await errors.setChecked(true);
  held.letGo('projects.change');
  await expect(page.getByText('The disk is full.')).toBeVisible();
  await expect(errors).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Send 8,485 rows' })).toBeVisible();
});

test('if the cost cannot be calculated, the earlier cost is no longer shown', async ({ page }) => {
  await open(page, '#/project/fall/cost');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  const errors = page.getByRole('switch', { name: 'Send rows with errors anyway' });
  await expect(errors).not.toBeChecked();
  fake().failNext('cost.get', 'DISK_FULL', 'The disk is full. Make room, then try again.');
  await errors.setChecked(true);
  await expect(page.getByText('The cost could not be calculated')).toBeVisible();
  await expect(page.getByText('8,485')).toHaveCount(0);
  fake().answer({ 'cost.get': costWith({ sendErrors: true, resendRecent: false }) });
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'See the cost' }).click();
  await expect(page.getByRole('button', { name: 'Send 8,719 rows' })).toBeVisible();
});

test('a double click on the way to the cost does not send the list', async ({ page }) => {
  const held = await open(page, '#/project/fall/check');
  held.hold('project.send');
  await page.getByRole('button', { name: 'See the cost' }).hover();
  await page.mouse.down();
  await page.mouse.up();
  const send = page.getByRole('button', { name: /^Send [\d,]+ rows/ });
  await expect(send).toBeVisible();
  // The pointer is over it now.
  await expect(send.and(page.locator(':hover'))).toHaveCount(1);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await send.hover();
  await expect(send).toHaveAttribute('aria-disabled', 'false');
  expect(held.inputs).toEqual([]);
  await send.click();
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => held.inputs.length).toBe(1);
});

test('a confirmation for one amount does not apply to another amount', async ({ page }) => {
  const held = await open(page, '#/project/fall/cost', 'cost-short');
  await page.getByLabel('Send it anyway, with 3,835 credits missing').check();
  await expect(page.getByRole('button', { name: 'Send 8,485 rows' })).toHaveAttribute('aria-disabled', 'false');
  held.hold('cost.get');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByRole('switch', { name: 'Send rows with errors anyway' }).setChecked(true);
  await expect(page.getByLabel('Send it anyway, with … credits missing')).toBeDisabled();
  fake().answer({ 'cost.get': costWith({ sendErrors: true, resendRecent: false }, 20_000) });
  held.letGo('cost.get');
  await expect(page.getByLabel('Send it anyway, with 4,069 credits missing')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Send 8,719 rows' })).toHaveAttribute('aria-disabled', 'true');
});

test('a cleaning switch moves immediately, and keeps its state if the list changes in between', async ({ page }) => {
  const held = await open(page, '#/project/fall/columns');
  const cleaning = page.getByRole('region', { name: 'Cleaned in every row' }).getByRole('switch');
  const [first, second] = [cleaning.nth(0), cleaning.nth(1)];
  await expect(first).toBeChecked();
  held.hold('columns.change', 'columns.get');
  for (const isOn of [false, true, false]) await first.setChecked(isOn);
  await second.setChecked(false);
  // Another window renames the list: the stored columns do not replace the choices made here.
  const renamed = { ...checkedDraft(Date.now()), name: 'Fall appeal, once more', version: 2 };
  fake().emit({ name: 'project.changed', payload: renamed });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('once more');
  expect(held.inputs.map((input) => Object.hasOwn(input as object, 'plan'))).toEqual([true]);
  await expect(first).not.toBeChecked();
  await expect(second).not.toBeChecked();
  held.letGo('columns.change');
  held.letGo('columns.get');
  await expect(first).not.toBeChecked();
  await expect(second).not.toBeChecked();
});

test('a comparison that was not sent has no button to send it, but a link to its pilot', async ({ page }) => {
  await open(page, '#/project/fall/cost', 'comparison-left');
  await expect(page.getByText('Send them again from the pilot’s page, which shows the cost.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the pilot' }).click();
  await expect(page.getByRole('region', { name: 'Two settings compared' })).toBeVisible();
});

test('a list that a colleague may have sent is sent only after a confirmation', async ({ page }) => {
  const held = await open(page, '#/project/fall/cost', 'cost-elsewhere');
  const send = page.getByRole('button', { name: 'Send 8,485 rows' });
  await expect(page.getByRole('alert', { name: 'A colleague may have sent this list' })).toContainText('Fall appeal 2026 · K7MWQ2ZC');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('A colleague may have sent this list. Confirm at the top to send it')).toBeVisible();
  await expect(page.getByText('12 people in “Gala attendees” have no result yet and may have been paid for')).toBeVisible();
  await page.getByLabel('Send anyway, and pay about 8,485 credits for it').check();
  await expect(send).toHaveAttribute('aria-disabled', 'false');
  held.hold('project.send');
  await send.click();
  await expect.poll(() => held.inputs).toEqual([expect.objectContaining({ id: 'fall', allowElsewhere: true, allowDuplicate: false })]);
  held.letGo('project.send');
});

test('Cost says when the service does not list its projects, and asks again', async ({ page }) => {
  await open(page, '#/project/fall/cost', 'cost-unread');
  const note = page.getByRole('region', { name: 'Has a colleague already sent this list?' });
  await expect(note).toContainText('there is no way to tell whether a colleague has already sent this list');
  await expect(page.getByRole('button', { name: 'Send 8,485 rows' })).toHaveAttribute('aria-disabled', 'false');
  fake().answer({ 'cost.elsewhere': { found: elsewhere(Date.now()), isUnread: false } });
  await note.getByRole('button', { name: 'Ask the service again' }).click();
  await expect(page.getByRole('alert', { name: 'A colleague may have sent this list' })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('the cost ranks the warnings by the credits at risk, and the first rows are shown as they are sent', async ({ page }) => {
  await open(page, '#/project/fall/cost');
  await page.getByRole('button', { name: 'See the first 20 rows as sent' }).click();
  const drawer = page.getByRole('dialog', { name: 'The first rows as sent' });
  await expect(drawer.getByRole('columnheader', { name: 'Home ZIP Postal code' })).toBeAttached();
  await expect(drawer.getByRole('row')).toHaveCount(21);
  const first = drawer.getByRole('row').nth(1);
  await expect(first.getByRole('rowheader')).toHaveText('4');
  await expect(first.getByRole('cell').nth(3)).toHaveText('(blank)');
  await drawer.getByText('JSON', { exact: true }).click();
  await expect(drawer.getByText(/^\{"constituentId":"100482","primaryFirst":"Marguerite"/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  const risks = page.getByRole('region', { name: '736 go with warnings' });
  await expect(risks.getByRole('row')).toHaveText([/^ZIP has 4 digits.*482$/, /^Incomplete.*43$/, /^Other warnings.*211$/]);
  await risks.getByRole('link', { name: 'See: Incomplete' }).click();
  await expect(page).toHaveURL(/check\?show=incomplete$/);
});

test('an unreadable score setting stays visible, and the reason next to the button opens it', async ({ page }) => {
  await open(page, '#/project/fall/cost');
  const advanced = page.getByRole('button', { name: /^Advanced/ });
  await advanced.click();
  const field = page.getByRole('textbox', { name: 'Minimum match confidence' });
  await field.fill('high');
  await advanced.click();
  await expect(field).toBeVisible();
  await page.getByRole('button', { name: 'One of the score settings cannot be read' }).click();
  await expect(field).toBeFocused();
  await field.fill('');
  await expect(page.getByRole('button', { name: 'Send 8,485 rows' })).toHaveAttribute('aria-disabled', 'false');
  await expect(field).toBeVisible();
});
