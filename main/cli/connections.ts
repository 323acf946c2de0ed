/** The commands about connections and credits. */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import { CONNECTION_SETTINGS, type ConnectionView } from '../../shared/contract/index.ts';
import { FIELDS, isFieldKey } from '../../shared/fields/index.ts';
import { type CsvHeadings, headingOf } from '../../shared/mapping/index.ts';
import { type Call, usageError } from './arguments.ts';
import { askHidden, confirmRemoval } from './confirm.ts';
import { type Desk, readToken } from './desk.ts';
import { type Output, notRemoved, timeText } from './output.ts';
import { table } from './table.ts';
import { proxyInput } from './proxy.ts';
import { settingsOf } from './settings.ts';

const creditsText = (remaining: number | null, raw: string | null) =>
  remaining === null ? `The answer does not contain a number: ${raw ?? ''}` : countText(remaining, 'credit');

const TOKEN_TEXTS: Readonly<Record<ConnectionView['token'], string>> = { none: 'none', session: 'for this run', kept: 'in the keychain' };

const NO_TOKEN = 'The token cannot be typed here. Give it on standard input with --token-stdin; as an argument, others could read it.';

/** Says that a new token was not saved; empty if it was saved. */
const unsavedText = ({ token }: Pick<ConnectionView, 'token'>): string =>
  token === 'session'
    ? ' This computer has no keychain, so the token was not saved. Provide it each time with DESK_TOKEN or --token-stdin.'
    : '';

/** Prints the balances that the service reported, each with the change since the one before. */
async function creditsHistory(output: Output, desk: Desk, { id, name }: ConnectionView): Promise<number> {
  const seen = await desk.call('credits.history', { connectionId: id });
  const changes = seen.map(({ remaining }, index) => (index === 0 ? null : remaining - seen[index - 1]!.remaining));
  if (output.json)
    for (const [index, { at, remaining }] of seen.entries())
      output.result({ ok: true, connection: { id, name }, readAt: at, remaining, change: changes[index] ?? null }, '');
  else if (seen.length === 0) output.result(null, 'No balance is known for this connection yet. Run "desk credits" to request it.');
  else {
    const sign = (change: number) => (change > 0 ? `+${numberText(change)}` : change === 0 ? '' : numberText(change));
    const lines = seen.map(({ at, remaining }, index) => [timeText(at), numberText(remaining), sign(changes[index] ?? 0)]);
    output.result(null, table(['Seen', 'Credits', 'Change'], lines, output.widths.result));
  }
  return EXIT.done;
}

export async function credits(call: Call, output: Output, desk: Desk): Promise<number> {
  const connection = await desk.connection(call.values['connection'] ?? null);
  if (call.flags.has('history')) return await creditsHistory(output, desk, connection);
  desk.useTokenFor(connection.id);
  const { remaining, raw } = await desk.call('credits.read', { connectionId: connection.id });
  const { id, name } = connection;
  output.result({ ok: true, connection: { id, name }, remaining, raw }, creditsText(remaining, raw));
  return EXIT.done;
}

/**
 * The connection's settings with the changes of the call.
 * @throws USAGE when nothing changes, and for a value that cannot be parsed.
 */
function changedSettings(call: Call, settings: ConnectionView['settings']): ConnectionView['settings'] {
  const changes = settingsOf(call, CONNECTION_SETTINGS);
  const { 'base-url': baseUrl, version } = call.values;
  const given = call.lists['csv-heading'] ?? [];
  const isUsual = call.flags.has('usual-headings');
  if (Object.keys(changes).length === 0 && given.length === 0 && !isUsual && baseUrl === undefined && version === undefined)
    throw usageError(call);
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

/** Signs in to the proxy of a connection. Null if no proxy asks for a user name and password. */
async function signInToProxy(call: Call, desk: Desk, id: string): Promise<{ readonly kept: boolean } | null> {
  try {
    await desk.call('connections.test', { id });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PROXY_SIGN_IN') throw error;
    return await desk.call('app.signInToProxy', await proxyInput(call, error.message));
  }
}

function proxyText({ name }: ConnectionView, signedIn: { readonly kept: boolean } | null): string {
  if (signedIn === null) return `“${name}” answers, and no proxy asks for a user name and password.`;
  return signedIn.kept
    ? 'The proxy accepts the user name and password. The keychain keeps them.'
    : 'The proxy accepts the user name and password. They were not kept, so later commands ask again.';
}

/** Prints the CSV heading of each field, with what the service said about it. */
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
      output.widths.result,
    ),
  );
}

