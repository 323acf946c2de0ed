/** Commands for writing scores back to another system. */
import { type CommandDescription, flag, FORCE, READING, valued, YES } from './command-description.ts';

/** The layouts of other systems by name, in words. */
export const LAYOUT_NAMES =
  'raisers-edge, raisers-edge-ratings, salesforce, salesforce-wizard, donorperfect, civicrm, neon, bloomerang, little-green-light, van, slate, or one of your own';

const LAYOUT = valued(
  'NAME',
  `${LAYOUT_NAMES} (default: the last one of this list, else the last one of all lists if it fits the system the list is from, else the one for that system)`,
);

export const WRITE_BACK_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'writeback',
    usage: 'writeback ID --out FILE [--layout NAME] [--yes]',
    summary: 'saves the scores in the layout of another system, with the people who pass, and counts who is held back and why',
    examples: ['writeback 1a2b3c4d --layout raisers-edge --out attributes.csv'],
    prints: 'how many people pass and how many are held back, by reason, and where the file is',
    steps: 'who is not in the file, and words that the other system does not have',
    exits: ['service'],
    words: [1, 1],
    options: {
      out: valued('FILE', 'where to save the file: .csv, or .xlsx where the other system reads workbooks'),
      layout: LAYOUT,
      force: FORCE,
      yes: YES,
    },
  },
  {
    name: 'prove',
    usage: 'prove ID FILE [--layout NAME] [--repair FILE [--different]] [--out FILE]',
    summary:
      'compares an export of the other system with what the layout writes: which values arrived, and which are missing, cut, different or on another ID',
    examples: ['prove 1a2b3c4d export.csv', 'prove 1a2b3c4d export.csv --repair repair.csv'],
    prints: 'the counts by values and people',
    exits: ['service'],
    words: [2, 2],
    options: {
      layout: LAYOUT,
      repair: valued('FILE', 'saves the values that are missing, cut or on another ID, to be imported again: .csv or .xlsx'),
      different: flag('also writes the values that are different there, which may be newer'),
      out: valued('FILE', 'saves the proof for the record, with each value that is not there: .xlsx or .csv'),
      force: FORCE,
      'password-stdin': READING['password-stdin']!,
    },
  },
];
