import { describe, expect, it } from 'vitest';
import { choiceText, firstChoice } from '../../../../shared/project/choice-texts.ts';
import { decisionFacts, type DecisionFacts } from '../../../../shared/project/decision-facts.ts';
import { evidenceTexts } from '../../../../shared/project/evidence-texts.ts';
import { questionText } from '../../../../shared/project/question-texts.ts';
import { Choice, type Counts, type ProjectState, Question } from '../../../../shared/project/project-shapes.ts';
import { adding, collecting, confirming, creating, observation, MINUTE, processing, starting } from '../../../kit/desk-states.ts';

type Deciding = Extract<ProjectState, { at: 'needs-decision' }>;
const list = { rows: 9_420, credits: 9_420, isPractice: false };
const counts: Counts = { submitted: 20, scored: 12, refused: 3, unknown: 5, unmatched: 0 };

const deciding = (resume: Deciding['resume'], question: Question = 'no-end', answer: string | null = null): Deciding => ({
  at: 'needs-decision',
  question,
  choices: ['give-up'],
  answer,
  resume,
});
const factsOf = (resume: Deciding['resume'], answer: string | null = null) => decisionFacts(deciding(resume, 'no-end', answer), list);
const facts: DecisionFacts = factsOf(starting({ asked: 1 }));

describe('the facts of a question', () => {
  it.each<[what: string, Deciding['resume'], asked: number]>([
    ['not asked', starting(), 0],
    ['asked twice', starting({ asked: 2 }), 2],
    ['answered', processing({ asked: 1 }), 1],
    ['answered after two', processing({ asked: 2 }), 2],
    ['answered, without a count of requests', { ...processing(), asked: undefined }, 1],
    ['started by someone else', collecting({ asked: 0 }), 0],
    ['fetched, without a count of requests', collecting(), 1],
    ['about to be created', creating(), 0],
    ['counted', confirming(), 0],
  ])('include how often the start was requested: %s', (_what, resume, asked) => {
    expect(factsOf(resume)).toMatchObject({ ...list, asked, at: resume.at });
  });

  it('include whether another folder may be working, what arrived, and what is missing', () => {
    expect(factsOf(confirming({ found: true }))).toMatchObject({ isFound: true, counts: null, missing: 0 });
    expect(factsOf(confirming())).toMatchObject({ isFound: false });
    expect(factsOf(creating())).toMatchObject({ isFound: false });
    expect(factsOf(collecting({ counts, missing: 5 }))).toMatchObject({ counts, missing: 5 });
    expect(factsOf(collecting())).toMatchObject({ counts: null, missing: 0 });
    expect(factsOf(processing(), 'No.')).toMatchObject({ answer: 'No.', counts: null });
  });
});

/** Costs by question and choice before any start request; a missing choice costs nothing. */
const COSTS: Partial<Record<Question, Partial<Record<Choice, string>>>> = {
  'add-refused': { 'ask-again': 'as-planned' },
  'add-unclear': { 'it-happened': 'as-planned' },
  'start-unclear': { 'ask-again': 'twice' },
  'start-refused': { 'ask-again': 'as-planned' },
  'credits-short': { 'ask-again': 'as-planned' },
  'not-ours': { ours: 'as-planned' },
};

