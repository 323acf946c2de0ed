/** Texts of one project, outside its rows, that can name somebody. */
import { expectedError } from '../../shared/base/index.ts';
import { isSubmittable } from '../../shared/project/index.ts';
import type { OfficerJournal } from '../ratings/index.ts';
import type { ProjectStore } from '../projects/index.ts';
import type { PersonNotes, Reports, VerdictBooks } from '../results/index.ts';
import type { Retention } from '../retention/index.ts';
import type { AppDatabase, ProjectRow } from '../store/app-database/index.ts';
import { isOver } from './finished.ts';
import { mapTexts, textsUnder } from './keyed-texts.ts';
import { changedList, listTexts } from './list-texts.ts';
import { allAs, DECLARED_KEYS, PROVES, type TextPlace } from './text-places.ts';

export interface ProjectTextsDeps {
  readonly database: AppDatabase;
  readonly store: ProjectStore;
  readonly verdicts: VerdictBooks;
  readonly officers: OfficerJournal;
  readonly notes: PersonNotes;
  readonly reports: Reports;
  readonly retention: Pick<Retention, 'reasonOf' | 'changeReason'>;
  /** The screening record that came with a project in a bundle; null for any other project. */
  readonly arrived: (id: string) => { readonly entries: readonly { readonly content: unknown }[] } | null;
}

/**
 * Words of the service, and names in the timeline. Without `knownAs`: it is the name on the service under which the user accepted a
 * project, and is compared with the name there. `marker` is included, because only the code at its end is compared, and a person's text
 * never contains that code.
 */
const MESSAGE_KEYS = new Set(
  'answer message refusal words name marker status statusBefore wordsBefore before baseline connection file from sheet layout'.split(' '),
);
const REPORT_KEYS = new Set(['subtitle', 'texts', 'basis']);

export class ProjectTexts {
  private readonly deps: ProjectTextsDeps;

  constructor(deps: ProjectTextsDeps) {
    this.deps = deps;
  }

  /** All texts of a project, except notes and comments, which are found by their rows. */
  of(project: ProjectRow): TextPlace[] {
    const { database, store, reports, officers, retention } = this.deps;
    const { id, name, options } = project;
    const isDone = project.state.at === 'done';
    const place = (key: string, texts: TextPlace['texts'], change: TextPlace['change']): TextPlace => ({
      key: `${id}/${key}`,
      project,
      texts,
      stays: this.staysOf(project),
      change,
    });
    // Each change reads the project again, because another change of it may have come before.
    const now = () => store.get(id);
    const report = isDone ? reports.settings(id) : null;
    const { purpose, lawfulBasis, assessment } = options;
    return [
      place('name', allAs('the name of the project', [name, options.serviceName]), (by) => {
        const { serviceName } = now().options;
        store.update(id, { name: by(now().name), options: { serviceName: serviceName == null ? serviceName : by(serviceName) } });
      }),
      place('list', this.listTextsOf(project), (by) => {
        const { sheetName } = now().source;
        const source = { sheetName: sheetName === null ? null : by(sheetName) };
        store.update(id, { encryptedList: store.encrypt(now(), changedList(store.listState(now()), by)), source });
      }),
      place('declared', allAs('what is declared for the record', [purpose, lawfulBasis, assessment]), (by) => {
        store.update(id, { options: mapTexts({ purpose, lawfulBasis, assessment }, DECLARED_KEYS, by) });
      }),
      place('kept', allAs('why the list is kept', [retention.reasonOf(project)]), (by) => retention.changeReason(now(), by)),
      place(
        'report',
        report === null
          ? []
          : allAs(
              'the report',
              textsUnder(report, REPORT_KEYS).map(({ text }) => text),
            ),
        (by) => reports.save({ id, settings: mapTexts(reports.settings(id), REPORT_KEYS, by) }),
      ),
      place('officers', isDone ? allAs('the names of officers', officers.namesEver(id)) : [], (by) => officers.changeNames(id, by)),
      place(
        'messages',
        [...allAs('the name of the file', [project.fileName]), ...allAs('a message of the service', this.messagesOf(project))],
        (by) => {
          const change = (text: string, key: string) => (key === 'fileName' || MESSAGE_KEYS.has(key) ? by(text) : text);
          database.projects.changeTexts(id, change);
          database.journal.changeTexts(id, change);
          const { lastError } = now();
          if (lastError !== null) store.update(id, { lastError: { ...lastError, message: by(lastError.message) } });
        },
      ),
      this.accepted(project),
      this.arrived(project),
    ];
  }

