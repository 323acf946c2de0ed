/** The report: one page about a finished screening. It contains no names of people unless the user asks for them. */
import { z } from 'zod';
import { ById, command, Nothing, NOTHING_ANSWERED, query, same } from './method.ts';
import { Id, Time } from './basics.ts';

/** Parts that the user can hide. `credits` includes the next steps. */
const ReportPart = z.enum(['capacity', 'matrix', 'sent', 'match', 'since', 'credits']);

/** Maximum number of next steps. */
const MAX_STEPS = 6;
const Step = z.string().trim().min(1).max(300);

const ReportSettings = z.strictObject({
  hidden: z.array(ReportPart),
  /** Null: the usual paper of the computer's region. */
  paper: z.enum(['letter', 'a4']).nullable(),
  /** True to show the names of the people with the most capacity. */
  names: z.boolean(),
  /** Null: the purpose note of the screening. */
  subtitle: z.string().trim().max(200).nullable(),
  /** Steps that the user wrote, and the suggestions at that time (`basis`); null to show the suggestions. */
  steps: z
    .strictObject({
      texts: z.array(Step).max(MAX_STEPS),
      basis: z.array(z.string().max(500)).max(MAX_STEPS),
    })
    .nullable(),
});

/** A number and its label. */
const Line = z.strictObject({ label: z.string(), value: z.number() });

const Count = z.strictObject({ people: z.int(), sum: z.number() });
/** `detail`: the amounts of a band in words; '' if the label has them. */
const Band = Count.extend({ label: z.string(), detail: z.string() });

const Titled = { title: z.string(), notes: z.array(z.string()) };

const ReportView = z.strictObject({
  name: z.string(),
  subtitle: z.string(),
  screenedAt: Time.nullable(),
  isPractice: z.boolean(),
  /** Sentences that say what was screened. */
  intro: z.array(z.string()),
  /** The numbers at the top, each followed by its label. */
  figures: z.array(Line.extend({ isMoney: z.boolean() })),
  /** This part and the following ones are null when they have no content. */
  capacity: z.strictObject({ ...Titled, bands: z.array(Band), all: Count }).nullable(),
  matrix: z
    .strictObject({
      ...Titled,
      rows: z.array(z.string()),
      columns: z.array(z.string()),
      cells: z.array(z.array(Count)),
      /** True if `sum` is the capacity of the people in a cell. */
      hasSums: z.boolean(),
    })
    .nullable(),
  /** Shown instead of the matrix if fewer than two scores have ratings. */
  distribution: z.strictObject({ ...Titled, lines: z.array(Line) }).nullable(),
  sent: z.strictObject({ ...Titled, lines: z.array(Line), all: Line }).nullable(),
  match: z.strictObject({ ...Titled, lines: z.array(Line) }).nullable(),
  since: z.strictObject({ ...Titled, lines: z.array(Line) }).nullable(),
  credits: z.strictObject({ ...Titled, lines: z.array(Line) }).nullable(),
  steps: z.array(z.string()),
  /** The current suggestions. `newer`: how many of their numbers are not in `settings.steps.basis`. */
  suggested: z.array(z.string()),
  newer: z.int(),
  /** The people with the most capacity; null unless they were asked for. */
  names: z
    .array(
      z.strictObject({ name: z.string(), place: z.string(), capacity: z.number().nullable(), rating: z.string(), officer: z.string() }),
    )
    .nullable(),
  foot: z.string(),
});

export const REPORT_METHODS = {
  'report.get': query(ById, z.strictObject({ settings: ReportSettings, report: ReportView }), {
    reads: ['report', 'results', 'verdicts', 'arrangement', 'comparisons', 'proof'],
  }),
  'report.save': command(z.strictObject({ id: Id, settings: ReportSettings }), Nothing, {
    answers: NOTHING_ANSWERED,
    changes: same('report'),
  }),
};
