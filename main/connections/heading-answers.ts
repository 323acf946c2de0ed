/** What the last refusal of a list in CSV said about its headings, for each connection. */
import { HeadingAnswer } from '../../shared/mapping/csv-headings.ts';
import type { AppDatabase } from '../store/app-database/app-database.ts';
import { jsonSetting } from '../store/app-database/json-setting.ts';

/** Of the setting's names, with the version of its form. */
const PREFIX = 'headingAnswer/1:';

type Settings = Pick<AppDatabase, 'setting' | 'setSetting' | 'removeSetting'>;

export class HeadingAnswers {
  private readonly database: Settings;

  constructor(database: Settings) {
    this.database = database;
  }

  /** Null without one. The page only makes a suggestion from it, so a damaged one counts as none. */
  of(connectionId: string): HeadingAnswer | null {
    return jsonSetting(this.database, PREFIX + connectionId, HeadingAnswer);
  }

  set(connectionId: string, answer: HeadingAnswer): void {
    this.database.setSetting(PREFIX + connectionId, JSON.stringify(answer));
  }

  remove(connectionId: string): void {
    this.database.removeSetting(PREFIX + connectionId);
  }
}
