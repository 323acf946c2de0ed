/** The words of every question that a person has to decide, and of everything that they may choose, for the window and the terminal. */
import { countText, numberText } from '../base/text.ts';
import { spanOf } from './evidence.ts';
import type { Choice, Counts, ProjectState, Question, Running } from './project-shapes.ts';
import { lastLook } from './state-properties.ts';
import { sameStatus } from './status-words.ts';

/** A project that waits for a person. */
export type Deciding = Extract<ProjectState, { at: 'needs-decision' }>;

/** Facts of the list that its state does not contain. */
export interface ListFacts {
  /** Rows that are sent. */
  readonly rows: number;
  /** What screening the list is estimated to cost; null when it is not known. */
  readonly credits: number | null;
  readonly isPractice: boolean;
}

/** What the words are made of. */
export interface DecisionFacts extends ListFacts {
  /** How often the service was asked to start in a way that it may have acted on. */
  readonly asked: number;
  /** The state that the project goes on from. */
  readonly at: Running['at'];
  /** What the service said: its status word, the reason of a refusal, or the name of the project. */
  readonly answer: string | null;
  /** True when a copy of this data folder may be at work on the same service project. */
  readonly isFound: boolean;
  /** What is kept of the results; null before there are any. */
  readonly counts: Counts | null;
  /** Rows whose results have not come. */
  readonly missing: number;
}

