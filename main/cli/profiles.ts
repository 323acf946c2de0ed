/** `desk profile`, `desk profiles` and the deprecated `desk score-request`: single screenings. */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import type { AnswerView, ConnectionView } from '../../shared/contract/index.ts';
import { everyPage, parseJson } from '../../shared/results/index.ts';
import { holdsText, screenedAloneSentence, screenedInListSentence, searchTextOf } from '../../shared/view-texts/index.ts';
import { type Call, usageError } from './arguments.ts';
import { confirm, offer } from './confirm.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { type OutTarget, outTarget } from './out-target.ts';
import { recordInput, type RecordTexts } from './record-input.ts';
import { formatOf, waitForExport } from './save-results.ts';

const DEFAULT_ITEMS = 25;
/** Profiles per page when every page is read. */
const ALL_ITEMS = 100;
/** The most columns of the table, as in the window. */
const MAX_COLUMNS = 6;

const asJson = ({ json }: Pick<AnswerView, 'json'>): unknown => parseJson(json);
const asText = ({ values }: Pick<AnswerView, 'values'>): string =>
  values.length === 0 ? 'The answer does not contain a value.' : values.map(({ title, value }) => `${title}: ${value}`).join('\n');

async function connectionOf(call: Call, desk: Desk): Promise<ConnectionView> {
  const connection = await desk.connection(call.values['connection'] ?? null);
  desk.useTokenFor(connection.id);
  return connection;
}

/**
 * The verb, with the ID if it is `show`.
 * @throws USAGE.
 */
function verbAndId(call: Call): { readonly verb: 'create' } | { readonly verb: 'show'; readonly id: string } {
  const [verb, id] = call.words;
  if (verb === 'create' && id === undefined) return { verb };
  if (verb === 'show' && id !== undefined && id.trim() !== '') return { verb, id };
  throw usageError(call);
}

const costText = ({ creditsPerRecord }: ConnectionView) =>
  creditsPerRecord === null ? 'about 1 credit' : `about ${countText(creditsPerRecord, 'credit')}`;

/** Prints the profiles that contain a text, and what this means for a screening with an unknown outcome. */
async function printProfilesWith(desk: Desk, connection: ConnectionView, text: string, output: Output): Promise<void> {
  const { profiles: found, read } = await desk.call('service.findProfiles', { connectionId: connection.id, text });
  for (const profile of found) output.step(asText(profile));
  output.step(
    found.length === 0
      ? `None of the ${countText(read, 'profile')} contains “${text}”. It can appear later: look again before you send this person again.`
      : `${numberText(found.length)} of ${countText(read, 'profile')} ${read === 1 ? 'contains' : 'contain'} “${text}”. If one of them is this person, nothing needs to be sent again.`,
  );
}

/** Sentences about earlier screenings of a person, individually or in a list; empty if there are none. */
async function earlierScreenings(desk: Desk, connectionId: string, record: RecordTexts, output: Output): Promise<readonly string[]> {
  const alone = await desk.call('service.screenedAlone', { connectionId, record });
  const { found, unread } = await desk.call('results.screenedBefore', { connectionId, record });
  if (unread > 0)
    output.step(`${countText(unread, 'earlier screening')} could not be searched for this person because the file is damaged.`);
  return [...(alone === null ? [] : [screenedAloneSentence(alone)]), ...(found === null ? [] : [screenedInListSentence(found)])];
}

async function create(call: Call, output: Output, desk: Desk, method: 'service.screenOne' | 'service.requestScore'): Promise<number> {
  const record = recordInput(call);
  const connection = await connectionOf(call, desk);
  const allowDuplicate = call.flags.has('again');
  const earlier = await earlierScreenings(desk, connection.id, record, output);
  if (earlier.length > 0 && !allowDuplicate)
    throw new AppError('SENT_BEFORE', `${earlier.join(' ')} Nothing was sent.`, { reason: 'person' });
  for (const sentence of earlier) output.step(sentence);
  if (!(await confirm(call, `Send this person to ${connection.name} and spend ${costText(connection)}?`))) {
    output.step('Nothing was sent.');
    return EXIT.done;
  }
  try {
    const answer = await desk.call(method, { connectionId: connection.id, record, allowDuplicate });
    const of = { ok: true, connection: { id: connection.id, name: connection.name } } as const;
    const value = asJson(answer);
    output.result(method === 'service.screenOne' ? { ...of, profile: value } : { ...of, scoreRequest: value }, asText(answer));
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'OUTCOME_UNKNOWN') throw error;
    const exit = output.failure(error);
    const text = searchTextOf(record);
    if (text !== '' && (await offer('Look in the list of profiles now?'))) await printProfilesWith(desk, connection, text, output);
    else output.step('"desk profiles --find TEXT" looks for this person by ID or name, free of charge.');
    return exit;
  }
}

export async function profile(call: Call, output: Output, desk: Desk): Promise<number> {
  const asked = verbAndId(call);
  if (asked.verb === 'create') return await create(call, output, desk, 'service.screenOne');
  const connection = await connectionOf(call, desk);
  const { from, ...answer } = await desk.call('service.profile', { connectionId: connection.id, profileId: asked.id });
  if (from === 'list') output.step('The service does not return single profiles. This one comes from the list of all profiles.');
  output.result({ ok: true, connection: { id: connection.id, name: connection.name }, from, profile: asJson(answer) }, asText(answer));
  return EXIT.done;
}

