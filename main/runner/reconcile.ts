/**
 * Create and process: an intent that is on the disk, the one call, its outcome. Where the outcome is not known, the service is
 * read until it is (docs/adr/0013-never-twice-step-by-step.md); what the looks prove stands in
 * shared/project/evidence.ts.
 */
import { assertNever, AppError } from '../../shared/base/errors.ts';
import { judgeGate, LOOKS, type ProjectEvent, type RunningAt, wasAsked } from '../../shared/project/project.ts';
import type { Changed } from '../service/client.ts';
import { lookForMarker, lookUp, markedIn, strangerIn } from './lookup.ts';
import { nextLook, nextPoll } from './polling.ts';
import type { Step } from './step-context.ts';

/** Enters how a changing call ended. Ends in the failure, with its `waitMs`, when the call may simply be made again. */
export async function settle<T>(step: Step, outcome: Changed<T>, done: (value: T) => ProjectEvent): Promise<void> {
  // A call that was stopped by a command is taken up by that command's own event.
  step.check();
  switch (outcome.outcome) {
    case 'done':
      await step.enter(done(outcome.value), { requestId: outcome.requestId });
      break;
    case 'not-sent': {
      const { failure, waitMs } = outcome;
      const { code, message, details } = failure;
      await step.enter({ type: 'failed', delivery: 'not-sent', status: null, answer: message }, { code });
      throw waitMs === null ? failure : new AppError('SERVICE_BUSY', message, { ...details, waitMs });
    }
    case 'token':
      await step.enter(
        { type: 'token-refused' },
        { answer: outcome.failure.message, requestId: outcome.failure.details.requestId ?? null },
        { facts: { notice: { code: outcome.failure.code, message: outcome.failure.message } } },
      );
      break;
    case 'refused': {
      const { status, failure, words } = outcome;
      const requestId = failure.details.requestId ?? null;
      await step.enter({ type: 'failed', delivery: 'refused', status, answer: failure.message }, { words, requestId });
      break;
    }
    case 'unknown':
      await step.enter({ type: 'failed', delivery: 'unknown', status: null, answer: outcome.why }, {});
      break;
    default:
      assertNever(outcome);
  }
}

/** Ids of the projects that a look through the list found, for the journal. */
const idsOf = (matches: readonly { readonly remoteId: string | null }[]) => matches.slice(0, 5).map(({ remoteId }) => remoteId);

/** Makes the project on the service, under a name that lets it be found again, unless one with that marker is there already. */
export async function create(step: Step, state: RunningAt<'creating'>): Promise<void> {
  const { marker } = state;
  const client = await step.client();
  step.tell({ kind: 'sending', done: 0, total: null, unit: 'none' });
  const { matches = [] } = (await lookForMarker(client, marker, step.signal)) ?? {};
  const [first] = matches;
  if (first !== undefined) {
    const found: ProjectEvent = { type: 'found', matches: matches.length, remoteId: matches.length === 1 ? first.remoteId : null };
    await step.enter(found, { marker, remoteIds: idsOf(matches) });
    return;
  }
  await step.enter({ type: 'intend' }, { what: 'create', marker });
  const outcome = await client.createProject(marker, step.project.facts.scoreConfiguration, step.signal);
  await settle(step, outcome, (remoteId) => ({ type: 'created', remoteId }));
}

/** Looks for the project by its marker among all projects of the service. */
export async function lookForProject(step: Step, state: RunningAt<'creating'>): Promise<void> {
  const client = await step.client();
  await step.rest(nextLook(state.looks.length, LOOKS.spanMs));
  const { matches, whole } = markedIn(await client.projects(step.signal), state.marker);
  const at = step.world.clock.now();
  const remoteId = matches[0]?.remoteId ?? null;
  await step.enter(
    { type: 'looked-for', at, after: step.sinceLook(), matches: matches.length, remoteId, whole },
    { marker: state.marker, remoteIds: idsOf(matches) },
  );
}

/** Reads how many rows the service holds of the list. */
export async function confirm(step: Step, state: RunningAt<'confirming'>): Promise<void> {
  const client = await step.client();
  await step.rest(nextLook(state.looks.length, LOOKS.spanMs));
  const look = step.look(await client.project(state.remoteId, step.signal));
  await step.enter(
    { type: 'looked', look, marker: step.world.nameOnService(step.project) },
    { rows: state.body.rows, ...strangerIn(state, look) },
  );
}

/** Starts the screening: the gate, the intent, and the one call that costs money. */
export async function begin(step: Step, state: RunningAt<'starting'>): Promise<void> {
  const { world, project } = step;
  const client = await step.client();
  // Not at once where the gate stayed shut at the look before.
  await step.rest(nextLook(state.looks.length, LOOKS.spanMs));
  const balance = (await client.credits(step.signal).catch(() => null))?.remaining ?? null;
  if (balance !== null) world.credits(project.connectionId, balance);
  // Before the first asking: a copy of this folder may have made a project of its own with the same marker.
  let inList = wasAsked(state) ? null : await lookUp(client, state, step.signal);
  // The gate: a fresh look, entered as evidence, with nothing between it and the call that costs money.
  const remote = await client.project(state.remoteId, step.signal);
  if (remote.name === null) inList ??= await lookUp(client, state, step.signal);
  const look = step.look({ ...remote, name: remote.name ?? inList?.name ?? null });
  const listed = inList?.listed ?? null;
  await step.enter(
    { type: 'looked', look, marker: world.nameOnService(project), listed },
    { rows: state.body.rows, ...strangerIn(state, look, listed), ...(listed === null ? {} : { others: listed.others }) },
  );
  if (!judgeGate(state, look, listed).open) return;
  step.tell({ kind: 'looking', done: 0, total: null, unit: 'none' });
  const now = world.clock.now();
  // After a first asking that may have been charged for, only the balance before that one tells what the list cost.
  const creditsBefore = state.asked > 0 ? project.facts.creditsBefore : balance;
  await step.enter(
    { type: 'intend' },
    { what: 'process', remoteId: state.remoteId, balance },
    { facts: { creditsBefore, startedAt: project.facts.startedAt ?? now } },
  );
  const outcome = await client.process(state.remoteId, step.signal);
  const nextPollAt = world.clock.now() + nextPoll(0, world.connectionKind(project.connectionId), world.random);
  await settle(step, outcome, () => ({ type: 'started', nextPollAt }));
}

/** Reads whether a start that was asked for has happened. */
export async function lookForStart(step: Step, state: RunningAt<'starting'>): Promise<void> {
  const client = await step.client();
  await step.rest(nextLook(state.looks.length, LOOKS.startSpanMs));
  const look = step.look(await client.project(state.remoteId, step.signal));
  await step.enter({ type: 'looked', look, marker: step.world.nameOnService(step.project) }, strangerIn(state, look));
}