describe('the cost of a choice', () => {
  it.each(Question.options)('%s', (question) => {
    const costs = Choice.options.map((choice) => [choice, choiceText(question, choice, factsOf(starting())).cost]);
    const expected = Choice.options.map((choice) => [
      choice,
      COSTS[question]?.[choice] ?? (choice === 'start-over' ? 'as-planned' : 'nothing'),
    ]);
    expect(costs).toEqual(expected);
  });

  it.each<[what: string, Deciding['resume'], cost: string]>([
    ['before the list is sent', adding(), 'as-planned'],
    ['while its rows are counted', confirming(), 'as-planned'],
    ['before it is started', starting(), 'as-planned'],
    ['after it was asked to start', starting({ asked: 1 }), 'nothing'],
    ['while it is watched', processing({ asked: 0 }), 'nothing'],
    ['while it is fetched', collecting({ asked: 0 }), 'nothing'],
  ])('includes the start after accepting a project of another name: %s', (_what, resume, cost) => {
    expect(choiceText('not-ours', 'ours', factsOf(resume))).toMatchObject({ cost });
    expect(choiceText('not-ours', 'ours', factsOf(resume)).text.includes('9,420')).toBe(cost === 'as-planned');
  });

  it('is given in credits of the right kind, or without a number when it is unknown', () => {
    const sentenceFor = (given: Partial<DecisionFacts>) => choiceText('start-refused', 'ask-again', { ...facts, ...given }).sentence;
    expect(sentenceFor({})).toContain('about 9,420 credits if');
    expect(sentenceFor({ credits: 1 })).toContain('about 1 credit if');
    expect(sentenceFor({ isPractice: true })).toContain('9,420 practice credits');
    expect(sentenceFor({ credits: null })).toContain('spends credits if');
    expect(choiceText('add-refused', 'ask-again', { ...facts, rows: 1 }).sentence).toContain('1 row again');
  });

  it('appears on a button that can charge twice, and the button mentions an earlier request', () => {
    const ask = (given: Partial<DecisionFacts>) => choiceText('start-unclear', 'ask-again', { ...facts, ...given });
    expect(ask({ asked: 0 })).toMatchObject({ label: 'Ask to start', button: 'Ask to start, could cost 9,420' });
    expect(ask({ asked: 1 })).toMatchObject({ label: 'Ask once more to start', button: 'Ask once more, could cost 9,420' });
    expect(ask({ asked: 1, credits: null }).button).toBe('Ask once more');
  });

  it('decides the preselected choice, which never costs or abandons anything', () => {
    const question = 'not-ours';
    const choices: Choice[] = ['ours', 'give-up'];
    expect(firstChoice(question, choices, factsOf(starting()))).toBeNull();
    expect(firstChoice(question, choices, factsOf(processing()))).toBe('ours');
    expect(firstChoice(question, ['give-up'], factsOf(processing()))).toBeNull();
  });
});

describe('the text of a question', () => {
  const body = (question: Question, given: Partial<DecisionFacts>) => questionText(question, { ...facts, ...given }).body;

  it('distinguishes a start that was answered, never requested, requested once, or requested twice', () => {
    expect(body('start-unclear', { at: 'processing' })).toContain('accepted our request to start');
    expect(body('start-unclear', { at: 'starting', asked: 0 })).toContain('we have not asked the service to start');
    expect(body('start-unclear', { at: 'starting', asked: 1 })).toContain('We have not asked again');
    expect(body('start-unclear', { at: 'starting', asked: 2 })).toContain('again got no answer');
  });

  it('distinguishes a list that arrived from one that was never sent, when several projects have the name', () => {
    expect(body('create-ambiguous', { at: 'starting' })).toContain('The list is on the service and has not been started');
    expect(body('create-ambiguous', { at: 'creating' })).toContain('We have not sent any rows');
    const meaning = (at: DecisionFacts['at']) => questionText('create-ambiguous', { ...facts, at }).meaning;
    expect(meaning('starting')).toContain('screened from another computer');
    expect(meaning('creating')).toContain('A project without a list costs nothing');
  });

  it('distinguishes another name from a missing one, and a word that looks final from a missing one', () => {
    expect(body('not-ours', { answer: 'Gala 2019' })).toContain('“Gala 2019”');
    expect(body('not-ours', { answer: null })).toContain('list of all projects does not include ours');
    expect(body('finished-unclear', { answer: 'Completed' })).toContain('“Completed”');
    expect(body('finished-unclear', { answer: null })).toContain('one that looks final');
  });

  it('distinguishes a found project from our own, when it holds other rows', () => {
    expect(body('add-spoiled', { isFound: true })).toContain('was on the service before we asked for one');
    expect(body('add-spoiled', { isFound: false, attempt: 2 })).toContain('twice, each time to a new project');
  });

  it('counts the missing and the stored results', () => {
    expect(body('results-incomplete', { missing: 1, counts })).toContain('1 row has no result');
    expect(body('results-incomplete', { missing: 5, counts })).toContain('5 rows have no result');
    expect(body('results-incomplete', { missing: 5, counts })).toContain('12 scored, 3 not accepted and 5 without a result of 20 rows');
    expect(body('results-incomplete', { missing: 5, counts: null })).toContain('What arrived is kept.');
    expect(choiceText('results-incomplete', 'keep', { ...facts, counts }).text).toContain('12 scored');
    expect(choiceText('results-incomplete', 'keep', { ...facts, counts: null }).text).toContain('Ends the screening here.');
  });

  it('warns that observing again will start a project that was not started here', () => {
    const text = (resume: Deciding['resume']) => choiceText('results-unclear', 'look-again', factsOf(resume)).text;
    expect(text(collecting({ asked: 0 }))).toContain('then started, as planned');
    expect(text(collecting({ asked: 1 }))).not.toContain('then started, as planned');
    expect(text(starting())).not.toContain('then started, as planned');
  });
});

