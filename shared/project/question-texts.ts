/** The title and text of every question that a person decides, for the page and the command line. */
import { countText } from '../base/text.ts';
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
    return 'The service took our request to start, and its state has not changed since. We do not ask again by ourselves, because that might charge you twice. Nothing happens until you choose.';
  if (asked === 0)
    return 'The list is there, and we have not asked the service to start. Somebody else may have: a copy of this data folder on another computer, or a person on the service’s own site. We do not start it by ourselves, because that might charge you twice. Nothing happens until you choose.';
  return asked > 1
    ? 'We asked the service to start, and no answer came. It looked as if nothing had begun, so we asked once more; again no answer came. We do not ask a third time by ourselves, because that might charge you twice. Nothing happens until you choose.'
    : 'We asked the service to start, and no answer came. We have not asked again, because asking twice might charge you twice. Nothing happens until you choose.';
}

const QUESTIONS: Readonly<Record<Question, (facts: DecisionFacts) => QuestionText>> = {
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
    body: `The list of ${countText(rows, 'row')} was sent, and the service does not say how many rows it holds. Nothing is started, and nothing is spent, until you choose.`,
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
    body: `The service refused to start for want of credits. The list is there, ${creditsText(facts)} are needed, and nothing is spent until you choose.`,
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
      'Often the address of the connection was changed, or the service numbers its projects again. Some services cut long names off: then it is still our project.',
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
    title: 'Some results have not arrived',
    body: `The service says that it is done, and ${countText(missing, 'row')} ${missing === 1 ? 'has' : 'have'} neither a score nor a refusal. We asked again for many minutes. What arrived is kept${counts === null ? '' : `: ${outcomesText(counts)}`}.`,
    meaning: 'Asking again spends nothing. If you keep what arrived, the rest stays unknown, in the results and in every export.',
  }),
  'results-unclear': () => ({
    title: 'The scores cannot be read at the moment',
    body: 'Screening was started, and what the service answers now cannot be understood. The scores wait there, and looking spends nothing.',
    meaning: 'Nothing is lost: what was fetched before is kept, and a cut-off answer is never taken for a whole one.',
  }),
};

export const questionText = (question: Question, facts: DecisionFacts): QuestionText => QUESTIONS[question](facts);
