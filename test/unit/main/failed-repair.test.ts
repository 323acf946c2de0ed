/** The disk fails while the program repairs and continues the work of the last program: the window stays, and the log says what failed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Log } from '../../../main/platform/ports.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { testPorts } from '../../kit/test-ports.ts';

it('a program whose results cannot be repaired at its start keeps running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'failed-repair-'));
  const events: string[] = [];
  const log: Log = {
    info: () => undefined,
    error(event) {
      events.push(event);
      // The disk has no space for the log either.
      if (event === 'fetch-again') throw new Error('the log cannot be written');
    },
  };
  const ports = testPorts(folder, { spawn: localTasks }, { log });
  try {
    await (await createApplication(ports)).close();
    const database = new Database(join(folder, 'history.sqlite'));
    database.prepare("INSERT INTO setting (name, value) VALUES ('fetchAgainUnfinished/1:gone', '')").run();
    database.exec(
      "CREATE TRIGGER full BEFORE DELETE ON setting WHEN OLD.name LIKE 'fetchAgain%' BEGIN SELECT RAISE(ABORT, 'the disk fails'); END",
    );
    database.close();
    const application = await createApplication(ports);
    await eventually(() => expect(events).toEqual(['fetch-again', 'results.repair', 'work.continue']));
    expect(await callOf(application)('projects.list', {})).toEqual([]);
    await application.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
