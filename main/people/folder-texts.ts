/**
 * Texts of a data folder that do not belong to a project and can name somebody: templates, saved settings, names of lists, and the
 * screening records.
 */
import { numberText } from '../../shared/base/index.ts';
import type { ScorePresets, StoredOrganizationRules, SuppressionList, Templates } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Clock } from '../platform/index.ts';
import type { ResultPreferences } from '../results/index.ts';
import type { AppDatabase } from '../store/app-database/index.ts';
import { mapTexts, textsUnder } from './keyed-texts.ts';
import { allAs, DECLARED_KEYS, PROVES, type TextPlace } from './text-places.ts';

export interface FolderTextsDeps {
  readonly database: AppDatabase;
  readonly clock: Pick<Clock, 'now'>;
  readonly connections: Connections;
  readonly templates: Templates;
  readonly preferences: ResultPreferences;
  readonly presets: ScorePresets;
  readonly rules: StoredOrganizationRules;
  readonly suppression: SuppressionList;
}

const keys = (names: string) => new Set(names.split(' '));
const TEMPLATE_KEYS = keys('name headers value also not');
/** Names, conditions, titles and words of segments, layouts and ratings, and the headings in the keys of columns. */
const PREFERENCE_KEYS = keys('name find value text title hint label officerHeading header headings from to known column key shown');
/** Includes the name of the connection. */
const RECORD_KEYS = new Set([...DECLARED_KEYS, 'name']);
const RULES_KEYS = keys('contact');

export class FolderTexts {
  private readonly deps: FolderTextsDeps;

  constructor(deps: FolderTextsDeps) {
    this.deps = deps;
  }

  all(): TextPlace[] {
    const { presets, rules, suppression } = this.deps;
    const place = (key: string, texts: TextPlace['texts'], change: TextPlace['change']): TextPlace => ({
      key,
      project: null,
      texts,
      stays: null,
      change,
    });
    return [
      ...this.templates(place),
      ...this.connections(place),
      ...this.records(),
      place(
        'scores',
        allAs(
          'the name of saved score settings',
          presets.list().map(({ name }) => name),
        ),
        (by) => presets.changeNames(by),
      ),
      place('rules', allAs('who knows what a record needs', [rules.get().record?.contact]), (by) => {
        rules.set(mapTexts(rules.get(), RULES_KEYS, by));
      }),
      place(
        'do-not-screen',
        suppression.view().lists.map(({ name }) => ({ what: `the name of a part of the do-not-screen list, “${name}”`, text: name })),
        (by) => suppression.changeNames(by),
      ),
    ];
  }

  private templates(place: (key: string, texts: TextPlace['texts'], change: TextPlace['change']) => TextPlace): TextPlace[] {
    const { templates } = this.deps;
    return templates.list().map(({ id, name }) =>
      place(
        `template/${id}`,
        allAs(
          `the template “${name}”`,
          textsUnder(templates.get(id), TEMPLATE_KEYS).map(({ text }) => text),
        ),
        (by) => templates.changeTexts(id, (template) => mapTexts(template, TEMPLATE_KEYS, by)),
      ),
    );
  }

  private connections(place: (key: string, texts: TextPlace['texts'], change: TextPlace['change']) => TextPlace): TextPlace[] {
    const { database, clock, connections, preferences } = this.deps;
    return connections.list().flatMap(({ id, name }) => [
      place(
        `preferences/${id}`,
        allAs(
          `segments, layouts or titles of columns of ${name}`,
          textsUnder(preferences.of(id), PREFERENCE_KEYS).map(({ text }) => text),
        ),
        (by) => preferences.changeTexts(id, (stored) => mapTexts(stored, PREFERENCE_KEYS, by)),
      ),
      place(
        `declared/${id}`,
        allAs(
          `what was declared about the last list of ${name}`,
          textsUnder(connections.row(id).settings.declared ?? {}, DECLARED_KEYS).map(({ text }) => text),
        ),
        (by) => {
          const { declared } = connections.row(id).settings;
          if (declared !== undefined) connections.setDeclared(id, mapTexts(declared, DECLARED_KEYS, by));
        },
      ),
      place(`connection/${id}`, allAs('the name of a connection', [name]), (by) => {
        const row = connections.row(id);
        database.connections.save({ ...row, name: by(row.name) }, clock.now());
      }),
    ]);
  }

  /** Includes removed projects, and declarations that a later entry replaced. */
  private records(): TextPlace[] {
    return this.deps.database.records.chain().entries.flatMap(({ number, content }) =>
      content === null || !('declared' in content)
        ? []
        : [
            {
              key: `record/${number}`,
              project: null,
              texts: allAs(
                `entry ${numberText(number)} of the screening records`,
                textsUnder(content, RECORD_KEYS).map(({ text }) => text),
              ),
              stays: PROVES,
              change: () => undefined,
            },
          ],
    );
  }
}
