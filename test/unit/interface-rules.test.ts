/**
 * Fields and rules of the service's interface, each with a literal of the interface that no product table can change. docs/INTERFACE.md
 * names these tests.
 */
import { describe, expect, it } from 'vitest';
import { typedRecord } from '../../main/checking/record-input.ts';
import { COMMANDS, helpText } from '../../main/cli/arguments.ts';
import { pollDelay } from '../../main/runner/delays.ts';
import { fetchResults, type ResultsSource } from '../../main/runner/fetch-results.ts';
import { maxRowsOf } from '../../main/submission/cost-estimate.ts';
import { RecordBytes } from '../../main/worker/submit/record-bytes.ts';
import { AppError } from '../../shared/base/errors.ts';
import { ScoreConfiguration } from '../../shared/base/score-configuration.ts';
import { csvHeader } from '../../shared/mapping/csv-headings.ts';
import { readProject } from '../../shared/results/project-answer.ts';
import { eachValue } from '../../shared/results/scores.ts';
import { confirming, observation, observed, polled, processing } from '../kit/desk-states.ts';

describe('section 2', () => {
  it.each<[field: string, typed: string, value: string | number]>([
    ['constituentId', 'A-1', 'A-1'],
    ['primaryFirst', 'Jane', 'Jane'],
    ['primaryMiddle', 'Quinn', 'Quinn'],
    ['primaryLast', 'Doe', 'Doe'],
    ['primaryMaiden', 'Roe', 'Roe'],
    ['spouseFirst', 'John', 'John'],
    ['spouseMiddle', 'Quentin', 'Quentin'],
    ['spouseLast', 'Doe', 'Doe'],
    ['spouseMaiden', 'Poe', 'Poe'],
    ['street', '17 Mill Rd', '17 Mill Rd'],
    ['street2', 'Apt 2', 'Apt 2'],
    ['city', 'Boston', 'Boston'],
    ['state', 'MA', 'MA'],
    ['postalCode', '02108', '02108'],
    ['country', 'US', 'US'],
    ['personalEmail', 'jane@example.org', 'jane@example.org'],
    ['personalPhone', '617-555-0100', '617-555-0100'],
    ['businessName', 'Doe Lamps', 'Doe Lamps'],
    ['businessTitle', 'Director', 'Director'],
    ['businessPhone', '617-555-0101', '617-555-0101'],
    ['businessEmail', 'jane@lamps.example', 'jane@lamps.example'],
    ['rfmFirstGiftValue', '12.5', 12.5],
    ['rfmFirstGiftDate', '2001-02-03', '2001-02-03'],
    ['rfmMostRecentGiftValue', '50', 50],
    ['rfmMostRecentGiftDate', '2021-02-03', '2021-02-03'],
    ['rfmLargestGiftValue', '1250', 1250],
    ['rfmLargestGiftDate', '2011-02-03', '2011-02-03'],
    ['rfmTotalGiftCount', '27', 27],
    ['rfmTotalGiftValue', '4000.25', 4000.25],
  ])('the field %s goes to the service under this name and in its type', (field, typed, value) => {
    const bytes = new RecordBytes();
    bytes.json(typedRecord({ [field]: typed }));
    expect(JSON.parse(bytes.take().toString())).toEqual({ [field]: value });
    expect(csvHeader({}).split(',')).toContain(field);
  });

  it.each([
    ['id', 'P-1', 'remoteId'],
    ['name', 'Spring', 'name'],
    ['status', 'processed', 'status'],
    ['totalRows', 12, 'totalRows'],
    ['validRows', 11, 'validRows'],
  ])('%s of a project is read', (field, value, property) => {
    expect(readProject({ [field]: value })).toMatchObject({ [property]: value });
  });

  it.each<[setting: string, value: unknown]>([
    ['primaryAffinity', 'EDU'],
    ['primaryAffinityDescription', 'Education'],
    ['secondaryAffinity', 'ART'],
    ['secondaryAffinityDescription', 'Arts'],
    ['minimumConfidenceOfMatch', 62.5],
    ['scoreWeights', { propensity: 1, affinity: 2, capacity: 3 }],
    ['scoreCapacityLimits', [1_000, 50_000]],
    ['recencyFrequencyMonetary', {}],
  ])('the score setting %s is accepted', (setting, value) => {
    expect(ScoreConfiguration.parse({ [setting]: value })).toEqual({ [setting]: value });
  });

  it.each<[setting: string, value: unknown]>([
    ['weights', { recency: 1, frequency: 2, monetary: 3 }],
    ['recencyLimits', [12, 36]],
    ['frequencyLimits', [2, 5]],
    ['monetaryLimits', [100, 1_000]],
  ])('the score setting recencyFrequencyMonetary.%s is accepted', (setting, value) => {
    const settings = { recencyFrequencyMonetary: { [setting]: value } };
    expect(ScoreConfiguration.parse(settings)).toEqual(settings);
  });

  it('mostRecentScore is the score of a profile, and a pending one does not replace it', () => {
    const found = new Map<string, unknown>();
    eachValue({ mostRecentScore: { scoreDetails: { overall: 7 } }, pendingScore: { scoreDetails: { overall: 8 } } }, (path, value) =>
      found.set(path, value),
    );
    expect(found.get('mostRecentScore.scoreDetails.overall')).toBe(7);
    expect(found.has('scorePending')).toBe(false);
  });

  it('pendingScore is shown as the score of a profile that has no other, and marked', () => {
    const found = new Map<string, unknown>();
    eachValue({ pendingScore: { scoreDetails: { overall: 8 } } }, (path, value) => found.set(path, value));
    expect(found).toEqual(new Map<string, unknown>([['scorePending', true], ['mostRecentScore.scoreDetails.overall', 8]])); // prettier-ignore
  });
});

