/**
 * The steps that create and process: write the intent to disk, make one call, record its outcome. If the outcome is unknown, observations
 * of the service resolve it (docs/adr/0013-never-twice-step-by-step.md); shared/project/evidence.ts defines what they prove.
 */
import { AppError, assertNever } from '../../shared/base/index.ts';
import { EVIDENCE_NEEDED, type ProjectEvent, type RunningAt, evaluateGate, remoteIdOf, wasAsked } from '../../shared/project/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import type { CallOutcome } from '../service/index.ts';
import { nameOnServiceOf } from '../projects/index.ts';
import { findMarked, lookUpProject, markedIn, otherProjectNotes } from './project-lookup.ts';
import { observationDelay, pollDelay } from './delays.ts';
import type { StepContext, SubmissionService } from './step-context.ts';

/**
 * Records the outcome of a call that changes the service.
 * @throws the failure, with its `waitMs`, when the call was not sent and can be repeated; StepCanceled when a command canceled the step and
 * recorded its own event.
 */
export async function recordOutcome<T>(step: StepContext, outcome: CallOutcome<T>, done: (value: T) => ProjectEvent): Promise<void> {
  switch (outcome.outcome) {
    case 'done':
      await step.recordEvent(done(outcome.value), { requestId: outcome.requestId });
      break;
    case 'not-sent': {
      const { failure, waitMs } = outcome;
      const { code, message, details } = failure;
      await step.recordEvent({ type: 'failed', delivery: 'not-sent', status: null, answer: message }, { code });
      throw waitMs === null ? failure : new AppError('SERVICE_BUSY', message, { ...details, waitMs });
    }
    case 'token':
      await step.recordRefusedToken(outcome.failure, { requestId: outcome.failure.details.requestId ?? null });
      break;
    case 'refused': {
      const { status, failure, words } = outcome;
      const requestId = failure.details.requestId ?? null;
      await step.recordEvent({ type: 'failed', delivery: 'refused', status, answer: failure.message }, { words, requestId });
      break;
    }
    case 'unknown':
      await step.recordEvent({ type: 'failed', delivery: 'unknown', status: null, answer: outcome.why }, {});
      break;
    default:
      assertNever(outcome);
  }
}

/** Remote IDs of the matches, for the journal. */
const idsOf = (matches: readonly { readonly remoteId: string | null }[]) => matches.slice(0, 5).map(({ remoteId }) => remoteId);

/** Creates the project on the service, unless one with its marker exists. */
export async function create(step: StepContext, state: RunningAt<'creating'>): Promise<void> {
  const { marker } = state;
  const client = await step.client();
  step.setActivity({ kind: 'sending', done: 0, total: null, unit: 'none' });
  const { matches = [] } = (await findMarked(client, marker, step.signal)) ?? {};
  const [first] = matches;
  if (first !== undefined) {
    const found: ProjectEvent = { type: 'found', matches: matches.length, remoteId: first.remoteId };
    await step.recordEvent(found, { marker, remoteIds: idsOf(matches) });
    return;
  }
  await step.recordEvent({ type: 'intend' }, { what: 'create', marker });
  const outcome = await client.createProject(marker, step.project.options.scoreConfiguration, step.signal);
  await recordOutcome(step, isOfAnother(step, outcome) ? { outcome: 'unknown', why: ID_OF_ANOTHER } : outcome, (remoteId) => ({
    type: 'created',
    remoteId,
  }));
}

const ID_OF_ANOTHER = 'The service answered with the ID of another project, which was sent from here.';

/**
 * True if the answer to a creation has the ID of another project of this folder, as if a cache on the way repeated an answer. If the service
 * returns no names, nothing else would show that two lists use one project, and both would start it. Another address may give the IDs of
 * finished projects again.
 */
function isOfAnother({ id, project, deps: { store, connections } }: StepContext, outcome: CallOutcome<string>): boolean {
  if (outcome.outcome !== 'done') return false;
  const { connectionIds, hasMoved } = connections.reached(project.connectionId);
  return store
    .all()
    .some(
      ({ id: other, connectionId, state }) =>
        other !== id && connectionIds.has(connectionId) && !(hasMoved && state.at === 'done') && remoteIdOf(state) === outcome.value,
    );
}

/** Looks for the marker in all projects of the service, after a create call whose outcome is unknown. */
export async function observeCreation(step: StepContext, state: RunningAt<'creating'>): Promise<void> {
  const client = await step.client();
  await step.wait(observationDelay(state.observations.length, EVIDENCE_NEEDED.spanMs));
  const { matches, whole } = markedIn(await client.projects(step.signal), state.marker);
  const at = step.deps.clock.now();
  const remoteId = matches[0]?.remoteId ?? null;
  await step.recordEvent(
    { type: 'searched', at, after: step.sinceObservation(), matches: matches.length, remoteId, whole },
    { marker: state.marker, remoteIds: idsOf(matches) },
  );
}

