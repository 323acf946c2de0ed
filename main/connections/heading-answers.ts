/** What the last refusal of a list in CSV said about its headings, for each connection. */
import { HeadingAnswer } from '../../shared/mapping/csv-headings.ts';
import type { AppDatabase } from '../store/app-database/app-database.ts';

/** With the version of the stored form. */
const PREFIX = 'headingAnswer/1:';

type Settings = Pick<AppDatabase, 'setting' | 'setSetting' | 'removeSetting'>;

export class HeadingAnswers {
  private readonly database: Settings;

  constructor(database: Settings) {
    this.database = database;
  }

  /** Null without one. A damaged one is only a lost suggestion. */
  of(connectionId: string): HeadingAnswer | null {
    try {
      return HeadingAnswer.parse(JSON.parse(this.database.setting(PREFIX + connectionId) ?? 'null'));
    } catch {
      return null;
    }
  }

  set(connectionId: string, answer: HeadingAnswer): void {
    this.database.setSetting(PREFIX + connectionId, JSON.stringify(answer));
  }

  remove(connectionId: string): void {
    this.database.removeSetting(PREFIX + connectionId);
  }
}
