/** Fetches the results of a finished project again. */
import { numberText } from '../../shared/base/text.ts';
import { EXIT } from '../../shared/base/errors.ts';
import type { Counts } from '../../shared/project/project.ts';
import { difference, missingReport } from '../../shared/results/fetched-again.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { activityText, type Output } from './output.ts';

const balance = ({ submitted, scored, refused, unknown }: Counts): string =>
  `${numberText(submitted)} rows submitted = ${numberText(scored)} scored + ${numberText(refused)} refused + ${numberText(unknown)} unknown`;

/** `desk fetch ID` returns the exit code. */
export async function fetchAgain(call: Call, output: Output, desk: Desk): Promise<number> {
  const { id, connection } = await desk.project(call.words[0]!);
  desk.tokenIsFor(connection.id);
  const unsubscribe = desk.application.subscribe((event) => {
    if (event.name !== 'project.changed' || event.payload.id !== id || event.payload.activity === null) return;
    output.progress(activityText({ state: event.payload.state }, event.payload.activity));
  });
  try {
    const { before, after, report } = await desk.call('results.fetchAgain', { id });
    const missing = missingReport(report, after);
    output.result(
      { ok: true, project: id, before, counts: after, report },
      [
        `Before: ${balance(before)}`,
        `Now:    ${balance(after)}`,
        `Fetched again: ${difference(before, after)}. Nothing was charged.`,
        ...(missing === null ? [] : [missing]),
      ].join('\n'),
    );
    return after.refused + after.unknown > 0 ? EXIT.refusedRows : EXIT.done;
  } finally {
    unsubscribe();
  }
}
