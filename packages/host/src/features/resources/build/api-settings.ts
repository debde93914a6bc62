import {
  anything,
  boolean,
  callback,
  choice,
  duration,
  either,
  group,
  number,
  objectWith,
  record,
  text,
} from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';
import { DEFAULT_TENANT_FIELD } from '../declare/tenant-definition.ts';
import type { TenantDefinition } from '../declare/tenant-definition.ts';
import { DEFAULT_LIFETIME } from '../operations/idempotency.ts';
import type { ApiConfig, ApiInfo, DocsSettings, IdempotencyConfig } from '../model/api-config.ts';
import { FORMATS } from '../represent/formats.ts';
import { CACHE_SETTINGS, PAGE_SETTINGS, TRANSACTION_SETTINGS } from './resource-settings.ts';

export const IDEMPOTENCY_SETTINGS = {
  store: objectWith(['begin', 'complete', 'release']),
  // Whole seconds, so that a number of hours or seconds is reported.
  lifetime: duration({ default: DEFAULT_LIFETIME, minimum: 1_000, wholeSeconds: true }),
} satisfies Settings<IdempotencyConfig>;

export const TENANT_SETTINGS = {
  field: text({ default: DEFAULT_TENANT_FIELD, fix: "Use a name: field: 'tenant'" }),
  value: callback({ isRequired: true, fix: 'Use tenant: ({ user }) => user?.tenant, or tenant: { field, value }' }),
} satisfies Settings<TenantDefinition>;

export const DOCS_SETTINGS = {
  access: anything(),
  errorTypes: choice(['problem', 'all'], { default: 'problem' }),
} satisfies Settings<DocsSettings>;

export const INFO_SETTINGS = {
  description: text(),
  termsOfService: text(),
  contact: record(text()),
  license: record(text()),
} satisfies Settings<ApiInfo>;

/** The settings of the API. Resources can override some of them. */
export const API_SETTINGS = {
  prefix: text({ matches: /^(?:$|\/)/, default: '/api', fix: "Use a path: prefix: '/api', or '' for none" }),
  formats: FORMATS,
  info: group(INFO_SETTINGS),
  page: group(PAGE_SETTINGS),
  maxConditions: number({ default: 30, minimum: 1 }),
  cache: group(CACHE_SETTINGS, { code: 'ORIEL_RESOURCE_CACHE' }),
  idempotency: group(IDEMPOTENCY_SETTINGS),
  tenant: either([callback(), group(TENANT_SETTINGS)], {
    code: 'ORIEL_API_TENANT',
    fix: 'Use tenant: ({ user }) => user?.tenant, or tenant: { field, value }',
  }),
  transaction: group(TRANSACTION_SETTINGS),
  jsonSchema: callback(),
  docs: either([boolean(), group(DOCS_SETTINGS)], { default: true }),
} satisfies Settings<ApiConfig>;
