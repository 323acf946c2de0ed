/** What the last refusal of a list in CSV said about its headings, for each connection. */
import { HeadingAnswer } from '../../shared/mapping/index.ts';
import { type Settings, jsonSetting } from '../store/app-database/index.ts';

/** Of the setting's names, with the version of its form. */
const PREFIX = 'headingAnswer/1:';

export class HeadingAnswers {
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Null without one. The page only makes a suggestion from it, so a damaged one counts as none. */
  of(connectionId: string): HeadingAnswer | null {
    return jsonSetting(this.settings, PREFIX + connectionId, HeadingAnswer);
  }

  set(connectionId: string, answer: HeadingAnswer): void {
    this.settings.set(PREFIX + connectionId, JSON.stringify(answer));
  }

  remove(connectionId: string): void {
    this.settings.remove(PREFIX + connectionId);
  }
}
