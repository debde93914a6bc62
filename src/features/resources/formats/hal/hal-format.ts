import type { ResourceModel } from '../../model/resource-model.ts';
import type { ResourceRegistry } from '../../building/resource-registry.ts';
import type { Format } from '../format.ts';
import { halReader } from './hal-reader.ts';
import { halDescription } from './hal-schema.ts';
import { halFormsWriterOf, halWriterOf } from './hal-writer.ts';
import type { HalWriter } from './hal-writer.ts';

/** HAL: items with links to themselves and to others, lists that embed them. */
export const halFormat: Format = halLike('hal', 'application/hal+json', halWriterOf);

/** HAL-FORMS: the same, with forms for what can be done. */
export const halFormsFormat: Format = halLike('hal-forms', 'application/prs.hal-forms+json', halFormsWriterOf);

function halLike(name: string, type: string, writerOf: (resource: ResourceModel) => HalWriter): Format {
  return Object.freeze({
    name,
    types: [type],
    contentType: `${type}; charset=utf-8`,
    writeItem: (item, run) => writerOf(run.operation.resource).item(item, run),
    writeList: (list, run) => writerOf(run.operation.resource).list(list, run),
    reader: halReader,
    entrypoint,
    describe: halDescription,
  } satisfies Format);
}

function entrypoint({ prefix, resources }: ResourceRegistry): string {
  const links: Record<string, { href: string }> = { self: { href: prefix || '/' } };
  for (const { name, path, operations } of resources.values())
    if (!path.includes('{') && operations.some(({ kind }) => kind === 'list')) links[name] = { href: path };
  return JSON.stringify({ _links: links });
}
