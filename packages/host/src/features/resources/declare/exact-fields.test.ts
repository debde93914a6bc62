import { deepEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { field } from './exact-fields.ts';

const accepted = (schema: z.ZodType, values: readonly unknown[]) =>
  values.filter((value) => schema.safeParse(value).success);

test('field.decimal accepts as many digits as numeric(digits, scale) stores', () => {
  const values = ['0', '-0.01', '9999.99', '-9999.9', '10000', '0.125', '00', '1.', '.5', '+1', '1e3', 1];
  deepEqual(accepted(field.decimal(z, { digits: 6, scale: 2 }), values), ['0', '-0.01', '9999.99', '-9999.9']);
  deepEqual(accepted(field.decimal(z, { digits: 2, scale: 2 }), ['0', '0.99', '1', '0.999']), ['0', '0.99']);
  deepEqual(accepted(field.decimal(z, { digits: 1, scale: 0 }), ['9', '-9', '10', '0.5']), ['9', '-9']);
});

test('field.int64 accepts one text for each integer', () => {
  const values = ['0', '-1', '9223372036854775807', '-0', '007', '1.0', '92233720368547758070', '', 7];
  deepEqual(accepted(field.int64(z), values), ['0', '-1', '9223372036854775807']);
});

test('the schemas have a format and a pattern in JSON Schema', () => {
  const schema = z.object({ price: field.decimal(z, { digits: 3, scale: 1 }), number: field.int64(z).nullable() });
  const { properties } = z.toJSONSchema(schema) as { properties: object };
  deepEqual(properties, {
    price: { type: 'string', format: 'decimal', pattern: '^-?(?:0|[1-9]\\d{0,1})(?:\\.\\d{1,1})?$' },
    number: {
      anyOf: [{ type: 'string', format: 'int64', pattern: '^(?:0|-?[1-9]\\d{0,18})$' }, { type: 'null' }],
    },
  });
});

test('field.decimal throws for digits that no column has', () => {
  for (const options of [{ digits: 0 }, { digits: 1.5 }, { digits: 2, scale: 3 }, { digits: 1001 }, { scale: -1 }])
    throws(() => field.decimal(z, options), /field\.decimal needs 1 to 1000 digits/);
});
