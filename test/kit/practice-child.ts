/** The practice service in a separate process, for tests that kill it and for memory measurements. */
import { runPracticeCommand } from '../../practice/server/command.ts';

const { storeKey, ...options } = JSON.parse(process.env['PRACTICE_OPTIONS'] ?? '{}') as {
  storeKey?: string;
  token: string;
  dataDir: string | null;
};

// Standard input ends with the test process, even if that process is killed or fails before its hooks run.
process.stdin.once('end', () => process.exit(1));
process.stdin.resume();
process.stdin.unref();

await runPracticeCommand({
  ...options,
  ...(storeKey === undefined ? {} : { storeKey: Buffer.from(storeKey, 'hex') }),
  out: (line) => process.stdout.write(`${line}\n`),
});
