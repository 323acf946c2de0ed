/** The accessibility findings of axe on a page, including best practices. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Each page compiles the program, and the one that `axe-core` exports as `source` is twice as long. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** The list of a combobox is at the end of the document and belongs to its input, not to a landmark. */
const isListOfCombobox = (rule: string, target: string) => rule === 'region' && target.includes('mantine-Popover-dropdown');

/** The findings, one line each. `colors` checks only contrast, because names and roles are the same in every scheme. */
export async function axeFindings(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // axe injects its script twice for each analysis, which takes a fifth of the time, so a page that has it gets nothing more.
  const hasAxe = await page.evaluate(() => 'axe' in globalThis);
  if (!hasAxe) await page.evaluate(AXE);
  // Two options of axe would take four times as long: naming nodes without a finding, and a second page for results of frames, which no
  // page has.
  const builder = new AxeBuilder({ page, axeSource: 'void 0' }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (rules === 'all' ? builder.withTags(TAGS) : builder.withRules(['color-contrast'])).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .map(({ target, any }) => ({ target: target.join(' '), reasons: any.map(({ message }) => message).join('; ') }))
      .filter(({ target }) => !isListOfCombobox(id, target))
      .map(({ target, reasons }) => `axe ${id}: ${target} ${reasons}`),
  );
}
