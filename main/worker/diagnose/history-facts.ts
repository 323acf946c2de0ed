/** Facts about `history.sqlite`, read without its keys: codes, counts and times. */
import Database from 'better-sqlite3';
import { countText } from '../../../shared/base/index.ts';
import { CONNECTION_SETTINGS } from '../../../shared/contract/index.ts';
import { ChangingCall, JournalEventName, ProjectState } from '../../../shared/project/index.ts';
import { Link, verifyChain } from '../../../shared/record/index.ts';
import { sha256Of } from '../../platform/index.ts';
import type { DiagnosticLine, DiagnosticSection } from '../../worker-protocol/index.ts';
import { codeOf, idOf, numberOf, objectIn, systemCodeOf, timeOf, wordOf } from './safe-value.ts';

const LATEST_PROJECTS = 50;
const LATEST_ENTRIES = 200;
const STATES = ProjectState.options.map((option) => option.shape.at.value);
const DELIVERIES = ['not-sent', 'refused', 'unknown'];

type Row = Readonly<Record<string, unknown>>;

/** The rows of a query. If it fails, adds a line with the error. */
function rowsOf(db: Database.Database, lines: DiagnosticLine[], what: string, sql: string): Row[] {
  try {
    return db.prepare(sql).all() as Row[];
  } catch (error) {
    lines.push([what, `cannot be read: ${systemCodeOf(error)}`]);
    return [];
  }
}

/** Numbers, switches and choices, but never a text that a user typed. */
function settingText(name: string, value: unknown): string {
  const { field = null } = (CONNECTION_SETTINGS as Readonly<Record<string, { readonly field?: object }>>)[name]!;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (field !== null && 'choices' in field) return wordOf(value, Object.keys(field.choices as object));
  if (name === 'timeouts')
    return `${Object.values(objectIn(JSON.stringify(value)))
      .map(numberOf)
      .join('/')} seconds`;
  return 'set';
}

function testText({ at, ms, failure }: Row): string {
  const outcome = failure === null ? 'answered' : codeOf(objectIn(JSON.stringify(failure ?? null))['code']);
  return `last test ${timeOf(at)} in ${numberOf(typeof ms === 'number' ? Math.round(ms) : ms)} ms: ${outcome}`;
}

function connectionLine({ kind, token_saved, tested_at, last_test, settings, removed_at, credits_per_record }: Row): string {
  const stored = objectIn(settings);
  const names = Object.keys(CONNECTION_SETTINGS).filter((name) => stored[name] !== undefined);
  return [
    wordOf(kind, ['practice', 'live']),
    ...(removed_at === null ? [] : ['removed']),
    token_saved === 1 ? 'token in the keychain' : 'no token in the keychain',
    tested_at === null ? 'not tested' : `tested ${timeOf(tested_at)}`,
    ...(last_test === null ? [] : [testText(objectIn(last_test))]),
    ...(credits_per_record === null ? [] : [`${numberOf(credits_per_record)} credits per record`]),
    ...names.map((name) => `${name} ${settingText(name, stored[name])}`),
  ].join('; ');
}

function projectLine({ state, created_at, changed_at, file_bytes, facts, sealed }: Row): string {
  const { source } = objectIn(facts);
  const { rows } = objectIn(JSON.stringify(source ?? null));
  const at = wordOf(objectIn(state)['at'], STATES);
  return `${at}; made ${timeOf(created_at)}, changed ${timeOf(changed_at)}; list of ${numberOf(file_bytes)} bytes, ${numberOf(rows)} rows${sealed === null ? '; removed' : ''}`;
}

function entryLine({ project_id, event, detail, state }: Row): string {
  const { code, status, delivery, what } = objectIn(detail);
  return [
    wordOf(event, JournalEventName.options),
    ...(what === undefined ? [] : [wordOf(what, ChangingCall.options)]),
    ...(code === undefined || code === null ? [] : [codeOf(code)]),
    ...(delivery === undefined ? [] : [wordOf(delivery, DELIVERIES)]),
    ...(typeof status === 'number' ? [String(status)] : []),
    ...(state === '' ? [] : [`→ ${wordOf(state, STATES)}`]),
    `(project ${idOf(project_id)})`,
  ].join(' ');
}

function recordLine(rows: readonly Row[]): string {
  const links = rows.flatMap(({ link }) => {
    const parsed = Link.safeParse(objectIn(link));
    return parsed.success ? [parsed.data] : [];
  });
  if (links.length < rows.length) return `${countText(rows.length - links.length, 'entry', 'entries')} of ${rows.length} cannot be read`;
  const { problem, at, proven } = verifyChain(links, [], sha256Of);
  return problem === null
    ? `${countText(links.length, 'entry', 'entries')}, one chain`
    : `${problem} at entry ${numberOf(at)}; ${proven} proven`;
}

function countsOf(db: Database.Database, lines: DiagnosticLine[]): void {
  for (const table of ['project', 'journal', 'review', 'record', 'template', 'do_not_screen', 'setting'])
    for (const { rows } of rowsOf(db, lines, `Rows of ${table}`, `SELECT count(*) AS rows FROM ${table}`))
      lines.push([`Rows of ${table}`, numberOf(rows)]);
}

/** The sections about the file, which is opened read-only. */
export function historyFacts(path: string): DiagnosticSection[] {
  const lines: DiagnosticLine[] = [];
  const sections: DiagnosticSection[] = [{ title: 'History', lines }];
  let db: Database.Database | null = null;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true, timeout: 1000 });
    const begun = performance.now();
    const check = db.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'ok' : 'damaged';
    lines.push(
      ['Integrity (quick_check)', `${check}, in ${Math.round(performance.now() - begun)} ms`],
      ['Schema version', numberOf(db.pragma('user_version', { simple: true }))],
    );
    countsOf(db, lines);
    const records = rowsOf(db, lines, 'Screening record', 'SELECT link FROM record ORDER BY number');
    if (records.length > 0) lines.push(['Screening record', recordLine(records)]);
    const add = (title: string, made: (lines: DiagnosticLine[]) => readonly DiagnosticLine[]) => {
      const own: DiagnosticLine[] = [];
      const found = made(own);
      sections.push({ title, lines: [...own, ...found] });
    };
    const open = db;
    add('Connections, by number', (own) =>
      rowsOf(open, own, 'Connections', 'SELECT * FROM connection ORDER BY created_at').map((row, at) => [
        String(at + 1),
        connectionLine(row),
      ]),
    );
    add(`Projects, the latest ${LATEST_PROJECTS}`, (own) =>
      rowsOf(
        open,
        own,
        'Projects',
        `SELECT id, state, created_at, changed_at, file_bytes, facts, sealed FROM project ORDER BY created_at DESC LIMIT ${LATEST_PROJECTS}`,
      ).map((row) => [idOf(row['id']), projectLine(row)]),
    );
    add(`Journal, the latest ${LATEST_ENTRIES} entries`, (own) =>
      rowsOf(
        open,
        own,
        'Journal',
        `SELECT project_id, at, event, detail, state FROM journal ORDER BY seq DESC LIMIT ${LATEST_ENTRIES}`,
      ).map((row) => [timeOf(row['at']), entryLine(row)]),
    );
  } catch (error) {
    lines.push(['Reading', `stopped: ${systemCodeOf(error)}`]);
  } finally {
    db?.close();
  }
  return sections;
}
