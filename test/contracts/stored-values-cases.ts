import { z } from 'zod';
import { field as exact } from '../../packages/host/src/features/resources/declare/exact-fields.ts';
import type { StoredValues } from './stored-values.ts';

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

const large = {
  field: 'whole',
  schema: z.int(),
  sorted: [
    '-9007199254740993',
    '-9007199254740991',
    '0',
    '7',
    '9007199254740991',
    '9007199254740993',
    '9007199254740994',
  ],
  unreadable: ['-9007199254740993', '9007199254740993', '9007199254740994'],
  text: /^-?900719925474099[34]$/,
} as const;

/** Values of SQLite, whose columns accept any type. */
export const SQLITE_VALUES: readonly StoredValues[] = [
  { ...large, type: 'integer' },
  { ...large, type: 'numeric' },
  {
    field: 'whole',
    type: 'integer',
    schema: z.int(),
    sorted: ['-7', '7', "'seven'", "x'ff'"],
    unreadable: ["'seven'", "x'ff'"],
    text: /^(?:seven|null)$/,
  },
  {
    field: 'part',
    type: 'numeric',
    schema: z.number(),
    sorted: ['-9e999', '-1e17', '-0.5', '7', '1e17', '1e19', '9e999', "'seven'", "x'ff'"],
    unreadable: ['-9e999', '9e999', "'seven'", "x'ff'"],
    text: /^(?:seven|null)$/,
  },
  { field: 'text', type: 'text', schema: z.string(), sorted: ["''", "'='", "'a'", "x'ff00'"], unreadable: ["x'ff00'"] },
  {
    field: 'time',
    type: 'text',
    schema: z.iso.datetime(),
    sorted: ["'2026-01-01T12:00:00.000Z'", "'2026-01-01T12:00:00.001Z'", "'infinity'"],
    unreadable: ["'infinity'"],
    text: /^infinity$/,
  },
  {
    field: 'time',
    type: 'text',
    schema: z.iso.datetime(),
    sorted: ["'2026-01-01 12:00:00'", "'2026-01-01 12:00:01'", "'2026-01-01 12:00:01.5'"],
    unreadable: ["'2026-01-01 12:00:00'", "'2026-01-01 12:00:01'", "'2026-01-01 12:00:01.5'"],
    text: /^2026-01-01 12:00:0/,
  },
];

/** Values of the types that PostgreSQL can sort. */
export const POSTGRES_VALUES: readonly StoredValues[] = [
  { field: 'time', type: 'timestamptz', schema: time, sorted: moments, unreadable: infinite },
  { field: 'time', type: 'timestamp', schema: time, sorted: moments, unreadable: infinite },
  { field: 'time', type: 'date', schema: time, sorted: days, unreadable: infinite },
  { field: 'day', type: 'date', schema: z.iso.date(), sorted: days, unreadable: infinite },
  { field: 'day', type: 'timestamptz', schema: z.iso.date(), sorted: moments, unreadable: infinite },
  { field: 'truth', type: 'boolean', schema: z.boolean(), sorted: ['false', 'true'] },
  { field: 'whole', type: 'int2', schema: z.int(), sorted: ['-5', '0', '7'] },
  { ...large, type: 'int8' },
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
  {
    field: 'part',
    type: 'numeric',
    schema: exact.decimal(z),
    sorted: [
      "'-Infinity'",
      '-1e400',
      '0.1',
      '0.12345678901234567890',
      '0.12345678901234567891',
      '0.3',
      '1e400',
      "'NaN'",
    ],
    unreadable: ["'-Infinity'", "'NaN'"],
    text: /^(?:-Infinity|NaN)$/,
  },
  { field: 'text', type: 'text', schema: z.string(), sorted: ["''", "'='", "'=1'", "'B'", "'a'", "'é'"] },
  { field: 'text', type: 'varchar(9)', schema: z.string(), sorted: ["''", "'='", "'=1'", "'B'", "'a'", "'é'"] },
];
