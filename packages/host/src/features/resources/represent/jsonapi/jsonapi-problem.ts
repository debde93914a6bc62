import type { ProblemDocument, Violation } from 'oriel-core/http';
import { canNameField } from '../../reach/field-access.ts';
import type { BodyRequest } from '../../model/pending-write.ts';
import type { ProblemWriter } from '../../model/format.ts';
import { jsonapiErrors } from './jsonapi-schema.ts';
import { jsonapiShapeOf } from './jsonapi-shape.ts';

/** Writes errors as JSON:API error objects (§11), one for each violation, with its place in the document. */
export const jsonapiProblem: ProblemWriter = {
  contentType: 'application/vnd.api+json',
  schema: jsonapiErrors,
  write(problem, call) {
    const errors = toErrors(problem, call);
    return JSON.stringify({ jsonapi: { version: '1.1' }, errors });
  },
};

function toErrors(problem: ProblemDocument, call: BodyRequest): object[] {
  const { type, title, status, detail, errors, ...rest } = problem;
  const common = {
    ...(type === 'about:blank' ? {} : { links: { type } }),
    status: String(status),
    title,
  };
  if (!Array.isArray(errors) || errors.length === 0)
    return [{ ...common, detail, ...(Object.keys(rest).length === 0 ? {} : { meta: rest }) }];
  const ofDocument = isOwnDocument(call);
  return (errors as (Violation & { readonly parameter?: string })[]).map(
    ({ pointer, parameter, detail: own, code }) => ({
      ...common,
      code,
      detail: own,
      source: parameter === undefined ? { pointer: ofDocument ? pointerIn(call, pointer) : pointer } : { parameter },
    }),
  );
}

// Violations found after parsing have pointers to members of the item, which are converted to places in the document.
function isOwnDocument({ context, body }: BodyRequest): boolean {
  return body !== undefined && (context.headers.get('content-type') ?? '').startsWith('application/vnd.api+json');
}

function pointerIn(call: BodyRequest, pointer = ''): string {
  const { resource } = call.operation;
  const [, name = '', ...rest] = pointer.split('/');
  const { member, idField } = jsonapiShapeOf(resource);
  const field = name.replaceAll('~1', '/').replaceAll('~0', '~');
  if (name === '') return '/data';
  if (field === idField) return '/data/id';
  const own = (member.get(field) ?? field).replaceAll('~', '~0').replaceAll('/', '~1');
  if (resource.fieldByName.get(field)?.link && canNameField(field, call))
    return ['/data/relationships', own, 'data', ...rest].join('/');
  return ['/data/attributes', own, ...rest].join('/');
}
