/** Notes about people of finished screenings. They are never sent. */
import { z } from 'zod';
import { Id, SheetRow } from './basics.ts';
import { command, Nothing, NOTHING_ANSWERED, query, same } from './method.ts';

export const PersonNotesView = z.strictObject({ note: z.string().max(20_000), nextStep: z.string().max(500) });
export type PersonNotesView = z.infer<typeof PersonNotesView>;

const Person = z.strictObject({ id: Id, row: SheetRow });

export const NOTE_METHODS = {
  'notes.get': query(Person, PersonNotesView, { reads: ['notes'] }),
  'notes.save': command(Person.extend(PersonNotesView.shape), Nothing, { answers: NOTHING_ANSWERED, changes: same('notes') }),
};