/** Reads how many rows of the list the service holds. */
export async function observeArrival(step: StepContext, state: RunningAt<'confirming'>): Promise<void> {
  const client = await step.client();
  await step.wait(observationDelay(state.observations.length, EVIDENCE_NEEDED.spanMs));
  const observation = step.observation(await client.project(state.remoteId, step.signal));
  await step.recordEvent(
    { type: 'observed', observation, nameOnService: nameOnServiceOf(step.project) },
    { rows: state.body.rows, ...otherProjectNotes(state, observation) },
  );
}

/** In milliseconds. An older observation does not open the gate: another computer with a copy of this folder may have started the project. */
const MAX_GATE_AGE_MS = 300_000;

const OUTDATED = {
  outcome: 'not-sent',
  failure: new AppError(
    'SERVICE_BUSY',
    'This computer was asleep or busy for minutes. It asks the service again before it starts the screening.',
  ),
  waitMs: null,
} as const;

/** True if the service says the same about our project as in `before`. False also when it cannot be read now. A clock that jumps all the time must not delay the start forever. */
async function isStill(step: StepContext, client: SubmissionService, remoteId: string, before: RemoteProject): Promise<boolean> {
  try {
    const { name, status, totalRows } = await client.project(remoteId, step.signal);
    return name === before.name && status === before.status && totalRows === before.totalRows;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * The milliseconds since this call. One clock stops while the computer sleeps, and the other can be set back or forward, so the larger
 * difference counts.
 */
function ageOf(clock: StepContext['deps']['clock']): () => number {
  const [now, elapsed] = [clock.now(), clock.elapsed()];
  return () => Math.max(Math.abs(clock.now() - now), clock.elapsed() - elapsed);
}

/** Starts the screening: the gate, the intent, and the one call that costs money. */
export async function start(step: StepContext, state: RunningAt<'starting'>): Promise<void> {
  const { deps, project } = step;
  const client = await step.client();
  // If the gate was closed at the last observation, waits before the next one.
  await step.wait(observationDelay(state.observations.length, EVIDENCE_NEEDED.spanMs));
  // Read before the balance: the price of a record is known only if nothing else is paid for after this time.
  const startedAt = deps.clock.now();
  const balance = (await client.credits(step.signal).catch(() => null))?.remaining ?? null;
  if (balance !== null) deps.connections.setCredits(project.connectionId, balance);
  // Only before the first call: a copy of this folder may have created its own project with the same marker.
  let lookup = wasAsked(state) ? null : await lookUpProject(client, state, step.signal);
  // The gate needs a new observation, recorded as evidence, with no other call between it and the call that costs money.
  const remote = await client.project(state.remoteId, step.signal);
  const age = ageOf(deps.clock);
  if (remote.name === null) lookup ??= await lookUpProject(client, state, step.signal);
  const observation = step.observation({ ...remote, name: remote.name ?? lookup?.name ?? null });
  const listed = lookup?.listed ?? null;
  await step.recordEvent(
    { type: 'observed', observation, nameOnService: nameOnServiceOf(project), listed },
    { rows: state.body.rows, ...otherProjectNotes(state, observation, listed), ...(listed === null ? {} : { others: listed.others }) },
  );
  if (!evaluateGate(state, observation, listed).open) return;
  step.setActivity({ kind: 'looking', done: 0, total: null, unit: 'none' });
  // If an earlier start may have cost credits, only the balance before that one shows the cost.
  const creditsBefore = state.asked > 0 ? project.submission.creditsBefore : balance;
  await step.recordEvent(
    { type: 'intend' },
    { what: 'process', remoteId: state.remoteId, balance },
    { submission: { creditsBefore, startedAt: project.submission.startedAt ?? startedAt } },
  );
  // The computer may have slept, or the disk may have been full, while the events were recorded.
  const isOutdated = age() > MAX_GATE_AGE_MS && !(await isStill(step, client, state.remoteId, remote));
  const outcome = isOutdated ? OUTDATED : await client.process(state.remoteId, step.signal);
  const nextPollAt = deps.clock.now() + pollDelay(0, deps.connections.row(project.connectionId).kind, deps.random);
  await recordOutcome(step, outcome, () => ({ type: 'started', nextPollAt }));
}

/** Checks whether a requested start has happened. */
export async function observeStart(step: StepContext, state: RunningAt<'starting'>): Promise<void> {
  const client = await step.client();
  await step.wait(observationDelay(state.observations.length, EVIDENCE_NEEDED.startSpanMs));
  const observation = step.observation(await client.project(state.remoteId, step.signal));
  await step.recordEvent(
    { type: 'observed', observation, nameOnService: nameOnServiceOf(step.project) },
    otherProjectNotes(state, observation),
  );
}
