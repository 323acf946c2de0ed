/** `desk adopt`: adopts a service project that this data folder does not know. */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import { adoptionNotes } from '../../shared/view-texts/index.ts';
import { rowsNotPart } from '../../shared/project/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';
import { activityText } from './status-text.ts';
import { importOptionsOf } from './import-options.ts';
import { offerFile } from './input-file.ts';
import { templateNamed } from './templates.ts';

/** Returns the exit code. */
export async function adopt(call: Call, output: Output, desk: Desk): Promise<number> {
  const remoteId = call.words[0]!;
  const { file: path, template: name } = call.values;
  const importOptions = importOptionsOf(call);
  if (path === undefined && (name !== undefined || Object.keys(importOptions).length > 0))
    throw new AppError('USAGE', 'The options for reading a file need --file.');
  const connection = await desk.connection(call.values['connection'] ?? null);
  await desk.assertRunsHere();
  desk.useTokenFor(connection.id);
  const template = name === undefined ? {} : { template: (await templateNamed(desk, name)).id };
  const file = path === undefined ? null : await offerFile(desk, path);
  const unsubscribe = desk.application.subscribe((event) => {
    if (event.name !== 'project.changed' || event.payload.adopted === null || event.payload.activity === null) return;
    output.progress(activityText({ state: event.payload.state }, event.payload.activity));
  });
  try {
    const project = await desk.call('projects.adopt', { connectionId: connection.id, remoteId, file, importOptions, ...template });
    if (project.state.at !== 'done' || project.adopted === null) throw new AppError('INTERNAL', 'The project was not adopted.');
    const { counts } = project.state;
    const { submitted, scored, refused, unknown } = counts;
    const notPart = rowsNotPart(project.adopted, counts);
    output.result(
      { ok: true, project: project.id, remoteId, name: project.name, counts, ...project.adopted },
      [
        `“${project.name}” was adopted as ${project.id.slice(0, 8)}. Nothing was sent and nothing was charged.`,
        `${countText(submitted, 'row')} = ${numberText(scored)} scored + ${numberText(refused)} not accepted + ${numberText(unknown)} ${notPart > 0 ? 'not part of this project' : 'without a result'}`,
        ...adoptionNotes(project.adopted, counts),
      ].join('\n'),
    );
    return refused + unknown - notPart > 0 ? EXIT.refusedRows : EXIT.done;
  } finally {
    unsubscribe();
  }
}
