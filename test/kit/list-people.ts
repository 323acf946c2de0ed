/** People of a list as CSV lines; all their details derive from the ID. */
export const PEOPLE_HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email';
const STREETS = ['12 Larkspur Ln', '5 Quarry Rd', '77 Old Post Rd', '9 Fern Hollow Dr', '4 Harbor View', '31 Mill St'];

/** A person whose ID has letters and a number. `changes`: details that differ in another list. */
export function person(
  id: string,
  changes: { readonly street?: string; readonly email?: string; readonly isRefused?: boolean } = {},
): string {
  const n = Number(/\d+$/.exec(id)?.[0] ?? 0);
  return [
    id,
    `First${'abcdefghij'[n % 10]}`,
    `Last${id.replace(/\d+$/, '').toLowerCase()}${'klmnopqrst'[n % 10]}`,
    changes.street ?? `${STREETS[n % 6]} ${id}`,
    'Worcester',
    'MA',
    '01609',
    changes.email ?? `${id.toLowerCase()}@example.${changes.isRefused === true ? 'invalid' : 'org'}`,
  ].join(',');
}

/** People whose IDs share a prefix. */
export const people = (prefix: string, ...numbers: number[]) => numbers.map((n) => person(`${prefix}${n}`));
