/** Single screenings: #1, #2, GET profile/:id, and the deprecated #11 and #12. */
import * as z from 'zod';
import { checkRecord, isRecord, latestDate, type RecordValues } from '../checks.ts';
import type { Call, Endpoint, PageAnswer, ProfileAnswer } from '../endpoint.ts';
import { ITEMS_PER_PAGE, MAX_ITEMS, requestedPage } from '../paging.ts';
import { ErrorResponse } from '../error-response.ts';
import { parseProfileId, profileOfSingle, ProfileReader } from '../results.ts';
import { ConstituentRecord, Profile, ProfilePage, ScoreRequest } from '../schemas.ts';
import type { StoredSingle } from '../store.ts';

const skewOf = ({ faults }: Call) => faults.of('clock-skew')?.ms ?? 0;

function checkedRecord({ body, now }: Call): RecordValues {
  if (!isRecord(body)) throw new ErrorResponse(400, 'record_not_an_object', 'The body is not a constituent record.');
  const { values, issues } = checkRecord(body, latestDate(now));
  if (issues.length === 0) return values;
  const details = issues.map(({ field, message }) => ({ field, message }));
  throw new ErrorResponse(422, 'record_invalid', 'The record cannot be screened with these values. Nothing was charged.', { details });
}

function bulkProfile(call: Call): ProfileAnswer | null {
  const { service, id } = call;
  const parts = parseProfileId(id);
  const project = parts === null ? null : service.store.projectByPrefix(parts.prefix);
  if (parts === null || project === null || service.phase(project) !== 'processed') return null;
  return new ProfileReader(service.store, project, skewOf(call)).ofRow(parts.row);
}

function foundProfile(call: Call): ProfileAnswer {
  const single: StoredSingle | null = call.service.store.single(call.id, 'profile');
  const profile = single === null ? bulkProfile(call) : profileOfSingle(single, skewOf(call));
  if (profile === null) throw new ErrorResponse(404, 'profile_unknown', 'There is no profile with this id.');
  return profile;
}

function profilePage(call: Call): { readonly items: ProfileAnswer[]; readonly total: number; readonly page: PageAnswer } {
  const { service } = call;
  const page = requestedPage(call, '/profile');
  const { itemsPerPage } = page;
  const now = service.clock();
  const profiles: ProfileAnswer[] = [];
  for (const { source, skip } of service.store.profileSources(now, (page.page - 1) * itemsPerPage)) {
    if ('single' in source) profiles.push(profileOfSingle(source.single, skewOf(call)));
    else profiles.push(...new ProfileReader(service.store, source.project, skewOf(call)).page(skip, itemsPerPage - profiles.length));
    if (profiles.length >= itemsPerPage) break;
  }
  return { items: profiles, total: service.store.profileCount(now), page };
}

export const singleEndpoints: readonly Endpoint[] = [
  {
    number: 1,
    step: 'profile',
    method: 'POST',
    path: '/profile',
    summary: 'Screen one constituent; costs one credit',
    body: 'json',
    bodySchema: ConstituentRecord,
    success: 201,
    answer: Profile,
    errorStatuses: [400, 402, 413, 415, 422],
    handle(call) {
      const single = call.service.store.createSingle('profile', checkedRecord(call), call.service.clock());
      return { kind: 'profile', profile: profileOfSingle(single, skewOf(call)), success: 'created' };
    },
  },
  {
    number: 2,
    step: 'profile-list',
    method: 'GET',
    path: '/profile',
    summary: 'All profiles, those of processed projects included, a page at a time',
    body: 'none',
    query: z.object({
      page: z.int().min(1).optional().describe('from 1; 1 when left out'),
      itemsPerPage: z.int().min(1).optional().describe(`${ITEMS_PER_PAGE} when left out, ${MAX_ITEMS} at most`),
    }),
    success: 200,
    answer: ProfilePage,
    errorStatuses: [400],
    handle(call) {
      return { kind: 'profiles', ...profilePage(call) };
    },
  },
  {
    number: null,
    step: 'profile-get',
    method: 'GET',
    path: '/profile/:id',
    summary: 'One profile',
    body: 'none',
    success: 200,
    answer: Profile,
    errorStatuses: [404],
    handle(call) {
      if (call.dialect.withoutProfileById)
        throw new ErrorResponse(405, 'method_not_allowed', 'One profile cannot be read.', { headers: { allow: '' } });
      return { kind: 'profile', profile: foundProfile(call), success: 'read' };
    },
  },
  {
    number: 11,
    step: 'score-request',
    method: 'POST',
    path: '/score-request',
    summary: 'Screen one constituent; costs one credit',
    replacedBy: '/profile',
    body: 'json',
    bodySchema: ConstituentRecord,
    success: 201,
    answer: ScoreRequest,
    errorStatuses: [400, 402, 413, 415, 422],
    handle(call) {
      const single = call.service.store.createSingle('score-request', checkedRecord(call), call.service.clock());
      return { kind: 'score-request', profile: profileOfSingle(single, skewOf(call)), success: 'created' };
    },
  },
  {
    number: 12,
    step: 'score-request-get',
    method: 'GET',
    path: '/score-request/:id',
    summary: 'The result of a score request',
    replacedBy: '/profile/:id',
    body: 'none',
    success: 200,
    answer: ScoreRequest,
    errorStatuses: [404],
    handle(call) {
      const single = call.service.store.single(call.id, 'score-request');
      if (single === null) throw new ErrorResponse(404, 'score_request_unknown', 'There is no score request with this id.');
      return { kind: 'score-request', profile: profileOfSingle(single, skewOf(call)), success: 'read' };
    },
  },
];
