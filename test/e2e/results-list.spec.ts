/** The first view of a screened list: its numbers agree with the list and the service, and each opens exactly its people. */
import { expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';

const practice = startsOwnPractice();

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Last Gift Amount,Last Gift Date,Assigned To,Do Not Mail';
const PLACES = ['Boston,MA,02108', 'Hartford,CT,06103', 'Nashua,NH,03060', 'Portland,ME,04101'];
const LASTS = ['Abara', 'Bright', 'Castell', 'Dunmore', 'Ellery', 'Fontaine', 'Greer', 'Holloway', 'Ibsen', 'Jardine'];
const FIRSTS = ['Ada', 'Grace', 'Edwin', 'Mary', 'Leopold', 'Greta', 'Viggo'];

/** Invented people; every third has no officer, and every tenth wants no mail. */
const row = (index: number): string =>
  [
    `C-${1000 + index}`,
    FIRSTS[index % FIRSTS.length],
    LASTS[Math.floor(index / 7) % LASTS.length],
    `${index + 1} Elm Street`,
    PLACES[index % PLACES.length],
    String(50 + index * 10),
    `${1 + (index % 9)}/12/2025`,
    index % 3 === 2 ? '' : ['J. Castellan', 'M. Trask'][index % 2],
    index % 10 === 4 ? 'Yes' : '',
  ].join(',');

test('every bar and the headline filter the table to the number that they show', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  const rows = Array.from({ length: 70 }, (_, index) => row(index));
  await toCost(desk, [HEADINGS, ...rows], 'appeal.csv');
  await page.getByRole('button', { name: /^Send [\d,]+ rows/ }).click();
  await expect(page.getByRole('button', { name: /Every row accounted for/ })).toBeVisible({ timeout: 60_000 });
  const { scored } = await practice.ledger();
  await expect(page.getByRole('link', { name: `Scores ${scored.length}` })).toBeVisible();

  const grid = page.getByRole('grid');
  const inTable = async (people: number) => await expect(grid).toHaveAttribute('aria-rowcount', String(people + 1));
  const peopleOf = (text: string | null) => Number(/: ([\d,]+) (?:person|people)/.exec(text ?? '')![1]!.replaceAll(',', ''));
  await inTable(scored.length);

  const bars = page.getByRole('toolbar', { name: 'People by capacity' }).getByRole('button');
  await expect(bars.first()).toBeVisible();
  let sum = 0;
  for (const bar of await bars.all()) {
    const people = peopleOf(await bar.getAttribute('title'));
    sum += people;
    await bar.click();
    await inTable(people);
    await bar.click();
    await inTable(scored.length);
  }
  const without = /^(\d+) more have none/.exec((await page.getByText(/more have none$/).allInnerTexts())[0] ?? '0 more have none')![1];
  expect(sum + Number(without)).toBe(scored.length);

  // The top group by state, and its people without an officer.
  const headline = page.getByRole('region', { name: 'Headline' });
  const [, top, officers] = /^(\d+) (?:person|people) .*, (.+)\.$/.exec(await headline.getByRole('heading').innerText())!;
  // The service draws other scores in each run, so the top group can be one person, or have officers for all.
  const withoutOfficer = officers!.endsWith('without an officer') ? Number(/\d+/.exec(officers!)?.[0] ?? 1) : 0;
  const states = page.getByRole('toolbar', { name: 'People by state' }).getByRole('button');
  await expect(states.first()).toBeVisible();
  let inStates = 0;
  for (const state of await states.all()) {
    const people = peopleOf(await state.getAttribute('title'));
    inStates += people;
    await state.click();
    await inTable(people);
    await state.click();
  }
  expect(inStates).toBe(Number(top));
  if (withoutOfficer > 0) {
    await headline.getByRole('button', { name: withoutOfficer === 1 ? 'See this person' : `See the ${withoutOfficer}` }).click();
    await inTable(withoutOfficer);
    const shownRows = () => grid.getByRole('row').count();
    const shownWithout = () => grid.getByRole('gridcell', { name: 'No officer' }).count();
    await expect.poll(async () => (await shownWithout()) - Math.min(withoutOfficer, await shownRows())).toBe(0);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
  }
  await inTable(scored.length);

  // Notes about a person are kept after a restart.
  await grid.focus();
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/person 1 of 70$/);
  await page.getByRole('textbox', { name: 'Notes for the meeting' }).fill('Asked about the chemistry wing');
  await page.getByRole('textbox', { name: 'Next step' }).fill('Visit');
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  const address = new URL(page.url()).hash;
  await page.keyboard.press('j');
  await expect(title).toHaveText(/person 2 of 70$/);
  await page.keyboard.press('k');
  await expect(title).toHaveText(/person 1 of 70$/);
  await expect(page.getByRole('textbox', { name: 'Next step' })).toHaveValue('Visitj');
  const restarted = await desk.restart();
  await restarted.evaluate((hash) => {
    location.hash = hash;
  }, address);
  await expect(restarted.getByRole('textbox', { name: 'Notes for the meeting' })).toHaveValue('Asked about the chemistry wing');
});