describe('the evidence of a question', () => {
  it.each<[what: string, Deciding, sentences: string[]]>([
    ['nothing was seen', deciding(adding()), []],
    [
      'no word and no count',
      deciding(processing({ observation: observation(null, { totalRows: null }) })),
      ['It does not show its state.', 'It does not say how many rows it has.'],
    ],
    [
      'a word and a count',
      deciding(processing({ observation: observation('queued', { totalRows: 1 }) })),
      ['Its last state is “queued”.', 'It has 1 of our 10 rows.'],
    ],
    [
      'less than a second',
      deciding(processing({ observation: observation('queued'), stillMs: 999 })),
      ['Its last state is “queued”.', 'It has 10 of our 10 rows.'],
    ],
    [
      'a second',
      deciding(processing({ observation: observation('queued'), stillMs: 1_000 })),
      ['Its last state is “queued”, unchanged for 1 second.', 'It has 10 of our 10 rows.'],
    ],
    [
      'most of a minute, observed for longer',
      deciding(processing({ observation: observation('queued'), stillMs: 59_000, inAllMs: 90 * MINUTE })),
      ['Its last state is “queued”, unchanged for 59 seconds.', 'It has 10 of our 10 rows.', 'We have looked for 2 hours.'],
    ],
    [
      'a question other than no-end',
      deciding(processing({ observation: observation('queued'), stillMs: MINUTE, inAllMs: 60 * MINUTE }), 'start-unclear'),
      ['Its last state is “queued”, unchanged for 1 minute.', 'It has 10 of our 10 rows.'],
    ],
    [
      'an hour',
      deciding(processing({ observation: observation('queued'), stillMs: 60 * MINUTE })),
      ['Its last state is “queued”, unchanged for 1 hour.', 'It has 10 of our 10 rows.'],
    ],
    [
      'observations of the word for two minutes',
      deciding(starting({ observations: [observation('created'), observation('queued'), observation(' Queued'), observation('queued')] })),
      ['Its last state is “queued”, unchanged for 2 minutes.', 'It has 10 of our 10 rows.'],
    ],
    [
      'one observation of its rows',
      deciding(confirming({ observations: [observation('created', { totalRows: 7 })] })),
      ['Its last state is “created”.', 'It has 7 of our 10 rows.'],
    ],
    [
      'results so far',
      deciding(collecting({ observation: null, counts, waitedMs: 15 * MINUTE })),
      ['12 scored, 3 not accepted and 5 without a result of 20 rows so far.', 'We have asked for the rest for 15 minutes.'],
    ],
    [
      'results just now',
      deciding(collecting({ observation: null, counts, waitedMs: 999 })),
      ['12 scored, 3 not accepted and 5 without a result of 20 rows so far.'],
    ],
    [
      'results that were requested once',
      deciding(collecting({ observation: null, counts })),
      ['12 scored, 3 not accepted and 5 without a result of 20 rows so far.'],
    ],
    [
      'no results',
      deciding(collecting({ observation: observation('processed'), waitedMs: 5_000 })),
      ['Its last state is “processed”.', 'It has 10 of our 10 rows.'],
    ],
  ])('%s', (_what, question, sentences) => {
    expect(evidenceTexts(question)).toEqual(sentences);
  });
});
