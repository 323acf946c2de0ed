/** Saves in a file, for the person, what is stored about them. Also puts people on the do-not-screen list. */
import { localDay } from '../../shared/base/index.ts';
import type { ExportView, Input, Output } from '../../shared/contract/index.ts';
import { fieldOf } from '../../shared/fields/index.ts';
import { parseJson } from '../../shared/results/index.ts';
import { placeState } from '../../shared/view-texts/index.ts';
import type { SuppressionList } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Clock, Host } from '../platform/index.ts';
import type { ExportRuns, WritingFile, Written } from '../results/index.ts';
import type { ProjectStore } from '../projects/index.ts';
import { TargetFile, WorkbookWriter } from '../spreadsheet/write/index.ts';
import { type Mentions, marksOf } from './mentions.ts';
import { type ChosenPlace, type ChosenPlaces, hasAtService, type PersonEverywhere, readableKeys } from './person-everywhere.ts';
import { letterTo } from './person-letter.ts';

interface Deps {
  readonly everywhere: PersonEverywhere;
  readonly mentions: Mentions;
  readonly connections: Connections;
  readonly store: Pick<ProjectStore, 'today'>;
  readonly suppression: SuppressionList;
  readonly clock: Clock;
  readonly host: Pick<Host, 'saveTarget'>;
  readonly runs: ExportRuns;
}

/** Everything that is stored about a person. */
interface Person {
  readonly places: readonly ChosenPlace[];
  readonly texts: ReturnType<Mentions['about']>;
}

interface Line {
  readonly part: string;
  readonly name: string;
  readonly value: string;
}

/** Everything about a place, line by line. */
function linesOf(place: ChosenPlace): Line[] {
  const { stored, note, officer, verdicts } = place;
  const line = (part: string, name: string, value: string): Line => ({ part, name, value });
  return [
    ...stored.cells.map(({ heading, value }) => line('File', heading, value)),
    ...stored.record.map(({ field, value }) => line('Record', fieldOf(field).label, value)),
    ...stored.corrections.map(({ name, value }) => line('Corrections, also undone', name, value)),
    ...(stored.sentId === null ? [] : [line('Service', 'ID as sent', stored.sentId)]),
    ...stored.reasons.map((reason) => line('Service', 'Why it was not accepted', reason)),
    ...stored.profile.map(({ title, value }) => line('Profile', title, value)),
    ...verdicts.map(({ at, who, text }) => line('Review', `${localDay(at)}, ${who}`, text)),
    ...(note === null ? [] : [line('Note', 'Note', note.note), line('Note', 'Next step', note.nextStep)]),
    ...(officer === '' ? [] : [line('Office', 'Officer', officer)]),
    ...(place.onDoNotScreen ? [line('Do-not-screen list', 'On the list', 'Yes')] : []),
  ];
}

export class PersonExport {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Saves what is stored about the person in the chosen places; null if the user cancels.
   * @throws as `PersonEverywhere.chosen`.
   */
  async start({ format, ...chosen }: Input<'people.export'>): Promise<ExportView | null> {
    const { everywhere, mentions, host, runs } = this.deps;
    // The file name does not contain the person's name, because lists of recent files show it.
    const places = await everywhere.chosen(chosen);
    const texts = mentions.about(places, marksOf(places, chosen.text));
    const target = await host.saveTarget(`One person.${format}`);
    if (target === null) return null;
    return await runs.start(target, { projectId: null, state: 'writing' }, (file) => this.write({ places, texts }, format, file));
  }

  private async write(person: Person, format: 'xlsx' | 'json', { path }: WritingFile): Promise<Written> {
    if (format === 'json') await TargetFile.write(path, Buffer.from(`${JSON.stringify(this.json(person), null, 2)}\n`));
    else await this.workbook(person, path);
    return { done: person.places.length };
  }

  private json({ places, texts }: Person): unknown {
    const { clock } = this.deps;
    return {
      written: new Date(clock.now()).toISOString(),
      places: places.map((place) => this.placeJson(place)),
      texts,
    };
  }

