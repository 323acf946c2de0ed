/** The title and text of all questions that the user decides, for the page and the command line. */
import { countText, numberText } from '../base/index.ts';
import { creditsText, type DecisionFacts, outcomesText } from './decision-facts.ts';
import type { Question } from './project-shapes.ts';

export interface QuestionText {
  readonly title: string;
  /** What happened and what did not. */
  readonly body: string;
  /** What the evidence proves. */
  readonly meaning: string;
}

function startAsked({ asked, at }: DecisionFacts): string {
  if (at === 'processing')
    return 'The service accepted our request to start, and its state has not changed since. We do not ask again on our own, because you might be charged twice. Nothing happens until you choose.';
  if (asked === 0)
    return 'The list is on the service, and we have not asked the service to start. Someone else may have: a copy of this data folder on another computer, or a person on the service’s own site. We do not start it on our own, because you might be charged twice. Nothing happens until you choose.';
  return asked > 1
    ? 'We asked the service to start and got no answer. Nothing seemed to have started, so we asked once more, and again got no answer. We do not ask a third time on our own, because you might be charged twice. Nothing happens until you choose.'
    : 'We asked the service to start and got no answer. We have not asked again, because you might be charged twice. Nothing happens until you choose.';
}

const QUESTIONS: Readonly<Record<Question, (facts: DecisionFacts) => QuestionText>> = {
  'create-ambiguous': ({ at }) => ({
    title: 'The service has more than one project with this name',
    body:
      at === 'starting'
        ? 'The list is on the service and has not been started. The service has another project with the same code in its name: a copy of this data folder may have sent the same list. Nothing is started or spent until you choose.'
        : 'We looked for the project on the service and found several with its name. We have not sent any rows, and nothing is spent until you choose.',
    meaning:
      at === 'starting'
        ? 'If the list is screened from another computer, give it up here. Otherwise start over: this creates a project with a number after its code and leaves the others unused.'
        : 'A project without a list costs nothing. Starting over creates one with a number after its code and leaves the others unused.',
  }),
  'create-unclear': () => ({
    title: 'We cannot tell whether the project was set up',
    body: 'We asked the service to set up the project, and its answer did not say whether it did. We also looked for the project by name and could not tell. No rows were sent, and nothing is spent until you choose.',
    meaning: 'A project without a list costs nothing, even if there are two of them.',
  }),
  'create-refused': () => ({
    title: 'The service did not set up the project',
    body: 'It refused our request. No rows were sent, and nothing was spent.',
    meaning: 'The usual reasons are the name, the score settings or the permissions of the account. The service’s answer may say more.',
  }),
  'add-refused': ({ held, rows }) => ({
    title: 'The service did not accept the list',
    body:
      held === null
        ? 'It refused the list, and does not say how many rows the project there has. Nothing was spent.'
        : held === 0
          ? 'It refused the list, and the project there has no rows. Nothing was spent.'
          : `It refused the list, and the project there has ${numberText(held)} of the ${countText(rows, 'row')}. We never start an incomplete list, so nothing was spent.`,
    meaning: 'A list can be refused for its format or its size. A project that is not started costs nothing.',
  }),
  'add-unclear': ({ rows }) => ({
    title: 'We cannot tell whether the whole list arrived',
    body: `The list of ${countText(rows, 'row')} was sent, and the service does not say how many rows it holds. Nothing is started or spent until you choose.`,
    meaning: 'Only screening costs credits. A list that arrived in part or twice does no harm as long as nobody starts it.',
  }),
  'add-spoiled': ({ rows, isFound, attempt }) => ({
    title: 'The service has a different number of rows than we sent',
    body: isFound
      ? `The project was on the service before we asked for one, and it does not hold the ${countText(rows, 'row')} of this list. A copy of this data folder may be working on it. We never start an incomplete list, so we spent nothing.`
      : attempt === 1
        ? `We sent ${countText(rows, 'row')}, and the service counts another number, or one that keeps changing. We never start an incomplete list, so nothing was spent.`
        : `We sent ${countText(rows, 'row')} twice, each time to a new project, and each time the count was different. We never start an incomplete list, so nothing was spent.`,
    meaning: 'Something between here and the service may change the list, or the service counts differently. Its support can tell you.',
  }),
  'start-unclear': (facts) => ({
    title: 'We cannot tell whether screening started',
    body: startAsked(facts),
    meaning: 'An unchanged state suggests that screening did not start. Some services take minutes to show a start, so this is not proof.',
  }),
  'start-refused': () => ({
    title: 'The service did not start screening',
    body: 'It refused our request, and its state has not changed since. Nothing more is sent or spent until you choose.',
    meaning: 'The list is on the service. A refusal can also mean that screening is already running, but its state does not say so.',
  }),
  'credits-short': (facts) => ({
    title: 'The credits do not cover this list',
    body: `The service refused to start because there are not enough credits. The list is on the service and needs ${creditsText(facts)}, and nothing is spent until you choose.`,
    meaning: 'Nothing was charged. The list can stay on the service while you buy credits.',
  }),
  'service-stopped': () => ({
    title: 'The service says that it stopped',
    body: 'Its state for the project means that no results will come unless someone acts. Nothing more is sent until you choose.',
    meaning:
      'Only the service can say whether credits were spent. Its support can find the project by its number, which “Copy for support” includes.',
  }),
  'not-ours': ({ answer }) => ({
    title: 'A different project has our project’s number',
    body:
      answer === null
        ? 'The service’s list of all projects does not include ours. Nothing is sent, started or fetched until you choose.'
        : `The service answers with a project named “${answer}”, which is not the name we gave ours. Nothing is sent, started or fetched until you choose.`,
    meaning:
      'The usual reasons are a changed address of the connection, or a service that renumbered its projects. Some services shorten long names; then it is still our project.',
  }),
  'processed-early': () => ({
    title: 'Screening is done, but we did not start it',
    body: 'The service says that this project is processed, and we have not asked it to start. Nothing is started until you choose.',
    meaning:
      'Someone may have started it on the service’s own site, or from a copy of this data folder. Fetching the results spends nothing.',
  }),
  'finished-unclear': ({ answer }) => ({
    title: 'The service seems to be done, but does not say so',
    body: `Its state is ${answer === null ? 'one that looks final' : `“${answer}”`} and does not change. Only “processed” means for certain that the results are complete. Nothing is fetched until you choose.`,
    meaning: 'Fetching spends nothing and can be repeated. Rows without a result are listed as “Without a result”.',
  }),
  'no-end': () => ({
    title: 'The service has not finished',
    body: 'Screening started long ago, and the service still does not say that it is done. We have stopped checking until you choose. Nothing more is spent.',
    meaning:
      'Its support can find the project by its number, which “Copy for support” includes. Fetching spends nothing and can be repeated.',
  }),
  'results-incomplete': ({ counts, missing }) => ({
    title: 'Some results have not arrived',
    body: `The service says that it is done, and ${countText(missing, 'row')} ${missing === 1 ? 'has' : 'have'} no result. We kept asking for many minutes. What arrived is kept${counts === null ? '' : `: ${outcomesText(counts)}`}.`,
    meaning: 'Asking again spends nothing. If you keep what arrived, the rest stays without a result, in the results and in every export.',
  }),
  'results-unclear': () => ({
    title: 'The scores cannot be read right now',
    body: 'Screening started, but we cannot read the service’s answers now. The scores are kept on the service, and checking spends nothing.',
    meaning: 'Nothing is lost: we keep what was fetched before, and never treat a cut-off answer as complete.',
  }),
};

export const questionText = (question: Question, facts: DecisionFacts): QuestionText => QUESTIONS[question](facts);
