import type { RequestMembers } from '../../../http/request-view.ts';
import { RequestView } from '../../../http/request-view.ts';
import type { HttpContext } from 'oriel-core/http';

/** The part of the input that all functions of a resource receive. Values are computed when they are read. */
export interface RequestInput extends RequestMembers {
  /** The output of the schema `query` of the operation. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The input with the path variables of the resource. */
export class OperationInput extends RequestView implements RequestInput {
  /** The decoded path variables of the resource. */
  readonly uri: Readonly<Record<string, string>>;

  constructor(context: HttpContext, uri: Readonly<Record<string, unknown>>) {
    super(context);
    this.uri = uri as Readonly<Record<string, string>>;
  }

  get query(): Readonly<Record<string, unknown>> {
    return (this.context.operation as QueryHolder).query?.declared ?? NOTHING;
  }
}

/** The call of an operation, as far as its input reads it. */
export interface QueryHolder {
  readonly query: { readonly declared: unknown } | undefined;
}

const NOTHING = Object.freeze({});
