import type { ResourceModel } from '../../model/resource-model.ts';
import type { ApiResources } from '../../model/format.ts';
import type { Format } from '../../model/format.ts';
import { embeddingDialect } from '../../model/query-dialect.ts';
import { embedding } from '../include/embed-items.ts';
import { halReader, halDescription } from './hal-reader.ts';
import { halFormsWriterOf, halWriterOf } from './hal-writer.ts';
import type { HalWriter } from './hal-writer.ts';

/** HAL: items with `_links`, lists with `_embedded` items. */
export const halFormat: Format = createHalFormat('hal', 'application/hal+json', halWriterOf);

/** HAL-FORMS: HAL with `_templates` for the operations. */
export const halFormsFormat: Format = createHalFormat('hal-forms', 'application/prs.hal-forms+json', halFormsWriterOf);

function createHalFormat(name: string, type: string, writerOf: (resource: ResourceModel) => HalWriter): Format {
  return Object.freeze({
    name,
    types: [type],
    contentType: `${type}; charset=utf-8`,
    ...embedding,
    dialect: embeddingDialect,
    writeItem: (item, call) => writerOf(call.operation.resource).item(item, call),
    writeList: (list, call) => writerOf(call.operation.resource).list(list, call),
    reader: halReader,
    entrypoint,
    describe: halDescription,
  } satisfies Format);
}

function entrypoint({ prefix, resources }: ApiResources): string {
  const links: Record<string, { href: string }> = { self: { href: prefix || '/' } };
  for (const { name, path, operations } of resources.values())
    if (!path.includes('{') && operations.some(({ kind }) => kind === 'list')) links[name] = { href: path };
  return JSON.stringify({ _links: links });
}