export async function scoreRequest(call: Call, output: Output, desk: Desk): Promise<number> {
  const asked = verbAndId(call);
  output.step(`The service has deprecated this call. Use "desk profile ${asked.verb === 'create' ? 'create' : 'show ID'}" instead.`);
  if (asked.verb === 'create') return await create(call, output, desk, 'service.requestScore');
  const connection = await connectionOf(call, desk);
  const answer = await desk.call('service.scoreRequest', { connectionId: connection.id, requestId: asked.id });
  output.result({ ok: true, connection: { id: connection.id, name: connection.name }, scoreRequest: asJson(answer) }, asText(answer));
  return EXIT.done;
}

/**
 * The value of an option as a whole number.
 * @throws USAGE
 */
function wholeNumber(call: Call, name: string, fallback: number, max: number): number {
  const text = call.values[name];
  if (text === undefined) return fallback;
  if (!/^\d{1,7}$/.test(text) || Number(text) < 1 || Number(text) > max)
    throw new AppError('USAGE', `--${name} must be a whole number from 1 to ${numberText(max)}.`);
  return Number(text);
}

/** Prints profiles as JSON lines, or as text tables with the columns of the first profile. */
class ProfilePrinter {
  private readonly output: Output;
  private keys: readonly string[] | null = null;
  printed = 0;

  constructor(output: Output) {
    this.output = output;
  }

  print(page: readonly AnswerView[]): void {
    this.printed += page.length;
    if (this.output.json) for (const answer of page) this.output.result({ ok: true, profile: asJson(answer) }, '');
    else if (page.length > 0) this.output.result(null, this.tableOf(page));
  }

  private tableOf(page: readonly AnswerView[]): string {
    const { values } = page[0]!;
    const isFirst = this.keys === null;
    this.keys ??= [...values.filter(({ key }) => !key.includes('.')), ...values.filter(({ key }) => key.includes('.'))]
      .slice(0, MAX_COLUMNS)
      .map(({ key }) => key);
    const rows = page.map((answer) => this.keys!.map((key) => answer.values.find((leaf) => leaf.key === key)?.value ?? ''));
    const titles = this.keys.map((key) => values.find((leaf) => leaf.key === key)?.title ?? key);
    const lines = table(titles, rows, this.output.widths.result);
    return isFirst ? lines : lines.split('\n').slice(2).join('\n');
  }
}

async function everyProfile(connection: ConnectionView, output: Output, desk: Desk, items: number, find: string | null): Promise<number> {
  const printer = new ProfilePrinter(output);
  let read = 0;
  let isComplete = true;
  const pages = everyPage(
    async (page) => {
      const {
        profiles: entries,
        more,
        total,
      } = await desk.call('service.profiles', {
        connectionId: connection.id,
        page,
        itemsPerPage: items,
      });
      return { entries, more, total };
    },
    ({ json }) => json,
    (isWhole) => {
      isComplete = isWhole;
    },
  );
  for await (const page of pages) {
    read += page.length;
    printer.print(find === null ? page : page.filter((answer) => holdsText(answer, find)));
    output.progress(`${countText(read, 'profile')} read`);
    if (output.closed) return EXIT.done;
    await output.drained();
  }
  output.step(
    find === null
      ? countText(read, 'profile')
      : `${numberText(printer.printed)} of ${countText(read, 'profile')} ${read === 1 ? 'contains' : 'contain'} “${find}”`,
  );
  if (!isComplete) output.step('The list is not complete: the service reports more profiles than it returned.');
  return EXIT.done;
}

/**
 * Saves all profiles in a file.
 * @throws what `waitForExport` throws.
 */
async function saveProfiles(connection: ConnectionView, output: Output, desk: Desk, target: OutTarget): Promise<number> {
  const { path: out } = target;
  await desk.saveTo(target);
  const begun = await desk.call('service.exportProfiles', { connectionId: connection.id, format: formatOf(out) });
  await waitForExport(desk, output, begun);
  const { done, missing } = await desk.call('exports.get', { id: begun!.id });
  output.result(
    { ok: true, connection: { id: connection.id, name: connection.name }, profiles: done, missing, out },
    `${countText(done, 'profile')}: ${out}`,
  );
  return EXIT.done;
}

export async function profiles(call: Call, output: Output, desk: Desk): Promise<number> {
  const { out } = call.values;
  if (out !== undefined) {
    if (['page', 'items', 'find'].some((name) => call.values[name] !== undefined))
      throw new AppError('USAGE', '--out writes every profile, so it cannot be combined with --page, --items or --find.');
    formatOf(out);
    return await saveProfiles(await connectionOf(call, desk), output, desk, outTarget(call, out));
  }
  const find = call.values['find']?.trim() ?? null;
  if (find === '') throw new AppError('USAGE', '--find needs a text to search for.');
  const isAll = call.flags.has('all') || find !== null;
  if (isAll && call.values['page'] !== undefined) throw new AppError('USAGE', '--page cannot be combined with --all or --find.');
  const page = wholeNumber(call, 'page', 1, 1_000_000);
  // The interface does not name a limit: the service decides how many it returns.
  const items = wholeNumber(call, 'items', isAll ? ALL_ITEMS : DEFAULT_ITEMS, 1_000_000);
  const connection = await connectionOf(call, desk);
  if (isAll) return await everyProfile(connection, output, desk, items, find);
  const answer = await desk.call('service.profiles', { connectionId: connection.id, page: page - 1, itemsPerPage: items });
  const { profiles: found, more, total } = answer;
  new ProfilePrinter(output).print(found);
  const known = total === null ? '' : ` of ${countText(total, 'profile')}`;
  output.step(
    found.length === 0
      ? `There are no profiles on page ${numberText(page)}.`
      : `Page ${numberText(page)}${known}${(more ?? found.length >= items) ? `; --page ${page + 1} shows the next` : ''}`,
  );
  return EXIT.done;
}
