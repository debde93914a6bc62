import { shownArguments } from '../../../packages/profiler/src/node/drivers/redis-arguments.ts';
import { describeMongoCommand } from '../../../packages/profiler/src/node/drivers/mongodb-command.ts';
import { Redactor } from '../../../packages/profiler/src/record/redaction/redactor.ts';
import type { RedactionCase } from './case.ts';

const redactor = new Redactor();
const CAP = 65_536;

/** Returns what a profile stores of a case, as JSON. */
export function storeCase(one: RedactionCase): string {
  return JSON.stringify(redactCase(one)).replaceAll('\\"', '"').replaceAll('\\"', '"');
}

function redactCase(one: RedactionCase): unknown {
  if (one.json !== undefined) return redactJson(one.json);
  if (one.body !== undefined) return redactor.body(one.body, one.type, CAP).content;
  if (one.headers !== undefined) return redactor.headers(Object.entries(one.headers));
  if (one.url !== undefined) return redactUrl(one.url, one.route);
  if (one.sql !== undefined) {
    const parameters = redactor.sqlParameters(one.sql, one.parameters ?? [], one.dialect);
    return [redactor.sql(one.sql, one.dialect), parameters];
  }
  if (one.redis !== undefined) {
    const [command = '', ...args] = one.redis;
    return redactor.text([command, ...shownArguments(command, args)].join(' '));
  }
  if (one.mongodb !== undefined) {
    const command = one.mongodb as Record<string, unknown>;
    return redactor.value(describeMongoCommand(Object.keys(command)[0]!, command));
  }
  if (one.error !== undefined) return redactor.value(Object.assign(new Error(), { stack: '' }, one.error));
  if (one.log !== undefined) return redactor.value(one.log);
  return redactor.text(one.text ?? '');
}

// A body, and the same data as a value of the application.
function redactJson(json: unknown): unknown {
  return [redactor.body(JSON.stringify(json), 'application/json', CAP).content, redactor.value(json)];
}

function redactUrl(url: string, route: string | undefined): unknown {
  if (route === undefined) return [redactor.url(url), redactor.text(`GET ${url} 200`)];
  const parameters: Record<string, string> = {};
  for (const [index, segment] of route.split('/').entries())
    if (segment.startsWith(':')) parameters[segment.slice(1)] = url.split('/')[index]!;
  return [redactor.url(url, parameters), redactor.parameters(url, parameters)];
}
