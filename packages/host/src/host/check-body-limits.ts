import { formatValue, issue } from 'oriel-core/configuration';
import type { HostConfig } from './config.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { RouteDeclaration } from '../routes/route.ts';
import type { AnyResource } from '../features/resources/declare/resource.ts';
import type { OperationOptions } from '../features/resources/declare/operation-definition.ts';

/** Yields the issues of invalid body limits of routes and operations. */
export function* validateBodyLimits({ routes = [], resources = [] }: HostConfig): Generator<ConfigIssue> {
  if (!Array.isArray(routes) || !Array.isArray(resources)) return;
  for (const [index, route] of routes.entries()) {
    yield* invalidTags(route, index);
    const limit: unknown = route?.options?.bodyLimit;
    yield* invalidLimit(`routes[${index}] "${route?.name}".bodyLimit`, limit, route?.at);
  }
  for (const [index, resource] of (resources as readonly AnyResource[]).entries()) {
    const { operations = {}, custom = {} } = resource?.definition ?? {};
    const kinds = { operations, custom } as Readonly<Record<string, Record<string, OperationOptions | undefined>>>;
    for (const [kind, member] of Object.entries(kinds)) {
      for (const [name, options] of Object.entries(member)) {
        const path = `resources[${index}] "${resource.name}".${kind}.${name}`;
        yield* invalidLimit(`${path}.bodyLimit`, options?.bodyLimit, resource.at);
      }
    }
  }
}

function* invalidLimit(path: string, limit: unknown, location: ConfigIssue['at']): Generator<ConfigIssue> {
  if (limit === undefined || (Number.isSafeInteger(limit) && (limit as number) >= 0)) return;
  const found = issue('ORIEL_CONFIG_BODY_LIMIT', path, `It is ${formatValue(limit)}`, 'Use a whole number of bytes');
  yield { ...found, at: location };
}

function* invalidTags(route: RouteDeclaration | undefined, index: number): Generator<ConfigIssue> {
  const tags: unknown = route?.options?.tags;
  if (tags === undefined) return;
  const isName = (name: unknown): boolean => typeof name === 'string' && name.trim() !== '';
  const isTag = (tag: { readonly name?: unknown; readonly description?: unknown } | null): boolean =>
    isName(tag) || (typeof tag === 'object' && isName(tag?.name) && isName(tag?.description));
  if (Array.isArray(tags) && tags.every(isTag)) return;
  const fix =
    "List names, or names with a description: tags: ['admin', { name: 'reports', description: 'Reports of a day.' }]";
  const path = `routes[${index}] "${route?.name}".tags`;
  yield { ...issue('ORIEL_ROUTE_TAGS', path, `It is ${JSON.stringify(tags)?.slice(0, 80)}`, fix), at: route?.at };
}
