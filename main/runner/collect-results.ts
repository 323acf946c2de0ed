/** The steps after the start of a screening: polls the service until it is done, then collects the results. */
import { countText } from '../../shared/base/index.ts';
import { type Counts, EVIDENCE_NEEDED, type RunningAt, isOtherProject, isProcessed } from '../../shared/project/index.ts';
import { nameOnServiceOf } from '../projects/index.ts';
import { fetchDelay, MAX_POLL_DELAY_MS, pollDelay } from './delays.ts';
import { fetchResults } from './fetch-results.ts';
import { lookUpProject, otherProjectNotes } from './project-lookup.ts';
import type { StepContext } from './step-context.ts';

export async function poll(step: StepContext, state: RunningAt<'processing'>): Promise<void> {
  const { deps, project } = step;
  const client = await step.client();
  // Limits the wait: after the clock was set back, a minute could otherwise become a day.
  await step.wait(Math.min(state.nextPollAt - deps.clock.now(), MAX_POLL_DELAY_MS));
  const observation = step.observation(await client.project(state.remoteId, step.signal));
  const nextPollAt = observation.at + pollDelay(state.polls + 1, deps.connections.row(project.connectionId).kind, deps.random);
  const submission = isProcessed(observation.status) ? { processedOnService: client.servedAt } : {};
  await step.recordEvent({ type: 'polled', observation, nextPollAt }, otherProjectNotes(state, observation), { submission });
}

/** Fetches profiles and row errors from the beginning. Results of an earlier fetch are kept where this fetch has none. */
export async function collect(step: StepContext, state: RunningAt<'collecting'>): Promise<void> {
  const { deps, project } = step;
  const { tries = 0, missing: missingBefore = 0 } = state;
  const client = await step.client();
  await step.wait(fetchDelay(tries, deps.connections.row(project.connectionId).kind, deps.random), missingText(missingBefore));
  const remote = await client.project(state.remoteId, step.signal);
  const lookup = remote.name === null ? await lookUpProject(client, state, step.signal) : null;
  const observation = step.observation({ ...remote, name: remote.name ?? lookup?.name ?? null });
  const listed = lookup?.listed ?? null;
  if (isOtherProject(state, observation.name ?? null, listed)) {
    await step.recordEvent(
      { type: 'observed', observation, nameOnService: nameOnServiceOf(project), listed },
      otherProjectNotes(state, observation, listed),
    );
    return;
  }
  const { counts, rowBase, due, missingProfiles, validRows, report } = await fetchResults({
    client,
    remoteId: state.remoteId,
    remote,
    rows: state.body.rows,
    spawn: () =>
      deps.spawnWorker('collect', {
        ...deps.store.source(deps.store.get(project.id)),
        rowBase: deps.connections.row(project.connectionId).settings.rowBase,
        body: state.body,
      }),
    host: deps.host,
    signal: step.signal,
    progress: (done, total) => step.setActivity({ kind: 'collecting', done, total, unit: 'bytes' }),
  });
  const waitedMs = tries === 0 ? 0 : (state.waitedMs ?? 0) + (observation.after ?? 0);
  // When every profile is stored, only reasons of refused rows are missing, and any later fetch can add them.
  const missing = missingProfiles === 0 && waitedMs >= EVIDENCE_NEEDED.reportMs ? 0 : due;
  if (missing > 0 && tries > 0) {
    await step.recordEvent(
      { type: 'fell-short', counts, missing, after: observation.after ?? 0 },
      { validRows, report },
      { submission: { rowBase } },
    );
    return;
  }
  const balance = (await client.credits(step.signal).catch(() => null))?.remaining ?? null;
  if (balance !== null) deps.connections.setCredits(project.connectionId, balance);
  const detail = { validRows, balance, report };
  const change = { submission: { creditsAfter: balance, rowBase } };
  if (missing > 0) {
    await step.recordEvent({ type: 'fell-short', counts, missing, after: 0 }, detail, change);
    return;
  }
  // Merged before the state becomes `done`: if the program ended after that, nothing would merge the project until the next start.
  await deps.merge.mergeIntoRoot(project.id);
  await step.recordEvent({ type: 'collected', counts }, detail, change);
  storeRecordPrice(step, counts, validRows, balance);
  deps.events.emit('run.completed', { id: project.id });
}

const missingText = (missing: number) =>
  `${countText(missing, 'row is', 'rows are')} without a result. Screening Desk asks the service again.`;

/**
 * Stores what a record costs on this connection, if the balances before and after show it and the account paid for nothing else in between.
 */
function storeRecordPrice(step: StepContext, counts: Counts, validRows: number | null, balance: number | null): void {
  const { deps, id } = step;
  const project = deps.store.find(id);
  const { creditsBefore = null, startedAt = null } = project?.submission ?? {};
  if (project === null || creditsBefore === null || balance === null || startedAt === null) return;
  const charged = creditsBefore - balance;
  const records = validRows ?? counts.scored + counts.unmatched;
  if (charged <= 0 || records <= 0) return;
  const account = deps.connections.accountOf(project.connectionId);
  const paidForOthers = deps.store
    .all()
    .some(
      (other) =>
        other.id !== id &&
        account.has(other.connectionId) &&
        other.submission.startedAt !== null &&
        (other.submission.processedAt === null || other.submission.processedAt >= startedAt),
    );
  if (paidForOthers || deps.database.singleCalls.hasCallSince(account, startedAt)) return;
  // If refused rows cost credits too, the credits divide evenly by the sent rows.
  const each = charged % counts.submitted === 0 ? charged / counts.submitted : charged / records;
  deps.connections.setCreditsPerRecord(project.connectionId, Number(each.toPrecision(4)));
}
