/** People of a list, each of whose details follows from the id, as lines of CSV. */
export const PEOPLE_HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email';
const STREETS = ['12 Larkspur Ln', '5 Quarry Rd', '77 Old Post Rd', '9 Fern Hollow Dr', '4 Harbor View', '31 Mill St'];

/** Somebody by an id of letters and a number; `changes`: what another list says of the same person. */
export function person(id: string, changes: { readonly street?: string; readonly email?: string } = {}): string {
  const n = Number(/\d+$/.exec(id)?.[0] ?? 0);
  return [
    id,
    `First${'abcdefghij'[n % 10]}`,
    `Last${id.replace(/\d+$/, '').toLowerCase()}${'klmnopqrst'[n % 10]}`,
    changes.street ?? `${STREETS[n % 6]} ${id}`,
    'Worcester',
    'MA',
    '01609',
    changes.email ?? `${id.toLowerCase()}@example.org`,
  ].join(',');
}

/** Some people whose ids begin alike. */
export const people = (prefix: string, ...numbers: number[]) => numbers.map((n) => person(`${prefix}${n}`));
