/** One person in everything that the program stores: search, export, erasing, and adding to the do-not-screen list. */
import { z } from 'zod';
import { NOT_SENT } from '../rows/index.ts';
import { Id, RecordTexts, SheetRow, Time } from './basics.ts';
import { ExportView } from './exports.ts';
import { NOTHING_ANSWERED, all, answerOf, command, query } from './method.ts';
import { SuppressionView } from './suppression.ts';

/** A name, an ID, an email address, an address or a phone number. At least two characters, because one would find nearly everybody. */
const PersonText = z.string().trim().min(2).max(200);

/** A row of a project, or a profile there that belongs to no row. */
const PlaceKey = z.strictObject({ id: Id, row: SheetRow.nullable(), profile: z.int().min(1).nullable() });

/** Where the text was found in a row. `message`: an error message of the service. `note`: a note, or the comment of a verdict. */
const FoundIn = z.enum(['row', 'correction', 'profile', 'message', 'note']);

const PersonPlace = PlaceKey.extend({
  name: z.string(),
  /** The values that identify the person in the row, without empty ones. */
  keys: RecordTexts,
  /** Street, city and state of the record. */
  address: z.string(),
  /** `unlisted`: a row of the sheet that is not in the list, such as a hidden row. `noRow`: a profile without a row. */
  outcome: z.enum(['unlisted', 'leftOut', 'notSent', 'sent', 'scored', 'refused', 'noRow']),
  leftOut: z.enum(NOT_SENT).nullable(),
  foundIn: z.array(FoundIn),
  hasProfile: z.boolean(),
  hasNote: z.boolean(),
  /** The newest verdict about the match, in words; null for none. */
  verdict: z.string().nullable(),
  onDoNotScreen: z.boolean(),
});
export type PersonPlace = z.infer<typeof PersonPlace>;

const ProjectPlaces = z.strictObject({
  id: Id,
  name: z.string(),
  connection: z.string(),
  /** Whether the list is, or may be, on the service. */
  isSent: z.boolean(),
  /** When the list was imported. */
  createdAt: Time,
  people: z.array(PersonPlace),
  /** The number of further rows and profiles with the text. */
  more: z.int(),
  /** Other places in the project with the text, in words. */
  texts: z.array(z.string()),
});

const EverywhereView = z.strictObject({
  projects: z.array(ProjectPlaces),
  /** Templates and saved settings with the text, in words. */
  texts: z.array(z.string()),
  /** Whether the text itself, as an ID or an email, is on the do-not-screen list. */
  onDoNotScreen: z.boolean(),
  /** Screenings of the person alone, of which only codes are stored. */
  alone: z.array(z.strictObject({ connection: z.string(), at: Time, outcome: z.enum(['done', 'unknown']) })),
  /** Projects that could not be searched, because their files are damaged or are being read. */
  unread: z.array(z.strictObject({ id: Id, name: z.string() })),
  /** What was searched. */
  searched: z.strictObject({ projects: z.int(), rows: z.int() }),
});

/** JSON is for other programs. */
const PersonFormat = z.enum(['xlsx', 'json']);

/** Places that the search for `text` found. They must still contain it. */
const Chosen = z.strictObject({ text: PersonText, places: z.array(PlaceKey).min(1).max(500) });

/** Like `Chosen`, but can be empty. Then the person is only erased from texts. */
const ErasedPlaces = Chosen.extend({ places: z.array(PlaceKey).max(500) });

/**
 * A text outside rows that names the person. `before` and `after`: the text now and after erasing, or the part of it around the name.
 * `isSure`: it contains the whole name, an ID, an email, a phone number or a street of the person; other texts contain only the words of
 * the search. `stays`: why it cannot be changed now.
 */
const Mention = z.strictObject({
  key: z.string(),
  where: z.string(),
  before: z.string(),
  after: z.string(),
  isSure: z.boolean(),
  stays: z.string().nullable(),
});

/** Nothing changes this tag, so the page never repeats a search by itself: a search reads all projects. */
const READS = ['people'] as const;

export const PEOPLE_METHODS = {
  /** Reads every project, one after the other. */
  'people.find': query(z.strictObject({ text: PersonText }), EverywhereView, { reads: READS }),
  /** Exports everything that is stored about the person in these places; null when the user cancels. */
  'people.export': command(Chosen.extend({ format: PersonFormat }), ExportView.nullable(), {
    answers: answerOf('exports.get'),
    changes: [],
  }),
  /** The texts of letters to each service that has data about the person. `connection`: the name of the connection. */
  'people.letters': query(Chosen, z.array(z.strictObject({ connection: z.string(), text: z.string() })), { reads: READS }),
  /**
   * What erasing these places would do, in sentences. `blocked`: why it cannot be done now. `more`: the number of further texts that may be
   * about somebody else. Without places, only the text identifies the person.
   */
  'people.erasing': query(
    ErasedPlaces,
    z.strictObject({
      blocked: z.array(z.string()),
      breaks: z.array(z.string()),
      texts: z.array(Mention),
      more: z.int(),
      remains: z.array(z.string()),
    }),
    { reads: READS },
  ),
  /**
   * Erases the person from these places for good. `neverScreen`: puts them on the do-not-screen list first. `texts`: the keys of the texts
   * to erase the person from; missing: all texts with `isSure`.
   * @throws NOT_NOW while a project of a place or text is not finished; NOT_FOUND for a text that has changed since.
   */
  'people.erase': command(
    ErasedPlaces.extend({ neverScreen: z.boolean(), texts: z.array(z.string().max(200)).max(5000).optional() }),
    z.strictObject({ places: z.int(), texts: z.int(), text: z.string() }),
    {
      answers: NOTHING_ANSWERED,
      changes: all(
        'people',
        'list',
        'check',
        'cost',
        'results',
        'notes',
        'verdicts',
        'timeline',
        'suppression',
        'proof',
        'projects',
        'connections',
        'templates',
        'arrangement',
        'segments',
        'layouts',
        'report',
        'record',
        'rules',
        'scorePresets',
      ),
    },
  ),
  /**
   * Adds the person of each place to the do-not-screen list. `withoutKey`: places that have none of ID, email, and name with postal code.
   */
  'people.neverScreen': command(Chosen, z.strictObject({ list: SuppressionView, added: z.int(), known: z.int(), withoutKey: z.int() }), {
    answers: answerOf('doNotScreen.get', 'list'),
    changes: all('suppression', 'check', 'cost'),
  }),
};
