/** Submitting a list, and controlling a submitted one. */
import { z } from 'zod';
import { ScoreConfiguration } from '../base/index.ts';
import { Choice } from '../project/index.ts';
import { Id } from './basics.ts';
import { all, ById, command, NOTHING_ANSWERED, same, view } from './method.ts';
import { ProjectView } from './projects.ts';

const PROJECT_ANSWERED = { answers: view('project'), changes: same('timeline') } as const;

export const SUBMISSION_METHODS = {
  /** Sends the list and starts the screening. `rows`, `connectionId` and `quoteId`, if given, must match what the user saw. */
  'project.send': command(
    z.strictObject({
      id: Id,
      rows: z.int().min(1),
      connectionId: Id,
      /** The user confirms sending an identical list again. */
      allowDuplicate: z.boolean().default(false),
      /** The user confirms sending although the balance is known to be too low. */
      allowLowBalance: z.boolean().default(false),
      /** The user confirms sending although a colleague can have sent the list (`cost.elsewhere`). */
      allowElsewhere: z.boolean().default(false),
      /** The number of projects that the user saw. */
      parts: z.int().min(1).default(1),
      /** `quoteId` of the cost that the user saw. */
      quoteId: z.string().max(100).optional(),
    }),
    ProjectView,
    // A refusal usually means that the list or the price changed since the user saw it.
    { answers: view('project'), changes: same('check', 'cost', 'timeline') },
  ),
  /**
   * Sends the people who were not chosen in a list, for exactly the rows and credits that the user saw. When anything differs, nothing is
   * sent, and the answer is their draft. `like`: as for `projects.screenRest`.
   * @throws as `projects.screenRest`, and as `project.send`; the draft stays.
   */
  'project.sendRest': command(
    z.strictObject({ id: Id, rows: z.int().min(1), credits: z.number().min(0), like: Id.nullable().default(null) }),
    ProjectView,
    { answers: view('project'), changes: [] },
  ),
  /**
   * Sends the people of a finished pilot once more, over this connection and with these score settings, to compare. `rows` and `credits`: what
   * the user has agreed to pay a second time. When anything differs, nothing is sent.
   * @throws NOT_NOW when the pilot was compared already; INPUT_INVALID; as `project.send`.
   */
  'project.comparePilot': command(
    z.strictObject({
      id: Id,
      connectionId: Id,
      scoreConfiguration: ScoreConfiguration.nullable(),
      rows: z.int().min(1),
      credits: z.number().min(0),
    }),
    ProjectView,
    { answers: view('project'), changes: [] },
  ),
  'project.pause': command(ById, ProjectView, PROJECT_ANSWERED),
  'project.resume': command(ById, ProjectView, PROJECT_ANSWERED),
  'project.cancel': command(ById, ProjectView, PROJECT_ANSWERED),
  'project.decide': command(z.strictObject({ id: Id, choice: Choice }), ProjectView, PROJECT_ANSWERED),
  /** Sends the next part after one that the user abandoned; later parts follow. `id`: any project of the list. */
  'parts.sendNext': command(ById, ProjectView, { answers: view('project'), changes: all('timeline') }),
  /** Removes the unsent parts of such a list: their people count as not sent. `id`: any project of the list. */
  'parts.release': command(ById, z.strictObject({ parts: z.int(), rows: z.int() }), {
    answers: NOTHING_ANSWERED,
    changes: all('projects', 'timeline'),
  }),
};
