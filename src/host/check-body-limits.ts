import type { AnyResource } from '../features/resources/definition/resource.ts';
import type { OperationOptions } from '../features/resources/definition/operation-definition.ts';
import { DEFAULT_BODY_LIMIT } from '../core/server/server-options.ts';
import { issue, formatValue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import type { HostConfig } from './config.ts';

/** Body limits of routes and operations that are invalid, and file sizes that the body limit does not allow. */
export function* validateBodyLimits({ routes = [], resources = [], limits }: HostConfig): Generator<ConfigIssue> {
  if (!Array.isArray(routes) || !Array.isArray(resources)) return;
  const ofHost = typeof limits?.body === 'number' ? limits.body : DEFAULT_BODY_LIMIT;
  for (const [index, route] of routes.entries()) {
    const limit: unknown = route?.options?.bodyLimit;
    yield* invalidLimit(`routes[${index}] "${route?.name}".bodyLimit`, limit, route?.at);
  }
  for (const [index, resource] of (resources as readonly AnyResource[]).entries()) {
    const { operations = {}, custom = {} } = resource?.definition ?? {};
    const kinds = { operations, custom } as Readonly<Record<string, Record<string, OperationOptions | undefined>>>;
    for (const [kind, each] of Object.entries(kinds)) {
      for (const [name, options] of Object.entries(each)) {
        const place = `resources[${index}] "${resource.name}".${kind}.${name}`;
        yield* invalidLimit(`${place}.bodyLimit`, options?.bodyLimit, resource.at);
        yield* tooLargeFiles(place, options, ofHost, resource.at);
      }
    }
  }
}

function* invalidLimit(place: string, limit: unknown, at: ConfigIssue['at']): Generator<ConfigIssue> {
  if (limit === undefined || (Number.isSafeInteger(limit) && (limit as number) >= 0)) return;
  const found = issue('ORIEL_CONFIG_BODY_LIMIT', place, `It is ${formatValue(limit)}`, 'Give a whole number of bytes');
  yield { ...found, at };
}

function* tooLargeFiles(
  place: string,
  options: OperationOptions | undefined,
  ofHost: number,
  at: ConfigIssue['at'],
): Generator<ConfigIssue> {
  const { uploads, bodyLimit = ofHost } = options ?? {};
  const fileSize = typeof uploads === 'object' ? uploads?.fileSize : undefined;
  if (typeof fileSize !== 'number' || !(fileSize > bodyLimit)) return;
  const reason = `Files may have ${fileSize} bytes, but the whole body only ${bodyLimit}`;
  const fix = `Set bodyLimit of the operation to more than ${fileSize}, or a smaller fileSize`;
  yield { ...issue('ORIEL_CONFIG_FILE_SIZE', `${place}.uploads.fileSize`, reason, fix), at };
}
