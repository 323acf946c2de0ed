/** Runs practice services that keep everything in memory, one after the other. */
import { createPracticeServer, type PracticeServerOptions } from '../../practice/server/server.ts';
import { residesHere } from './residents.ts';

residesHere(async (options) => {
  const server = await createPracticeServer(options as PracticeServerOptions);
  return { started: server.url, end: () => server.close() };
});
