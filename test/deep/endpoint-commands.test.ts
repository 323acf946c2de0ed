/** Common behavior of the commands for the calls of the interface: help, text, JSON, exit codes, and Ctrl+C. */
import { describe, expect, it } from 'vitest';
import { person, until } from '../kit/practice-client.ts';
import { desk as terminal } from '../kit/terminal.ts';
import { setupTerminal } from '../kit/setup-terminal.ts';

const { practice, dataDir, desk, start } = await setupTerminal();
const { client } = practice;
/** IDs on the service, by their placeholder in a command. */
const ids = new Map([
  ['PROJECT', await client.screen('Spring', [person(1), person(2)])],
  ['PROFILE', (await client.read<{ id: string }>('/profile', { json: person(3) })).id],
  ['REQUEST', (await client.read<{ id: string }>('/score-request', { json: person(4) })).id],
]);
await desk('credits', '--connection', 'Service');

interface EndpointCommand {
  readonly words: readonly string[];
  /** The first call of the command to the service, or null for a command that does not call the service. */
  readonly step:
    | 'profile'
    | 'profile-list'
    | 'profile-get'
    | 'score-request'
    | 'score-request-get'
    | 'scores'
    | 'projects'
    | 'status'
    | 'credits'
    | null;
}

const PERSON = ['--primaryLast', 'Moss', '--primaryFirst', 'Kim', '--yes', '--again'];
const COMMANDS: readonly EndpointCommand[] = [
  { words: ['profile', 'create', ...PERSON], step: 'profile' },
  { words: ['profile', 'show', 'PROFILE'], step: 'profile-get' },
  { words: ['profiles'], step: 'profile-list' },
  { words: ['profiles', '--all'], step: 'profile-list' },
  { words: ['score-request', 'create', ...PERSON], step: 'score-request' },
  { words: ['score-request', 'show', 'REQUEST'], step: 'score-request-get' },
  { words: ['project-scores', 'PROJECT'], step: 'scores' },
  { words: ['projects', '--remote'], step: 'projects' },
  { words: ['adopt', 'PROJECT'], step: 'status' },
  { words: ['credits'], step: 'credits' },
  { words: ['credits', '--history'], step: null },
];
const CALLING = COMMANDS.filter(({ step }) => step !== null);
const named = (commands: readonly EndpointCommand[]) => commands.map((command) => [command.words.join(' '), command] as const);

const wordsOf = ({ words }: EndpointCommand) => [...words.map((word) => ids.get(word) ?? word), '--connection', 'Service'];
const run = (command: EndpointCommand, ...more: readonly string[]) => desk(...wordsOf(command), ...more);
const charged = async () => (await client.ledger()).credits.charged;

describe.each(named(COMMANDS))('%s', (_name, command) => {
  it('has help that names its options, without a call to the service', async () => {
    const before = await charged();
    const { exit, out, err } = await run(command, '--help');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toContain(`desk ${command.words[0]!} `);
    expect(out).toContain('--connection NAME');
    expect(out).toContain('Exit codes: 0 done');
    expect(await charged()).toBe(before);
  });

  it('refuses an unknown option with exit code 1', async () => {
    const { exit, lines } = await run(command, '--surely', '--json');
    expect(exit).toBe(1);
    expect(lines).toMatchObject([{ ok: false, error: { code: 'USAGE' } }]);
  });

  it('refuses a connection that does not exist', async () => {
    const words = wordsOf(command).map((word) => (word === 'Service' ? 'Nowhere' : word));
    const { exit, err } = await desk(...words);
    expect(exit).toBe(1);
    expect(err).toContain('Nowhere');
  });
});

describe.each(named(CALLING))('%s', (_name, command) => {
  it.each([
    ['without a token', ''],
    ['with a token that is refused', 'another-token'],
  ])('ends with exit code 5 %s, and nothing is charged', async (_how, token) => {
    const before = await charged();
    const { exit, lines } = await terminal([...wordsOf(command), '--json', '--data', dataDir], { environment: { DESK_TOKEN: token } });
    expect(exit).toBe(5);
    expect(lines.at(-1)).toMatchObject({ ok: false });
    expect(await charged()).toBe(before);
  });

  it('stops at Ctrl+C while it waits for the service', async () => {
    await client.setFaults({ kind: 'latency', ms: 60_000, times: null, on: { step: command.step! } });
    // A person whose screening was interrupted is not screened again for some minutes, so no other command may use this person.
    const first = command.words[0] === 'profile' ? 'Ann' : 'Bea';
    const { child, ended } = start(...wordsOf(command).map((word) => (word === 'Kim' ? first : word)));
    await until(async () => (await client.faults()).faults.some(({ hit }) => hit > 0));
    child.kill('SIGINT');
    expect((await ended).exit).toBe(130);
  });
});

describe.each(named(COMMANDS.filter(({ words }) => words[0] !== 'adopt')))('%s', (_name, command) => {
  it('prints text or JSON lines', async () => {
    const text = await run(command);
    expect(text.exit).toBe(0);
    expect(text.out.trim()).not.toBe('');
    expect(text.out).not.toContain('"ok":');
    const json = await run(command, '--json');
    expect(json.exit).toBe(0);
    expect(json.lines.length).toBeGreaterThan(0);
    for (const line of json.lines) expect(line).toMatchObject({ ok: true });
  });

  it('ends without an error when nothing reads its output', async () => {
    const { child, ended } = start(...wordsOf(command));
    child.stdout.destroy();
    const { exit, err } = await ended;
    expect(exit).toBe(0);
    expect(err).not.toMatch(/EPIPE|Error|\.ts:\d/);
  });
});
