/** Adding the list of a project (#4). */
import { chunksOf } from '../bodies.ts';
import { latestDate } from '../checks.ts';
import { CsvRecords } from '../csv-records.ts';
import type { Dialect } from '../dialects.ts';
import type { Call, Endpoint, ListBody } from '../endpoint.ts';
import { ListUpload } from '../list-upload.ts';
import { JsonRecords } from '../json-records.ts';
import { ErrorResponse } from '../error-response.ts';
import { ListAddition, Project } from '../schemas.ts';
import { listPresent, type Arrival } from '../store.ts';

async function readList({ form, stream }: ListBody, csvHeadings: Dialect['csvHeadings'], upload: ListUpload): Promise<void> {
  if (form === 'json') {
    const reader = new JsonRecords();
    for await (const chunk of chunksOf(stream)) {
      for (const batch of reader.push(chunk)) for (const record of batch) upload.add(record, null);
    }
    reader.end();
    return;
  }
  const reader = new CsvRecords(csvHeadings);
  for await (const chunk of chunksOf(stream)) {
    for (const batch of reader.push(chunk)) for (const { record, columnCount } of batch) upload.add(record, columnCount);
  }
  for (const batch of reader.end()) for (const { record, columnCount } of batch) upload.add(record, columnCount);
}

function arrival({ service, faults }: Call): Arrival {
  const from = service.clock();
  const late = faults.of('late-list');
  return { from, until: from + (late?.ms ?? 0), growing: late?.growing ?? false };
}

async function addList(call: Call) {
  const { service, faults, id, list, now, dialect } = call;
  const project = service.store.project(id);
  if (project.startedAt !== null) throw new ErrorResponse(409, 'project_locked', 'The project is locked: it was processed.');
  if (project.listId !== null) throw listPresent();
  if (list === null) throw new ErrorResponse(400, 'body_missing', 'The list is missing.');
  const upload = new ListUpload(service.store, { today: latestDate(now), keepRows: faults.of('partial-list')?.rows ?? null });
  try {
    await readList(list, dialect.csvHeadings, upload);
    const { listId, total, valid } = upload.finish();
    service.store.ledger.count(project.number, 'lists_received');
    if (total === 0) upload.discard();
    else service.store.publishList(project.number, listId, { total, valid }, arrival(call));
  } catch (error) {
    upload.discard();
    throw error;
  }
  return { kind: 'project', project: service.store.project(id), success: 'done' } as const;
}

export const listEndpoints: readonly Endpoint[] = [
  {
    number: 4,
    step: 'add',
    method: 'POST',
    path: '/project/:id/scores',
    summary: 'Add the list of individuals to a project, as JSON or CSV',
    body: 'list',
    bodySchema: ListAddition,
    success: 200,
    answer: Project,
    errorStatuses: [400, 404, 409, 413, 415],
    handle: addList,
  },
];
