/**
 * The conformance suite, run against our practice service in each kind of dialect, or against any service with the interface.
 * PRACTICE_BASE_URL (without /integrations), PRACTICE_TOKEN and, if it is not the default, PRACTICE_DIALECT specify that other service.
 * @module-tag deep
 */
import { afterAll } from 'vitest';
import { DIALECT_SET_NAMES, dialectOf } from '../../../practice/dialects.ts';
import { createPracticeServer, type PracticeServer } from '../../../practice/server/server.ts';
import { PracticeClient } from '../../kit/practice-client.ts';
import { describeConformance } from '../../kit/practice-conformance.ts';

const { PRACTICE_BASE_URL: given, PRACTICE_TOKEN: token = '', PRACTICE_DIALECT: named = 'default' } = process.env;
const servers: PracticeServer[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

if (given !== undefined) {
  describeConformance(given, async () => ({ client: new PracticeClient(given, token), dialect: dialectOf(named) }));
} else {
  for (const name of DIALECT_SET_NAMES) {
    describeConformance(name, async () => {
      const server = await createPracticeServer({ token: 'own', dataDir: null, dialect: name, secondsPerThousandRows: 5 });
      servers.push(server);
      return { client: new PracticeClient(server.url, 'own'), dialect: dialectOf(name) };
    });
  }
}
