import { formatValue } from 'oriel-core/configuration';
import { findMethodIssue } from '../../../configuration/method-issue.ts';
import type { CustomOperation } from '../declare/operation-definition.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ReportIssue } from './mutable-model.ts';

/**
 * Validates the lines and functions of custom operations, before the operations are created.
 *
 * @returns false if operations cannot be created from them
 */
export function validateCustomOperations({ definition }: ResourceModel, reportIssue: ReportIssue): boolean {
  let isValid = true;
  const report = (place: string, reason: string, fix: string): void => {
    isValid = false;
    reportIssue(place, reason, fix, 'ORIEL_RESOURCE_OPERATION');
  };
  for (const [name, operation] of Object.entries(definition.custom ?? {}))
    validateOperation(`custom.${name}`, operation, report);
  return isValid;
}

/** Reports operations of a resource that have the same name. A custom operation would replace the standard one. */
export function validateOperationNames({ name, operations }: ResourceModel, reportIssue: ReportIssue): void {
  const seen = new Set<string>();
  for (const operation of operations) {
    const short = operation.name.slice(name.length + 1);
    if (seen.has(operation.name))
      reportIssue(
        `custom.${short}`,
        `"${short}" is also the name of another operation of the resource`,
        'Rename the custom operation. To replace a standard operation, set its function in provide or process',
        'ORIEL_RESOURCE_OPERATION',
      );
    seen.add(operation.name);
  }
}

type Report = (place: string, reason: string, fix: string) => void;

function validateOperation(place: string, operation: Partial<CustomOperation> | undefined, report: Report): void {
  const { line, handle } = Object(operation) as Partial<CustomOperation>;
  if (typeof handle !== 'function')
    report(`${place}.handle`, `It is ${formatValue(handle)}, not a function`, 'handle: ({ item }) => …');
  const [, method, path = ''] = (typeof line === 'string' && LINE.exec(line)) || [];
  if (method === undefined)
    return report(`${place}.line`, `It is ${formatValue(line)}`, "Use a method and a path: 'POST /{id}/publish'");
  const issue = findMethodIssue(method);
  if (issue !== undefined) report(`${place}.line`, issue.reason, issue.fix);
  const [, first = '', ...rest] = path.split('/');
  if (first.includes('{') && first !== '{id}')
    report(
      `${place}.line`,
      `The path "${path}" begins with "${first}"`,
      'Use {id} for the identifier of the item; it is the whole segment',
    );
  else if (rest.some((segment) => /\{!?id\b/.test(segment)))
    report(
      `${place}.line`,
      `{id} is not the first segment of "${path}"`,
      'Begin the path with /{id}, so that the item is read',
    );
}

// The path may be omitted; "/" alone would be another path than that of the list.
const LINE = /^(\S+)(?: (\/\S+))?$/;
