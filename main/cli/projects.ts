/** Commands for existing projects: projects, status, resume, decide, cancel, remove. */
import { AppError, EXIT, numberText } from '../../shared/base/index.ts';
import { flawSentences, lostWith, unfetchedResults } from '../../shared/view-texts/index.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { Choice, isRecordUnreadable, isUnfinished } from '../../shared/project/index.ts';
import type { Call } from './arguments.ts';
import { confirmRemoval } from './confirm.ts';
import type { Desk } from './desk.ts';
import { follow, isSettled } from './follow.ts';
import { flawsOf, outcome, report } from './outcome.ts';
import { printWaiting } from './follow-parts.ts';
import { type Output, notRemoved, timeText } from './output.ts';
import { statusText } from './status-text.ts';
import { table } from './table.ts';

/** Prints the projects on the service. */
async function remoteProjects(call: Call, output: Output, desk: Desk): Promise<number> {
  const connection = await desk.connection(call.values['connection'] ?? null);
  desk.useTokenFor(connection.id);
  const all = await desk.call('service.projects', { connectionId: connection.id });
  if (output.json)
    for (const project of all) output.result({ ok: true, connection: { id: connection.id, name: connection.name }, ...project }, '');
  else if (all.length === 0) output.result(null, `${connection.name} has no projects.`);
  else {
    const rows = (count: number | null) => (count === null ? 'unknown' : numberText(count));
    const lines = all.map(({ remoteId, name, status, totalRows, validRows, projectId }) => [
      remoteId,
      name ?? '',
      status ?? 'unknown',
      rows(totalRows),
      rows(validRows),
      projectId?.slice(0, 8) ?? 'not from here',
    ]);
    output.result(null, table(['ID on the service', 'Name', 'Status', 'Rows', 'Valid', 'Project here'], lines, output.widths.result));
  }
  return EXIT.done;
}

export async function projects(call: Call, output: Output, desk: Desk): Promise<number> {
  if (call.flags.has('remote')) return await remoteProjects(call, output, desk);
  const all = await desk.call('projects.list', {});
  if (output.json) for (const view of all) output.result({ ok: true, ...view }, '');
  else if (all.length === 0) output.result(null, 'There are no projects yet. Run "desk screen FILE --out RESULTS.xlsx" to create one.');
  else {
    const lines = all.map((view) => {
      const counts = view.state.at === 'done' ? view.state.counts : null;
      return [
        view.id.slice(0, 8),
        view.name,
        view.connection.name,
        statusText(view),
        view.sheet === null ? '' : numberText(view.sheet.rows),
        counts === null ? '' : numberText(counts.scored),
        counts === null ? '' : numberText(counts.refused),
        timeText(view.changedAt),
      ];
    });
    output.result(
      null,
      table(['ID', 'Name', 'Connection', 'Status', 'Rows', 'Scored', 'Not accepted', 'Last change'], lines, output.widths.result),
    );
  }
  return EXIT.done;
}

export async function status(call: Call, output: Output, desk: Desk): Promise<number> {
  const view = await desk.project(call.words[0]!);
  const timeline = await desk.call('project.timeline', { id: view.id });
  const flaws = await flawsOf(desk, view);
  const lines = timeline.map(
    ({ at, title, evidence, by }) =>
      `${timeText(at)}  ${title}${evidence === null ? '' : ` – ${evidence}`}${by === 'app' ? '' : ` (${by})`}`,
  );
  output.result(
    { ok: true, ...view, timeline },
    [`${view.name}: ${statusText(view)}`, ...lines, outcome(view).text, ...(flaws === null ? [] : flawSentences(flaws))].join('\n'),
  );
  return EXIT.done;
}

/** Follows a resumed project; returns its exit code. */
async function followToEnd(desk: Desk, id: string, output: Output): Promise<number> {
  const ended = await follow(desk, id, output, isSettled);
  const exit = await report(desk, output, ended);
  await printWaiting(desk, ended, output);
  return exit;
}

