/** The commands that need the application: projects, connections and settings of a data folder. */
import { constants } from 'node:os';
import type { Call } from './arguments.ts';
import { bundle } from './bundle.ts';
import { connections, credits } from './connections.ts';
import { doNotScreen } from './do-not-screen.ts';
import { type Desk, type DeskOptions, openDesk, readToken } from './desk.ts';
import { dismiss, printNotice, printUnfinished } from './notice.ts';
import { type Output, SIGNAL_EXIT } from './output.ts';
import { compare } from './compare.ts';
import { comparePilot } from './compare-pilot.ts';
import { exportCommand } from './export.ts';
import { fetchAgain } from './fetch.ts';
import { fix } from './fix.ts';
import { parts } from './parts.ts';
import { adopt } from './adopt.ts';
import { cancel, decide, projects, remove, resume, status } from './projects.ts';
import { profile, profiles, scoreRequest } from './profiles.ts';
import { projectScores } from './project-scores.ts';
import { scoreSettings } from './score-settings.ts';
import { officers } from './officers.ts';
import { person } from './person.ts';
import { pilot } from './pilot.ts';
import { plan } from './plan.ts';
import { retention } from './retention.ts';
import { ratings } from './ratings.ts';
import { record } from './record.ts';
import { report } from './report.ts';
import { review } from './review.ts';
import { rest } from './rest.ts';
import { screen } from './screen.ts';
import { templates } from './templates.ts';
import { prove, writeback } from './write-back.ts';
import { removeUnsent } from './unsent.ts';

type DeskCommand = (call: Call, output: Output, desk: Desk) => Promise<number>;

const COMMANDS: Readonly<Record<string, DeskCommand>> = {
  screen,
  adopt,
  projects,
  status,
  resume,
  decide,
  cancel,
  fix,
  rest,
  pilot,
  'compare-pilot': comparePilot,
  fetch: fetchAgain,
  parts,
  export: exportCommand,
  compare,
  review,
  ratings,
  officers,
  writeback,
  prove,
  report,
  plan,
  record,
  bundle,
  remove,
  credits,
  profile,
  profiles,
  'score-request': scoreRequest,
  'project-scores': projectScores,
  'score-settings': scoreSettings,
  connections,
  templates,
  'do-not-screen': doNotScreen,
  person,
  retention,
  dismiss,
};

/** Commands that run projects. */
const RESUMABLE: ReadonlySet<string> = new Set(['screen', 'resume', 'decide', 'fix', 'rest', 'compare-pilot', 'parts']);
export const isResumable = (name: string): boolean => RESUMABLE.has(name);

/** Ends the projects that have not cost anything, names those that must be continued, and closes. */
async function stop(desk: Desk, output: Output): Promise<void> {
  try {
    await desk.application.endUnspent();
    await removeUnsent(desk, output);
    await printUnfinished(desk, output);
  } finally {
    await desk.close();
  }
}

/** Opens the data folder, runs the command `name`, and closes the folder. Returns the exit code. */
export async function runDeskCommand(name: string, call: Call, output: Output, given: Omit<DeskOptions, 'token'>): Promise<number> {
  const command = COMMANDS[name]!;
  // `connections add` reads the token itself, because it saves it.
  const isSaved = name === 'connections';
  const token = call.flags.has('token-stdin') && !isSaved ? await readToken() : null;
  const desk = await openDesk({ ...given, token });
  let interrupted = false;
  const interrupt = (signal: NodeJS.Signals) => {
    interrupted = true;
    output.step(isResumable(name) ? 'Stopping at a safe point.' : 'Stopping.');
    void stop(desk, output).finally(() => process.exit(SIGNAL_EXIT + constants.signals[signal]));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    if (command !== dismiss) await printNotice(desk, output);
    if (command !== resume) await printUnfinished(desk, output);
    const exit = await command(call, output, desk);
    await removeUnsent(desk, output);
    return exit;
  } catch (error) {
    if (!interrupted) await removeUnsent(desk, output);
    throw error;
  } finally {
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
    if (!interrupted) await desk.close();
  }
}
