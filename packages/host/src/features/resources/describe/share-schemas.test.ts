import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonSchema } from '../model/json-schema.ts';
import { shareSchemas } from './share-schemas.ts';

const TIME = { type: 'string', format: 'date-time', pattern: `^${'\\d'.repeat(200)}$` };
const LINK = { type: 'object', properties: { self: { type: 'string', pattern: `^${'[a-z]'.repeat(80)}$` } } };

test('a schema that occurs several times is a component, and others remain', () => {
  const short = { type: 'string', minLength: 1 };
  const { paths, schemas } = share(
    { Book: objectOf({ created: TIME, name: short }), Author: objectOf({ born: TIME, name: short }) },
    { 'books.list': objectOf({ first: TIME }), 'books.get': { type: 'array', items: TIME } },
  );
  const $ref = '#/components/schemas/date-time';
  deepEqual(schemas, {
    Book: objectOf({ created: { $ref }, name: short }),
    Author: objectOf({ born: { $ref }, name: short }),
    'date-time': TIME,
  });
  deepEqual(contentIn(paths), [objectOf({ first: { $ref } }), { type: 'array', items: { $ref } }]);
});

test('a schema that is a component already has no second one', () => {
  const { paths, schemas } = share({ Link: LINK }, { one: objectOf({ link: LINK }), two: { anyOf: [LINK, TIME] } });
  deepEqual(schemas, { Link: LINK });
  const $ref = '#/components/schemas/Link';
  deepEqual(contentIn(paths), [objectOf({ link: { $ref } }), { anyOf: [{ $ref }, TIME] }]);
});

test('long schemas are shared before the schemas in them, which are shared in the component', () => {
  const long = objectOf({ created: TIME, changed: TIME, link: LINK });
  const { paths, schemas } = share(
    { Time: TIME },
    { 'a.list': long, 'b.list': long, 'c.list': objectOf({ link: LINK }) },
  );
  const $ref = '#/components/schemas/json';
  deepEqual(contentIn(paths).slice(0, 2), [{ $ref }, { $ref }]);
  deepEqual(Object.keys(schemas), ['Time', 'json', 'link']);
  const time = { $ref: '#/components/schemas/Time' };
  deepEqual(schemas['json'], objectOf({ created: time, changed: time, link: { $ref: '#/components/schemas/link' } }));
});

test('the name of a component is that of its members after the resource, and is unused', () => {
  const { schemas } = share(
    {
      link: { type: 'null' },
      'Book.jsonapi': objectOf({ data: LINK }),
      'Book.hal': objectOf({ data: LINK, name: {} }),
    },
    { 'a.list': objectOf({ link: TIME }), 'b.list': objectOf({ link: TIME, name: {} }) },
  );
  deepEqual(Object.keys(schemas), ['link', 'Book.jsonapi', 'Book.hal', 'link-2', 'Book.data']);
});

test('a member without letters or digits in its name gets no component', () => {
  const code = { type: 'string', pattern: `^${'\\d'.repeat(200)}$` };
  const { schemas } = share({}, { one: objectOf({ '?': code }), two: objectOf({ '?': code, name: {} }) });
  deepEqual(schemas, {});
});

test('values that look like schemas, and schemas with definitions, are not replaced', () => {
  const values = { default: { list: TIME }, examples: [TIME, TIME], enum: [{ items: TIME }], const: { anyOf: [TIME] } };
  const local = { $defs: { time: TIME }, properties: { created: { $ref: '#/$defs/time' } } };
  const { paths, schemas } = share({}, { one: values, two: values, three: local, four: local });
  // The schema with the values is shared as a whole.
  deepEqual(Object.values(schemas), [values]);
  deepEqual(contentIn(paths).slice(2), [local, local]);
});

test('a schema that occurs twice remains if its reference saves little', () => {
  const small = objectOf({ name: { type: 'string', pattern: '^[a-z]+$' } });
  const { schemas } = share({}, { one: small, two: small });
  equal(JSON.stringify(small).length > 60, true);
  deepEqual(schemas, {});
});

function objectOf(properties: Record<string, unknown>): JsonSchema {
  return { type: 'object', properties };
}

function share(schemas: Record<string, JsonSchema>, contents: Record<string, JsonSchema>) {
  const paths = Object.fromEntries(
    Object.entries(contents).map(([operationId, schema]) => [
      `/${operationId}`,
      { get: { operationId, responses: { 200: { content: { 'application/json': { schema } } } } } },
    ]),
  );
  const given = structuredCopy({ paths, schemas });
  const copy = structuredCopy({ paths, schemas });
  shareSchemas(copy.paths, { schemas: copy.schemas, responses: {} });
  deepEqual(expand(copy.paths, copy.schemas), expand(given.paths, given.schemas));
  ok(JSON.stringify(copy).length <= JSON.stringify(given).length);
  return copy;
}

function contentIn(paths: object): unknown[] {
  return Object.values(
    paths as Record<string, { get: { responses: { 200: { content: Record<string, { schema: unknown }> } } } }>,
  ).map(({ get }) => get.responses[200].content['application/json']!.schema);
}

function structuredCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function expand(value: unknown, schemas: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((each) => expand(each, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: string };
  const name = $ref?.replace('#/components/schemas/', '');
  if (name !== undefined && name in schemas) return expand(schemas[name], schemas);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expand(each, schemas)]));
}
