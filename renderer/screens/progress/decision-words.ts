/** The words of every question that a person has to decide, and of everything that they may choose. */
import type { Choice, Question } from '../../../shared/project/project.ts';
import { count, number } from '../../text.ts';

/** What the words are made of. */
export interface DecisionFacts {
  readonly rows: number;
  /** What screening the list is estimated to cost. */
  readonly credits: number;
  readonly isPractice: boolean;
  /** How often the service was asked to start in a way that it may have acted on. */
  readonly asked: number;
}

export interface QuestionWords {
  readonly title: string;
  /** What happened and what did not. */
  readonly body: string;
  /** What the evidence is worth. */
  readonly meaning: string;
}

/** What a choice does to the credits. `twice`: it may be charged once more than meant. */
export type ChoiceCost = 'nothing' | 'as-planned' | 'twice';

export interface ChoiceWords {
  readonly label: string;
  /** The name of the button, once it is chosen. */
  readonly button: string;
  readonly text: string;
  readonly cost: ChoiceCost;
  /** What the button will do, in one sentence. */
  readonly sentence: string;
}

const credits = ({ credits: amount, isPractice }: DecisionFacts): string =>
  isPractice ? count(amount, 'practice credit') : count(amount, 'credit');

const startAsked = ({ asked }: DecisionFacts): string =>
  asked > 1
    ? 'We asked the service to start, and no answer came. It looked as if nothing had begun, so we asked once more; again no answer came. We do not ask a third time by ourselves, because that might charge you twice. Nothing happens until you choose.'
    : 'We asked the service to start, and no answer came. We have not asked again, because asking twice might charge you twice. Nothing happens until you choose.';

const QUESTIONS: Readonly<Record<Question, (facts: DecisionFacts) => QuestionWords>> = {
  'create-ambiguous': () => ({
    title: 'More than one project on the service bears this name',
    body: 'We asked the service to set the project up, and found several under its name. No row was sent to any of them, and nothing is spent until you choose.',
    meaning: 'A project without a list costs nothing. Starting over makes one with a fresh code in its name and leaves the others unused.',
  }),
  'create-unclear': () => ({
    title: 'We can not tell whether the project was set up',
    body: 'We asked the service to set the project up, and its answer did not settle it. Looking for it by its name did not either. No row was sent, and nothing is spent until you choose.',
    meaning: 'A project without a list costs nothing, even if it stands there twice.',
  }),
  'create-refused': () => ({
    title: 'The service did not set the project up',
    body: 'It answered and refused. No row was sent, and nothing was spent.',
    meaning: 'Often the name, the score settings or the rights of the account are the reason. Its own words may say more.',
  }),
  'add-refused': () => ({
    title: 'The service did not take the list',
    body: 'It answered and refused the list, and a look at the project shows no rows. Nothing was spent.',
    meaning: 'A list can be refused for its form or its size. The project stands on the service without rows, and costs nothing.',
  }),
  'add-unclear': ({ rows }) => ({
    title: 'We can not tell whether the whole list arrived',
    body: `The list of ${count(rows, 'row')} was handed over, and the service does not tell how many it holds. Nothing is started, and nothing is spent, until you choose.`,
    meaning: 'Only screening costs. While nobody starts it, a list that arrived in part or twice does no harm.',
  }),
  'add-spoiled': ({ rows }) => ({
    title: 'The service holds another number of rows than we sent',
    body: `We sent ${count(rows, 'row')}, twice, each time to a new project, and each time its count came out different. A list that is not whole is never started, so nothing was spent.`,
    meaning: 'Something between here and the service changes the list, or the service counts in another way. Its support can tell.',
  }),
  'start-unclear': (facts) => ({
    title: 'We can not tell whether screening started',
    body: startAsked(facts),
    meaning: 'A word that stays the same speaks against a start. Some services show one only after minutes, so this is no proof.',
  }),
  'start-refused': () => ({
    title: 'The service did not start screening',
    body: 'It answered our request with a refusal, and its state has not moved since. Nothing more is sent, and nothing more is spent, until you choose.',
    meaning: 'The list is with the service. A refusal can also mean that screening runs already; its state does not say so.',
  }),
  'credits-short': (facts) => ({
    title: 'The credits do not cover this list',
    body: `The service refused to start for want of credits. The list is there, ${credits(facts)} are needed, and nothing is spent until you choose.`,
    meaning: 'It was refused, so nothing was charged. The list can wait there while credits are bought.',
  }),
  'service-stopped': () => ({
    title: 'The service says that it stopped',
    body: 'Its word for the project says that no result will come by itself. Nothing more is sent until you choose.',
    meaning:
      'Whether credits were spent is for the service to say. Its support finds the project by its number, which “Copy for support” holds.',
  }),
  'results-unclear': () => ({
    title: 'The scores can not be read at the moment',
    body: 'Screening was started, and what the service answers now can not be understood. The scores wait there, and looking spends nothing.',
    meaning: 'Nothing is lost: what was fetched before is kept, and a cut-off answer is never taken for a whole one.',
  }),
};

/** What a person is asked, and why. */
export const questionWords = (question: Question, facts: DecisionFacts): QuestionWords => QUESTIONS[question](facts);

