import { describe, expect, it } from 'vitest';
import { choiceText, firstChoice } from '../../../../shared/project/choice-texts.ts';
import type { DecisionFacts } from '../../../../shared/project/decision-facts.ts';
import { questionText } from '../../../../shared/project/question-texts.ts';
import { Choice, Question } from '../../../../shared/project/project-shapes.ts';

const facts: DecisionFacts = {
  rows: 9420,
  credits: 9420,
  isPractice: false,
  asked: 1,
  at: 'starting',
  attempt: 1,
  answer: null,
  isFound: false,
  held: null,
  counts: null,
  missing: 0,
};
const pairs = Question.options.flatMap((question) => Choice.options.map((choice) => [question, choice] as const));

describe('decision texts', () => {
  it.each(Question.options)('exist for the question %s', (question) => {
    const { title, body, meaning } = questionText(question, facts);
    for (const words of [title, body, meaning]) expect(words.trim().length).toBeGreaterThan(10);
    expect(title.endsWith('.')).toBe(false);
    expect(body.endsWith('.') && meaning.endsWith('.')).toBe(true);
  });

  it.each(pairs)('exist for %s × %s', (question, choice) => {
    const words = choiceText(question, choice, facts);
    for (const text of [words.label, words.button, words.text, words.sentence]) expect(text.trim()).not.toBe('');
  });

  it('include the amount when a choice leads to a cost', () => {
    const spending = pairs.map(([question, choice]) => choiceText(question, choice, facts)).filter(({ cost }) => cost !== 'nothing');
    expect(spending.length).toBeGreaterThan(0);
    expect(spending.filter(({ text, sentence }) => !`${text} ${sentence}`.includes('9,420'))).toEqual([]);
  });

  it('mention a double cost only for a second start request', () => {
    expect(pairs.filter(([question, choice]) => choiceText(question, choice, facts).cost === 'twice')).toEqual([
      ['start-unclear', 'ask-again'],
    ]);
  });

  it('say how often a list with another number of rows was sent', () => {
    expect(questionText('add-spoiled', facts).body).toMatch(/^We sent 9,420 rows, and the service counts another number/);
    expect(questionText('add-spoiled', { ...facts, attempt: 2 }).body).toMatch(/^We sent 9,420 rows twice, each time to a new project/);
  });

  it('name practice credits', () => {
    expect(choiceText('credits-short', 'ask-again', { ...facts, isPractice: true }).sentence).toContain('practice credits');
  });

  it.each([
    ['a list of one row', { rows: 1, credits: 1, missing: 1 }, /\b1 (?:row|credit) (?:are|go|have)\b|\ball 1\b/],
    ['a list without an estimate', { credits: null }, /about (?:practice )?credits|credits more/],
  ])('are correct sentences for %s', (_list, changed, wrong) => {
    const list = { ...facts, ...changed };
    const texts = [
      ...Question.options.flatMap((question) => Object.values(questionText(question, list))),
      ...pairs.flatMap(([question, choice]) => Object.values(choiceText(question, choice, list))),
    ];
    expect(texts.filter((text) => wrong.test(text))).toEqual([]);
  });

  it('do not mention one request after two', () => {
    expect(questionText('start-unclear', { ...facts, asked: 2 }).body).not.toContain('have not asked again');
  });
});

describe('the preselected choice', () => {
  it('costs nothing and abandons nothing', () => {
    expect(firstChoice('start-unclear', ['look-again', 'ask-again', 'it-happened', 'give-up'], facts)).toBe('look-again');
    expect(firstChoice('create-refused', ['ask-again', 'give-up'], facts)).toBe('ask-again');
  });

  it('is null when every choice costs something', () => {
    expect(firstChoice('add-spoiled', ['start-over', 'give-up'], facts)).toBeNull();
    expect(firstChoice('credits-short', ['ask-again', 'give-up'], facts)).toBeNull();
  });
});