export async function connections(call: Call, output: Output, desk: Desk): Promise<number> {
  const [verb, name] = call.words;
  const usage = usageError(call);
  switch (verb) {
    case 'list': {
      const all = await desk.call('connections.list', {});
      if (output.json) for (const connection of all) output.result({ ok: true, ...connection }, '');
      else {
        const { connectionId } = await desk.call('app.get', {});
        const lines = all.map(({ id, name: called, kind, baseUrl, version, token }) => [
          `${called}${id === connectionId ? ' (default)' : ''}`,
          kind === 'practice' ? 'on this computer' : baseUrl,
          version,
          TOKEN_TEXTS[token],
        ]);
        output.result(null, table(['Name', 'Address', 'Version', 'Token'], lines, output.widths.result));
      }
      return EXIT.done;
    }
    case 'add': {
      const { name: called, 'base-url': baseUrl, version } = call.values;
      if (!called || !baseUrl) throw usage;
      const token = call.flags.has('token-stdin') ? await readToken() : undefined;
      const added = await desk.call('connections.add', {
        name: called,
        baseUrl,
        ...(version === undefined ? {} : { version }),
        ...(token === undefined ? {} : { token }),
      });
      output.result({ ok: true, ...added }, `“${added.name}” was added.${unsavedText(added)}`);
      return EXIT.done;
    }
    case 'change': {
      const { id, settings, name: before } = await desk.connection(name ?? null);
      const { 'base-url': baseUrl, version } = call.values;
      const changed = await desk.call('connections.change', {
        id,
        settings: changedSettings(call, settings),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(version === undefined ? {} : { version }),
      });
      output.result({ ok: true, ...changed }, `“${before}” was changed.`);
      return EXIT.done;
    }
    case 'rename': {
      const { name: to } = call.values;
      if (name === undefined || !to) throw usage;
      const { id, name: before } = await desk.connection(name);
      const renamed = await desk.call('connections.change', { id, name: to });
      output.result({ ok: true, ...renamed }, `“${before}” is now “${renamed.name}”.`);
      return EXIT.done;
    }
    case 'use': {
      if (name === undefined) throw usage;
      const connection = await desk.connection(name);
      await desk.call('connections.use', { id: connection.id });
      output.result({ ok: true, ...connection }, `“${connection.name}” is used when no --connection is given, here and in the window.`);
      return EXIT.done;
    }
    case 'token': {
      if (name === undefined) throw usage;
      const { id } = await desk.connection(name);
      const token = call.flags.has('token-stdin') ? await readToken() : await askHidden('Token: ', NO_TOKEN);
      const changed = await desk.call('connections.setToken', { id, token });
      output.result({ ok: true, ...changed }, `The token of “${changed.name}” was replaced.${unsavedText(changed)}`);
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
    case 'proxy': {
      const connection = await desk.connection(name ?? null);
      if (call.flags.has('forget')) {
        await desk.call('app.forgetProxies', { connectionId: connection.id });
        output.result({ ok: true, asked: false, kept: false }, 'The keychain keeps no password of a proxy on the way to this connection.');
        return EXIT.done;
      }
      desk.useTokenFor(connection.id);
      const signedIn = await signInToProxy(call, desk, connection.id);
      output.result({ ok: true, asked: signedIn !== null, kept: signedIn?.kept ?? false }, proxyText(connection, signedIn));
      return EXIT.done;
    }
    case 'remove': {
      if (name === undefined) throw usage;
      const connection = await desk.connection(name);
      if (!(await confirmRemoval(call, `This removes the connection “${connection.name}” and its token for good.`)))
        return notRemoved(output);
      await desk.call('connections.remove', { id: connection.id });
      output.result({ ok: true, id: connection.id, name: connection.name }, `“${connection.name}” was removed.`);
      return EXIT.done;
    }
    default:
      throw usage;
  }
}
