/** Mappings that are kept by name. */
import { z } from 'zod';
import { MappingPlan } from '../mapping/plan.ts';
import { Template } from '../mapping/templates.ts';
import { FileToken, Id, SavedFile, Text, Time } from './basics.ts';
import { all, ById, command, Nothing, NOTHING_ANSWERED, query } from './method.ts';

/** A name under which a template is kept. */
const TemplateName = Text(120).trim().min(1);

/** A mapping that is kept by name. */
export const TemplateView = z.strictObject({
  id: Id,
  name: z.string(),
  /** Headings that it knows, and how many of them it sends somewhere. */
  headings: z.int(),
  used: z.int(),
  changedAt: Time,
});
export type TemplateView = z.infer<typeof TemplateView>;

/** How a template fits the sheet of a project. */
export const TemplateOffer = z.strictObject({
  id: Id,
  name: z.string(),
  /** True when the sheet has exactly the headings that it was made for. */
  same: z.boolean(),
  /** Of the headings that it sends somewhere, so many are in the sheet. */
  found: z.int(),
  of: z.int(),
  /** So many things would change; 0: the columns stand as it says. */
  changes: z.int(),
});
export type TemplateOffer = z.infer<typeof TemplateOffer>;

/** A template laid over the columns of a project, before it is used. */
export const TemplateFit = z.strictObject({
  plan: MappingPlan,
  /** Headings that it sends somewhere and the sheet does not have. */
  missing: z.array(z.string()),
  /** Headings of the sheet that it does not know; they are carried along. */
  added: z.array(z.string()),
});
export type TemplateFit = z.infer<typeof TemplateFit>;

const TEMPLATES_CHANGED = { answers: NOTHING_ANSWERED, changes: all('templates') } as const;

export const TEMPLATE_METHODS = {
  'templates.list': query(Nothing, z.array(TemplateView), { reads: ['templates'] }),
  'templates.get': query(ById, Template, { reads: ['templates'] }),
  /** Every template with how it fits the project's sheet, the best first. */
  'templates.offers': query(ById, z.array(TemplateOffer), { reads: ['templates', 'list'] }),
  'templates.fit': query(z.strictObject({ id: Id, template: Id }), TemplateFit, { reads: ['templates', 'list'] }),
  /** Keeps the project's mapping under a name. `replace`: the person confirms to overwrite the one that has the name. */
  'templates.save': command(
    z.strictObject({ id: Id, name: TemplateName, replace: z.boolean().default(false) }),
    TemplateView,
    TEMPLATES_CHANGED,
  ),
  'templates.rename': command(z.strictObject({ id: Id, name: TemplateName }), TemplateView, TEMPLATES_CHANGED),
  'templates.remove': command(ById, Nothing, TEMPLATES_CHANGED),
  /** Asks the host where to save and writes the template as JSON; null when the person cancels. */
  'templates.export': command(ById, SavedFile.nullable(), { answers: NOTHING_ANSWERED, changes: [] }),
  'templates.import': command(z.strictObject({ file: FileToken }), TemplateView, TEMPLATES_CHANGED),
};
