/** The practice service in a process of its own, for tests that kill it and for measurements of its memory. */
import { runPracticeCommand } from '../../practice/server/command.ts';

const { storeKey, ...options } = JSON.parse(process.env['PRACTICE_OPTIONS'] ?? '{}') as {
  storeKey?: string;
  token: string;
  dataDir: string | null;
};

await runPracticeCommand({
  ...options,
  ...(storeKey === undefined ? {} : { storeKey: Buffer.from(storeKey, 'hex') }),
  out: (line) => process.stdout.write(`${line}\n`),
});
