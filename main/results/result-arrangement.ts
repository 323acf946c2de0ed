/** The order and columns of the results, and the segments and layouts of a connection, as the user changes them. */
import type { Input, ResultsView, SegmentView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type Layout, isScoreKey } from '../../shared/results/index.ts';
import type { ProjectAnswers } from './project-answers.ts';
import type { ResultPreferences } from './result-preferences.ts';
import type { ScreeningResults } from './screening-results.ts';

export class ResultArrangement {
  private readonly results: ScreeningResults;
  private readonly preferences: ResultPreferences;
  private readonly answers: ProjectAnswers;

  constructor(results: ScreeningResults, preferences: ResultPreferences, answers: ProjectAnswers) {
    this.results = results;
    this.preferences = preferences;
    this.answers = answers;
  }

  async arrange({ id, ...arrangement }: Input<'results.arrange'>): Promise<ResultsView> {
    const { connectionId } = this.results.done(id);
    if (arrangement.columns.some(({ key }) => !isScoreKey(key)))
      throw new AppError('INPUT_INVALID', 'The columns of your sheet keep their headings.');
    this.preferences.arrange(connectionId, arrangement);
    return await this.answers.answer('results.get', { id });
  }

  async saveSegment({ id, segmentId, name, filters, find }: Input<'segments.save'>): Promise<SegmentView[]> {
    this.preferences.saveSegment(this.results.done(id).connectionId, segmentId, name, { filters, find });
    return await this.answers.answer('segments.list', { id });
  }

  async removeSegment({ id, segmentId }: Input<'segments.remove'>): Promise<SegmentView[]> {
    this.preferences.removeSegment(this.results.done(id).connectionId, segmentId);
    return await this.answers.answer('segments.list', { id });
  }

  layouts(id: string): Layout[] {
    return this.preferences.layouts(this.results.done(id).connectionId);
  }

  saveLayout({ id, layout }: Input<'layouts.save'>): Layout[] {
    return this.preferences.saveLayout(this.results.done(id).connectionId, layout);
  }

  removeLayout({ id, layoutId }: Input<'layouts.remove'>): Layout[] {
    return this.preferences.removeLayout(this.results.done(id).connectionId, layoutId);
  }
}
