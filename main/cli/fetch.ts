/** `desk fetch`: fetches the results of a finished project again. */
import { EXIT } from '../../shared/base/index.ts';
import { rowsNotPart } from '../../shared/project/index.ts';
import { flawSentences, keptScoresSentence, missingReportSentence, outcomeDifference } from '../../shared/view-texts/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { countsText, flawsOf } from './outcome.ts';
import type { Output } from './output.ts';
import { activityText } from './status-text.ts';

/** Returns the exit code. */
export async function fetchAgain(call: Call, output: Output, desk: Desk): Promise<number> {
  const { id, connection } = await desk.project(call.words[0]!);
  desk.useTokenFor(connection.id);
  const unsubscribe = desk.application.subscribe((event) => {
    if (event.name !== 'project.changed' || event.payload.id !== id || event.payload.activity === null) return;
    output.progress(activityText({ state: event.payload.state }, event.payload.activity));
  });
  try {
    const { before, after, report, kept } = await desk.call('results.fetchAgain', { id });
    const project = await desk.project(id);
    const flaws = await flawsOf(desk, project);
    const notPart = rowsNotPart(project.adopted, after);
    const sentences = [
      ...[keptScoresSentence(kept), missingReportSentence(report, after)].filter((one) => one !== null),
      ...(flaws === null ? [] : flawSentences(flaws)),
    ];
    output.result(
      { ok: true, project: id, before, counts: after, report, kept, ...flaws },
      [
        `Before: ${countsText(before, rowsNotPart(project.adopted, before))}`,
        `Now:    ${countsText(after, notPart)}`,
        `Fetched again: ${outcomeDifference(before, after)}. Nothing was charged.`,
        ...sentences,
      ].join('\n'),
    );
    return after.refused + after.unknown - notPart > 0 ? EXIT.refusedRows : EXIT.done;
  } finally {
    unsubscribe();
  }
}