type MakeChoice = (facts: DecisionFacts) => ChoiceWords;

const USUAL: Readonly<Record<Choice, MakeChoice>> = {
  'look-again': () => ({
    label: 'Wait, and look again',
    button: 'Look again',
    text: 'Looking changes nothing and spends nothing. You hear as soon as its state moves.',
    cost: 'nothing',
    sentence: 'Looks a few times, and tells you what it finds.',
  }),
  'ask-again': () => ({
    label: 'Ask once more',
    button: 'Ask once more',
    text: 'The same request again. It costs nothing by itself.',
    cost: 'nothing',
    sentence: 'Makes the same request once more.',
  }),
  'it-happened': () => ({
    label: 'It has happened: I have seen it',
    button: 'Go on from there',
    text: 'For when the service’s own site or support told you.',
    cost: 'nothing',
    sentence: 'Takes your word for it and goes on from there.',
  }),
  'start-over': (facts) => ({
    label: 'Start over with a new project there',
    button: 'Start over',
    text: `Sends the list to a new project on the service and screens that one. The one before is left as it is: it is never started and costs nothing. Spends about ${credits(facts)}, as planned.`,
    cost: 'as-planned',
    sentence: `Sends ${count(facts.rows, 'row')} to a new project and starts screening.`,
  }),
  'give-up': () => ({
    label: 'Give this project up',
    button: 'Give it up',
    text: 'Nothing more is sent or read. Your file, columns and fixes stay here, and the project can be taken up again.',
    cost: 'nothing',
    sentence: 'Ends the project here. It can be taken up again.',
  }),
};

const startOnce: MakeChoice = (facts) => ({
  label: 'Ask once more to start',
  button: 'Ask to start',
  text: `It answered and did not begin. If it begins now, ${count(facts.rows, 'row')} are charged once, as planned.`,
  cost: 'as-planned',
  sentence: `Asks the service to start, and spends about ${credits(facts)} if it does.`,
});

const PARTICULAR: Partial<Record<Question, Partial<Record<Choice, MakeChoice>>>> = {
  'create-ambiguous': {
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      text: 'For when the others were removed meanwhile. Looking spends nothing.',
    }),
  },
  'create-refused': {
    'ask-again': (facts) => ({
      ...USUAL['ask-again'](facts),
      label: 'Ask once more to set it up',
      text: 'For when the reason is mended. Setting up a project costs nothing.',
      sentence: 'Asks the service to set the project up once more.',
    }),
  },
  'add-refused': {
    'ask-again': (facts) => ({
      label: 'Send the list once more',
      button: 'Send once more',
      text: `For when the reason is mended. The same ${count(facts.rows, 'row')} go to the same project, and screening starts once they are there. Spends about ${credits(facts)}, as planned.`,
      cost: 'as-planned',
      sentence: `Sends ${count(facts.rows, 'row')} once more and starts screening.`,
    }),
  },
  'add-unclear': {
    'it-happened': (facts) => ({
      label: 'It has arrived: I have seen it',
      button: 'Start screening',
      text: `For when the service’s own site shows all ${count(facts.rows, 'row')}. Screening is started then, and spends about ${credits(facts)}.`,
      cost: 'as-planned',
      sentence: `Starts screening and spends about ${credits(facts)}.`,
    }),
  },
  'start-unclear': {
    'ask-again': (facts) => ({
      label: 'Ask once more to start',
      button: `Ask once more, could cost ${number(facts.credits)}`,
      text: `If an earlier request did arrive, another should be turned down as “already started”. At worst the ${count(facts.rows, 'row')} are charged twice.`,
      cost: 'twice',
      sentence: `Asks the service to start once more. At worst that costs ${credits(facts)} more.`,
    }),
    'it-happened': () => ({
      label: 'It has started: I have seen it',
      button: 'Watch it',
      text: 'For when the service’s own site or support told you. We only watch, and fetch the scores when they are ready.',
      cost: 'nothing',
      sentence: 'Watches the project and asks for nothing more.',
    }),
  },
  'start-refused': { 'ask-again': startOnce },
  'credits-short': {
    'ask-again': (facts) => ({
      ...startOnce(facts),
      text: `For when credits were bought meanwhile. It was refused before, so ${count(facts.rows, 'row')} are charged once, as planned.`,
    }),
  },
  'service-stopped': {
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      text: 'For when its support has set it going again. Looking spends nothing.',
    }),
  },
  'results-unclear': {
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      label: 'Try to fetch them again',
      button: 'Fetch again',
      text: 'Reading changes nothing and spends nothing.',
      sentence: 'Asks for the state and the scores once more.',
    }),
  },
};

/** The words of a choice for a question; there are words for every pair, offered or not. */
export const choiceWords = (question: Question, choice: Choice, facts: DecisionFacts): ChoiceWords =>
  (PARTICULAR[question]?.[choice] ?? USUAL[choice])(facts);

/** The choice that is marked at first: one that spends nothing and gives nothing up; null where there is none. */
export const firstChoice = (question: Question, choices: readonly Choice[], facts: DecisionFacts): Choice | null =>
  choices.find((choice) => choice !== 'give-up' && choiceWords(question, choice, facts).cost === 'nothing') ?? null;
