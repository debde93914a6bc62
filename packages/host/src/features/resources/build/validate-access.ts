import { RULE_KEYWORD_PATTERN, findRuleIssue, isPublic, listRuleParts } from '../../../http/access-rule.ts';
import { didYouMean } from 'oriel-core/http';
import type { AnyRule } from '../../../http/access-rule.ts';
import { ACCESS_KEYS } from '../declare/access-definition.ts';
import { limitsLinksItself } from '../reach/restricted-reads.ts';
import { cacheOptions } from './response-options.ts';
import type { ReportIssue, MutableResourceModel } from './mutable-model.ts';
import type { CacheDefinition, CustomOperation } from '../declare/operation-definition.ts';

/** Validates the access rules of a resource, its operations and its fields, and rules that other options contradict. */
export function validateAccess(model: MutableResourceModel, reportIssue: ReportIssue): void {
  const { definition } = model;
  const given: unknown = definition.access ?? {};
  if (typeof given !== 'object')
    reportIssue(
      'access',
      `Expected an object with a rule for each operation, got ${JSON.stringify(given)}`,
      `Name the operations: access: { read: 'public', write: 'user' }`,
      'ORIEL_ACCESS_OPERATION',
    );
  const access = (typeof given === 'object' ? given : {}) as Readonly<Record<string, unknown>>;
  const known: readonly string[] = [...ACCESS_KEYS, 'parameters', 'hide'];
  for (const [name, rule] of Object.entries(access)) {
    if (!known.includes(name)) {
      const own = Object.hasOwn(definition.custom ?? {}, name);
      const meant = didYouMean(name, known);
      reportIssue(
        `access.${name}`,
        `Unknown operation "${name}"`,
        own
          ? `Declare the rule with the operation: custom: { ${name}: { access: … } }`
          : meant
            ? `Did you mean "${meant}"?`
            : `Use one of ${known.join(', ')}`,
        'ORIEL_ACCESS_OPERATION',
      );
    } else if (name !== 'parameters' && name !== 'hide') validateRule(`access.${name}`, rule as AnyRule, reportIssue);
  }
  for (const [name, { access: rule }] of Object.entries((definition.custom ?? {}) as Record<string, CustomOperation>))
    if (rule !== undefined) validateRule(`custom.${name}.access`, rule, reportIssue);
  validateFieldRules(model, reportIssue);
  validateWriteResponses(model, reportIssue);
  validateSharedCaching(model, reportIssue);
  validateOrderFilters(model, reportIssue);
}

// The response to the request of one tenant would be sent to others.
function validateTenantCaching(place: string, cache: CacheDefinition, reportIssue: ReportIssue): void {
  if (cache.public !== true && cache.sharedMaxAge === undefined) return;
  reportIssue(
    `${place}cache.${cache.public === true ? 'public' : 'sharedMaxAge'}`,
    'A shared cache would serve the items of one tenant to the others',
    'Remove the option, or declare items that all tenants share: global: true',
    'ORIEL_ACCESS_CACHE',
  );
}

function validateRule(place: string, rule: AnyRule, reportIssue: ReportIssue): void {
  const issue = findRuleIssue(rule);
  if (issue) reportIssue(place, ...issue, 'ORIEL_ACCESS_RULE');
}

function validateFieldRules({ definition, fieldByName }: MutableResourceModel, reportIssue: ReportIssue): void {
  for (const [name, declared] of Object.entries((definition.fields ?? {}) as Record<string, unknown>)) {
    if (!fieldByName.has(name)) {
      const meant = didYouMean(name, [...fieldByName.keys()]);
      reportIssue(
        `fields.${name}`,
        `Unknown field "${name}"`,
        meant ? `Did you mean "${meant}"?` : `Use one of ${[...fieldByName.keys()].join(', ')}`,
        'ORIEL_ACCESS_FIELD',
      );
      continue;
    }
    const { read, write } =
      typeof declared === 'object' ? (declared as { read?: unknown; write?: unknown }) : { read: declared };
    for (const rule of [read, write])
      if (rule !== undefined && typeof rule !== 'function' && !RULE_KEYWORD_PATTERN.test(String(rule)))
        reportIssue(
          `fields.${name}`,
          `Invalid rule ${JSON.stringify(rule)}`,
          "Use 'public', 'never', 'user', 'role:editor', 'attribute:publish' or a function",
          'ORIEL_ACCESS_FIELD',
        );
  }
}

