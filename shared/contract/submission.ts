/** Sending a list, and a person's control over one that was sent. */
import { z } from 'zod';
import { Choice } from '../project/project.ts';
import { Id } from './basics.ts';
import { all, ById, command, NOTHING_ANSWERED, same, view } from './method.ts';
import { ProjectView } from './projects.ts';

const PROJECT_ANSWERED = { answers: view('project'), changes: same('timeline') } as const;

export const SUBMISSION_METHODS = {
  /** Sends the list and starts the screening. `rows`, `connectionId` and `seen`, if given, must be those that the person saw. */
  'project.send': command(
    z.strictObject({
      id: Id,
      rows: z.int().min(1),
      connectionId: Id,
      /** The person confirms: send this very list once more. */
      repeat: z.boolean().default(false),
      /** The person confirms: go on although the balance is known to be short. */
      short: z.boolean().default(false),
      /** The person confirms: send the list although somebody else may have sent it (`cost.elsewhere`). */
      elsewhere: z.boolean().default(false),
      /** As how many projects the person saw the list go out. */
      parts: z.int().min(1).default(1),
      /** `seen` of the cost that the person saw. */
      seen: z.string().max(100).optional(),
    }),
    ProjectView,
    // A list or a price that is no longer as the person saw it is the usual reason for a refusal.
    { answers: view('project'), changes: same('check', 'cost', 'timeline') },
  ),
  'project.pause': command(ById, ProjectView, PROJECT_ANSWERED),
  'project.resume': command(ById, ProjectView, PROJECT_ANSWERED),
  'project.cancel': command(ById, ProjectView, PROJECT_ANSWERED),
  'project.decide': command(z.strictObject({ id: Id, choice: Choice }), ProjectView, PROJECT_ANSWERED),
  /** Sends the next part of a list after one that was given up, and those after it in turn. `id`: any project of the list. */
  'parts.sendNext': command(ById, ProjectView, { answers: view('project'), changes: all('timeline') }),
  /** Removes the parts of such a list that are not sent: their people count as not sent. `id`: any project of the list. */
  'parts.release': command(ById, z.strictObject({ parts: z.int(), rows: z.int() }), {
    answers: NOTHING_ANSWERED,
    changes: all('projects', 'timeline'),
  }),
};