/** The facts of a question. */
export function decisionFacts({ resume, answer }: Deciding, list: ListFacts): DecisionFacts {
  const { at } = resume;
  const collected = at === 'collecting' ? resume : null;
  return {
    ...list,
    asked: at === 'starting' ? resume.asked : at === 'processing' || at === 'collecting' ? (resume.asked ?? 1) : 0,
    at,
    answer,
    isFound: 'found' in resume && resume.found === true,
    counts: collected?.counts ?? null,
    missing: collected?.missing ?? 0,
  };
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

const credits = ({ credits: amount, isPractice }: DecisionFacts): string => {
  const unit = isPractice ? 'practice credit' : 'credit';
  return amount === null ? `${unit}s` : countText(amount, unit);
};

/** "12 scored, 3 refused and 5 unknown of 20 rows". */
const outcomes = ({ submitted, scored, refused, unknown }: Counts): string =>
  `${numberText(scored)} scored, ${numberText(refused)} refused and ${numberText(unknown)} unknown of ${countText(submitted, 'row')}`;

function startAsked({ asked, at }: DecisionFacts): string {
  if (at === 'processing')
    return 'The service took our request to start, and its state has not changed since. We do not ask again by ourselves, because that might charge you twice. Nothing happens until you choose.';
  if (asked === 0)
    return 'The list is there, and we have not asked the service to start. Somebody else may have: a copy of this data folder on another computer, or a person on the service’s own site. We do not start it by ourselves, because that might charge you twice. Nothing happens until you choose.';
  return asked > 1
    ? 'We asked the service to start, and no answer came. It looked as if nothing had begun, so we asked once more; again no answer came. We do not ask a third time by ourselves, because that might charge you twice. Nothing happens until you choose.'
    : 'We asked the service to start, and no answer came. We have not asked again, because asking twice might charge you twice. Nothing happens until you choose.';
}

const QUESTIONS: Readonly<Record<Question, (facts: DecisionFacts) => QuestionWords>> = {
  'create-ambiguous': ({ at }) => ({
    title: 'More than one project on the service bears this name',
    body:
      at === 'starting'
        ? 'The list is there and is not started. The service has another project with the same code in its name: a copy of this data folder may have sent the same list. Nothing is started, and nothing is spent, until you choose.'
        : 'We looked for the project on the service, and found several under its name. We sent no row to any of them, and nothing is spent until you choose.',
    meaning:
      at === 'starting'
        ? 'If the list is screened from another computer, give it up here. Otherwise start over: that makes a project with a number after its code and leaves the others unused.'
        : 'A project without a list costs nothing. Starting over makes one with a number after its code and leaves the others unused.',
  }),
  'create-unclear': () => ({
    title: 'We cannot tell whether the project was set up',
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
    title: 'We cannot tell whether the whole list arrived',
    body: `The list of ${countText(rows, 'row')} was handed over, and the service does not tell how many it holds. Nothing is started, and nothing is spent, until you choose.`,
    meaning: 'Only screening costs. While nobody starts it, a list that arrived in part or twice does no harm.',
  }),
  'add-spoiled': ({ rows, isFound }) => ({
    title: 'The service holds another number of rows than we sent',
    body: isFound
      ? `The project was on the service before we asked for one, and it does not hold the ${countText(rows, 'row')} of this list. A copy of this data folder may be at work on it. A list that is not whole is never started by us, so we spent nothing.`
      : `We sent ${countText(rows, 'row')}, twice, each time to a new project, and each time its count came out different. A list that is not whole is never started, so nothing was spent.`,
    meaning: 'Something between here and the service changes the list, or the service counts in another way. Its support can tell.',
  }),
  'start-unclear': (facts) => ({
    title: 'We cannot tell whether screening started',
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
  'not-ours': ({ answer }) => ({
    title: 'Another project answers under the number of ours',
    body:
      answer === null
        ? 'The service’s list of all projects does not have ours. Nothing is sent to it, started or fetched until you choose.'
        : `The service answers with a project named “${answer}”, and that is not the name that we gave ours. Nothing is sent to it, started or fetched until you choose.`,
    meaning:
      'Often the address of the connection was changed, or the service numbers its projects anew. Some services cut long names off: then it is our project all the same.',
  }),
  'processed-early': () => ({
    title: 'Screening is done, and we did not ask for it',
    body: 'The service says that this project is processed, and we have not asked it to start. Nothing is started until you choose.',
    meaning:
      'A person may have started it on the service’s own site, or a copy of this data folder did. Fetching the results spends nothing.',
  }),
  'finished-unclear': ({ answer }) => ({
    title: 'The service seems to be done, but does not say so in its own word',
    body: `Its state is ${answer === null ? 'one that looks final' : `“${answer}”`} and does not change. Only “processed” is sure to mean that the results are complete. Nothing is fetched until you choose.`,
    meaning: 'Fetching spends nothing and can be repeated. Rows without a result are shown as unknown.',
  }),
  'no-end': () => ({
    title: 'The service does not come to an end',
    body: 'Screening was started, and the service has not said for very long that it is done. We do not look any more until you choose. Nothing more is spent.',
    meaning: 'Its support finds the project by its number, which “Copy for support” holds. Fetching spends nothing and can be repeated.',
  }),
  'results-incomplete': ({ counts, missing }) => ({
    title: 'Some results have not come',
    body: `The service says that it is done, and ${countText(missing, 'row')} ${missing === 1 ? 'has' : 'have'} neither a score nor a refusal. We asked again for many minutes. What came is kept${counts === null ? '' : `: ${outcomes(counts)}`}.`,
    meaning: 'Asking again spends nothing. If you keep what came, the rest stays unknown, in the results and in every export.',
  }),
  'results-unclear': () => ({
    title: 'The scores cannot be read at the moment',
    body: 'Screening was started, and what the service answers now cannot be understood. The scores wait there, and looking spends nothing.',
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
  fetch: () => ({
    label: 'Fetch the results now',
    button: 'Fetch the results',
    text: 'Reading changes nothing and spends nothing. If the results are not there yet, we say so, and you can look again.',
    cost: 'nothing',
    sentence: 'Asks the service for scores and refused rows.',
  }),
  keep: ({ counts }) => ({
    label: 'Keep what came; the rest stays unknown',
    button: 'Keep what came',
    text: `Ends the screening here${counts === null ? '' : ` with ${outcomes(counts)}`}. Nothing more is asked of the service.`,
    cost: 'nothing',
    sentence: 'Makes what came the results, and asks for nothing more.',
  }),
  ours: () => ({
    label: 'It is our project: go on with it',
    button: 'Go on with it',
    text: 'For when the service’s own site shows that it holds this list. We remember the name and do not ask again.',
    cost: 'nothing',
    sentence: 'Remembers the name and goes on from there.',
  }),
  'start-over': (facts) => ({
    label: 'Start over with a new project there',
    button: 'Start over',
    text: `Sends the list to a new project on the service and screens that one. The one before is left as it is: it is never started and costs nothing. Spends about ${credits(facts)}, as planned.`,
    cost: 'as-planned',
    sentence: `Sends ${countText(facts.rows, 'row')} to a new project and starts screening.`,
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
  text: `It answered and did not begin. If it begins now, ${countText(facts.rows, 'row')} are charged once, as planned.`,
  cost: 'as-planned',
  sentence: `Asks the service to start, and spends about ${credits(facts)} if it does.`,
});

/** True where going on leads to the start that costs money. */
const leadsToStart = ({ at, asked }: DecisionFacts) => at === 'adding' || at === 'confirming' || (at === 'starting' && asked === 0);

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
      text: `For when the reason is mended. The same ${countText(facts.rows, 'row')} go to the same project, and screening starts once they are there. Spends about ${credits(facts)}, as planned.`,
      cost: 'as-planned',
      sentence: `Sends ${countText(facts.rows, 'row')} once more and starts screening.`,
    }),
  },
  'add-unclear': {
    'it-happened': (facts) => ({
      label: 'It has arrived: I have seen it',
      button: 'Start screening',
      text: `For when the service’s own site shows all ${countText(facts.rows, 'row')}. Screening is started then, and spends about ${credits(facts)}.`,
      cost: 'as-planned',
      sentence: `Starts screening and spends about ${credits(facts)}.`,
    }),
  },
  'start-unclear': {
    'ask-again': (facts) => ({
      label: facts.asked === 0 ? 'Ask to start' : 'Ask once more to start',
      button: `${facts.asked === 0 ? 'Ask to start' : 'Ask once more'}${facts.credits === null ? '' : `, could cost ${numberText(facts.credits)}`}`,
      text: `If an earlier request did arrive, another should be turned down as “already started”. At worst the ${countText(facts.rows, 'row')} are charged twice.`,
      cost: 'twice',
      sentence: `Asks the service to start. At worst that costs ${credits(facts)} more.`,
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
      text: `For when credits were bought meanwhile. It was refused before, so ${countText(facts.rows, 'row')} are charged once, as planned.`,
    }),
  },
  'not-ours': {
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      text: 'For when the address of the connection is set right again. Looking spends nothing.',
    }),
    ours: (facts) =>
      leadsToStart(facts)
        ? {
            ...USUAL.ours(facts),
            text: `For when the service’s own site shows that it holds this list. We remember the name and go on: ${countText(facts.rows, 'row')} are screened, which spends about ${credits(facts)}, as planned.`,
            cost: 'as-planned',
          }
        : USUAL.ours(facts),
  },
  'processed-early': {
    fetch: (facts) => ({ ...USUAL.fetch(facts), label: 'It is done: fetch the results' }),
    'look-again': (facts) => ({
      ...USUAL['look-again'](facts),
      text: 'For when the word was a mistake of the service. Looking spends nothing; a project that is not started yet is started afterwards, as planned.',
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
      text: 'Asks for another 15 minutes. Reading spends nothing, and what is kept is not lost.',
      sentence: 'Asks the service for the missing results again.',
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
      text:
        facts.at === 'collecting' && facts.asked === 0
          ? 'Reading spends nothing. A project that turns out not to be started is started afterwards, as planned.'
          : 'Reading changes nothing and spends nothing.',
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A time as one word and a number: "2 minutes", "30 hours". */
function lasting(ms: number): string {
  if (ms >= HOUR) return countText(Math.round(ms / HOUR), 'hour');
  return ms >= MINUTE ? countText(Math.round(ms / MINUTE), 'minute') : countText(Math.round(ms / 1000), 'second');
}

/** How long the last word of the service has been seen to stay, in milliseconds; null where that was not measured. */
function wordStayed(resume: Running): number | null {
  if (resume.at === 'processing') return resume.stillMs ?? null;
  if (resume.at !== 'starting' && resume.at !== 'confirming') return null;
  const { looks } = resume;
  const last = looks.at(-1)?.status ?? null;
  return spanOf(looks.slice(looks.findLastIndex(({ status }) => !sameStatus(status, last)) + 1));
}

/** What the service was last seen to say, a sentence each: its word, its rows, and how long that has been so. */
export function evidenceOf({ resume, question }: Deciding): string[] {
  const sentences: string[] = [];
  const look = lastLook(resume);
  const rows = 'body' in resume ? resume.body.rows : 0;
  if (look !== null) {
    const { status, totalRows } = look;
    const stayed = wordStayed(resume) ?? 0;
    const since = stayed < 1000 ? '' : `, unchanged for ${lasting(stayed)}`;
    sentences.push(status === null ? 'It shows no word for its state.' : `Its last word is “${status}”${since}.`);
    sentences.push(
      totalRows === null
        ? 'It does not say how many rows it holds.'
        : `It holds ${numberText(totalRows)} of the ${countText(rows, 'row')} that we send.`,
    );
  }
  if (resume.at === 'processing' && question === 'no-end' && resume.inAllMs !== undefined)
    sentences.push(`We have looked for ${lasting(resume.inAllMs)}.`);
  if (resume.at === 'collecting' && resume.counts !== undefined) {
    sentences.push(`${outcomes(resume.counts)} so far.`);
    if (resume.waitedMs !== undefined && resume.waitedMs >= 1000)
      sentences.push(`We have asked for the rest for ${lasting(resume.waitedMs)}.`);
  }
  return sentences;
}
