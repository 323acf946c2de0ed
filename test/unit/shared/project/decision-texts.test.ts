import { describe, expect, it } from 'vitest';
import { choiceText, firstChoice } from '../../../../shared/project/choice-texts.ts';
import type { DecisionFacts } from '../../../../shared/project/decision-facts.ts';
import { questionText } from '../../../../shared/project/question-texts.ts';
import { Choice, Question } from '../../../../shared/project/project.ts';

const facts: DecisionFacts = {
  rows: 9420,
  credits: 9420,
  isPractice: false,
  asked: 1,
  at: 'starting',
  answer: null,
  isFound: false,
  counts: null,
  missing: 0,
};
const pairs = Question.options.flatMap((question) => Choice.options.map((choice) => [question, choice] as const));

describe('the words of a decision', () => {
  it.each(Question.options)('there are some for the question %s', (question) => {
    const { title, body, meaning } = questionText(question, facts);
    for (const words of [title, body, meaning]) expect(words.trim().length).toBeGreaterThan(10);
    expect(title.endsWith('.')).toBe(false);
    expect(body.endsWith('.') && meaning.endsWith('.')).toBe(true);
  });

  it.each(pairs)('there are some for %s × %s', (question, choice) => {
    const words = choiceText(question, choice, facts);
    for (const text of [words.label, words.button, words.text, words.sentence]) expect(text.trim()).not.toBe('');
  });

  it('say the amount wherever a choice leads to spending', () => {
    const spending = pairs.map(([question, choice]) => choiceText(question, choice, facts)).filter(({ cost }) => cost !== 'nothing');
    expect(spending.length).toBeGreaterThan(0);
    expect(spending.filter(({ text, sentence }) => !`${text} ${sentence}`.includes('9,420'))).toEqual([]);
  });

  it('let only a second asking to start cost twice', () => {
    expect(pairs.filter(([question, choice]) => choiceText(question, choice, facts).cost === 'twice')).toEqual([
      ['start-unclear', 'ask-again'],
    ]);
  });

  it('call practice credits by their name', () => {
    expect(choiceText('credits-short', 'ask-again', { ...facts, isPractice: true }).sentence).toContain('practice credits');
  });

  it('do not claim that it was asked once where it was asked twice', () => {
    expect(questionText('start-unclear', { ...facts, asked: 2 }).body).not.toContain('have not asked again');
  });
});

describe('the choice that is marked at first', () => {
  it('spends nothing and gives nothing up', () => {
    expect(firstChoice('start-unclear', ['look-again', 'ask-again', 'it-happened', 'give-up'], facts)).toBe('look-again');
    expect(firstChoice('create-refused', ['ask-again', 'give-up'], facts)).toBe('ask-again');
  });

  it('is none where every way on spends something', () => {
    expect(firstChoice('add-spoiled', ['start-over', 'give-up'], facts)).toBeNull();
    expect(firstChoice('credits-short', ['ask-again', 'give-up'], facts)).toBeNull();
  });
});
