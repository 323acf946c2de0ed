/** The label, text and cost of all choices that questions offer, for the page and the command line. */
import { countText, numberText } from '../base/index.ts';
import { creditsText, type DecisionFacts, outcomesText } from './decision-facts.ts';
import type { Choice, Question } from './project-shapes.ts';

/** The effect of a choice on the credits. `twice`: one more charge than planned is possible. */
export type ChoiceCost = 'nothing' | 'as-planned' | 'twice';

export interface ChoiceText {
  readonly label: string;
  /** The button's label after this choice is selected. */
  readonly button: string;
  readonly text: string;
  readonly cost: ChoiceCost;
  /** What the button will do, in one sentence. */
  readonly sentence: string;
}

type MakeChoice = (facts: DecisionFacts) => ChoiceText;

const USUAL: Readonly<Record<Choice, MakeChoice>> = {
  'look-again': () => ({
    label: 'Wait and check again',
    button: 'Check again',
    text: 'Checking changes nothing and spends nothing. We tell you as soon as the state changes.',
    cost: 'nothing',
    sentence: 'Checks a few times and tells you what it finds.',
  }),
  'ask-again': () => ({
    label: 'Ask once more',
    button: 'Ask once more',
    text: 'Sends the same request again. The request itself costs nothing.',
    cost: 'nothing',
    sentence: 'Makes the same request one more time.',
  }),
  'it-happened': () => ({
    label: 'It happened: I have seen it',
    button: 'Continue from there',
    text: 'Choose this if the service’s own site or its support told you so.',
    cost: 'nothing',
    sentence: 'Relies on what you saw and continues from there.',
  }),
  fetch: () => ({
    label: 'Fetch the results now',
    button: 'Fetch the results',
    text: 'Reading changes nothing and spends nothing. If the results are not there yet, we tell you, and you can check again.',
    cost: 'nothing',
    sentence: 'Asks the service for scores and for the rows that it did not accept.',
  }),
  keep: ({ counts }) => ({
    label: 'Keep what arrived; the rest stays without a result',
    button: 'Keep what arrived',
    text: `Ends the screening here${counts === null ? '' : ` with ${outcomesText(counts)}`}. Nothing more is asked of the service.`,
    cost: 'nothing',
    sentence: 'Takes what arrived as the results, and asks for nothing more.',
  }),
  ours: () => ({
    label: 'It is our project: continue with it',
    button: 'Continue with it',
    text: 'Choose this if the service’s own site shows that the project has this list. We remember the name and do not ask again.',
    cost: 'nothing',
    sentence: 'Remembers the name and continues from there.',
  }),
  'start-over': (facts) => ({
    label: 'Start over with a new project there',
    button: 'Start over',
    text: `Sends the list to a new project on the service and screens that one. The earlier project is left alone: it is never started and costs nothing. Spends ${creditsText(facts)}, as planned.`,
    cost: 'as-planned',
    sentence: `Sends ${countText(facts.rows, 'row')} to a new project and starts screening.`,
  }),
  'give-up': () => ({
    label: 'Give up this project',
    button: 'Give it up',
    text: 'Nothing more is sent or read. Your file, columns and fixes are kept here, and the project can be resumed.',
    cost: 'nothing',
    sentence: 'Ends the project here. It can be resumed.',
  }),
};

const startOnce: MakeChoice = (facts) => ({
  label: 'Ask once more to start',
  button: 'Ask to start',
  text: `The service answered but did not start. If it starts now, it charges ${countText(facts.rows, 'row')} once, as planned.`,
  cost: 'as-planned',
  sentence: `Asks the service to start, and spends ${creditsText(facts)} if it does.`,
});

/** True when the next step can lead to the start of the screening, which costs money. */
const leadsToStart = ({ at, asked }: DecisionFacts) => at === 'adding' || at === 'confirming' || (at === 'starting' && asked === 0);

