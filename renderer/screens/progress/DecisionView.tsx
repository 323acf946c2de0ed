import { Radio } from '@mantine/core';
import { IconAlertTriangle, IconCloudQuestion, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProjectView, TimelineEntry } from '../../../shared/contract/index.ts';
import {
  type Choice,
  type ChoiceCost,
  type Deciding,
  type DecisionFacts,
  type Question,
  bodyOf,
  choiceText,
  decisionFacts,
  evidenceTexts,
  firstChoice,
  questionText,
} from '../../../shared/project/index.ts';
import { estimatedCredits } from '../../../shared/rows/index.ts';
import { useCommand, useConnection } from '../../api/index.ts';
import { ConfirmDialog, CopyLink, FailureLine, StepFooter } from '../../kit/index.ts';
import { Page, ProjectHead, Tag } from '../../components/index.ts';
import { toProject } from '../../navigation/index.ts';
import { number } from '../../format/index.ts';
import { BlockedNotice } from './BlockedNotice.tsx';
import { runDetails } from './run-details.ts';
import { TimelineList } from './TimelineList.tsx';
import './decision.css';

/** Questions whose text already quotes the service. */
const QUOTES_SERVICE: ReadonlySet<Question> = new Set<Question>(['not-ours', 'finished-unclear']);

/** Journal entries shown next to the question. */
const ENTRIES_SHOWN = 7;

function CostTag({ cost, choice, facts }: { readonly cost: ChoiceCost; readonly choice: Choice; readonly facts: DecisionFacts }) {
  const unit = facts.isPractice ? ' practice' : '';
  if (cost === 'twice')
    return (
      <Tag tone="warning" icon={IconAlertTriangle}>
        Could cost {number(facts.credits ?? facts.rows)}
        {unit}
      </Tag>
    );
  if (cost === 'as-planned')
    return (
      <Tag tone="outline">
        About {number(facts.credits ?? facts.rows)}
        {unit}, once
      </Tag>
    );
  if (choice === 'look-again')
    return (
      <Tag tone="done" icon={IconShieldCheck}>
        Safest
      </Tag>
    );
  return <Tag tone="outline">Spends nothing more</Tag>;
}

interface ChoicesProps {
  readonly state: Deciding;
  readonly facts: DecisionFacts;
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

function Choices({ state, facts, chosen, onChoose }: ChoicesProps) {
  return (
    <section className="card decision-card" aria-labelledby="decide-title">
      <Radio.Group
        aria-labelledby="decide-title"
        value={chosen}
        onChange={(value) => {
          const choice = state.choices.find((one) => one === value);
          if (choice !== undefined) onChoose(choice);
        }}
      >
        <h2 className="card-title" id="decide-title">
          What should we do?
        </h2>
        {state.choices.map((choice) => {
          const words = choiceText(state.question, choice, facts);
          return (
            <Radio.Card
              key={choice}
              value={choice}
              className="decision-choice"
              aria-labelledby={`choice-${choice}`}
              aria-describedby={`text-${choice}`}
            >
              <Radio.Indicator size="xs" />
              <span className="decision-choice-head">
                <span className="strong" id={`choice-${choice}`}>
                  {words.label}
                </span>
                <CostTag cost={words.cost} choice={choice} facts={facts} />
              </span>
              <span className="decision-choice-text" id={`text-${choice}`}>
                {words.text}
              </span>
            </Radio.Card>
          );
        })}
      </Radio.Group>
    </section>
  );
}

interface DecisionProps {
  readonly project: ProjectView;
  readonly state: Deciding;
  readonly entries: readonly TimelineEntry[];
}

function useFacts(project: ProjectView, state: Deciding): DecisionFacts {
  const connection = useConnection(project);
  const rows = bodyOf(state)?.rows ?? project.sheet?.rows ?? 0;
  const credits = connection === undefined ? rows : estimatedCredits(rows, connection.creditsPerRecord);
  return decisionFacts(state, { rows, credits, isPractice: project.connection.kind === 'practice' });
}

/** Asks the user to decide when an unknown fact can cost money: the question, the evidence, and the choices with their costs. */
export function DecisionView({ project, state, entries }: DecisionProps) {
  const { question } = state;
  const facts = useFacts(project, state);
  const words = questionText(question, facts);
  const evidence = evidenceTexts(state);
  const [marked, setMarked] = useState<Choice | null>(null);
  const [isAsking, setAsking] = useState(false);
  const decide = useCommand('project.decide', () => setAsking(false));
  const chosen = marked !== null && state.choices.includes(marked) ? marked : firstChoice(question, state.choices, facts);
  const choice = chosen === null ? null : choiceText(question, chosen, facts);
  const makeChoice = () => chosen !== null && decide.mutate({ id: project.id, choice: chosen });
  return (
    <Page
      head={<ProjectHead project={project} step="progress" />}
      foot={
        <StepFooter
          note={
            <>
              <IconShieldCheck className="run-safe" size={16} stroke={1.6} aria-hidden />
              Your file, columns and fixes are kept, whatever you choose.
            </>
          }
          sentence={choice?.sentence ?? ''}
          next={{
            label: choice?.button ?? 'Choose first',
            isBusy: decide.isPending,
            blocked: choice === null ? { reason: 'Choose what to do', kind: 'waiting' } : null,
            // A choice that may cost twice asks for confirmation, with the amount.
            onNext: () => (choice?.cost === 'twice' ? setAsking(true) : makeChoice()),
          }}
        />
      }
    >
      <div className="page-columns decision-columns">
        <div className="run-stack">
          <BlockedNotice icon={IconCloudQuestion} tone="warning" title={words.title}>
            <p>{words.body}</p>
            {state.answer !== null && !QUOTES_SERVICE.has(question) && <p>{state.answer}</p>}
          </BlockedNotice>
          {!isAsking && <FailureLine error={decide.error} />}
          <Choices state={state} facts={facts} chosen={chosen} onChoose={setMarked} />
        </div>
        <div className="run-stack">
          <section className="card run-side" aria-labelledby="known-title">
            <div className="run-head">
              <h2 className="card-title" id="known-title">
                What we know
              </h2>
              <a className="link small" href={toProject(project.id, 'progress', {}, 'timeline')}>
                Full history
              </a>
            </div>
            {evidence.length > 0 && (
              <ul className="decision-evidence">
                {evidence.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
            <TimelineList entries={entries.slice(-ENTRIES_SHOWN)} />
            <div className="run-links run-ruled">
              <CopyLink label="Copy for support" text={() => runDetails(project, entries)} />
              <span className="failure-code">{question}</span>
            </div>
          </section>
          <section className="card run-side" aria-labelledby="meaning-title">
            <h2 className="card-title" id="meaning-title">
              What it means
            </h2>
            <p className="second run-aside">{words.meaning}</p>
          </section>
        </div>
      </div>
      {isAsking && choice !== null && (
        <ConfirmDialog
          title="This could be charged twice"
          cancel="Not now"
          confirm={choice.button}
          command={decide}
          onConfirm={makeChoice}
          onClose={() => setAsking(false)}
        >
          <p>{choice.text}</p>
          <p>
            That would be <b>{number(facts.credits ?? facts.rows)}</b> {facts.isPractice ? 'practice ' : ''}
            {(facts.credits ?? facts.rows) === 1 ? 'credit' : 'credits'} more than planned.
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
