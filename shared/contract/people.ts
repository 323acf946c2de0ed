/** One person in everything that the program stores: found by a text, shown, written to a file, and put on the do-not-screen list. */
import { z } from 'zod';
import { NOT_SENT } from '../rows/index.ts';
import { Id, RecordTexts, SheetRow, Time } from './basics.ts';
import { ExportView } from './exports.ts';
import { NOTHING_ANSWERED, all, answerOf, command, query } from './method.ts';
import { SuppressionView } from './suppression.ts';

/** A name, an ID, an email address, an address or a phone number. One letter would find nearly everybody. */
const PersonText = z.string().trim().min(2).max(200);

/** A row of a project, or a profile there that belongs to no row. */
const PlaceKey = z.strictObject({ id: Id, row: SheetRow.nullable(), profile: z.int().min(1).nullable() });

/** What of a row holds the text. `message`: an error of the service. `note`: a note, or the comment of a verdict. */
const FoundIn = z.enum(['row', 'correction', 'profile', 'message', 'note']);

const PersonPlace = PlaceKey.extend({
  name: z.string(),
  /** What identifies the person in the row, without empty values. */
  keys: RecordTexts,
  /** Street, city and state as the record has them. */
  address: z.string(),
  /** `unlisted`: a row of the sheet that is no row of the list, such as a hidden one. `noRow`: a profile without a row. */
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
  /** Whether the list is at the service or may be. */
  isSent: z.boolean(),
  /** When it was imported. */
  createdAt: Time,
  people: z.array(PersonPlace),
  /** Further rows and profiles that hold the text. */
  more: z.int(),
  /** Other texts of the project that hold it. */
  texts: z.array(z.string()),
});

const EverywhereView = z.strictObject({
  projects: z.array(ProjectPlaces),
  /** Templates and saved settings that hold the text, in words. */
  texts: z.array(z.string()),
  /** Whether the text itself, as an ID or an email, is on the do-not-screen list. */
  onDoNotScreen: z.boolean(),
  /** Screenings of the person alone: only codes are stored of them. */
  alone: z.array(z.strictObject({ connection: z.string(), at: Time, outcome: z.enum(['done', 'unknown']) })),
  /** Projects that cannot be searched: their files are damaged, or are being read. */
  unread: z.array(z.strictObject({ id: Id, name: z.string() })),
  /** What was searched. */
  searched: z.strictObject({ projects: z.int(), rows: z.int() }),
});

/** A workbook, or JSON for another program. */
const PersonFormat = z.enum(['xlsx', 'json']);

/** Places that the search for `text` found. Each must still hold it. */
const Chosen = z.strictObject({ text: PersonText, places: z.array(PlaceKey).min(1).max(500) });

/** As `Chosen`, also without any place: then only texts are erased from. */
const ErasedPlaces = Chosen.extend({ places: z.array(PlaceKey).max(500) });

/**
 * A text outside rows that names the person. `before` and `after`: the text, or the part of a long one around the name. `isSure`: it has the whole name, an
 * ID, an email, a phone number or a street of the person; other texts have only the words of the search. `stays`: why it cannot be changed now.
 */
const Mention = z.strictObject({
  key: z.string(),
  where: z.string(),
  before: z.string(),
  after: z.string(),
  isSure: z.boolean(),
  stays: z.string().nullable(),
});

/** An answer is what was found at that moment: no change makes the page search again, because a search reads every project. */
const READS = ['people'] as const;

export const PEOPLE_METHODS = {
  /** Reads every project, one after the other. */
  'people.find': query(z.strictObject({ text: PersonText }), EverywhereView, { reads: READS }),
  /** Writes all that is stored about the person in these places; null when the user cancels. */
  'people.export': command(Chosen.extend({ format: PersonFormat }), ExportView.nullable(), {
    answers: answerOf('exports.get'),
    changes: [],
  }),
  /** A letter to each service that has the person, as text. `connection` is its name here. */
  'people.letters': query(Chosen, z.array(z.strictObject({ connection: z.string(), text: z.string() })), { reads: READS }),
  /**
   * What erasing these places means, in sentences. `blocked`: why it cannot be done now. `more`: further texts that may mean somebody else. Without a
   * place, the text alone says who is meant.
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
   * Erases the person from these places for good. `neverScreen`: puts them on the do-not-screen list first. `texts`: the keys of the texts out of
   * which the person is taken; missing: of all that surely name them.
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
  /** Puts the person of each place on the do-not-screen list. `withoutKey`: places without an ID, an email, and a name with postal code. */
  'people.neverScreen': command(Chosen, z.strictObject({ list: SuppressionView, added: z.int(), known: z.int(), withoutKey: z.int() }), {
    answers: answerOf('doNotScreen.get', 'list'),
    changes: all('suppression', 'check', 'cost'),
  }),
};
