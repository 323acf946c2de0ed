/** Columns about the office's work with a person. They are not sent, and the results show them. */
import { roleOf, type MappingPlan } from './plan.ts';

/** A heading without punctuation, with single spaces: `Relationship_Manager` is "relationship manager". */
const plain = (heading: string): string =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();

const STAFF = '(?:solicitor|officer|manager|mgr|owner|fundraiser|staff|director)';
const OFFICER = new RegExp(
  `^(?:(?:primary|assigned|lead|current|main) )?(?:(?:gift|development|philanthropy|major gifts?|prospect|relationship|portfolio|planned giving|advancement|donor relations?|account) (?:${STAFF})|solicitors?|portfolio|assigned (?:to|user|worker|solicitor|officer|staff|fundraiser|volunteer|gift officer)|(?:contact|constituent|record|donor) owner|staff assigned|fundraiser|mgo|dod)(?: (?:name|full name|1))?$`,
);

/** True for a heading that names who looks after a person: Solicitor, Assigned To, Relationship Manager. */
export const isOfficerHeading = (heading: string): boolean => OFFICER.test(plain(heading));

const NOT = '(?:do not|dont|don t|no|opt(?:ed)? out(?: of)?|exclude from)';
const OBJECTIONS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^${NOT} (?:(?:send|postal|direct) )?mail(?:ings?)?(?: flag)?$`), 'No mail'],
  [new RegExp(`^${NOT} (?:tele)?(?:phone|call)s?(?: flag)?$`), 'No calls'],
  [new RegExp(`^${NOT} e ?mails?(?: flag)?$`), 'No email'],
  [new RegExp(`^${NOT} contact(?: flag)?$`), 'No contact'],
  [new RegExp(`^${NOT} solicit(?:ations?)?(?: flag)?$`), 'Do not solicit'],
];

/** The request that a yes under this heading means, as a short text; null for any other heading. */
export const objectionOf = (heading: string): string | null => {
  const text = plain(heading);
  return OBJECTIONS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
};

/** Positions of the columns that go to no field and have no role. */
export const keptColumns = (headers: readonly string[], { columns }: MappingPlan): number[] => {
  const used = new Set(columns.filter(({ to }) => to.kind !== 'none' || roleOf(to) !== null).map(({ column }) => column));
  return [...headers.keys()].filter((column) => !used.has(column));
};

/** The first column that names the officer of a person; null without one. */
export const officerColumn = (headers: readonly string[], plan: MappingPlan): number | null =>
  keptColumns(headers, plan).find((column) => isOfficerHeading(headers[column]!)) ?? null;

/** The columns in which a yes objects to a way of contact. */
export const objectionColumns = (headers: readonly string[], plan: MappingPlan): { readonly column: number; readonly text: string }[] =>
  keptColumns(headers, plan).flatMap((column) => {
    const text = objectionOf(headers[column]!);
    return text === null ? [] : [{ column, text }];
  });
