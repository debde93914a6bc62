import {
  anything,
  boolean,
  callback,
  choice,
  duration,
  either,
  formatValue,
  group,
  issue,
  list,
  number,
  record,
  text,
} from 'oriel-core/configuration';
import type { ConfigIssue, Setting, Settings } from 'oriel-core/configuration';
import { CACHE_DURATION, isObject, isToken } from 'oriel-core/http';
import { findMethodIssue } from '../../../configuration/method-issue.ts';
import { RULE_KEYWORD_PATTERN, findRuleIssue } from '../../../http/access-rule.ts';
import type { AnyRule } from '../../../http/access-rule.ts';
import { parseDay } from '../../../http/headers/deprecation.ts';
import { formatLink } from '../../../http/headers/link.ts';
import type { WebLink } from '../../../http/headers/link.ts';
import type { AccessDefinition } from '../declare/access-definition.ts';
import type { CustomOperation } from '../declare/custom-operation.ts';
import type { BulkDefinition, PageDefinition, SearchDefinition } from '../declare/list-definition.ts';
import type {
  CacheDefinition,
  DeprecationDefinition,
  OperationName,
  OperationOptions,
  OperationsDefinition,
  StandardOperationOptions,
} from '../declare/operation-definition.ts';
import { ISOLATION_LEVELS, ROW_LOCKS } from '../declare/transaction-options.ts';
import type { TransactionOptions } from '../declare/transaction-options.ts';
import type { AnyDefinition } from '../declare/resource.ts';
import type { LinkDefinition } from '../declare/resource-definition.ts';

const OPERATIONS = ['list', 'get', 'create', 'replace', 'patch', 'delete'] as const satisfies OperationName[];

// The path may be omitted; "/" alone would be another path than that of the list.
const LINE = /^\S+(?: \/\S+)?$/;

const SCHEMA = anything({
  accepts: (value) => Object(value)['~standard'] !== undefined,
  fix: 'Use a schema of a library with Standard Schema, such as z.object({ … })',
});

export const PAGE_SETTINGS = {
  size: number({ default: 30 }),
  max: number({ default: 100 }),
  by: choice(['offset', 'cursor', 'none'], { default: 'offset' }),
  count: boolean(),
  off: boolean({ default: false }),
} satisfies Settings<PageDefinition>;

export const CACHE_SETTINGS = {
  public: boolean(),
  maxAge: duration(CACHE_DURATION),
  sharedMaxAge: duration(CACHE_DURATION),
  staleWhileRevalidate: duration(CACHE_DURATION),
  noStore: boolean({ default: false }),
  vary: list(text({ matches: isToken, fix: 'Use the name of a request header' })),
  etag: either([choice([false]), text()]),
  lastModified: text(),
} satisfies Settings<CacheDefinition>;

export const WEB_LINK_SETTINGS = {
  href: text({ isRequired: true }),
  rel: text({ isRequired: true }),
  type: text(),
  title: text(),
  as: text(),
  hreflang: text(),
} satisfies Settings<WebLink>;

export const DEPRECATION_SETTINGS = {
  since: day('since', true),
  sunset: day('sunset', false),
  link: text({
    matches: (href) => findLinkIssue({ href, rel: 'deprecation' }) === undefined,
    fix: "Use a URL or a path: link: '/changes'",
  }),
} satisfies Settings<DeprecationDefinition>;

const SHARED = {
  description: text(),
  cache: group(CACHE_SETTINGS, { code: 'ORIEL_RESOURCE_CACHE' }),
  deprecated: group(DEPRECATION_SETTINGS, { code: 'ORIEL_RESOURCE_DEPRECATED', validate: validateDates }),
};

export const OPERATION_SETTINGS = {
  ...SHARED,
  summary: text(),
  status: number({ minimum: 200, maximum: 599 }),
  view: text(),
  output: choice([false]),
  throws: list(anything()),
  uploads: boolean({ default: false }),
  bodyLimit: number({ minimum: 1 }),
  // The feature that limits rates validates it.
  limit: anything(),
  query: SCHEMA,
} satisfies Settings<OperationOptions>;

export const TRANSACTION_SETTINGS = {
  isolation: choice(ISOLATION_LEVELS),
  lock: choice(ROW_LOCKS, { default: 'update' }),
} satisfies Settings<TransactionOptions>;

