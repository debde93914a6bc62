import { RequestView } from '../../../core/http/request-view.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { OperationRun } from '../running/operation-run.ts';

/** What every function of a resource is called with, beside what its operation is about. Costs arise when they are asked for. */
export interface RequestInput extends RequestView {
  /** What the operation's own schema (`query`) made of its parameters. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** Makes them, with the variables of the resource's path. */
export class OperationInput extends RequestView implements RequestInput {
  /** The variables of the resource's path, decoded. */
  readonly uri: Readonly<Record<string, string>>;

  constructor(context: HttpContext, uri: Readonly<Record<string, unknown>>) {
    super(context);
    this.uri = uri as Readonly<Record<string, string>>;
  }

  get query(): Readonly<Record<string, unknown>> {
    return (this.context.operation as OperationRun).request.query?.declared ?? NOTHING;
  }
}

const NOTHING = Object.freeze({});