const EMPTY = { contentType: 'application/json', contentLength: null, chunks: [], following: () => null };

/** The results of a service with these counts. */
function fetchOf(
  { validRows, rows, profiles }: { readonly validRows: number | null; readonly rows: number; readonly profiles: number },
  errors: () => Promise<unknown>,
) {
  const progress = { entries: profiles, rows: profiles, more: false, repeats: null, isUnderstood: true, missing: 0, missingProfiles: 0 };
  return fetchResults({
    client: { profiles: () => Promise.resolve(EMPTY), errors },
    remoteId: 'p',
    remote: { validRows },
    rows,
    spawn: () => ({
      write: () => Promise.resolve(),
      ask: () => Promise.resolve(progress),
      cancel: () => undefined,
      result: Promise.resolve(),
    }),
    host: { keepAwake: () => () => undefined },
    signal: new AbortController().signal,
    progress: () => undefined,
  } as unknown as ResultsSource);
}

describe('section 3', () => {
  it('a list is added only to a project that is not processed', () => {
    const unsent = confirming({ arrival: 'unsent' });
    expect(observed(unsent, observation('created', { totalRows: 0 }))).toMatchObject({ at: 'adding' });
    expect(observed(unsent, observation('processed', { totalRows: 0 })).at).not.toBe('adding');
  });

  it('profiles are fetched once the project is processed, and not at another word', () => {
    expect(polled(processing(), observation('processed'))).toMatchObject({ at: 'collecting' });
    for (const word of ['screening', 'queued', 'unprocessed'])
      expect(polled(processing(), observation(word))).toMatchObject({ at: 'processing' });
  });

  it.each([
    [3, 3, 3, []],
    [2, 3, 2, ['errors']],
    [2, 3, 3, ['errors']],
    [null, 3, 3, ['errors']],
    // The service's count is wrong, and only the report says why a row has no profile.
    [3, 3, 2, ['errors']],
  ])('with %s valid of %s rows and %s profiles, the row errors are requested as needed', async (validRows, rows, profiles, expected) => {
    const calls: string[] = [];
    await fetchOf({ validRows, rows, profiles }, () => {
      calls.push('errors');
      return Promise.resolve(EMPTY);
    });
    expect(calls).toEqual(expected);
  });

  it('profiles do not wait for a report that the service has no reason to give', async () => {
    const fails = () => Promise.reject(new AppError('SERVICE_FAILED', 'The service failed (500).', { status: 500 }));
    expect(await fetchOf({ validRows: 3, rows: 3, profiles: 2 }, fails)).toMatchObject({ report: 'none' });
    await expect(fetchOf({ validRows: 2, rows: 3, profiles: 2 }, fails)).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
  });
});

describe('section 6', () => {
  it('the status is read again and again, at most a minute apart, until it is processed', () => {
    let state = polled(processing(), observation('screening'));
    for (let polls = 0; polls < 50; polls++) state = polled(state, observation('screening'));
    expect(state).toMatchObject({ at: 'processing', polls: 51 });
    expect(polled(state, observation('processed'))).toMatchObject({ at: 'collecting' });
    for (const polls of [0, 1, 10, 1_000]) {
      const delay = pollDelay(polls, 'live', () => 0.5);
      expect(delay).toBeGreaterThanOrEqual(1_000);
      expect(delay).toBeLessThanOrEqual(60_000);
    }
  });
});

describe('section 8', () => {
  it('a project gets at most 1,000,000 records', () => {
    expect(maxRowsOf({ settings: { listFormat: 'json', rowBase: 'find' } })).toBe(1_000_000);
  });

  it('a project that holds our list gets no second one', () => {
    for (const arrival of ['unknown', 'answered', 'incomplete'] as const)
      expect(observed(confirming({ arrival }), observation('created'))).toMatchObject({ at: 'starting' });
  });
});

describe('section 9', () => {
  it.each([
    ['score-request', '"profile create" replaces create, "profile show" replaces show'],
    ['project-scores', 'use "fetch" and "export" instead'],
  ])('the help of the deprecated call %s names its replacement', (name, replacement) => {
    const command = COMMANDS.find((one) => one.name === name)!;
    expect(helpText(command)).toContain('deprecated by the service');
    expect(helpText(command)).toContain(replacement);
  });
});