const OPERATION = group({
  ...OPERATION_SETTINGS,
  transaction: group(TRANSACTION_SETTINGS),
} satisfies Settings<StandardOperationOptions>);

export const OPERATIONS_SETTINGS = sameSetting(OPERATIONS, OPERATION) satisfies Settings<OperationsDefinition>;

const RULE = anything({
  accepts: (rule) => findRuleIssue(rule as AnyRule) === undefined,
  reason: (rule) => findRuleIssue(rule as AnyRule)![0],
  fix: (rule) => findRuleIssue(rule as AnyRule)![1],
  code: 'ORIEL_ACCESS_RULE',
});

export const CUSTOM_SETTINGS = {
  ...OPERATION_SETTINGS,
  line: text({
    isRequired: true,
    fix: "Use a method and a path: 'POST /{id}/publish'",
    matches: LINE,
    validate: validateLine,
  }),
  input: SCHEMA,
  output: either([choice([false]), SCHEMA]),
  access: RULE,
  transaction: either([boolean(), group(TRANSACTION_SETTINGS)], { default: true }),
  handle: callback({ isRequired: true, fix: 'handle: ({ item }) => …' }),
} satisfies Settings<CustomOperation>;

const FIELD_ISSUE = {
  fix: "Use 'public', 'never', 'user', 'role:editor', 'attribute:publish' or a function",
  code: 'ORIEL_ACCESS_FIELD',
};
const FIELD_RULE = either([callback(), text({ matches: RULE_KEYWORD_PATTERN })], FIELD_ISSUE);

export const ACCESS_SETTINGS = {
  ...sameSetting(['read', 'write', ...OPERATIONS], RULE),
  parameters: record(FIELD_RULE, { hasOptional: true }),
  hide: boolean({ default: false }),
} satisfies Settings<AccessDefinition<unknown, unknown, unknown>>;

export const LINK_SETTINGS = {
  to: text({ isRequired: true }),
  as: choice(['iri', 'id'], { default: 'iri' }),
  requireReadable: boolean({ default: true }),
  through: either([text(), group({ table: text({ isRequired: true }), from: text(), to: text() })]),
} satisfies Settings<LinkDefinition>;

const SEARCH_FIX = "List the fields, such as search: ['title', 'body']";

export const SEARCH_SETTINGS = {
  fields: list(text(), { minimum: 1, isRequired: true, fix: SEARCH_FIX }),
  // It becomes part of the SQL text.
  language: text({
    matches: /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?$/,
    default: 'simple',
    fix: "Use a name such as language: 'english', or omit it",
  }),
  order: choice(['relevance']),
} satisfies Settings<SearchDefinition>;

export const BULK_SETTINGS = {
  max: number({ minimum: 1, isRequired: true }),
  atomic: boolean({ default: true }),
} satisfies Settings<BulkDefinition>;

const HOOKS = record(group({ before: callback(), after: callback() }));

