import { parseJson } from '../../../../core/http/json.ts';
import { canNameField } from '../../access/field-access.ts';
import type { BodyReader } from '../../bodies/body-reader.ts';
import type { OperationRun } from '../../running/operation-run.ts';
import { missingNullableMembers } from '../../bodies/nullable-members.ts';
import { halBody } from './hal-schema.ts';

/** Parses HAL: members, and links to other items in `_links`. */
export const halReader: BodyReader = {
  name: 'hal',
  types: ['application/hal+json', 'application/prs.hal-forms+json'],
  describe: (_, operation, body) => halBody(operation.resource, body),
  read: (text, run) => ({ kind: 'value', value: toMembers(parseJson(text as string), run) }),
};

function toMembers(sent: unknown, run: OperationRun): unknown {
  const { fieldByName, fields } = run.operation.resource;
  if (!isObject(sent)) return sent;
  const value = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(sent)) if (!RESERVED.includes(name)) value[name] = sent[name];
  const links = isObject(sent['_links']) ? sent['_links'] : {};
  // Unknown relations are ignored, and so are those of fields that this user can neither read nor write.
  for (const { name, link } of fields)
    if (link?.as === 'iri' && Object.hasOwn(links, name) && !(name in value) && canNameField(name, run))
      value[name] = hrefs(links[name]);
  // Null links are not written, so a missing link is null.
  for (const name of missingNullableMembers(value, run)) if (fieldByName.get(name)?.link) value[name] = null;
  return value;
}

const RESERVED: readonly string[] = ['_links', '_embedded', '_templates'];

function hrefs(links: unknown): unknown {
  if (Array.isArray(links)) return links.map(hrefs);
  return isObject(links) ? links['href'] : links;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
