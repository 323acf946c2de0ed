/** Writing scores back to another system, and proving that they arrived. Only reads and writes local files. */
import { z } from 'zod';
import { ColumnKey, Layout } from '../results/index.ts';
import { ExportPlaces, HeldBack, KeptValue, PROOF_STATES, Proof, ProofPerson, ProofState } from '../write-back/index.ts';
import { FilePassword, FileToken, Id, SheetRow } from './basics.ts';
import { ExportFormat, ExportView, HeldBackCountsShape } from './exports.ts';
import { all, answerOf, ById, command, NOTHING_ANSWERED, query, same } from './method.ts';

const HeldPerson = z.strictObject({
  row: SheetRow,
  id: z.string(),
  name: z.string(),
  /** Texts that are longer than their column allows. */
  tooLong: z.array(z.strictObject({ title: z.string(), text: z.string(), most: z.int() })),
});

const WriteBackPlan = z.strictObject({
  layout: Layout,
  /** Scored people. Those who are not held back are written. */
  people: z.int(),
  heldBack: HeldBackCountsShape,
  /**
   * Of the people who are written: how many have the verdict right. The others have at least the match number `acceptAt`, if there is one.
   */
  reviewed: z.strictObject({ right: z.int(), acceptAt: z.number().nullable() }),
  /** Titles of columns that are left out because most people have no value there. */
  emptyColumns: z.array(z.string()),
  /** The number of rows in the file. `values`: the number of values. */
  lines: z.int(),
  values: z.int(),
  valueTitles: z.array(z.string()),
  /** The scores, for a layout with one row for each score. */
  scores: z.array(z.strictObject({ key: ColumnKey, title: z.string() })),
  /** Values that the other system does not know, in columns with a known set of values; at most 50. */
  unknownWords: z.array(z.strictObject({ title: z.string(), word: z.string(), people: z.int() })),
  /** What is wrong with the layout for this list; null for nothing. */
  problem: z.string().nullable(),
  headings: z.array(z.string()),
  firstLines: z.array(z.array(z.string())),
  /** A page of the people who are held back for the requested reason. */
  held: z.array(HeldPerson).max(200),
});

const ProofPage = z.strictObject({ total: z.int(), people: z.array(ProofPerson).max(200) });

/** The states of values that can be written again. */
const RepairStates = z.array(z.enum(PROOF_STATES).exclude(['there']));

export const WRITE_BACK_METHODS = {
  /** `held`: the reason and offset of the page of people who are held back. */
  'writeBack.plan': query(
    z.strictObject({
      id: Id,
      /** Null: the layout that was used last, or else the layout for the system of the list. */
      layoutId: Id.nullable(),
      /** A changed, unsaved layout that is used instead of the saved one. */
      draft: Layout.nullable().optional(),
      held: z.strictObject({ reason: HeldBack, offset: z.int().min(0) }).nullable(),
    }),
    WriteBackPlan,
    { reads: ['results', 'layouts', 'arrangement', 'verdicts'] },
  ),
  /**
   * Writes the file of a layout for the people who are not held back; null when the user cancels. Remembers the layout as the last used
   * one. `byOrder`: as in `results.export`.
   */
  'writeBack.save': command(
    z.strictObject({ id: Id, layoutId: Id.nullable(), format: ExportFormat.nullable(), byOrder: z.boolean().optional() }),
    ExportView.nullable(),
    { answers: answerOf('exports.get'), changes: all('layouts') },
  ),
  /** Compares an export of the other system with what the layout writes. Stores only the outcome, not the export. */
  'proof.run': command(
    z.strictObject({
      id: Id,
      layoutId: Id.nullable(),
      file: FileToken,
      password: FilePassword.optional(),
      /** When the export was made, according to its file. */
      madeAt: z.number().nullable().optional(),
      /** Where the export has the values; missing: they are found by their headings. */
      places: ExportPlaces.optional(),
    }),
    Proof,
    { answers: answerOf('proof.get'), changes: same('proof') },
  ),
  /** The columns of an export with heading and first values, for choosing `places` of `proof.run`. */
  'proof.columns': command(
    z.strictObject({ id: Id, file: FileToken, password: FilePassword.optional() }),
    z.array(z.strictObject({ heading: z.string(), values: z.array(z.string()) })),
    { answers: NOTHING_ANSWERED, changes: [] },
  ),
  /**
   * Chooses whose value to keep if the other system has a different one; null removes the choice. `values` null: all different values of
   * the people whom `find` matches.
   */
  'proof.choose': command(
    z.strictObject({
      id: Id,
      values: z
        .array(z.strictObject({ row: SheetRow, value: z.int().min(0) }))
        .min(1)
        .max(5000)
        .nullable(),
      find: z.string().max(200).optional(),
      keep: KeptValue.nullable(),
    }),
    Proof,
    { answers: answerOf('proof.get'), changes: same('proof') },
  ),
  /** The last proof; null before the first. */
  'proof.get': query(ById, Proof.nullable(), { reads: ['proof'] }),
  /** People with values that did not arrive. `state`: only people with a value in this state. */
  'proof.page': query(
    z.strictObject({ id: Id, state: ProofState.nullable(), find: z.string().max(200), offset: z.int().min(0) }),
    ProofPage,
    { reads: ['proof'] },
  ),
  /** Writes values in these states again, and different values for which ours was chosen; null when the user cancels. */
  'proof.repair': command(z.strictObject({ id: Id, states: RepairStates, format: ExportFormat.nullable() }), ExportView.nullable(), {
    answers: answerOf('exports.get'),
    changes: [],
  }),
  /** Saves the proof for the record; null when the user cancels. */
  'proof.save': command(z.strictObject({ id: Id, format: ExportFormat }), ExportView.nullable(), {
    answers: answerOf('exports.get'),
    changes: [],
  }),
};
