/** `desk templates`: list, save, apply, rename, export, import, remove. */
import { AppError, EXIT, localDay, numberText } from '../../shared/base/index.ts';
import { resolve } from 'node:path';
import type { TemplateView } from '../../shared/contract/index.ts';
import { type Call, usageError } from './arguments.ts';
import { confirmRemoval } from './confirm.ts';
import type { Desk } from './desk.ts';
import { offerFile } from './input-file.ts';
import { outTarget } from './out-target.ts';
import { type Output, notRemoved } from './output.ts';
import { table } from './table.ts';

function argument(call: Call): string {
  const given = call.words[1];
  if (given === undefined) throw usageError(call);
  return given;
}

function requiredOption(call: Call, name: string): string {
  const given = call.values[name];
  if (given === undefined) throw usageError(call);
  return given;
}

/**
 * The template with this name or ID.
 * @throws NOT_FOUND
 */
export async function templateNamed(desk: Desk, name: string): Promise<TemplateView> {
  const all = await desk.call('templates.list', {});
  const found = all.find((template) => template.id === name || template.name.toLowerCase() === name.toLowerCase());
  if (found === undefined)
    throw new AppError('NOT_FOUND', `No template is named “${name}”. Run "desk templates list" to see all templates.`);
  return found;
}

function list(all: readonly TemplateView[], output: Output): void {
  if (output.json) for (const template of all) output.result({ ok: true, ...template }, '');
  else if (all.length === 0)
    output.result(null, 'There are no templates yet. Run "desk templates save ID --name N" to save the mapping of a project.');
  else {
    const lines = all.map(({ name, headings, used, changedAt }) => [name, numberText(headings), numberText(used), localDay(changedAt)]);
    output.result(null, table(['Name', 'Headings', 'Sent', 'Last change'], lines, output.widths.result));
  }
}

async function save(call: Call, desk: Desk): Promise<TemplateView> {
  const project = await desk.project(argument(call));
  return await desk.call('templates.save', { id: project.id, name: requiredOption(call, 'name'), replace: call.flags.has('replace') });
}

async function apply(call: Call, output: Output, desk: Desk): Promise<void> {
  const [{ id }, template] = [await desk.project(argument(call)), await templateNamed(desk, requiredOption(call, 'name'))];
  const { missing, added } = await desk.call('templates.fit', { id, template: template.id });
  const { problems } = await desk.call('templates.apply', { id, template: template.id });
  const lines = [
    `“${template.name}” was applied to the columns.`,
    ...(missing.length === 0 ? [] : [`Not in this sheet: ${missing.join(', ')}`]),
    ...(added.length === 0 ? [] : [`Not in the template, kept and not sent: ${added.join(', ')}`]),
    ...problems.map(({ message }) => message),
  ];
  output.result({ ok: true, template: template.name, missing, added, problems }, lines.join('\n'));
}

const printDone = (output: Output, template: TemplateView, done: string): void => {
  output.result({ ok: true, ...template }, `“${template.name}” was ${done}.`);
};

export async function templates(call: Call, output: Output, desk: Desk): Promise<number> {
  switch (call.words[0]) {
    case 'list':
      list(await desk.call('templates.list', {}), output);
      return EXIT.done;
    case 'save':
      printDone(output, await save(call, desk), 'saved');
      return EXIT.done;
    case 'apply':
      await apply(call, output, desk);
      return EXIT.done;
    case 'rename': {
      const { id } = await templateNamed(desk, argument(call));
      printDone(output, await desk.call('templates.rename', { id, name: requiredOption(call, 'name') }), 'renamed');
      return EXIT.done;
    }
    case 'export': {
      const [template, out] = [await templateNamed(desk, argument(call)), requiredOption(call, 'out')];
      await desk.saveTo(outTarget(call, out));
      await desk.call('templates.export', { id: template.id });
      await desk.application.targetWritten(resolve(out));
      output.result({ ok: true, id: template.id, name: template.name, out }, `“${template.name}” was saved: ${out}`);
      return EXIT.done;
    }
    case 'import': {
      printDone(output, await desk.call('templates.import', { file: await offerFile(desk, argument(call)) }), 'imported');
      return EXIT.done;
    }
    case 'remove': {
      const template = await templateNamed(desk, argument(call));
      if (!(await confirmRemoval(call, `This removes the template “${template.name}” for good.`))) return notRemoved(output);
      await desk.call('templates.remove', { id: template.id });
      printDone(output, template, 'removed');
      return EXIT.done;
    }
    default:
      throw usageError(call);
  }
}
