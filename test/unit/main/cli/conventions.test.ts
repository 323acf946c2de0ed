/** The terminal follows the conventions of terminals: help, version, and questions after a typing error. */
import { afterEach, expect, it, vi } from 'vitest';
import packageFile from '../../../../package.json' with { type: 'json' };
import { COMMANDS, readCall } from '../../../../main/cli/arguments.ts';
import { connections } from '../../../../main/cli/connections.ts';
import type { Desk } from '../../../../main/cli/desk.ts';
import type { Output } from '../../../../main/cli/output.ts';
import { main } from '../../../../main/cli/index.ts';
import { LAYOUTS } from '../../../../shared/results/index.ts';

afterEach(() => vi.restoreAllMocks());

async function run(...argv: string[]): Promise<{ readonly exit: number; readonly out: string; readonly err: string }> {
  const [out, err] = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  const exit = await main(argv);
  const text = (spy: typeof out) => spy!.mock.calls.map(([chunk]) => String(chunk)).join('');
  const printed = { exit, out: text(out), err: text(err) };
  vi.restoreAllMocks();
  return printed;
}

it.each(COMMANDS.map(({ name }) => [name]))('%s: --help, -h and "help" print the same, to standard output, and end well', async (name) => {
  const long = await run(name, '--help');
  expect(long).toMatchObject({ exit: 0, err: '', out: expect.stringContaining(`desk ${name}`) as string });
  expect(await run(name, '-h')).toEqual(long);
  expect(await run('help', name)).toEqual(long);
});

it.each(['writeback', 'prove', 'export'])('%s: its help names every layout of another system', async (name) => {
  const { out } = await run('help', name);
  const layout = /--layout \w+ +(.*)\n/.exec(out)?.[1]?.match(/[\w-]+/g);
  expect(layout).toEqual(expect.arrayContaining(LAYOUTS.map(({ id }) => id)));
});

it.each(COMMANDS.map(({ name, examples }) => ({ name, examples })))(
  '$name: its help has examples, and each of them is a call of the command',
  async ({ name, examples }) => {
    const { out } = await run('help', name);
    for (const example of examples) {
      expect(out).toContain(`  desk ${example}\n`);
      const [call = ''] = example.split(/ [<>|] /);
      expect(readCall(call.split(' ')).command?.name).toBe(name);
    }
  },
);

it.each(COMMANDS.map(({ name }) => [name]))(
  '%s: an option that does not exist is a mistake on standard error, with the usage',
  async (name) => {
    const { exit, out, err } = await run(name, '--no-such-option');
    expect([exit, out]).toEqual([1, '']);
    expect(err).toContain(`Usage: desk ${name}`);
  },
);

it('--yes is the same option wherever there is one', () => {
  const helps = COMMANDS.flatMap(({ options }) => (options['yes'] === undefined ? [] : [options['yes'].help]));
  expect(helps.length).toBeGreaterThan(8);
  expect(new Set(helps)).toHaveLength(1);
});

it('no option takes a token or a password, but for the practice service', () => {
  const secret = COMMANDS.filter(({ name }) => name !== 'practice').flatMap(({ options }) =>
    Object.entries(options).filter(([option]) => /token|password/.test(option)),
  );
  expect(secret.length).toBeGreaterThan(5);
  expect(new Set(secret.map(([, { type }]) => type))).toEqual(new Set(['boolean']));
});

it('standard input holds only one thing', () => {
  const call = ['screen', '-', '--out', 'x.csv'];
  expect(readCall(call).words).toEqual(['-']);
  for (const more of ['--token-stdin', '--password-stdin']) expect(() => readCall([...call, more])).toThrow('only one thing');
});

it('the general help names every command, and each way to ask for it prints the same', async () => {
  const help = await run('--help');
  for (const { name } of COMMANDS) expect(help.out).toContain(`  ${name} `);
  expect(help.exit).toBe(0);
  expect(await run('-h')).toEqual(help);
  expect(await run('help')).toEqual(help);
});

it('a connection with an empty name or address is a mistake of the call', async () => {
  const add = (name: string, address: string) =>
    connections(readCall(['connections', 'add', '--name', name, '--base-url', address]), {} as Output, {} as Desk);
  await expect(add('', 'https://a.example')).rejects.toMatchObject({ code: 'USAGE' });
  await expect(add('N', '')).rejects.toMatchObject({ code: 'USAGE' });
});

it('a call without a command lists the main commands on standard error, as a mistake', async () => {
  const none = await run();
  expect(none).toMatchObject({ exit: 1, out: '' });
  for (const example of ['desk check', 'desk screen', 'desk projects', 'desk --help']) expect(none.err).toContain(example);
});

it('the version is that of the program, also in JSON and after a command', async () => {
  expect(await run('--version')).toMatchObject({ exit: 0, out: `Screening Desk ${packageFile.version}\n` });
  expect(await run('screen', '--version')).toMatchObject({ exit: 0, out: `Screening Desk ${packageFile.version}\n` });
  expect(JSON.parse((await run('--version', '--json')).out)).toEqual({ ok: true, version: packageFile.version });
});

it.each(COMMANDS.filter(({ options }) => options['version'] === undefined).map(({ name }) => [name]))(
  '%s: --version is that of the program',
  async (name) => {
    expect(await run(name, '--version')).toEqual({ exit: 0, out: `Screening Desk ${packageFile.version}\n`, err: '' });
  },
);

it('a command that uses the name for itself keeps it: the version of a service', () => {
  const { values, flags } = readCall(['connections', 'add', '--name', 'N', '--base-url', 'https://a.example', '--version', 'v2']);
  expect([values['version'], flags.has('version')]).toEqual(['v2', false]);
});

it.each([
  [['chek', 'people.csv'], 'Did you mean “check”?'],
  [['projekts'], 'Did you mean “projects”?'],
  [['help', 'scren'], 'Did you mean “screen”?'],
  [['check', 'people.csv', '--shet', 'One'], 'Did you mean “--sheet”?'],
  [['screen', 'people.csv', '--forse'], 'Did you mean “--force”?'],
])('a typing error gets a question: %j', async (argv, question) => {
  const { exit, out, err } = await run(...argv);
  expect([exit, out]).toEqual([1, '']);
  expect(err).toContain(question);
});

it('a word that resembles no command gets no suggestion', async () => {
  const { exit, err } = await run('xylophone');
  expect(exit).toBe(1);
  expect(err).not.toContain('Did you mean');
  expect(err).toContain('desk --help');
});
