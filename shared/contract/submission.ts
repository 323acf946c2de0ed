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
      /** The user confirms sending although a colleague may have sent the list (`cost.elsewhere`). */
      allowElsewhere: z.boolean().default(false),
      /** The number of projects that the user saw. */
      parts: z.int().min(1).default(1),
      /** `quoteId` of the cost that the user saw. */
      quoteId: z.string().max(100).optional(),
    }),
    ProjectView,
    // A refusal usually means that the list or the price has changed since the user saw it.
    { answers: view('project'), changes: same('check', 'cost', 'timeline') },
  ),
  /**
   * Sends the people who were not chosen in a list, for exactly the rows and credits that the user saw. If anything differs, sends nothing
   * and returns the draft. `like`: as in `projects.screenRest`.
   * @throws as `projects.screenRest` and `project.send`. The draft remains.
   */
  'project.sendRest': command(
    z.strictObject({ id: Id, rows: z.int().min(1), credits: z.number().min(0), like: Id.nullable().default(null) }),
    ProjectView,
    { answers: view('project'), changes: [] },
  ),
  /**
   * Sends the people of a finished pilot again, over this connection and with these score settings, to compare the results. `rows` and
   * `credits`: what the user agreed to pay a second time. If anything differs, sends nothing.
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
  /** Removes the unsent parts of such a list. Their people then count as not sent. `id`: any project of the list. */
  'parts.release': command(ById, z.strictObject({ parts: z.int(), rows: z.int() }), {
    answers: NOTHING_ANSWERED,
    changes: all('projects', 'timeline'),
  }),
};
