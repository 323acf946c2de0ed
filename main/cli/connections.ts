/** The commands about connections and credits. */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import { CONNECTION_SETTINGS, type ConnectionView } from '../../shared/contract/index.ts';
import { FIELDS, isFieldKey } from '../../shared/fields/index.ts';
import { type CsvHeadings, headingOf } from '../../shared/mapping/index.ts';
import type { Call } from './arguments.ts';
import { type Desk, readToken } from './desk.ts';
import { type Output, table, timeText } from './output.ts';
import { settingsOf } from './settings.ts';

const creditsText = (remaining: number | null, raw: string | null) =>
  remaining === null ? `The answer does not contain a number: ${raw ?? ''}` : countText(remaining, 'credit');

/** The balances that the service reported, each with the change since the one before. */
async function creditsHistory(output: Output, desk: Desk, { id, name }: ConnectionView): Promise<number> {
  const seen = await desk.call('credits.history', { connectionId: id });
  const changes = seen.map(({ remaining }, index) => (index === 0 ? null : remaining - seen[index - 1]!.remaining));
  if (output.json)
    for (const [index, { at, remaining }] of seen.entries())
      output.result({ ok: true, connection: name, at: new Date(at).toISOString(), remaining, change: changes[index] }, '');
  else if (seen.length === 0) output.result(null, 'No balance is known for this connection yet. Run "desk credits" to request it.');
  else {
    const sign = (change: number) => (change > 0 ? `+${numberText(change)}` : change === 0 ? '' : numberText(change));
    const lines = seen.map(({ at, remaining }, index) => [timeText(at), numberText(remaining), sign(changes[index] ?? 0)]);
    output.result(null, table(['Seen', 'Credits', 'Change'], lines));
  }
  return EXIT.done;
}

export async function credits(call: Call, output: Output, desk: Desk): Promise<number> {
  const connection = await desk.connection(call.values['connection'] ?? null);
  if (call.flags.has('history')) return await creditsHistory(output, desk, connection);
  desk.useTokenFor(connection.id);
  const { remaining, raw } = await desk.call('credits.read', { connectionId: connection.id });
  output.result({ ok: true, connection: connection.name, remaining, raw }, creditsText(remaining, raw));
  return EXIT.done;
}

/**
 * The settings with the changes of the call.
 * @throws USAGE without a change, and for one that cannot be parsed.
 */
function changedSettings(call: Call, settings: ConnectionView['settings']): ConnectionView['settings'] {
  const changes = settingsOf(call, CONNECTION_SETTINGS);
  const given = call.lists['csv-heading'] ?? [];
  const isUsual = call.flags.has('usual-headings');
  if (Object.keys(changes).length === 0 && given.length === 0 && !isUsual)
    throw new AppError('USAGE', `Usage: desk ${call.command!.usage}`);
  const headings: CsvHeadings = isUsual ? {} : { ...settings.csvHeadings };
  for (const text of given) {
    const at = text.indexOf('=');
    const field = text.slice(0, Math.max(0, at)).trim();
    if (!isFieldKey(field))
      throw new AppError('USAGE', `--csv-heading must be FIELD=HEADING, such as primaryLast=Surname, but it is “${text}”.`);
    headings[field] = text.slice(at + 1);
  }
  return { ...settings, ...changes, csvHeadings: headings };
}

/** The heading of each field in a list in CSV, and what the service said about it. */
function printHeadings(output: Output, { settings, headingAnswer }: ConnectionView): void {
  const lines = FIELDS.map(({ key }) => ({
    field: key,
    heading: headingOf(settings.csvHeadings ?? {}, key),
    understood: headingAnswer === null ? null : !headingAnswer.notUnderstood.includes(key),
    expected: headingAnswer?.expected[key] ?? null,
  }));
  if (output.json) {
    for (const line of lines) output.result({ ok: true, ...line }, '');
    return;
  }
  const answer = ({ understood, expected }: (typeof lines)[number]) =>
    understood === false ? `not understood${expected === null ? '' : `; the service names “${expected}”`}` : '';
  output.result(
    null,
    table(
      ['Field', 'Heading', 'Last answer'],
      lines.map((line) => [line.field, line.heading, answer(line)]),
    ),
  );
}

export async function connections(call: Call, output: Output, desk: Desk): Promise<number> {
  const [verb, name] = call.words;
  switch (verb) {
    case 'list': {
      const all = await desk.call('connections.list', {});
      if (output.json) for (const connection of all) output.result({ ok: true, ...connection }, '');
      else {
        const lines = all.map(({ name: called, kind, baseUrl, version, token }) => [
          called,
          kind === 'practice' ? 'on this computer' : baseUrl,
          version,
          token,
        ]);
        output.result(null, table(['Name', 'Address', 'Version', 'Token'], lines));
      }
      return EXIT.done;
    }
    case 'add': {
      const { name: called, 'base-url': baseUrl, version } = call.values;
      if (called === undefined || baseUrl === undefined)
        throw new AppError('USAGE', 'Usage: desk connections add --name N --base-url URL [--version V] [--token-stdin]');
      const token = call.flags.has('token-stdin') ? await readToken() : undefined;
      const added = await desk.call('connections.add', {
        name: called,
        baseUrl,
        ...(version === undefined ? {} : { version }),
        ...(token === undefined ? {} : { token }),
      });
      const notice =
        added.token === 'session'
          ? ' This computer has no keychain, so the token was not saved. Provide it each time with DESK_TOKEN or --token-stdin.'
          : '';
      output.result({ ok: true, ...added }, `“${added.name}” was added.${notice}`);
      return EXIT.done;
    }
    case 'change': {
      const { id, settings, name: before } = await desk.connection(name ?? null);
      const changed = await desk.call('connections.change', { id, settings: changedSettings(call, settings) });
      output.result({ ok: true, ...changed }, `“${before}” was changed.`);
      return EXIT.done;
    }
    case 'headings': {
      const connection = await desk.connection(name ?? null);
      printHeadings(output, connection);
      return EXIT.done;
    }
    case 'test': {
      const connection = await desk.connection(name ?? null);
      desk.useTokenFor(connection.id);
      const tested = await desk.call('connections.test', { id: connection.id });
      output.result(
        { ok: true, ...tested },
        `“${tested.name}” answers: ${creditsText(tested.credits?.remaining ?? null, tested.credits?.raw ?? null)}`,
      );
      return EXIT.done;
    }
    case 'remove': {
      if (name === undefined) throw new AppError('USAGE', 'Usage: desk connections remove NAME');
      const connection = await desk.connection(name);
      await desk.call('connections.remove', { id: connection.id });
      output.result({ ok: true, id: connection.id }, `“${connection.name}” was removed.`);
      return EXIT.done;
    }
    default:
      throw new AppError('USAGE', `Usage: desk ${call.command?.usage ?? 'connections'}`);
  }
}
