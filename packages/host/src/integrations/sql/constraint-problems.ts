import { ProblemError, assertKnownNames } from 'oriel-core/http';
import type { HttpErrorOptions, Violation } from 'oriel-core/http';
import type { ClientText } from 'oriel-core/messages';

/** The problem of the application for a violated constraint of the database. What `problem()` returns is one. */
export interface ConstraintProblem {
  /**
   * The status of the response.
   * @default 409 for unique and exclusion constraints and for rows in use, otherwise 422
   */
  readonly status?: number;
  /**
   * The problem type, a URI reference.
   * @default `/problems/conflict` with 409, `/problems/validation` with 422, otherwise `about:blank`
   */
  readonly type?: string;
  /**
   * The title of the problem type.
   * @default the reason phrase of the status
   */
  readonly title?: string;
  /**
   * The explanation for the client, also at the fields in `errors`.
   * @default that of the kind of constraint
   */
  readonly detail?: string;
  /**
   * The fields that `errors` points to. Those that the client may neither read nor write are omitted.
   * @default the fields of the columns of the constraint
   */
  readonly fields?: readonly string[];
  /**
   * The code of the fields in `errors`.
   * @default that of the kind of constraint, such as `taken`
   */
  readonly code?: string;
}

/** The problems of constraints by the name of the constraint. */
export type ConstraintProblems = Readonly<Record<string, ConstraintProblem>>;

/** What a client receives for a violated constraint if the application does not say otherwise. */
export interface DefaultProblem {
  readonly status: number;
  readonly type: string;
  readonly title?: ClientText;
  readonly detail: ClientText;
  readonly errors: readonly Violation[];
}

const MEMBERS: readonly (keyof ConstraintProblem)[] = ['status', 'type', 'title', 'detail', 'fields', 'code'];

/** Checks the option `constraints` of a store. @throws {TypeError} with the first invalid problem */
export function assertConstraintProblems(problems: ConstraintProblems, creator: string): void {
  for (const [name, problem] of Object.entries(problems)) {
    assertKnownNames(Object.keys(problem), MEMBERS, `member of the constraint "${name}" of ${creator}`);
    const { status } = problem;
    if (status !== undefined && !(Number.isInteger(status) && status >= 400 && status <= 599))
      throw new TypeError(`The status of the constraint "${name}" is ${String(status)}; use one between 400 and 599`);
  }
}

/** Returns the error that the application declares for a constraint. */
export function constraintError(problem: ConstraintProblem, byDefault: DefaultProblem, cause: unknown): ProblemError {
  const status = problem.status ?? byDefault.status;
  const isDefault = status === byDefault.status;
  const options: HttpErrorOptions = { cause };
  const type = problem.type ?? (isDefault ? byDefault.type : undefined);
  const title = problem.title ?? (isDefault ? byDefault.title : undefined);
  if (type !== undefined) options.type = type;
  if (title !== undefined) options.title = title;
  const { detail = byDefault.detail, code } = problem;
  const errors = byDefault.errors.map((error) => ({
    ...error,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    ...(code === undefined ? {} : { code }),
  }));
  if (errors.length > 0) options.extensions = { errors };
  return new ProblemError(status, detail, options);
}