const PARTICULAR: Partial<Record<Question, Partial<Record<Choice, MakeChoice>>>> = {
  'create-ambiguous': {
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      text: 'Choose this if the other projects have been removed. Checking spends nothing.',
    }),
  },
  'create-refused': {
    'ask-again': (facts) => ({
      ...USUAL['ask-again'](facts),
      label: 'Ask again to set it up',
      text: 'Choose this if the reason is fixed. Setting up a project costs nothing.',
      sentence: 'Asks the service again to set up the project.',
    }),
  },
  'add-refused': {
    'ask-again': (facts) => ({
      label: 'Send the list again',
      button: 'Send again',
      text: `Choose this if the reason is fixed. This sends the same ${countText(facts.rows, 'row')} to the same project and starts screening once the list is there. Spends ${creditsText(facts)}, as planned.`,
      cost: 'as-planned',
      sentence: `Sends ${countText(facts.rows, 'row')} again and starts screening.`,
    }),
  },
  'add-unclear': {
    'it-happened': (facts) => ({
      label: 'It has arrived: I have seen it',
      button: 'Start screening',
      text: `Choose this if the service’s own site shows the whole list of ${countText(facts.rows, 'row')}. Screening then starts and spends ${creditsText(facts)}.`,
      cost: 'as-planned',
      sentence: `Starts screening and spends ${creditsText(facts)}.`,
    }),
  },
  'start-unclear': {
    'ask-again': (facts) => ({
      label: facts.asked === 0 ? 'Ask to start' : 'Ask once more to start',
      button: `${facts.asked === 0 ? 'Ask to start' : 'Ask once more'}${facts.credits === null ? '' : `, could cost ${numberText(facts.credits)}`}`,
      text: `If an earlier request did arrive, the service should refuse another one as “already started”. At worst, the service charges ${countText(facts.rows, 'row')} twice.`,
      cost: 'twice',
      sentence: `Asks the service to start. At worst, this spends ${creditsText(facts)} a second time.`,
    }),
    'it-happened': () => ({
      label: 'It has started: I have seen it',
      button: 'Watch it',
      text: 'Choose this if the service’s own site or its support told you so. We only watch, and fetch the scores when they are ready.',
      cost: 'nothing',
      sentence: 'Watches the project and asks for nothing more.',
    }),
  },
  'start-refused': { 'ask-again': startOnce },
  'credits-short': {
    'ask-again': (facts) => ({
      ...startOnce(facts),
      text: `Choose this if credits have been bought since then. The service refused before, so it charges ${countText(facts.rows, 'row')} once, as planned.`,
    }),
  },
  'not-ours': {
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      text: 'Choose this if the address of the connection is correct again. Checking spends nothing.',
    }),
    ours: (facts) =>
      leadsToStart(facts)
        ? {
            ...USUAL.ours(facts),
            text: `Choose this if the service’s own site shows that the project has this list. We remember the name and continue: the service screens ${countText(facts.rows, 'row')}, which spends ${creditsText(facts)}, as planned.`,
            cost: 'as-planned',
          }
        : USUAL.ours(facts),
  },
  'processed-early': {
    fetch: (facts) => ({ ...USUAL.fetch(facts), label: 'It is done: fetch the results' }),
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      text: 'Choose this if the service’s state was a mistake. Checking spends nothing; a project that has not started is then started, as planned.',
    }),
  },
  'finished-unclear': {
    fetch: (facts) => ({ ...USUAL.fetch(facts), label: 'It is done: fetch the results' }),
  },
  'results-incomplete': {
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      label: 'Ask for the missing results again',
      button: 'Ask again',
      text: 'Keeps asking for another 15 minutes. Reading spends nothing, and nothing that arrived is lost.',
      sentence: 'Asks the service for the missing results again.',
    }),
  },
  'service-stopped': {
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      text: 'Choose this if the service’s support started it again. Checking spends nothing.',
    }),
  },
  'results-unclear': {
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      label: 'Try to fetch them again',
      button: 'Fetch again',
      text:
        facts.at === 'collecting' && facts.asked === 0
          ? 'Reading spends nothing. A project that turns out not to be started is then started, as planned.'
          : 'Reading changes nothing and spends nothing.',
      sentence: 'Asks for the state and the scores again.',
    }),
  },
};

/** The text of a choice for a question. All pairs have a text, even those that are not offered. */
export const choiceText = (question: Question, choice: Choice, facts: DecisionFacts): ChoiceText =>
  (PARTICULAR[question]?.[choice] ?? USUAL[choice])(facts);

/** The preselected choice: one that spends nothing and abandons nothing; null for none. */
export const firstChoice = (question: Question, choices: readonly Choice[], facts: DecisionFacts): Choice | null =>
  choices.find((choice) => choice !== 'give-up' && choiceText(question, choice, facts).cost === 'nothing') ?? null;
