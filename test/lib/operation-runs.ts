import type { User } from '../../packages/core/src/http/user.ts';
import { RequestTrace } from '../../packages/core/src/trace/trace.ts';
import { ResourceRegistry } from '../../packages/host/src/features/resources/build/resource-registry.ts';
import type { ApiConfig } from '../../packages/host/src/features/resources/model/api-config.ts';
import type { AnyResource } from '../../packages/host/src/features/resources/declare/resource.ts';
import type { ResourceModel } from '../../packages/host/src/features/resources/model/resource-model.ts';
import { OperationRun } from '../../packages/host/src/features/resources/operations/operation-run.ts';
import { AccessDecision } from '../../packages/host/src/features/security/access-decision.ts';
import type { AccessDecisionOptions } from '../../packages/host/src/features/security/access-decision.ts';
import { createContext } from '../../packages/host/src/testing/create-context.ts';

/** Runs of the operations of resources, without a host. */
export interface OperationRuns {
  /** Returns the model of a resource. */
  model(name: string): ResourceModel;
  /**
   * Creates the run of an operation for a recorded request.
   *
   * @param operation its name, such as `notes.get`
   * @param user the id and the roles, such as `ada:editor,admin`; empty for an anonymous request
   * @param uri the values of path variables
   */
  run(operation: string, user?: string, uri?: Readonly<Record<string, unknown>>): OperationRun;
}

/** Creates runs of operations, to test access rules by themselves. @throws {Error} with the issues of the declarations */
export function createRuns(
  resources: readonly AnyResource[],
  api: ApiConfig = {},
  security: AccessDecisionOptions = {},
): OperationRuns {
  const registry = new ResourceRegistry(resources, api);
  if (registry.issues.length > 0) throw new Error(JSON.stringify(registry.issues));
  const access = new AccessDecision(security);
  return {
    model: (name) => registry.resources.get(name)!,
    run(name, user = '', uri = {}) {
      const operation = registry.operations.find((candidate) => candidate.name === name);
      if (operation === undefined) throw new Error(`There is no operation "${name}"`);
      const context = createContext(`${operation.method} /`, { trace: new RequestTrace() });
      context.access = access;
      context.user = getUser(user);
      const run = new OperationRun(operation, context, uri);
      context.operation = run;
      return run;
    },
  };
}

function getUser(text: string): User | null {
  if (text === '') return null;
  const [id, roles = ''] = text.split(':');
  return { id: id!, roles: roles.split(',').filter(Boolean) };
}