/** The settings of a resource. Rules between settings, and those about its fields, are functions. */
export const RESOURCE_SETTINGS = {
  ...SHARED,
  id: either([text(), list(text(), { minimum: 1 })], {
    isRequired: true,
    code: 'ORIEL_RESOURCE_ID',
    fix: "Add id: 'id', or several fields: id: ['row', 'place']",
  }),
  path: text(),
  webLinks: list(group(WEB_LINK_SETTINGS, { code: 'ORIEL_RESOURCE_LINK', validate: validateWebLink })),
  type: text(),
  types: list(text()),
  input: group({ create: SCHEMA, replace: SCHEMA }),
  defaults: record(
    either([callback(), group({ write: callback({ isRequired: true }) })], {
      code: 'ORIEL_RESOURCE_DEFAULT',
      fix: 'Return the value from a function: ({ user }) => user?.id',
    }),
  ),
  computed: record(
    anything({
      accepts: (value) => typeof value === 'function' || isObject(value),
      fix: 'Use an SQL expression, such as sql`…`, or a function: (items) => items.map((item) => …)',
      code: 'ORIEL_RESOURCE_COMPUTED',
    }),
  ),
  links: record(either([text(), group(LINK_SETTINGS)])),
  filters: record(anything()),
  search: either([list(text(), { minimum: 1 }), group(SEARCH_SETTINGS)], {
    code: 'ORIEL_RESOURCE_SEARCH',
    fix: SEARCH_FIX,
  }),
  order: record(choice(['asc', 'desc'])),
  page: group(PAGE_SETTINGS),
  access: group(ACCESS_SETTINGS, {
    code: 'ORIEL_ACCESS_OPERATION',
    fix: "Name the operations: access: { read: 'public', write: 'user' }",
  }),
  tenant: text(),
  global: boolean({ default: false }),
  fields: record(either([FIELD_RULE, group({ read: FIELD_RULE, write: FIELD_RULE })], FIELD_ISSUE), {
    hasOptional: true,
  }),
  // Their features validate these two.
  live: anything({ default: false }),
  mcp: anything(),
  views: record(list(text())),
  allowCreate: boolean({ default: false }),
  concurrency: choice(['optional', 'required'], { default: 'optional' }),
  idempotency: choice(['off', 'accept', 'require'], { default: 'off' }),
  acceptQuery: boolean({ default: false }),
  bulk: group(BULK_SETTINGS, { code: 'ORIEL_RESOURCE_BULK' }),
  operations: group(OPERATIONS_SETTINGS),
  custom: record(group(CUSTOM_SETTINGS, { code: 'ORIEL_RESOURCE_OPERATION' })),
  store: anything({ accepts: isObject }),
  only: list(choice(OPERATIONS)),
  parent: record(text()),
  subresources: record(record(text())),
  itemsOf: text(),
  provide: group(sameSetting(['list', 'get'], callback())),
  process: group(sameSetting(['create', 'replace', 'patch', 'delete'], callback())),
  on: either([list(HOOKS), HOOKS], {
    code: 'ORIEL_RESOURCE_HOOK',
    fix: 'Use { create: { before, after } }',
  }) as Setting<unknown>,
} satisfies Settings<AnyDefinition>;

function sameSetting<const Name extends string, Each>(names: readonly Name[], setting: Each): Record<Name, Each> {
  return Object.fromEntries(names.map((name) => [name, setting])) as Record<Name, Each>;
}

function day(name: string, isRequired: boolean) {
  return text({
    isRequired,
    matches: (date) => parseDay(date) !== undefined,
    reason: (value) => `${formatValue(value)} is not a date`,
    fix: `Use ${name}: '2026-01-31', or add a time and a zone`,
  });
}

function* validateDates({ since, sunset }: Partial<DeprecationDefinition>, path: string): Generator<ConfigIssue> {
  if (sunset === undefined || !(parseDay(sunset)! < parseDay(since!)!)) return;
  const reason = `The sunset on ${sunset} is before the deprecation on ${since}`;
  yield issue('ORIEL_RESOURCE_DEPRECATED', `${path}.sunset`, reason, 'Use a later date');
}

// A link that cannot be written to a Link header.
function* validateWebLink(link: object, path: string): Generator<ConfigIssue> {
  const reason = findLinkIssue(link as WebLink);
  if (reason !== undefined)
    yield issue('ORIEL_RESOURCE_LINK', path, reason, "Declare a link as { href: '/terms', rel: 'license' }");
}

function findLinkIssue(link: WebLink): string | undefined {
  try {
    formatLink(link);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function* validateLine(line: string, settingPath: string): Generator<ConfigIssue> {
  const [method, path = ''] = line.split(' ');
  const found = findMethodIssue(method!);
  if (found !== undefined) yield issue('ORIEL_RESOURCE_OPERATION', settingPath, found.reason, found.fix);
  const [, first = '', ...rest] = path.split('/');
  if (first.includes('{') && first !== '{id}') {
    const reason = `The path "${path}" begins with "${first}"`;
    const fix = 'Use {id} for the identifier of the item; it is the whole segment';
    yield issue('ORIEL_RESOURCE_OPERATION', settingPath, reason, fix);
  } else if (rest.some((segment) => /\{!?id\b/.test(segment))) {
    const reason = `{id} is not the first segment of "${path}"`;
    yield issue('ORIEL_RESOURCE_OPERATION', settingPath, reason, 'Begin the path with /{id}, so that the item is read');
  }
}