  /** Empty for a list that was not read yet or is damaged. A search reports such a project. */
  private listTextsOf(project: ProjectRow): TextPlace['texts'] {
    try {
      return project.encryptedList === null ? [] : listTexts(this.deps.store.listState(project));
    } catch (error) {
      if (expectedError(error) !== null) throw error;
      return [];
    }
  }

  private accepted(project: ProjectRow): TextPlace {
    const { id, state } = project;
    return {
      key: `${id}/accepted`,
      project,
      texts: allAs('the name on the service', ['knownAs' in state ? state.knownAs : null]),
      stays: 'You accepted the project on the service under this name, and it is compared with the name there.',
      change: () => undefined,
    };
  }

  private arrived(project: ProjectRow): TextPlace {
    const { id } = project;
    const entries = this.deps.arrived(id)?.entries ?? [];
    return {
      key: `${id}/arrived`,
      project,
      texts: allAs(
        'the screening record that came with the list',
        textsUnder(entries, DECLARED_KEYS).map(({ text }) => text),
      ),
      stays: PROVES,
      change: () => undefined,
    };
  }

  private messagesOf({ id, lastError, state }: ProjectRow): string[] {
    const events = this.deps.database.journal.entries(id).map(({ event }) => event);
    return [...new Set(textsUnder([lastError, state, events], MESSAGE_KEYS).map(({ text }) => text))];
  }

  /** Notes about people of a finished project and comments of verdicts, except those about the sheet rows `except`. */
  aboutRows(project: ProjectRow, except: ReadonlySet<number>): TextPlace[] {
    const { database, notes, verdicts } = this.deps;
    const { id } = project;
    if (project.state.at !== 'done') return [];
    const stays = this.staysOf(project);
    const byRow = notes
      .all(id)
      .filter(({ row }) => !except.has(row))
      .map(({ row, note, nextStep }): TextPlace => ({
        key: `${id}/note/${row}`,
        project,
        isAboutOthers: true,
        texts: allAs(`a note about row ${row}`, [note, nextStep]),
        stays,
        change: (by) => void notes.save(id, row, mapTexts({ note, nextStep }, new Set(['note', 'nextStep']), by)),
      }));
    const comments = verdicts
      .of(id)
      .steps.flatMap(({ step }) => [
        ...allAs('the name of a file with verdicts', [step.from]),
        ...step.verdicts
          .filter(({ row }) => !except.has(row))
          .flatMap(({ row, before, after }) => allAs(`a comment on the match of row ${row}`, [before?.note, after?.note])),
      ]);
    const about: TextPlace = {
      key: `${id}/comments`,
      project,
      isAboutOthers: true,
      texts: comments,
      stays,
      change: (by) => {
        database.reviews.changeTexts(id, (text, row) => (row !== null && except.has(row) ? text : by(text)));
        verdicts.forget(id);
      },
    };
    return [...byRow, about];
  }

  /**
   * Why a running list cannot be changed: its texts are sent, and the program that runs it would overwrite any change with its own state.
   */
  private staysOf({ name, state }: ProjectRow): string | null {
    if (isSubmittable(state) || isOver(state)) return null;
    return `“${name}” is not finished. Search again when it is.`;
  }
}
