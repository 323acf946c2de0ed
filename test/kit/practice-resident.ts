/** Runs practice services that keep everything in memory, one after the other. */
import { createPracticeServer, type PracticeServerOptions } from '../../practice/server/server.ts';
import { residesHere } from './residents.ts';

residesHere(async (options: PracticeServerOptions) => {
  const { url, close } = await createPracticeServer(options);
  return { started: url, end: close };
});
