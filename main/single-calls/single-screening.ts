/** Screens people individually, outside of projects. Each call costs money, so nobody is sent twice unless the user agrees. */
import type { AnswerView, Input, Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { recordOf, withholdFields } from '../../shared/mapping/index.ts';
import type { Json } from '../../shared/results/index.ts';
import { screenedAloneSentence } from '../../shared/view-texts/index.ts';
import { type SuppressionList, typedRecord } from '../checking/index.ts';
import type { ConnectedServices, Connections } from '../connections/index.ts';
import type { PersonCodes } from '../matching/index.ts';
import type { Clock } from '../platform/index.ts';
import type { CallOutcome } from '../service/index.ts';
import type { AppDatabase } from '../store/app-database/index.ts';
import { answerView } from './answer-view.ts';
import { timeLimit } from './time-limit.ts';

interface SingleScreeningDeps {
  readonly connections: Pick<Connections, 'neverSent'>;
  readonly services: Pick<ConnectedServices, 'client'>;
  readonly suppression: SuppressionList;
  readonly database: Pick<AppDatabase, 'singleCalls'>;
  readonly clock: Clock;
  readonly people: PersonCodes;
}

export class SingleScreening {
  private readonly deps: SingleScreeningDeps;

  constructor(deps: SingleScreeningDeps) {
    this.deps = deps;
  }

  /**
   * When this person was last screened individually over the account; null: never.
   * @throws INPUT_INVALID with the field that cannot be parsed.
   */
  screenedAlone({ connectionId, record }: Input<'service.screenedAlone'>): Output<'service.screenedAlone'> {
    return this.deps.database.singleCalls.lastSent(connectionId, this.deps.people.of(typedRecord(record)));
  }

  /**
   * Screens one person at once (#1).
   * @throws as `callOnce`.
   */
  screenOne(input: Input<'service.screenOne'>): Promise<AnswerView> {
    return this.callOnce('screenOne', input);
  }

  /**
   * The deprecated form (#11).
   * @throws as `callOnce`.
   */
  requestScore(input: Input<'service.requestScore'>): Promise<AnswerView> {
    return this.callOnce('requestScore', input);
  }

  /**
   * Makes a call that costs money and leaves no evidence on the service. The intent is recorded first, and there is only one attempt.
   * @throws INPUT_INVALID; DO_NOT_SCREEN; NOT_NOW while this person is being screened; SENT_BEFORE when this person was screened
   * individually before and `allowDuplicate` is not set; OUTCOME_UNKNOWN; the failure of the call.
   */
  private async callOnce(
    call: 'screenOne' | 'requestScore',
    { connectionId, record: texts, allowDuplicate = false }: Input<'service.screenOne'>,
  ): Promise<AnswerView> {
    const { connections, services, suppression, database, clock, people } = this.deps;
    const typed = typedRecord(texts);
    const client = await services.client(connectionId);
    // No `await` from here until the intent is recorded, because the person may have been put on the do-not-screen list meanwhile.
    const sent = structuredClone(typed);
    withholdFields(sent, connections.neverSent(connectionId));
    const record = recordOf(sent);
    if (Object.keys(record).length === 0) throw new AppError('INPUT_INVALID', 'Fill in at least a name.');
    if (suppression.holds(typed))
      throw new AppError('DO_NOT_SCREEN', 'This person is on your do-not-screen list, so nothing was sent. Take them off the list first.');
    const person = people.of(typed);
    const before = database.singleCalls.intend(connectionId, clock.now(), { what: call, person, again: allowDuplicate });
    if (before?.isUnderWay === true)
      throw new AppError(
        'NOT_NOW',
        'This person is being screened right now, or the program ended while screening them a few minutes ago. Nothing was sent. Look in the list of profiles, and try again in a few minutes.',
      );
    if (before !== null) throw new AppError('SENT_BEFORE', `${screenedAloneSentence(before)} Nothing was sent.`, { reason: 'person' });
    const outcome: CallOutcome<Json> = await client[call](record, timeLimit());
    database.singleCalls.end(connectionId, clock.now(), { what: call, outcome: outcome.outcome, person });
    switch (outcome.outcome) {
      case 'done':
        return answerView(outcome.value);
      case 'unknown':
        throw new AppError(
          'OUTCOME_UNKNOWN',
          `It is not known whether this person was screened: ${outcome.why} Look in the list of profiles first. Sending this person again may cost a second credit.`,
        );
      case 'not-sent':
      case 'token':
      case 'refused':
        throw outcome.failure;
    }
  }
}