/** Sentences about projects that may have been sent although this is not recorded here. */
async function unseen(desk: Desk, all: readonly ProjectView[]): Promise<string[]> {
  const named = (which: (view: ProjectView) => boolean) => all.filter(which).map(({ name }) => `“${name}”`);
  const unreadable = named(({ state }) => isRecordUnreadable(state));
  const drafts = (await desk.call('app.get', {})).notice === null ? [] : named(({ state }) => state.at === 'draft');
  return [
    ...(unreadable.length === 0 ? [] : [`The history has no readable record of ${unreadable.join(', ')}.`]),
    ...(drafts.length === 0
      ? []
      : [
          `The history is older than the last change that was made here, so ${drafts.join(', ')} may have been sent although it is shown as a draft.`,
        ]),
  ];
}

export async function resume(call: Call, output: Output, desk: Desk): Promise<number> {
  const [project] = call.words;
  const named = project === undefined ? null : await desk.project(project);
  const listed = async () => (named === null ? await desk.call('projects.list', {}) : [await desk.project(named.id)]);
  const found = async () => (await listed()).filter(({ state }) => isUnfinished(state) || (named !== null && state.at === 'ended'));
  const { runnerElsewhere } = await desk.call('app.get', {});
  if (runnerElsewhere === null) {
    // Practice needs no token.
    desk.useTokenFor(...(await found()).flatMap(({ connection: { id, kind } }) => (kind === 'live' ? [id] : [])));
    await desk.application.continueWork(named?.id ?? null);
  }
  const waiting = await found();
  if (waiting.length === 0) {
    output.result({ ok: true, resumed: 0 }, ['There is nothing to resume.', ...(await unseen(desk, await listed()))].join(' '));
    return EXIT.done;
  }
  await desk.assertRunsHere();
  let exit = 0;
  for (const { id, name, state } of waiting) {
    output.step(`“${name}”`);
    if (state.at === 'paused' || state.at === 'needs-token' || state.at === 'ended') await desk.call('project.resume', { id });
    exit = Math.max(exit, await followToEnd(desk, id, output));
  }
  return exit;
}

export async function decide(call: Call, output: Output, desk: Desk): Promise<number> {
  const view = await desk.project(call.words[0]!);
  const choice = Choice.safeParse(call.values['choice']);
  if (!choice.success) throw new AppError('USAGE', `--choice must be one of ${Choice.options.join(', ')}.`);
  desk.useTokenFor(view.connection.id);
  await desk.call('project.decide', { id: view.id, choice: choice.data });
  return await followToEnd(desk, view.id, output);
}

export async function cancel(call: Call, output: Output, desk: Desk): Promise<number> {
  const { id } = await desk.project(call.words[0]!);
  const view = await desk.call('project.cancel', { id });
  const charged = view.state.at === 'ended' && view.state.charged === 'maybe';
  output.result(
    { ok: true, project: id, at: view.state.at, charged: charged ? 'maybe' : 'no' },
    charged ? 'Stopped watching. The service may continue, and its credits may be spent.' : 'Stopped. Nothing was charged.',
  );
  await printWaiting(desk, view, output);
  return EXIT.done;
}

export async function remove(call: Call, output: Output, desk: Desk): Promise<number> {
  const { id, name, state } = await desk.project(call.words[0]!);
  const lost = lostWith(id, await desk.call('projects.list', {}));
  const unfetched = unfetchedResults(state);
  const loseResults = call.flags.has('lose-results');
  const sentences = [...(unfetched === null ? [] : [unfetched]), ...lost];
  const what = [`This removes “${name}” and everybody in it for good.`, ...sentences].join(' ');
  if (unfetched !== null && !loseResults) {
    const flags = call.flags.has('yes') ? '--lose-results' : '--yes and --lose-results';
    throw new AppError('USAGE', `${what} Add ${flags} if you accept that the results are lost.`);
  }
  if (!(await confirmRemoval(call, what))) return notRemoved(output);
  for (const sentence of sentences) output.step(sentence);
  await desk.call('projects.remove', { id, loseResults });
  output.result({ ok: true, project: id }, `“${name}” was removed for good.`);
  return EXIT.done;
}
