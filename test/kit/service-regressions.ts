/** Services that once revealed a problem, with the values that it takes. They are screened in every run. */
import { plainService, type ServiceSpec } from './service-dimensions.ts';

export const SERVICE_REGRESSIONS: readonly ServiceSpec[] = [
  // A body whose connection closes while the application is busy with its first part.
  plainService({ size: 'medium', closing: 'cut' }, { unusable: { at: 'profiles', after: 0, times: null } }),
  plainService({ size: 'large', framing: 'no-last-chunk' }, { unusable: { at: 'profiles', after: 0, times: null } }),
  // Row numbers of refused rows, and IDs that are equal as floating-point numbers.
  plainService({ list: 'long-ids', report: 'flat', rowBase: 'sheet' }),
  plainService({ paging: 'overlapping', shape: 'items', echo: 'record', counts: 'never' }),
  plainService({ numbers: 'nan', shape: 'ndjson' }),
  plainService({ score: 'some-without', report: 'not-there' }),
  // Compressed bytes that begin like JSON.
  plainService({ encoding: 'brotli', size: 'large' }),
  // A long text is no score.
  plainService({ score: 'all-without', size: 'large' }),
  plainService({ paging: 'overlapping', pagedLists: 'yes', numbers: 'nan', lists: 'data-items', projectNames: 'in-list', list: 'no-ids' }),
];
