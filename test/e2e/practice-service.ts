/** A separate practice service for each test of a file. The desk is connected to it as a user would connect it. */
import type { Page } from '@playwright/test';
import { type FaultInput, type SpawnedPractice, spawnPractice } from '../kit/practice-client.ts';
import { type RecordedService, recordService } from '../kit/recorded-service.ts';
import { expect, test } from './fixtures.ts';

interface OwnPractice {
  /** The charges of the service per project, in the order of creation, and the scored people. */
  ledger(): Promise<{ readonly charged: number[]; readonly scored: string[] }>;
  /** The paths and bodies of all requests of the desk; only with `records`. */
  sent(): readonly string[];
  /** The total credits charged. */
  charged(): Promise<number>;
  setFaults(...rules: FaultInput[]): Promise<void>;
  /** Switches the service to another dialect. */
  speak(dialect: string): Promise<void>;
  /** Connects the desk to the service for all new screenings. */
  connect(page: Page): Promise<void>;
}

/** `records`: records what the desk sends. */
export function startsOwnPractice({ records = false } = {}): OwnPractice {
  let practice: SpawnedPractice;
  let recorded: RecordedService | null = null;
  test.beforeEach(async () => {
    practice = await spawnPractice({ dataDir: null, credits: 1000, secondsPerThousandRows: 0.01 });
    if (records) recorded = await recordService(practice.client.url);
  });
  test.afterEach(async () => {
    await recorded?.close();
    await practice.end('SIGTERM');
  });
  return {
    async ledger() {
      const { projects } = await practice.client.ledger();
      const answers = await Promise.all(
        projects.map(({ id }) => practice.client.read<{ items: { constituentId: string }[] }>(`/project/${id}/profiles`)),
      );
      return {
        charged: projects.map(({ creditsCharged }) => creditsCharged),
        scored: answers.flatMap(({ items }) => items.map(({ constituentId }) => constituentId)).toSorted(),
      };
    },
    sent: () => recorded?.sent ?? [],
    charged: async () => (await practice.client.ledger()).credits.charged,
    async setFaults(...rules) {
      await practice.client.setFaults(...rules);
    },
    async speak(dialect) {
      await practice.client.settings({ dialect });
    },
    async connect(page) {
      await page.getByRole('link', { name: 'Connections' }).first().click();
      await page.getByRole('button', { name: 'Add a connection' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add a connection' });
      await dialog.getByLabel('Name').fill('Our account');
      await dialog.getByLabel('Address').fill(recorded?.url ?? practice.client.url);
      await dialog.getByLabel('Token', { exact: true }).fill(practice.client.token);
      await dialog.getByRole('button', { name: 'Add and test' }).click();
      await page.getByRole('button', { name: 'Use for new screenings: Our account' }).click();
      await expect(page.getByRole('button', { name: 'Use for new screenings: Our account' })).toHaveCount(0);
    },
  };
}
