import { z } from 'zod';
import type { StoredValues } from './stored-values.contract.ts';

const time = z.iso.datetime();
const moments = [
  "'-infinity'",
  "'0044-03-15 00:00:00 BC'",
  "'0001-01-01 00:00:00'",
  "'1969-12-31 23:59:59.999999'",
  "'1970-01-01 00:00:00'",
  "'2026-01-01 12:00:00.123'",
  "'2026-01-01 12:00:00.123001'",
  ["'2026-01-01 12:00:00.123456'", "'2026-01-01 12:00:00.1234560'", "'2026-01-01 12:00:00.12345600'"],
  "'2026-01-01 12:00:00.123457'",
  "'2026-01-01 12:00:00.124'",
  "'2026-01-01 12:00:00.9'",
  "'2300-01-01 00:00:00.000001'",
  "'2300-01-01 00:00:00.000002'",
  "'9999-12-31 23:59:59.999998'",
  "'9999-12-31 23:59:59.999999'",
  "'12345-01-01 00:00:00.000001'",
  "'infinity'",
];
const infinite = ["'-infinity'", "'infinity'"];
const days = ["'-infinity'", "'0044-03-15 BC'", "'0001-01-01'", "'2026-01-01'", "'2026-01-02'", "'infinity'"];

/** Values of the types that PostgreSQL can sort. */
export const POSTGRES_VALUES: readonly StoredValues[] = [
  { field: 'time', type: 'timestamptz', schema: time, sorted: moments, unreadable: infinite },
  { field: 'time', type: 'timestamp', schema: time, sorted: moments, unreadable: infinite },
  { field: 'time', type: 'date', schema: time, sorted: days, unreadable: infinite },
  { field: 'day', type: 'date', schema: z.iso.date(), sorted: days, unreadable: infinite },
  { field: 'day', type: 'timestamptz', schema: z.iso.date(), sorted: moments, unreadable: infinite },
  { field: 'truth', type: 'boolean', schema: z.boolean(), sorted: ['false', 'true'] },
  { field: 'whole', type: 'int2', schema: z.int(), sorted: ['-5', '0', '7'] },
  { field: 'whole', type: 'int8', schema: z.int(), sorted: ['-9007199254740991', '0', '7', '9007199254740991'] },
  {
    field: 'part',
    type: 'float8',
    schema: z.number(),
    sorted: ["'-Infinity'", '-1e300', '0.1', '0.3', '0.1::float8 + 0.2', '1e300', "'Infinity'", "'NaN'"],
    unreadable: ["'-Infinity'", "'Infinity'", "'NaN'"],
  },
  {
    field: 'part',
    type: 'float4',
    schema: z.number(),
    sorted: ["'-Infinity'", '-3e38', '1e-45', '0.1', '0.3', '16777216', "'NaN'"],
    unreadable: ["'-Infinity'", "'NaN'"],
  },
  { field: 'text', type: 'text', schema: z.string(), sorted: ["''", "'='", "'=1'", "'B'", "'a'", "'é'"] },
  { field: 'text', type: 'varchar(9)', schema: z.string(), sorted: ["''", "'='", "'=1'", "'B'", "'a'", "'é'"] },
];
