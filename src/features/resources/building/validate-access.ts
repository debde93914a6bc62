import { RULE_WORD, ruleFlaw } from '../../../core/http/rule-flaw.ts';
import { didYouMean } from '../../../core/http/did-you-mean.ts';
import { isPublic, partsOf } from '../../../core/http/access-rule.ts';
import type { AnyRule } from '../../../core/http/access-rule.ts';
import { ACCESS_KEYS } from '../definition/access-definition.ts';
import { cacheOf } from '../answers/answer-rules.ts';
import type { ReportIssue, MutableResourceModel } from './create-resource-model.ts';
import type { CustomOperation } from '../definition/operation-definition.ts';

/** Tells what is wrong with what a resource says about who may do what. */
export function validateAccess(model: MutableResourceModel, reportIssue: ReportIssue): void {
  const { definition } = model;
  const given: unknown = definition.access ?? {};
  if (typeof given !== 'object')
    reportIssue(
      'access',
      `It is ${JSON.stringify(given)}, a rule without an operation`,
      `Name operations: access: { read: 'public', write: 'user' }`,
      'ORIEL_ACCESS_OPERATION',
    );
  const access = (typeof given === 'object' ? given : {}) as Readonly<Record<string, unknown>>;
  const known: readonly string[] = [...ACCESS_KEYS, 'parameters', 'hide'];
  for (const [name, said] of Object.entries(access)) {
    if (!known.includes(name)) {
      const own = Object.hasOwn(definition.custom ?? {}, name);
      const meant = didYouMean(name, known);
      reportIssue(
        `access.${name}`,
        `There is no operation "${name}" that rules can be said of here`,
        own
          ? `Say it there: custom: { ${name}: { access: … } }`
          : meant
            ? `Did you mean "${meant}"?`
            : `Known are ${known.join(', ')}`,
        'ORIEL_ACCESS_OPERATION',
      );
    } else if (name !== 'parameters' && name !== 'hide') wrongRule(`access.${name}`, said as AnyRule, reportIssue);
  }
  for (const [name, { access: rule }] of Object.entries((definition.custom ?? {}) as Record<string, CustomOperation>))
    if (rule !== undefined) wrongRule(`custom.${name}.access`, rule, reportIssue);
  wrongFields(model, reportIssue);
  answersTooMuch(model, reportIssue);
  keptByMany(model, reportIssue);
  tellingOrders(model, reportIssue);
}

function wrongRule(place: string, rule: AnyRule, reportIssue: ReportIssue): void {
  const flaw = ruleFlaw(rule);
  if (flaw) reportIssue(place, ...flaw, 'ORIEL_ACCESS_RULE');
}

function wrongFields({ definition, field }: MutableResourceModel, reportIssue: ReportIssue): void {
  for (const [name, said] of Object.entries((definition.fields ?? {}) as Record<string, unknown>)) {
    if (!field.has(name)) {
      const meant = didYouMean(name, [...field.keys()]);
      reportIssue(
        `fields.${name}`,
        `"${name}" is no field of the schema`,
        meant ? `Did you mean "${meant}"?` : `Name one of ${[...field.keys()].join(', ')}`,
        'ORIEL_ACCESS_FIELD',
      );
      continue;
    }
    const { read, write } = typeof said === 'object' ? (said as { read?: unknown; write?: unknown }) : { read: said };
    for (const rule of [read, write])
      if (rule !== undefined && typeof rule !== 'function' && !RULE_WORD.test(String(rule)))
        reportIssue(
          `fields.${name}`,
          `${JSON.stringify(rule)} is no rule for a field`,
          "Write 'public', 'never', 'user', 'role:editor', 'attribute:publish', or a function",
          'ORIEL_ACCESS_FIELD',
        );
  }
}

// Who writes gets the item as it is then, and with it what they may not read.
function answersTooMuch({ definition }: MutableResourceModel, reportIssue: ReportIssue): void {
  const access = (definition.access ?? {}) as Readonly<Record<string, AnyRule | undefined>>;
  const read = access['get'] ?? access['read'];
  // A function may let them read what they wrote; a word will not.
  if (read === undefined || !partsOf(read).some((part) => typeof part === 'string' && part !== 'public')) return;
  for (const name of ['create', 'replace', 'patch'] as const) {
    const write = access[name] ?? access['write'];
    if (write === undefined || !isPublic(partsOf(write))) continue;
    if (definition.operations?.[name]?.output === false) continue;
    reportIssue(
      `access.${access[name] === undefined ? 'write' : name}`,
      `Everybody may ${name}, and is answered with an item that not everybody may read`,
      `Answer nothing: operations: { ${name}: { output: false } }, or say who may write`,
      'ORIEL_ACCESS_ANSWER',
    );
  }
}

function keptByMany(model: MutableResourceModel, reportIssue: ReportIssue): void {
  const access = (model.definition.access ?? {}) as Readonly<Record<string, AnyRule | undefined>>;
  for (const name of ['list', 'get'] as const) {
    const rule = access[name] ?? access['read'];
    if (rule === undefined || isPublic(partsOf(rule))) continue;
    const options = model.definition.operations?.[name] ?? {};
    const cache = cacheOf({ resource: model, options }, {});
    if (cache.public !== true && cache.sharedMaxAge === undefined) continue;
    const member = cache.public === true ? 'public' : 'sharedMaxAge';
    reportIssue(
      options.cache ? `operations.${name}.cache.${member}` : `cache.${member}`,
      `Not everybody may ${name}, but a shared cache would give everybody what one reader got`,
      'Take it away, or let everybody read',
      'ORIEL_ACCESS_CACHE',
    );
  }
}

// The sequence of items would tell what is at the other end of links, also of what a reader does not see.
function tellingOrders({ parameters, field }: MutableResourceModel, reportIssue: ReportIssue): void {
  for (const { kind, fields, filter } of parameters.values()) {
    if (kind !== 'order') continue;
    let at: Pick<MutableResourceModel, 'field'> = { field };
    for (const name of fields[0]!.split('.').slice(0, -1)) {
      const to = at.field.get(name)?.link?.to;
      if (to === undefined) break;
      if (to.readAccess !== undefined)
        reportIssue(
          `filters.${filter}`,
          `Not everybody may read all items of "${to.name}", but the order by ${fields[0]} would tell of them`,
          'Order by a field of its own',
          'ORIEL_ACCESS_ORDER',
        );
      at = to as MutableResourceModel;
    }
  }
}
