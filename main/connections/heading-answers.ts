/** What the last refusal of a CSV list said about its headings, for each connection. */
import { HeadingAnswer } from '../../shared/mapping/index.ts';
import { type Settings, jsonSetting } from '../store/app-database/index.ts';

/** The beginning of the settings' names, with the version of their format. */
const PREFIX = 'headingAnswer/1:';

export class HeadingAnswers {
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Null if there is none, or if it is damaged: the page only makes suggestions from it. */
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
