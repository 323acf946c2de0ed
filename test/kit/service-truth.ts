/** The facts of a generated service: its people, their scores, its projects, and what it charged. */
import { writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { ConstituentRecord } from '../../shared/fields/table.ts';
import type { ServiceSpec } from './service-dimensions.ts';
import { csvCell } from './csv-list.ts';
import { person } from './practice-client.ts';

/** The columns that the lists fill. */
const COLUMNS = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode', 'personalEmail'] as const;
type Column = (typeof COLUMNS)[number];

/** The number of the first person of each list. */
const FIRST_PERSON = 300;

export type Person = Pick<Required<ConstituentRecord>, Exclude<Column, 'constituentId'>> & { readonly constituentId: string | null };

function idOf({ features: { list } }: ServiceSpec, index: number): string | null {
  if (list === 'no-ids') return null;
  if (list === 'numeric-ids') return String(index + 7);
  if (list === 'long-ids') return `90071992547409${String(901 + 2 * index)}`;
  return `C-${1_000_000 + index}`;
}

/** True for a row that the service refuses: spread over the list, never its first row. */
export const isRefused = ({ rows, refused }: ServiceSpec, index: number): boolean =>
  Array.from({ length: refused }, (_, at) => rows - 1 - at * 3).includes(index);

/** The people of a service's list, in its order. */
export function peopleOf(spec: ServiceSpec): Person[] {
  return Array.from({ length: spec.rows }, (_, index) => {
    const { primaryFirst, primaryLast, street, city, state, postalCode } = person(FIRST_PERSON + index);
    return {
      constituentId: idOf(spec, index),
      primaryFirst,
      primaryLast,
      street,
      city,
      state,
      postalCode,
      personalEmail: isRefused(spec, index) ? `nobody${index}@example.invalid` : `person${index}@example.org`,
    };
  });
}

/** Writes the list as CSV; row 2 of the sheet is the first person. */
export function writePeople(path: string, people: readonly Person[]): void {
  const columns = COLUMNS.filter((column) => column !== 'constituentId' || people[0]?.constituentId !== null);
  const lines = people.map((one) => columns.map((column) => csvCell(one[column] ?? undefined)).join(','));
  writeFileSync(path, `${[columns.join(','), ...lines].join('\r\n')}\r\n`);
}

/** True for an element that values of the kind `elements` change. */
export const isChangedElement = (index: number): boolean => index % 4 === 2;

/** A person's overall score; no two people of a list have the same score. */
export const overallScore = (index: number): string => String(100 + index * 3);

/** The capacity as the answer writes it: a token of JSON, or null where the profile has no capacity. */
export function capacityToken({ features: { numbers } }: ServiceSpec, index: number): string | null {
  const plain = String(50_000 + index * 13);
  switch (numbers) {
    case 'integer':
      return plain;
    case 'text':
      return `"${plain}"`;
    case 'float':
      return `${plain}.25`;
    case 'exponent':
      return `${index + 1}.5e3`;
    case 'digits-16':
      return `9007199254741${101 + index * 2}`;
    case 'digits-20':
      return `12345678901234567${101 + index}`;
    case 'digits-in-fraction':
      return `0.12345678901234567${101 + index}`;
    case 'big-exponent':
      return `${index + 1}e21`;
    case 'negative':
      return `-${plain}`;
    case 'tiny':
      return `${index + 1}e-7`;
    case 'null':
      return 'null';
    case 'missing':
      return null;
    case 'empty-text':
      return '""';
    case 'grouped-text':
      return `"1,${200 + index}"`;
    case 'nan':
      return isChangedElement(index) ? 'NaN' : plain;
    case 'infinity':
      return isChangedElement(index) ? '-Infinity' : plain;
    case 'leading-zero':
      return isChangedElement(index) ? `0${plain}` : plain;
    case 'bare-word':
      return isChangedElement(index) ? 'unknown' : plain;
  }
}

/** The capacity that every reader must see, as text. */
export function shownCapacity(spec: ServiceSpec, index: number): string {
  const token = capacityToken(spec, index);
  if (token === null || token === 'null') return '';
  return token.startsWith('"') ? (JSON.parse(token) as string) : token;
}

/** True for a profile that can be read and has a score. */
export function hasScore(spec: ServiceSpec, index: number): boolean {
  const { numbers, score } = spec.features;
  if (isRefused(spec, index) || score === 'all-without') return false;
  const isMalformed = numbers === 'nan' || numbers === 'infinity' || numbers === 'leading-zero' || numbers === 'bare-word';
  return !(isChangedElement(index) && (isMalformed || score === 'some-without'));
}

export interface StoredProject {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** The rows of the list as sent, in the order of their arrival. */
  records: readonly ConstituentRecord[];
  lists: number;
  /** The number of process calls that the service acted on. */
  starts: number;
  /** The number of status answers since the start. */
  looks: number;
  charged: number;
}

export const isValid = ({ personalEmail = '' }: ConstituentRecord): boolean => !personalEmail.startsWith('nobody');

export type Acted<T> = { readonly done: T } | { readonly refused: number; readonly message: string };

/** The projects of a generated service, which follow the rules of the interface. */
export class ServiceTruth {
  readonly projects: StoredProject[] = [];
  balance = 5_000;

  create(id: string, name: string, now: number): StoredProject {
    const project = { id, name, createdAt: now, records: [], lists: 0, starts: 0, looks: 0, charged: 0 };
    this.projects.push(project);
    return project;
  }

  add(project: StoredProject, records: readonly ConstituentRecord[]): Acted<null> {
    if (project.starts > 0 || project.lists > 0) return { refused: 409, message: 'The project has a list.' };
    project.lists += 1;
    project.records = records;
    return { done: null };
  }

  process(project: StoredProject): Acted<null> {
    if (project.starts > 0) return { refused: 409, message: 'The project is locked.' };
    if (project.lists === 0) return { refused: 409, message: 'The project has no records.' };
    project.starts += 1;
    project.charged = project.records.filter(isValid).length;
    this.balance -= project.charged;
    return { done: null };
  }
}

/** The records of an uploaded list: JSON, or CSV with the names of the fields as headings. */
export function uploadedRecords(body: string, contentType: string): ConstituentRecord[] {
  if (!contentType.includes('csv')) return (JSON.parse(body) as { scoreProfiles: ConstituentRecord[] }).scoreProfiles;
  return Papa.parse<ConstituentRecord>(body, { header: true, skipEmptyLines: true }).data;
}
