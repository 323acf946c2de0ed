/** Mappings saved by name. */
import { z } from 'zod';
import { MappingPlan, Template } from '../mapping/index.ts';
import { FileToken, Id, SavedFile, Text, Time } from './basics.ts';
import { all, ById, command, Nothing, NOTHING_ANSWERED, query } from './method.ts';

const TemplateName = Text(120).trim().min(1);

export const TemplateView = z.strictObject({
  id: Id,
  name: z.string(),
  /** All headings, and how many of them have a target. */
  headings: z.int(),
  used: z.int(),
  changedAt: Time,
});
export type TemplateView = z.infer<typeof TemplateView>;

/** How well a template fits the sheet of a project. */
export const TemplateOffer = z.strictObject({
  id: Id,
  name: z.string(),
  /** True when the sheet has exactly the template's headings. */
  same: z.boolean(),
  /** How many of the template's headings with a target are in the sheet. */
  found: z.int(),
  of: z.int(),
  /** The number of changes; 0: the columns already match the template. */
  changes: z.int(),
});
export type TemplateOffer = z.infer<typeof TemplateOffer>;

/** A preview of a template for a project's columns. */
const TemplateFit = z.strictObject({
  plan: MappingPlan,
  /** Headings with a target that are not in the sheet. */
  missing: z.array(z.string()),
  /** Headings of the sheet that the template does not know; exports include them. */
  added: z.array(z.string()),
});

const TEMPLATES_CHANGED = { answers: NOTHING_ANSWERED, changes: all('templates') } as const;

export const TEMPLATE_METHODS = {
  'templates.list': query(Nothing, z.array(TemplateView), { reads: ['templates'] }),
  'templates.get': query(ById, Template, { reads: ['templates'] }),
  /** All templates with their fit to the project's sheet, best first. */
  'templates.offers': query(ById, z.array(TemplateOffer), { reads: ['templates', 'list'] }),
  'templates.fit': query(z.strictObject({ id: Id, template: Id }), TemplateFit, { reads: ['templates', 'list'] }),
  /** Saves the project's mapping. `replace`: the user confirms overwriting the template with this name. */
  'templates.save': command(
    z.strictObject({ id: Id, name: TemplateName, replace: z.boolean().default(false) }),
    TemplateView,
    TEMPLATES_CHANGED,
  ),
  'templates.rename': command(z.strictObject({ id: Id, name: TemplateName }), TemplateView, TEMPLATES_CHANGED),
  'templates.remove': command(ById, Nothing, TEMPLATES_CHANGED),
  /** Asks the host where to save, and writes the template as JSON; null when the user cancels. */
  'templates.export': command(ById, SavedFile.nullable(), { answers: NOTHING_ANSWERED, changes: [] }),
  'templates.import': command(z.strictObject({ file: FileToken }), TemplateView, TEMPLATES_CHANGED),
};
