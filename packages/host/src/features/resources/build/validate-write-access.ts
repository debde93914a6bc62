import { issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { READ_METHODS } from '../../../http/methods.ts';
import { PathRules } from '../../security/path-rules.ts';
import type { SecurityConfig } from '../../security/security-config.ts';
import type { ResourceRegistry } from './resource-registry.ts';

/** Returns an issue for each resource with writing operations that neither a rule nor a default of `security` covers. */
export function* validateWriteAccess(
  { resources }: ResourceRegistry,
  security: SecurityConfig,
): Generator<ConfigIssue> {
  const { access = [], default: defaultAccess } = security;
  if (defaultAccess !== undefined || !Array.isArray(access)) return;
  const paths = new PathRules(access);
  for (const { name, operations } of resources.values()) {
    const uncovered = operations.filter(
      ({ method, path, access: own }) =>
        !READ_METHODS.has(method) &&
        own?.rule === undefined &&
        paths.always(path.replace(/\.?\{.*$/s, ''), method) === undefined,
    );
    if (uncovered.length === 0) continue;
    const kinds = [...new Set(uncovered.map((each) => each.name.split('.')[1]))].join(', ');
    yield issue(
      'ORIEL_ACCESS_UNSAID',
      `resources "${name}".access`,
      `No access rule covers ${kinds}`,
      "Add a rule: access: { write: 'user' }, or 'public' if all clients may; or security: { default: 'deny' } for all resources",
    );
  }
}

/** Returns an issue for each resource that anyone may change although the configuration does not state it. */
export function* validateStatedAccess({ resources }: ResourceRegistry): Generator<ConfigIssue> {
  for (const { name, operations } of resources.values()) {
    const open = operations.filter(({ method, access }) => !READ_METHODS.has(method) && access?.rule === undefined);
    if (open.length === 0) continue;
    const kinds = [...new Set(open.map((each) => each.name.split('.')[1]))].join(', ');
    const reason = `Without security, anyone may use ${kinds}`;
    const fix =
      "Add security, or state that it is meant: access: 'public' in defineHost, or access: { write: 'public' } in the resource";
    yield issue('ORIEL_ACCESS_PUBLIC', `resources "${name}"`, reason, fix);
  }
}
