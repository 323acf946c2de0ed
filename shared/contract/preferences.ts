/** A connection's result preferences: column arrangement, segments and layouts, shared by its projects. */
import { z } from 'zod';
import { ColumnArrangement, Conditions, Layout, Segment } from '../results/index.ts';
import { Id } from './basics.ts';
import { all, answerOf, ById, command, projectQuery, query } from './method.ts';
import { ResultsView } from './results.ts';

export const SegmentView = Segment.extend({
  /** Scored rows of this project that meet the conditions. */
  rows: z.int(),
});
export type SegmentView = z.infer<typeof SegmentView>;

const SEGMENTS_ANSWERED = { answers: answerOf('segments.list'), changes: all('segments') } as const;
const LAYOUTS_ANSWERED = { answers: answerOf('layouts.list'), changes: all('layouts') } as const;

export const PREFERENCE_METHODS = {
  /** Saves order, titles and better ends of the columns. */
  'results.arrange': command(ColumnArrangement.extend({ id: Id }), ResultsView, {
    answers: answerOf('results.get'),
    changes: all('arrangement'),
  }),
  'segments.list': projectQuery(ById, z.array(SegmentView), {
    reads: ['segments'],
    needs: 'results',
    adds: ['preferences', 'office', 'verdicts'],
  }),
  /** Saves a new segment, or replaces the one with `segmentId`. */
  'segments.save': command(
    Conditions.extend({ id: Id, segmentId: Id.nullable(), name: Segment.shape.name }),
    z.array(SegmentView),
    SEGMENTS_ANSWERED,
  ),
  'segments.remove': command(z.strictObject({ id: Id, segmentId: Id }), z.array(SegmentView), SEGMENTS_ANSWERED),
  'layouts.list': query(ById, z.array(Layout), { reads: ['layouts'] }),
  'layouts.save': command(z.strictObject({ id: Id, layout: Layout }), z.array(Layout), LAYOUTS_ANSWERED),
  /** Removes a layout; a built-in layout is restored. */
  'layouts.remove': command(z.strictObject({ id: Id, layoutId: Id }), z.array(Layout), LAYOUTS_ANSWERED),
};
