/** Results, segments, layouts and exports, in the stand-in of the application. */
import { AppError } from '../../shared/base/errors.ts';
import { layoutsWith } from '../../shared/results/layouts.ts';
import { type FakeWorld, found, type HandlersOf, newId } from './fake-world.ts';
import * as results from './results-fixtures.ts';

/** Every project has the same results; an export is done at once. */
export function resultHandlers(world: FakeWorld): HandlersOf<'results' | 'segments' | 'layouts' | 'exports'> {
  return {
    'results.get': () => results.results(world.state.arranged),
    'results.history': ({ row }) => results.history(row, world.state.projects),
    'results.compare': ({ id, withId, column }) => results.comparison(id, world.project(withId), column, world.state.arranged),
    'results.comparePage': (input) => results.comparePage(input),
    'results.arrange': ({ shown, columns }) => {
      world.state.arranged = { shown, columns };
      return results.results(world.state.arranged);
    },
    'results.fetchAgain': ({ id }) => {
      const { state } = world.project(id);
      if (state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not there yet.');
      const before = state.counts;
      const after = { ...before, scored: before.scored + before.unknown, unknown: 0 };
      return { project: world.changeProject(id, { state: { ...state, counts: after } }), before, after, report: 'read' };
    },
    'results.page': (input) => results.resultPage(input),
    'results.distribution': (input) => results.distribution(input),
    'results.person': ({ row }) => results.personView(row),
    'results.earlier': ({ id, row }) => {
      const { link } = world.project(id);
      return link?.kind === 'since' ? results.earlierView(row, world.project(link.of)) : null;
    },
    'results.export': ({ id, format }) => {
      const made = {
        id: newId(),
        projectId: id,
        state: 'done' as const,
        shown: `screened.${typeof format === 'string' ? format : format.kind}`,
        download: newId(),
        done: 2431,
        total: 2431,
        failure: null,
      };
      world.state.exports.push(made);
      return made;
    },

    'segments.list': () => world.segments(),
    'segments.save': ({ segmentId, name, filters, find }) => {
      const made = { id: segmentId ?? newId(), name, filters, find };
      if (world.state.segments.some((one) => one.id !== made.id && one.name === name))
        throw new AppError('INPUT_INVALID', `There is a segment named “${name}” already. Choose another name.`);
      world.state.segments = [...world.state.segments.filter((one) => one.id !== made.id), made];
      return world.segments();
    },
    'segments.remove': ({ segmentId }) => {
      world.state.segments = world.state.segments.filter((one) => one.id !== segmentId);
      return world.segments();
    },

    'layouts.list': () => layoutsWith(world.state.layouts),
    'layouts.save': ({ layout }) => {
      world.state.layouts = [...world.state.layouts.filter(({ id }) => id !== layout.id), layout];
      return layoutsWith(world.state.layouts);
    },
    'layouts.remove': ({ layoutId }) => {
      world.state.layouts = world.state.layouts.filter(({ id }) => id !== layoutId);
      return layoutsWith(world.state.layouts);
    },

    'exports.get': ({ id }) => found(world.state.exports.find((one) => one.id === id)),
    'exports.reveal': () => ({}),
  };
}