  private placeJson(place: ChosenPlace): unknown {
    const { project, row, name, stored, note, officer, verdicts, onDoNotScreen, outcome, leftOut } = place;
    return {
      project: project.name,
      projectId: project.id,
      connection: this.deps.connections.row(project.connectionId).name,
      row,
      name,
      state: placeState({ outcome, leftOut }),
      atService: hasAtService(place),
      idAsSent: stored.sentId,
      cells: stored.cells,
      record: Object.fromEntries(stored.record.map(({ field, value }) => [field, value])),
      corrections: stored.corrections,
      profile: stored.json === null ? null : parseJson(stored.json),
      reasons: stored.reasons,
      verdicts: verdicts.map(({ at, who, text }) => ({ at: new Date(at).toISOString(), who, text })),
      note: note?.note ?? null,
      nextStep: note?.nextStep ?? null,
      officer: officer === '' ? null : officer,
      onDoNotScreenList: onDoNotScreen,
    };
  }

  private async workbook({ places, texts }: Person, path: string): Promise<void> {
    const book = await WorkbookWriter.create(path, { program: 'Screening Desk' });
    try {
      const summary = book.addSheet('Places', {
        columns: [
          { title: 'Project', width: 36 },
          { title: 'Connection', width: 24 },
          { title: 'Row', style: 'integer' },
          { title: 'Name', width: 28 },
          { title: 'State', width: 44 },
        ],
      });
      for (const place of places) {
        summary.beginRow();
        for (const text of [place.project.name, this.deps.connections.row(place.project.connectionId).name]) summary.text(text);
        summary.number(place.row === null ? '' : String(place.row));
        for (const text of [place.name, placeState(place)]) summary.text(text);
        await summary.endRow();
      }
      const stored = book.addSheet('Stored', {
        columns: [
          { title: 'Project', width: 36 },
          { title: 'Row', style: 'integer' },
          { title: 'Part', width: 24 },
          { title: 'Name', width: 32 },
          { title: 'Value', width: 60, style: 'wrap' },
        ],
      });
      for (const place of places)
        for (const { part, name, value } of linesOf(place)) {
          stored.beginRow();
          stored.text(place.project.name);
          stored.number(place.row === null ? '' : String(place.row));
          for (const text of [part, name, value]) stored.text(text);
          await stored.endRow();
        }
      const named = book.addSheet('Texts', {
        columns: [
          { title: 'Where', width: 60 },
          { title: 'Text', width: 60, style: 'wrap' },
        ],
      });
      for (const { where, text } of texts) {
        named.beginRow();
        named.text(where);
        named.text(text ?? 'About somebody else, so not included');
        await named.endRow();
      }
      await book.finish();
    } catch (error) {
      await book.abort();
      throw error;
    }
  }

  /**
   * One letter to each service that has the person. None for places that were not sent.
   * @throws as `PersonEverywhere.chosen`.
   */
  async letters(chosen: ChosenPlaces, signal?: AbortSignal): Promise<Output<'people.letters'>> {
    const { everywhere, connections, store } = this.deps;
    const sent = (await everywhere.chosen(chosen, signal)).filter(hasAtService);
    const byConnection = Map.groupBy(sent, ({ project }) => project.connectionId);
    return [...byConnection].map(([id, places]) => {
      const connection = connections.row(id);
      return { connection: connection.name, text: letterTo(connection, places, store.today()) };
    });
  }

  /**
   * Puts the person of each chosen place on the do-not-screen list.
   * @throws as `PersonEverywhere.chosen`.
   */
  async neverScreen(chosen: ChosenPlaces): Promise<Output<'people.neverScreen'>> {
    const { everywhere, suppression } = this.deps;
    const places = await everywhere.chosen(chosen);
    // In one change, because each change writes the whole list.
    return suppression.addRecords(places.map(({ keys }) => readableKeys(keys)));
  }
}
