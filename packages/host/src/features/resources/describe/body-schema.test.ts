import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { nullableSchema } from './body-schema.ts';

for (const [given, expected] of [
  [
    { type: 'string', minLength: 1 },
    { type: ['string', 'null'], minLength: 1 },
  ],
  [{ type: ['integer', 'null'] }, { type: ['integer', 'null'] }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [{ type: 'string', enum: ['a'] }, { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }],
  [
    { anyOf: [{ type: 'string' }, { type: 'null' }], not: { const: null } },
    { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }], not: { const: null } }, { type: 'null' }] },
  ],
  [{ const: 1 }, { anyOf: [{ const: 1 }, { type: 'null' }] }],
] as const)
  test(`a nullable ${JSON.stringify(given)} accepts null and what it accepted before`, () => {
    const result = nullableSchema(given);
    deepEqual(result, expected);
    const ajv = new Ajv2020({ strict: false });
    equal(ajv.validate(result, null), true);
    for (const value of ['', 'a', 1, 1.5, {}])
      equal(ajv.validate(result, value), ajv.validate(given, value), JSON.stringify(value));
  });
