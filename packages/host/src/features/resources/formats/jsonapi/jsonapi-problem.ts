import type { ProblemDocument, Violation } from 'oriel-core/http';
import { canNameField } from '../../access/field-access.ts';
import type { OperationRun } from '../../running/operation-run.ts';
import type { ProblemWriter } from '../format.ts';
import { jsonapiErrors } from './jsonapi-schema.ts';
import { jsonapiShapeOf } from './jsonapi-shape.ts';

/** Writes errors as JSON:API error objects (§11), one for each violation, with its place in the document. */
export const jsonapiProblem: ProblemWriter = {
  contentType: 'application/vnd.api+json',
  schema: jsonapiErrors,
  write(problem, run) {
    const errors = errorsOf(problem, run);
    return JSON.stringify({ jsonapi: { version: '1.1' }, errors });
  },
};

function errorsOf(problem: ProblemDocument, run: OperationRun): object[] {
  const { type, title, status, detail, errors, ...rest } = problem;
  const common = {
    ...(type === 'about:blank' ? {} : { links: { type } }),
    status: String(status),
    title,
  };
  if (!Array.isArray(errors) || errors.length === 0)
    return [{ ...common, detail, ...(Object.keys(rest).length === 0 ? {} : { meta: rest }) }];
  const ofDocument = isOwnDocument(run);
  return (errors as (Violation & { readonly parameter?: string })[]).map(
    ({ pointer, parameter, detail: own, code }) => ({
      ...common,
      code,
      detail: own,
      source: parameter === undefined ? { pointer: ofDocument ? pointerIn(run, pointer) : pointer } : { parameter },
    }),
  );
}

// Violations found after parsing have pointers to members of the item, which are converted to places in the document.
function isOwnDocument({ context, request: { body } }: OperationRun): boolean {
  return body !== undefined && (context.headers.get('content-type') ?? '').startsWith('application/vnd.api+json');
}

function pointerIn(run: OperationRun, pointer = ''): string {
  const { resource } = run.operation;
  const [, name = '', ...rest] = pointer.split('/');
  const { member, idField } = jsonapiShapeOf(resource);
  const field = name.replaceAll('~1', '/').replaceAll('~0', '~');
  if (name === '') return '/data';
  if (field === idField) return '/data/id';
  const own = (member.get(field) ?? field).replaceAll('~', '~0').replaceAll('/', '~1');
  if (resource.fieldByName.get(field)?.link && canNameField(field, run))
    return ['/data/relationships', own, 'data', ...rest].join('/');
  return ['/data/attributes', own, ...rest].join('/');
}
