/** What the page keeps until the window closes: undo, decisions, notes and searches, which can name people. */
import { expect, it } from 'vitest';
import { forgetStates, keptStates } from '../../../../renderer/navigation/kept-state.ts';

it('nothing of a removed project is kept, whatever else is in the key', () => {
  const [undo, notes] = [keptStates<string>(), keptStates<string>()];
  undo.set('columns gala', 'a').set('file gala-2', 'b').set('columns fall', 'c');
  notes.set('gala 7', 'Ann').set('fall 7', 'Otto');
  forgetStates('gala');
  expect([...undo.keys()]).toEqual(['file gala-2', 'columns fall']);
  expect([...notes.values()]).toEqual(['Otto']);
});