// A write returns the item, so it must not be open to users who cannot read the item.
function validateWriteResponses({ definition }: MutableResourceModel, reportIssue: ReportIssue): void {
  const access = (definition.access ?? {}) as Readonly<Record<string, AnyRule | undefined>>;
  const read = access['get'] ?? access['read'];
  // A function may grant reading to the user who wrote the item; a named rule cannot.
  if (read === undefined || !listRuleParts(read).some((part) => typeof part === 'string' && part !== 'public')) return;
  for (const name of ['create', 'replace', 'patch'] as const) {
    const write = access[name] ?? access['write'];
    if (write === undefined || !isPublic(listRuleParts(write))) continue;
    if (definition.operations?.[name]?.output === false) continue;
    reportIssue(
      `access.${access[name] === undefined ? 'write' : name}`,
      `The response to ${name} would contain an item that its user may not read`,
      `Send no body: operations: { ${name}: { output: false } }, or restrict who may write`,
      'ORIEL_ACCESS_ANSWER',
    );
  }
}

function validateSharedCaching(model: MutableResourceModel, reportIssue: ReportIssue): void {
  const { tenant, definition } = model;
  const access = (definition.access ?? {}) as Readonly<Record<string, AnyRule | undefined>>;
  if (tenant !== undefined) {
    validateTenantCaching('', definition.cache ?? {}, reportIssue);
    for (const [name, { cache }] of Object.entries({ ...definition.operations, ...definition.custom }))
      validateTenantCaching(`operations.${name}.`, cache ?? {}, reportIssue);
    return;
  }
  for (const name of ['list', 'get'] as const) {
    const rule = access[name] ?? access['read'];
    if (rule === undefined || isPublic(listRuleParts(rule))) continue;
    const options = model.definition.operations?.[name] ?? {};
    const cache = cacheOptions({ resource: model, options }, {});
    if (cache.public !== true && cache.sharedMaxAge === undefined) continue;
    const member = cache.public === true ? 'public' : 'sharedMaxAge';
    reportIssue(
      options.cache ? `operations.${name}.cache.${member}` : `cache.${member}`,
      `The operation ${name} is restricted, but a shared cache would serve its responses to all users`,
      'Remove the option, or make reading public',
      'ORIEL_ACCESS_CACHE',
    );
  }
}

// The order of the items would reveal values of linked items that the user may not read.
function validateOrderFilters(model: MutableResourceModel, reportIssue: ReportIssue): void {
  const { filterParameters, fieldByName } = model;
  const limitsLinks = model.functions.has('list') || limitsLinksItself(model);
  for (const { kind, fields, filter } of filterParameters.values()) {
    if (kind !== 'order') continue;
    let at: Pick<MutableResourceModel, 'fieldByName'> = { fieldByName };
    for (const name of fields[0]!.split('.').slice(0, -1)) {
      const to = at.fieldByName.get(name)?.link?.to;
      if (to === undefined) break;
      if (to.readAccess !== undefined)
        reportIssue(
          `filters.${filter}`,
          `Reading "${to.name}" is restricted, but the order by ${fields[0]} would reveal its items`,
          'Order by a field of the resource itself',
          'ORIEL_ACCESS_ORDER',
        );
      if (to.tenant !== undefined && !limitsLinks)
        reportIssue(
          `filters.${filter}`,
          `The order by ${fields[0]} may reveal "${to.name}" of other tenants, because the store has no limitsLinks`,
          'Order by a field of the resource itself, or apply shape.linkScope in the store and set limitsLinks: true',
          'ORIEL_ACCESS_ORDER',
        );
      at = to as MutableResourceModel;
    }
  }
}
